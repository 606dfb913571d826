//go:build unix

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// editable returns source files of the repository, of packages that others
// import and of such that none does. Each has a function.
func (b *bench) editable(dir string) ([]string, error) {
	cmd := b.cmd(dir, nil, "go", "list", "-f", "{{.Dir}}{{range .GoFiles}}\t{{.}}{{end}}", b.patterns)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []string
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		for _, name := range fields[1:] {
			name = filepath.Join(fields[0], name)
			if _, body, err := inFile(name); err == nil && body > 0 {
				all = append(all, name)
				break
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no functions in %s", dir)
	}
	var some []string
	for i := range 7 { // spread over the repository, the same in each run
		some = append(some, all[(2*i+1)*len(all)/14])
	}
	return some, nil
}

// edit makes the edit of a state, other than all before: also those of earlier
// benchmarks, the results of which the go command may have cached.
func (b *bench) edit(state, name string) error {
	b.serial++
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	clause, body, err := inFile(name)
	if err != nil {
		return err
	}
	switch state {
	case "body", "pre-commit":
		src = slices.Insert(src, body, []byte(fmt.Sprintf(" _ = %d; ", time.Now().UnixNano()))...)
	case "import":
		some := []string{"container/ring", "expvar", "hash/adler32", "html/template", "image/gif", "index/suffixarray", "mime/quotedprintable", "net/smtp", "text/scanner"}
		src = slices.Insert(src, clause, []byte(fmt.Sprintf("; import _ %q /* %d */", some[b.serial%len(some)], time.Now().UnixNano()))...)
	default:
		src = append(src, fmt.Sprintf("\nfunc bench%d() { println() }\n", time.Now().UnixNano())...)
	}
	return os.WriteFile(name, src, 0o666)
}

// inFile returns where the package clause of a file ends and where the body of
// its first function begins, or 0.
func inFile(name string) (clause, body int, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			return fset.Position(f.Name.End()).Offset, fset.Position(fn.Body.Lbrace).Offset + 1, nil
		}
	}
	return fset.Position(f.Name.End()).Offset, 0, nil
}
