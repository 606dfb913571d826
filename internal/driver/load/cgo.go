package load

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/packages"
)

// CgoFiles asks the go command for the files of p as cgo writes them, in which
// C names have become Go ones. It needs a C compiler, so that only packages
// that are analysed are asked for.
func CgoFiles(cfg Config, p *Package) ([]string, error) {
	pcfg := &packages.Config{
		Context: cfg.Context,
		Dir:     cfg.Dir,
		Tests:   p.ForTest != "",
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles,
	}
	if cfg.Tags != "" {
		pcfg.BuildFlags = []string{"-tags=" + cfg.Tags}
	}
	if cfg.OverlayFile != "" {
		pcfg.BuildFlags = append(pcfg.BuildFlags, "-overlay="+cfg.OverlayFile)
	}
	path := p.Path
	if p.ForTest != "" {
		path = p.ForTest
	}
	found, err := packages.Load(pcfg, path)
	if err != nil {
		return nil, err
	}
	for _, q := range found {
		if q.ID != p.ID {
			continue
		}
		for _, e := range q.Errors {
			return nil, fmt.Errorf("%s", strings.Join(strings.Fields(e.Msg), " "))
		}
		var files []string
		for _, f := range q.CompiledGoFiles {
			if strings.HasSuffix(f, ".go") || !strings.Contains(f, ".") || strings.HasSuffix(f, "-d") {
				files = append(files, f)
			}
		}
		if len(files) > 0 {
			return files, nil
		}
	}
	return nil, fmt.Errorf("the go command does not list the files that cgo generates")
}
