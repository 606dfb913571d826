package driver_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/internal/driver"
)

// An editor is a client of k8slint lsp that knows no more than the protocol.
type editor struct {
	t     *testing.T
	dir   string // its folder
	cache string // the server's, if start chose it
	in    io.Writer
	got   chan message // all that the server says
	code  chan int     // the exit code

	requests int
	versions map[string]int
	texts    map[string]string
	shown    map[string]published // by name in dir, the last of each
	log      []string             // of logMessage and showMessage
}

// A message is what the server says.
type message struct {
	ID     *json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

type (
	place struct{ Line, Character int }
	area  struct{ Start, End place }

	published struct {
		URI         string
		Version     *int
		Diagnostics []shownProblem
	}
	shownProblem struct {
		Range              area
		Severity           int
		Code               string
		CodeDescription    struct{ Href string }
		Source             string
		Message            string
		RelatedInformation []struct {
			Location struct {
				URI   string
				Range area
			}
			Message string
		}
	}
	action struct {
		Title       string
		Kind        string
		IsPreferred bool
		Diagnostics []shownProblem
		Edit        struct {
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version *int
				}
				Edits []textEdit
			}
		}
	}
	textEdit struct {
		Range   area
		NewText string
	}
)

// layOut writes the files of an archive into a new folder.
func layOut(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// start starts a server with flags in the process of the test, and says hello.
func start(t *testing.T, suite driver.Suite, archive string, flags ...string) *editor {
	t.Helper()
	cache := filepath.Join(t.TempDir(), "cache")
	e := raw(t, suite, archive, append(flags, "-cache="+cache)...)
	e.cache = cache
	e.hello()
	return e
}

// raw starts a server that has not been told anything.
func raw(t *testing.T, suite driver.Suite, archive string, flags ...string) *editor {
	t.Helper()
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	e := newEditor(t, layOut(t, archive), in, out)
	go func() {
		code := driver.RunWith(suite, append(flags, "lsp"), stdin, stdout, t.Output())
		stdout.Close()
		stdin.Close()
		e.code <- code
	}()
	t.Cleanup(func() {
		in.Close()
		select {
		case <-e.code:
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	})
	return e
}

func newEditor(t *testing.T, dir string, in io.Writer, out io.Reader) *editor {
	e := &editor{t: t, dir: dir, in: in, got: make(chan message, 1000), code: make(chan int, 1),
		versions: make(map[string]int), texts: make(map[string]string), shown: make(map[string]published)}
	go e.listen(bufio.NewReader(out))
	return e
}

// listen reads what the server says, which is nothing but messages.
func (e *editor) listen(out *bufio.Reader) {
	defer close(e.got)
	for {
		line, err := out.ReadString('\n')
		if err == io.EOF && line == "" {
			return
		}
		size, ok := strings.CutPrefix(line, "Content-Length: ")
		n, atoi := strconv.Atoi(strings.TrimSuffix(size, "\r\n"))
		if empty, _ := out.ReadString('\n'); !ok || atoi != nil || empty != "\r\n" {
			e.t.Errorf("no header of a message: %q", line)
			return
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(out, data); err != nil {
			e.t.Error(err)
			return
		}
		var m message
		if err := json.Unmarshal(data, &m); err != nil {
			e.t.Errorf("%v: %s", err, data)
		}
		e.got <- m
	}
}

// say sends a text as it is.
func (e *editor) say(text string) {
	e.t.Helper()
	if _, err := io.WriteString(e.in, text); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) send(v any) {
	e.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		e.t.Fatal(err)
	}
	e.say(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(data), data))
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	e.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// ask sends a request and waits for its answer.
func (e *editor) ask(method string, params any) message {
	e.t.Helper()
	e.requests++
	id := e.requests
	e.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	for {
		m := e.next(method)
		if m.Method == "" && m.ID != nil && string(*m.ID) == strconv.Itoa(id) {
			return m
		}
	}
}

// next is the next message. What it tells of diagnostics and to the log is kept.
func (e *editor) next(what string) message {
	e.t.Helper()
	select {
	case m, ok := <-e.got:
		if !ok {
			e.t.Fatalf("waiting for %s: the server has gone", what)
		}
		switch m.Method {
		case "textDocument/publishDiagnostics":
			var p published
			if err := json.Unmarshal(m.Params, &p); err != nil {
				e.t.Fatal(err)
			}
			e.shown[e.name(p.URI)] = p
		case "window/logMessage", "window/showMessage":
			var p struct{ Message string }
			if err := json.Unmarshal(m.Params, &p); err != nil {
				e.t.Fatal(err)
			}
			e.log = append(e.log, p.Message)
		}
		return m
	case <-time.After(time.Minute):
		e.t.Fatalf("waiting for %s: nothing comes; log: %q", what, e.log)
	}
	panic("unreachable")
}

// until reads what the server says until ok holds.
func (e *editor) until(what string, ok func() bool) {
	e.t.Helper()
	for !ok() {
		e.next(what)
	}
}

func (e *editor) uri(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(e.dir, name))}).String()
}

func (e *editor) name(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		e.t.Fatal(err)
	}
	rel, err := filepath.Rel(e.dir, filepath.FromSlash(u.Path))
	if err != nil {
		e.t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

func (e *editor) hello() {
	e.t.Helper()
	m := e.ask("initialize", map[string]any{"processId": os.Getpid(), "rootUri": e.uri("."), "capabilities": map[string]any{
		"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}},
		"textDocument": map[string]any{
			"hover":              map[string]any{"contentFormat": []string{"markdown", "plaintext"}},
			"publishDiagnostics": map[string]any{"relatedInformation": true},
			"codeAction":         map[string]any{"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}}},
		},
	}})
	if m.Error != nil {
		e.t.Fatalf("%+v", m.Error)
	}
	e.notify("initialized", map[string]any{})
}

// open opens a file with what is on disk, or with a text.
func (e *editor) open(name string, text ...string) {
	e.t.Helper()
	if text == nil {
		data, err := os.ReadFile(filepath.Join(e.dir, name))
		if err != nil {
			e.t.Fatal(err)
		}
		text = []string{string(data)}
	}
	e.texts[name] = text[0]
	e.versions[name]++
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.uri(name), "languageId": "go", "version": e.versions[name], "text": text[0]}})
}

// change changes the text of an open file, which is not saved.
func (e *editor) change(name, text string) {
	e.t.Helper()
	e.versions[name]++
	e.texts[name] = text
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(name), "version": e.versions[name]},
		"contentChanges": []any{map[string]any{"text": text}}})
}

// save saves a file as the editor shows it.
func (e *editor) save(name string) {
	e.t.Helper()
	if err := os.WriteFile(filepath.Join(e.dir, name), []byte(e.texts[name]), 0o666); err != nil {
		e.t.Fatal(err)
	}
	delete(e.shown, name)
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri(name)}})
}

// problems are what is shown of the present text of a file: "line:character-line:character code", from 0.
func (e *editor) problems(name string) []string {
	e.t.Helper()
	e.until("the problems of "+name, func() bool {
		p, ok := e.shown[name]
		return ok && (e.versions[name] == 0 || p.Version != nil && *p.Version == e.versions[name])
	})
	return e.now(name)
}

// now are the problems that were shown last.
func (e *editor) now(name string) []string {
	out := []string{}
	for _, d := range e.shown[name].Diagnostics {
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Code))
	}
	return out
}

// show fails if the problems of a file are not these.
func (e *editor) show(name string, want ...string) {
	e.t.Helper()
	if got := e.problems(name); !slices.Equal(got, want) {
		e.t.Errorf("%s: %q, want %q; log: %q", name, got, want, e.log)
	}
}

// actions are the code actions for a range of a file.
func (e *editor) actions(name string, at area) []action {
	e.t.Helper()
	m := e.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.uri(name)}, "range": at,
		"context": map[string]any{"diagnostics": []any{}}})
	if m.Error != nil {
		e.t.Fatalf("%+v", m.Error)
	}
	var out []action
	if err := json.Unmarshal(m.Result, &out); err != nil {
		e.t.Fatal(err)
	}
	return out
}

// apply makes the edits of an action, all of which are in the named file.
func (e *editor) apply(name string, a action) string {
	e.t.Helper()
	text := e.texts[name]
	for _, c := range a.Edit.DocumentChanges {
		if c.TextDocument.URI != e.uri(name) || c.TextDocument.Version == nil || *c.TextDocument.Version != e.versions[name] {
			e.t.Fatalf("edits of %+v", c.TextDocument)
		}
		for _, edit := range slices.Backward(c.Edits) {
			text = text[:offset(text, edit.Range.Start)] + edit.NewText + text[offset(text, edit.Range.End):]
		}
	}
	return text
}

// offset is the byte of a text at a place in UTF-16 units.
func offset(text string, p place) int {
	at := 0
	for range p.Line {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	units := utf16.Encode([]rune(line))
	return at + len(string(utf16.Decode(units[:p.Character])))
}
