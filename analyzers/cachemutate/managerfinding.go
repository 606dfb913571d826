package cachemutate

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// finding words m.
func (m joined) finding(x *fixer) report.Finding {
	pass, opt, w := x.pass, m.opt, m.write
	// Drivers may hand on facts as they are, fields and all.
	if f := w.finding; f != nil && m.here {
		return x.finding(f, opt)
	}
	pos, end := opt.pos, opt.end
	if m.path != pass.Pkg.Path() {
		pos, end = ownership.ImportOf(pass, m.path)
	}
	others := also(w)
	room := wording.Max - utf8.RuneCountInString(others)
	read, _ := effect.SplitWhat(w.Read)
	var out report.Finding
	for _, at := range append([]WriteAt{w.WriteAt}, w.Further...) {
		mutates, _ := effect.SplitWhat(at.What)
		out.Writes = append(out.Writes, report.Write{
			Pos: pos, End: end, Category: "option", What: mutates, Does: how(at.What), Posn: at.Posn,
			Message: bug{write: at, read: w.Read, readPosn: w.ReadPosn, readVia: w.ReadVia, option: opt}.optionMessage(m.path == pass.Pkg.Path(), room),
			Trace: []report.Step{
				{Text: fmt.Sprintf("%s: %s turns deep copies off", opt.Posn, opt.Field)},
				{Text: fmt.Sprintf("%s: %s reads the informer cache", w.ReadPosn, read)},
			},
		})
	}
	out.Writes[0].Message += others
	return out
}

// also tells of the writes of w behind the first: they stand elsewhere than the
// option does.
func also(w *ManagedWrite) string {
	var places []token.Position
	for _, at := range append([]WriteAt{w.WriteAt}, w.Further...) {
		file, line, _ := strings.Cut(at.Posn, ":")
		n, _ := strconv.Atoi(line)
		places = append(places, token.Position{Filename: file, Line: n})
	}
	return report.Also(places)
}
