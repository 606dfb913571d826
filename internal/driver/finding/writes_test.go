package finding_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/report"
)

const twoWrites = `package pods

type Controller[T any] struct{}

func (c *Controller[T]) sync() {
	pod := get()
	pod.Name = "a"
	label(pod)
	label(pod)  //nolint:toy // known
	pod.Name = "b"; pod.Name = "c"
}
`

// The writes of a finding come through a diagnostic with all that is known of
// each; those that are silenced do not.
func TestWrites(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "pods/sync.go", twoWrites, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	files := []*ast.File{file}
	at := func(text string) token.Pos { return file.FileStart + token.Pos(strings.Index(twoWrites, text)) }
	write := func(text, category string) report.Write {
		return report.Write{
			Pos: at(text), End: at(text) + 5, Category: category, Message: text + " writes the cache: bad", What: text, Posn: "pods/sync.go:99",
			Trace: []report.Step{{Text: "pods/sync.go:6: get reads"}},
		}
	}
	a := &analysis.Analyzer{Name: "toy"}
	var got finding.Finding
	pass := &analysis.Pass{Analyzer: a, Fset: fset, Files: files, Report: func(d analysis.Diagnostic) {
		got = finding.New(fset, files, a, d)
	}}
	report.For(pass, new(config.Config)).Report(report.Finding{Writes: []report.Write{
		write(`label(pod)  `, "call"), write(`pod.Name = "a"`, "write"), write(`label(pod)`, "call"), write(`pod.Name = "b"`, "write"), write(`pod.Name = "c"`, "write"),
	}})

	if got.Message != `pod.Name = "a" writes the cache: bad; also written at line 8 and 1 more place` {
		t.Errorf("message: %s", got.Message)
	}
	var all []string
	for _, w := range got.Writes {
		if w.Func != "(*Controller).sync" || len(w.Trace) != 2 || w.Message != w.What+" writes the cache: bad" {
			t.Errorf("%+v", w)
		}
		all = append(all, w.Pos.String()+" "+w.Category+" "+w.What)
	}
	want := []string{`pods/sync.go:7:2 write pod.Name = "a"`, `pods/sync.go:8:2 call label(pod)`, `pods/sync.go:10:2 write pod.Name = "b"`, `pods/sync.go:10:18 write pod.Name = "c"`}
	if !reflect.DeepEqual(all, want) {
		t.Errorf("writes\n%q, want\n%q", all, want)
	}
	if last := got.WithWrites(got.Writes[2:]); last.Pos.Line != 10 || last.Message != `pod.Name = "b" writes the cache: bad` || len(last.Writes) != 2 {
		t.Errorf("without the first two: %+v", last)
	}
	if same := got.WithWrites(got.Writes); !reflect.DeepEqual(same, got) {
		t.Errorf("with all writes: %+v, want %+v", same, got)
	}
}
