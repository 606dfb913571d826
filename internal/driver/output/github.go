package output

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/visible"
)

// GitHub writes findings as workflow commands, which become annotations of a
// pull request. File names are relative to root, the workspace. Annotations
// show no related places, so that the trace is part of the text.
// See https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
func GitHub(w io.Writer, root string, findings []finding.Finding) error {
	b := bufio.NewWriter(w)
	for _, f := range findings {
		text := visible.Line(f.Message)
		for _, s := range append(slices.Clone(f.Trace), f.Further()...) {
			s.Pos.File = Relative(root, s.Pos.File)
			text += "\n" + visible.Line(fmt.Sprintf("%s: %s", s.Pos, s.Text))
		}
		if f.URL != "" {
			text += "\n" + visible.Line(f.URL)
		}
		props := []string{
			"file=" + githubProperty(visible.Line(filepath.ToSlash(Relative(root, f.Pos.File)))),
			fmt.Sprintf("line=%d", f.Pos.Line),
		}
		if f.End.File == f.Pos.File && f.End.Line >= f.Pos.Line {
			props = append(props, fmt.Sprintf("endLine=%d", f.End.Line))
		}
		props = append(props, fmt.Sprintf("col=%d", f.Pos.Col), "title="+githubProperty("k8slint: "+f.ID()))
		fmt.Fprintf(b, "::%s %s::%s\n", githubLevels[SeverityOf(f)], strings.Join(props, ","), githubData(text))
	}
	return b.Flush()
}

var (
	githubDataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubPropertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func githubData(s string) string     { return githubDataEscapes.Replace(s) }
func githubProperty(s string) string { return githubPropertyEscapes.Replace(s) }
