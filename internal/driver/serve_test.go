package driver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver"
)

const oneModule = `
-- go.mod --
module main.example

go 1.26
-- a/a.go --
package a

func Bad() {}

func G() {
	Bad()
}
-- b/b.go --
package b

import "main.example/a"

func B() { a.G() }
`

// TestServe: what a user does with a finding, from opening the file to saving it without.
func TestServe(t *testing.T) {
	t.Parallel()
	e := start(t, toys, oneModule)
	e.open("a/a.go")
	e.show("a/a.go", "5:1-5:6 taint/call")
	e.show("b/b.go", "4:11-4:16 taint/call") // which is not open
	d := e.shown["a/a.go"].Diagnostics[0]
	if d.Severity != 1 || d.Source != "k8slint" || d.Message != "call leads to a bad function: Bad" || !strings.HasSuffix(d.CodeDescription.Href, "taint.md#call") {
		t.Errorf("%+v", d)
	}
	if r := d.RelatedInformation; len(r) != 1 || r[0].Message != "here is the caller" || r[0].Location.URI != e.uri("a/a.go") || r[0].Location.Range.Start.Line != 4 {
		t.Errorf("%+v", r)
	}
	if r := e.shown["b/b.go"].Diagnostics[0].RelatedInformation; len(r) != 2 || r[1].Location.URI != e.uri("a/a.go") || r[1].Location.Range.Start.Line != 5 {
		t.Errorf("%+v", r)
	}

	var hover struct{ Contents struct{ Kind, Value string } }
	m := e.ask("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("a/a.go")}, "position": place{5, 2}})
	if err := json.Unmarshal(m.Result, &hover); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hover.Contents.Value, "taint") || hover.Contents.Kind != "markdown" {
		t.Errorf("%+v", hover)
	}
	if m := e.ask("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("a/a.go")}, "position": place{0, 0}}); string(m.Result) != "null" {
		t.Errorf("%s", m.Result)
	}

	if list := e.actions("a/a.go", area{place{2, 0}, place{2, 1}}); len(list) > 0 {
		t.Errorf("%+v", list)
	}
	list := e.actions("a/a.go", area{place{5, 3}, place{5, 3}})
	if len(list) != 1 || list[0].Title != "remove the call" || list[0].Kind != "quickfix" || !list[0].IsPreferred || len(list[0].Diagnostics) != 1 {
		t.Fatalf("%+v", list)
	}
	fixed := e.apply("a/a.go", list[0])
	if want := "package a\n\nfunc Bad() {}\n\nfunc G() {\n\n}\n"; fixed != want {
		t.Errorf("%q, want %q", fixed, want)
	}
	delete(e.shown, "b/b.go")
	e.change("a/a.go", fixed)
	e.show("a/a.go")
	e.show("b/b.go") // though nothing is saved
	e.save("a/a.go")
	e.show("a/a.go")
	if len(e.log) > 0 {
		t.Errorf("log: %q", e.log)
	}
	if m := e.ask("shutdown", nil); m.Error != nil {
		t.Errorf("%+v", m.Error)
	}
	e.notify("exit", nil)
	if code := <-e.code; code != 0 {
		t.Errorf("exit code %d", code)
	}
	e.code <- 0
}

// TestServeAsCommand: the editor shows what the command prints, and takes it from the cache that the
// command has filled, and the other way round.
func TestServeAsCommand(t *testing.T) {
	e := start(t, toys, oneModule)
	count := filepath.Join(t.TempDir(), "count")
	t.Setenv("K8SLINT_TEST_COUNT", count)
	e.open("a/a.go")
	e.show("a/a.go", "5:1-5:6 taint/call")
	was, err := os.ReadFile(count)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	driver.Run(toys, []string{"-C", e.dir, "-cache", e.cache, "./..."}, &stdout, &stderr)
	if want := "a/a.go:6:2: taint: call leads to a bad function: Bad (taint/call)\n" +
		"b/b.go:5:12: taint: call leads to a bad function: G -> Bad (taint/call)\n"; stdout.String() != want {
		t.Errorf("%s%s", &stdout, &stderr)
	}
	if is, _ := os.ReadFile(count); !bytes.Equal(is, was) {
		t.Errorf("analysed again: %s", is[len(was):])
	}
}

// TestServeUnsaved: texts that are not saved count, also of a new file, one that imports something
// else, and one that is closed without being saved.
func TestServeUnsaved(t *testing.T) {
	t.Parallel()
	e := start(t, toys, oneModule)
	e.open("b/b.go", "package b\n\nimport \"main.example/a\"\n\nfunc B() { a.Bad() }\n\nfunc C() { a.G() }\n")
	e.show("b/b.go", "4:11-4:18 taint/call", "6:11-6:16 taint/call")
	e.change("b/b.go", "package b\n\nfunc B() {}\n")
	e.show("b/b.go")
	e.change("b/b.go", "package b\n\nimport (\n\t\"fmt\"\n\t\"main.example/a\"\n)\n\nfunc B() { fmt.Println(); a.Bad() }\n")
	e.show("b/b.go", "7:26-7:33 taint/call")
	e.open("b/new.go", "")
	e.show("b/new.go")
	e.change("b/new.go", "package b\n\nfunc New() { B() }\n")
	e.show("b/new.go", "2:13-2:16 taint/call")
	list := e.actions("b/new.go", area{place{2, 13}, place{2, 13}})
	if len(list) != 1 || e.apply("b/new.go", list[0]) != "package b\n\nfunc New() {}\n" {
		t.Errorf("%+v", list)
	}
	delete(e.shown, "b/b.go")
	delete(e.versions, "b/b.go")
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("b/b.go")}})
	e.show("b/b.go", "4:11-4:16 taint/call")
	if len(e.log) > 0 {
		t.Errorf("log: %q", e.log)
	}
}

// TestServeCharacters: columns count UTF-16 units, ends of lines are the file's, and a fix leaves
// all other text alone.
func TestServeCharacters(t *testing.T) {
	t.Parallel()
	e := start(t, toys, oneModule)
	e.open("a/a.go", "package a\r\n\r\nfunc Bad() {}\r\n\r\nfunc G() {\r\n\t_ = \"é𝄞😀\"; Bad(); _ = \"😀\"\r\n}\r\n")
	e.show("a/a.go", "5:14-5:19 taint/call")
	list := e.actions("a/a.go", area{place{5, 14}, place{5, 14}})
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	if got, want := e.apply("a/a.go", list[0]), "package a\r\n\r\nfunc Bad() {}\r\n\r\nfunc G() {\r\n\t_ = \"é𝄞😀\"; ; _ = \"😀\"\r\n}\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	e.change("a/a.go", "package a; func Bad() {}; func G() { /* \xff😀 */ Bad() }") // no line end
	e.show("a/a.go", "0:47-0:52 taint/call")
	list = e.actions("a/a.go", area{place{0, 47}, place{0, 47}})
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	e.texts["a/a.go"] = "package a; func Bad() {}; func G() { /* \ufffd😀 */ Bad() }" // as JSON has it
	if got, want := e.apply("a/a.go", list[0]), "package a; func Bad() {}; func G() { /* \ufffd😀 */  }"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestServeBroken: of code that does not compile the rest is analysed, and the log says, once, what
// is left out; files that are no Go and a module that cannot be read end nothing.
func TestServeBroken(t *testing.T) {
	t.Parallel()
	e := start(t, toys, oneModule)
	e.open("a/a.go", "package a\n\nfunc Bad() {}\n\nfunc G() {\n\tBad()\n}\n\nfunc H() { undefined() }\n")
	e.show("a/a.go", "5:1-5:6 taint/call")
	skipped := func(name string) (n int) {
		for _, l := range e.log {
			if strings.Contains(l, "a.go:9:12: undefined: "+name+"; skipped in package main.example/a: H") {
				n++
			}
		}
		return n
	}
	e.change("a/a.go", "package a\n\nfunc Bad() {}\n\nfunc G() {\n\tBad() //\n}\n\nfunc H() { undefined() }\n")
	e.show("a/a.go", "5:1-5:6 taint/call")
	if n := skipped("undefined"); n != 1 {
		t.Errorf("said %d times: %q", n, e.log)
	}
	e.change("a/a.go", "package a\n\nfunc Bad() {}\n\nfunc G() {\n\tBad()\n}\n\nfunc H() { if }\n")
	e.show("a/a.go", "5:1-5:6 taint/call")
	for _, text := range []string{"", "package", "\x00\x01", "package a\n\nimport \"main.example/a\"\n", strings.Repeat("(", 10000)} {
		e.change("a/a.go", text)
		e.show("a/a.go")
	}
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1", "text": "package x", "version": 1}})
	e.open("go.mod")
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere/x.go", "text": "package x", "version": 1}})
	if err := os.WriteFile(filepath.Join(e.dir, "go.mod"), []byte("nonsense\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e.log = nil
	e.change("a/a.go", "package a\n")
	e.until("an error of go.mod", func() bool {
		return slices.ContainsFunc(e.log, func(l string) bool { return strings.Contains(l, "nonsense") })
	})
	if err := os.WriteFile(filepath.Join(e.dir, "go.mod"), []byte("module main.example\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("go.mod"), "type": 2}}})
	delete(e.shown, "a/a.go")
	e.show("a/a.go")
}

// TestServeCrash: a panic of an analyzer is told, and ends nothing.
func TestServeCrash(t *testing.T) {
	t.Parallel()
	e := start(t, toys, oneModule)
	e.open("a/a.go", "package crash\n\nfunc Bad() {}\n\nfunc G() { Bad() }\n")
	e.show("a/a.go", "4:11-4:16 taint/call")
	if !slices.ContainsFunc(e.log, func(l string) bool { return strings.Contains(l, "internal error: crash on package main.example/a") }) {
		t.Errorf("log: %q", e.log)
	}
}

const twoModules = `
-- x/go.mod --
module x.example

go 1.26
-- x/x.go --
package x

func Bad() {}

func G() { Bad() }
-- y/go.mod --
module y.example

go 1.26
-- y/.k8slint.yaml --
exclude:
  - paths: [gen]
-- y/gen/gen.go --
package gen

func Bad() {}

func G() { Bad() }
-- y/y.go --
package y

func Bad() {}

func G() { Bad() }
`

// TestServeModules: each file belongs to its module, which has its own settings; those are read
// again when they change, and an error in them is shown.
func TestServeModules(t *testing.T) {
	t.Parallel()
	e := start(t, toys, twoModules)
	e.open("x/x.go")
	e.show("x/x.go", "4:11-4:16 taint/call")
	if len(e.shown) > 1 {
		t.Errorf("%+v", e.shown)
	}
	e.open("y/gen/gen.go")
	e.show("y/gen/gen.go")
	e.show("y/y.go", "4:11-4:16 taint/call")
	settings := filepath.Join(e.dir, "y", ".k8slint.yaml")
	if err := os.WriteFile(settings, []byte("excludes: {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	changed := func() {
		e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("y/.k8slint.yaml"), "type": 2}}})
	}
	changed()
	wrong := regexp.MustCompile(`\.k8slint\.yaml:1:1: .*excludes`)
	e.until("an error of the settings", func() bool { return slices.ContainsFunc(e.log, wrong.MatchString) })
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	delete(e.shown, "y/gen/gen.go")
	changed()
	e.show("y/gen/gen.go", "4:11-4:16 taint/call")
}

// TestServeWorkspace: with a go.work, a module sees the texts of another that are not saved.
func TestServeWorkspace(t *testing.T) {
	t.Parallel()
	e := start(t, toys, `
-- go.work --
go 1.26

use (
	./x
	./y
)
-- x/go.mod --
module x.example

go 1.26
-- x/x.go --
package x

func Bad() {}

func G() {}
-- y/go.mod --
module y.example

go 1.26
-- y/y.go --
package y

import "x.example"

func Y() { x.G() }
`)
	e.open("y/y.go")
	e.show("y/y.go")
	e.open("x/x.go")
	e.show("x/x.go")
	delete(e.shown, "y/y.go")
	e.change("x/x.go", "package x\n\nfunc Bad() {}\n\nfunc G() { Bad() }\n")
	e.show("x/x.go", "4:11-4:16 taint/call")
	e.until("a finding in y", func() bool { return len(e.now("y/y.go")) > 0 })
	e.show("y/y.go", "4:11-4:16 taint/call")
	delete(e.shown, "y/y.go")
	e.change("x/x.go", "package x\n\nfunc Bad() {}\n\nfunc G() {}\n")
	e.show("x/x.go")
	e.show("y/y.go")
}

// TestServeEdits: of fifty edits in a row, the last one counts, and few are analysed.
func TestServeEdits(t *testing.T) {
	e := start(t, toys, oneModule)
	count := filepath.Join(t.TempDir(), "count")
	t.Setenv("K8SLINT_TEST_COUNT", count)
	e.open("a/a.go")
	e.show("a/a.go", "5:1-5:6 taint/call")
	for i := range 50 {
		e.change("a/a.go", fmt.Sprintf("package a\n\nfunc Bad() {}\n\n%sfunc G() { Bad() }\n", strings.Repeat("\n", i)))
	}
	e.show("a/a.go", "53:11-53:16 taint/call")
	was, err := os.ReadFile(count)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(was, []byte("main.example/a\n")); n > 10 {
		t.Errorf("a was analysed %d times", n)
	}
}

// TestServeCancel: an edit ends the analysis of the text before, of which nothing is shown or
// kept.
func TestServeCancel(t *testing.T) {
	t.Parallel()
	begun, release := make(chan bool), make(chan bool)
	blocker := func(c *config.Config) []*analysis.Analyzer {
		block := &analysis.Analyzer{Name: "block", Doc: "block where a package has a variable of that name", Run: func(pass *analysis.Pass) (any, error) {
			if pass.Pkg.Scope().Lookup("Block") != nil {
				begun <- true
				<-release
			}
			return nil, nil
		}}
		return append([]*analysis.Analyzer{block}, toys(c)...)
	}
	e := start(t, blocker, oneModule)
	const blocked = "package a\n\nvar Block int\n\nfunc Bad() {}\n\nfunc G() { Bad() }\n"
	e.open("a/a.go", blocked)
	<-begun
	e.change("a/a.go", "package a\n\nfunc Bad() {}\n\nfunc G() { Bad() }\n")
	e.ask("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("a/a.go")}, "position": place{0, 0}}) // it has come
	release <- true
	e.show("a/a.go", "4:11-4:16 taint/call")
	if p := e.shown["a/a.go"]; *p.Version != 2 {
		t.Errorf("%+v", p)
	}
	e.change("a/a.go", blocked)
	<-begun // it is analysed again: nothing was kept
	release <- true
	e.show("a/a.go", "6:11-6:16 taint/call")

	// A request that waits for an analysis can be taken back.
	e.change("a/a.go", blocked+"\n")
	<-begun
	e.send(map[string]any{"jsonrpc": "2.0", "id": "wait", "method": "textDocument/codeAction", "params": map[string]any{
		"textDocument": map[string]any{"uri": e.uri("a/a.go")}, "range": area{place{6, 11}, place{6, 11}}, "context": map[string]any{}}})
	e.notify("$/cancelRequest", map[string]any{"id": "wait"})
	for {
		if m := e.next("the answer"); m.ID != nil && string(*m.ID) == `"wait"` {
			if m.Error == nil || m.Error.Code != -32800 {
				t.Errorf("%+v", m)
			}
			break
		}
	}
	release <- true
	e.show("a/a.go", "6:11-6:16 taint/call")
}

// TestServeMalformed: what is no message, or none in its place, is answered with an error or
// skipped, and the next one is understood.
func TestServeMalformed(t *testing.T) {
	t.Parallel()
	e := raw(t, toys, oneModule, "-cache=off")
	refused := func(code int) {
		t.Helper()
		for {
			if m := e.next("a refusal"); m.Method == "" {
				if m.Error == nil || m.Error.Code != code {
					t.Errorf("%+v %s, want code %d", m.Error, m.Result, code)
				}
				return
			}
		}
	}
	frame := func(text string) { e.say(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text)) }
	frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}`)
	refused(-32002)
	frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}`)
	frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}`)
	refused(-32602)
	e.hello()
	e.open("a/a.go")
	e.show("a/a.go", "5:1-5:6 taint/call")
	for _, bad := range []struct {
		text string
		code int
	}{
		{`{`, -32700}, {``, -32700}, {strings.Repeat(`[`, 20000), -32700}, {"\xff\xfe", -32700},
		{`null`, -32600}, {`1`, -32600}, {`[]`, -32600}, {`{}`, -32600}, {`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`, -32600},
		{`{"id":1,"method":{}}`, -32600}, {`{"id":{},"method":"shutdown"}`, -32600}, {`{"id":1.5,"method":"x"}`, -32600},
		{`{"id":2,"method":"initialize","params":{}}`, -32600}, {`{"id":2,"method":"no/such"}`, -32601},
		{`{"id":2,"method":"textDocument/hover"}`, -32602}, {`{"id":2,"method":"textDocument/hover","params":{"position":"x"}}`, -32602},
		{`{"id":2,"method":"textDocument/codeAction","params":[[[]]]}`, -32602},
	} {
		frame(bad.text)
		refused(bad.code)
	}
	for _, ignored := range []string{
		`{"method":"textDocument/didOpen"}`, `{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"%zz"}}}`,
		`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x.go"},"contentChanges":[{"text":""}]}}`,
		`{"method":"textDocument/didClose","params":7}`, `{"method":"$/cancelRequest","params":{"id":[]}}`, `{"method":"no/such"}`,
		`{"id":99,"result":null}`, `{"id":99,"error":{"code":1,"message":""}}`, `{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":""}]}}`,
	} {
		frame(ignored)
	}
	e.say("\r\n\r\nContent-Type: x\ncontent-length:  2 \n\n{}")
	refused(-32600)
	for _, p := range []place{{-1, -1}, {1 << 40, 0}, {5, 1 << 40}} {
		e.actions("a/a.go", area{p, p})
	}
	if list := e.actions("a/a.go", area{place{5, 1}, place{5, 1}}); len(list) != 1 {
		t.Errorf("%+v", list)
	}
	e.say("Content-Length: -1\r\n\r\n")
	if code := <-e.code; code != 1 {
		t.Errorf("exit code %d", code)
	}
	e.code <- 1
}
