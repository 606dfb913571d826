package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
)

// A Query asks what is to be found in a module.
type Query struct {
	Dir string // of the module, absolute
	// Texts are what the editor shows of files in the place of what is on disk, by
	// absolute name.
	Texts map[string][]byte
}

// An Answer is what was found.
type Answer struct {
	// Findings have the places of files that were analysed, or of dependencies.
	Findings []fix.Candidate
	// Notes say, a line each, what was not analysed, and why.
	Notes []string
	// Dirs are the folders of the packages on which the findings hang.
	Dirs map[string]bool
}

// A Backend finds things.
type Backend interface {
	// ModuleOf is the folder of the module that is analysed for a file, "" for none.
	ModuleOf(file string) string
	// Analyse answers q, or fails if nothing can be analysed, or ctx ends.
	Analyse(ctx context.Context, q Query) (*Answer, error)
	// Explain says what findings like f mean.
	Explain(f finding.Finding) string
}

// A Conn is how a server talks with its client.
type Conn struct {
	In      io.ReadCloser // closed in the end
	Out     io.Writer
	Log     io.Writer // for what is wrong with the protocol
	Version string    // of the server
}

// parentTick is how often a server looks whether the process of its client is there.
const parentTick = 2 * time.Second

// lastGrace is how long an analysis that is cancelled because the client has gone may take
// to end.
const lastGrace = 2 * time.Second

// A server serves one client.
type server struct {
	backend  Backend
	version  string
	conn     *jsonrpc2.Conn
	desk     *desk
	schedule *schedule

	mu       sync.Mutex
	client   *clientCapabilities // nil until it has told
	stopping bool                // shutdown was asked for
	asked    map[jsonrpc2.ID]context.CancelFunc
	failure  string // what the user was shown last, because nothing can be analysed
}

// Serve serves the client at the other end of c until it has gone, or ctx ends. orderly tells whether
// the client has said goodbye.
func Serve(ctx context.Context, b Backend, c Conn) (orderly bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{backend: b, version: c.Version, desk: newDesk(), asked: make(map[jsonrpc2.ID]context.CancelFunc)}
	s.schedule = newSchedule(s.analyse)
	logger := log.New(c.Log, "k8slint: ", 0)
	st := newStream(c.In, c.Out, func(err error) { logger.Print(err) })
	start := make(chan struct{})
	s.conn = jsonrpc2.NewConn(ctx, st, handler{s, start}, jsonrpc2.SetLogger(logger))
	close(start)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.schedule.run(ctx)
	}()
	<-s.conn.DisconnectNotify()
	cancel()
	select {
	case <-done:
	case <-time.After(lastGrace):
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopping
}

// A handler hands what the client says to a server that is complete.
type handler struct {
	*server
	start chan struct{}
}

// Handle implements jsonrpc2.Handler. What changes texts is done in order; what asks for
// something waits for an analysis, and must not hold up the rest.
func (h handler) Handle(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-h.start
	if r.Notif {
		h.guard(func() { h.notified(r) })
		return
	}
	if result, err, ok := h.lifeCycle(ctx, r); ok {
		h.reply(ctx, r, result, err)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	h.mu.Lock()
	h.asked[r.ID] = cancel
	h.mu.Unlock()
	go func() {
		defer cancel()
		var result any
		err := errors.New("internal error")
		h.guard(func() { result, err = h.answer(ctx, r) })
		h.mu.Lock()
		delete(h.asked, r.ID)
		h.mu.Unlock()
		if ctx.Err() != nil {
			err = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
		}
		h.reply(context.WithoutCancel(ctx), r, result, err)
	}()
}

// guard does something that must not end the server if it panics.
func (s *server) guard(do func()) {
	defer func() {
		if p := recover(); p != nil {
			s.say(messageError, fmt.Sprintf("internal error: %v; please report this at https://github.com/k8slint/k8slint/issues\n%s", p, debug.Stack()))
		}
	}()
	do()
}

func (s *server) reply(ctx context.Context, r *jsonrpc2.Request, result any, err error) {
	var e *jsonrpc2.Error
	switch {
	case err == nil:
		_ = s.conn.Reply(ctx, r.ID, result) // if it fails, the connection has ended
		return
	case !errors.As(err, &e):
		e = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
	}
	_ = s.conn.ReplyWithError(ctx, r.ID, e)
}

// lifeCycle answers what begins and ends a session, and what is asked out of its time.
func (s *server) lifeCycle(ctx context.Context, r *jsonrpc2.Request) (result any, err error, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is shutting down"}, true
	case r.Method == "initialize" && s.client != nil:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "initialize was asked before"}, true
	case r.Method == "initialize":
		var p initializeParams
		if err := read(r, &p); err != nil {
			return nil, err, true
		}
		s.client = &p.Capabilities
		if p.ProcessID != nil && alive(*p.ProcessID) { // it is not in sight from a container
			go s.outlive(ctx, *p.ProcessID)
		}
		return initializeResult{
			Capabilities: serverCapabilities{
				TextDocumentSync:   syncOptions{OpenClose: true, Change: syncFull, Save: true},
				HoverProvider:      true,
				CodeActionProvider: codeActionOptions{[]string{quickFix}},
			},
			ServerInfo: serverInfo{"k8slint", s.version},
		}, nil, true
	case s.client == nil:
		return nil, &jsonrpc2.Error{Code: codeServerNotInitialized, Message: "initialize comes first"}, true
	case r.Method == "shutdown":
		s.stopping = true
		return nil, nil, true
	}
	return nil, nil, false
}

// outlive ends the connection when the client's process has gone.
func (s *server) outlive(ctx context.Context, pid int) {
	for tick := time.NewTicker(parentTick); alive(pid); {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	_ = s.conn.Close()
}

// read reads the parameters of r.
func read(r *jsonrpc2.Request, to any) error {
	if r.Params == nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: r.Method + ": no parameters"}
	}
	if err := json.Unmarshal(*r.Params, to); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: r.Method + ": " + err.Error()}
	}
	return nil
}

// notified does what a notification of the client asks for.
func (s *server) notified(r *jsonrpc2.Request) {
	s.mu.Lock()
	ready := s.client != nil && !s.stopping
	s.mu.Unlock()
	if r.Method == "exit" {
		_ = s.conn.Close()
		return
	}
	if !ready {
		return
	}
	var err error
	switch r.Method {
	case "initialized":
		go s.guard(s.watchFiles)
	case "textDocument/didOpen":
		var p didOpenParams
		if err = read(r, &p); err == nil {
			s.opened(p.TextDocument)
		}
	case "textDocument/didChange":
		var p didChangeParams
		if err = read(r, &p); err == nil {
			err = s.changed(p)
		}
	case "textDocument/didSave":
		var p documentParams
		if err = read(r, &p); err == nil {
			s.touched(fileOf(p.TextDocument.URI), 0)
		}
	case "textDocument/didClose":
		var p documentParams
		if err = read(r, &p); err == nil {
			file := fileOf(p.TextDocument.URI)
			s.desk.close(file)
			s.touched(file, 0)
		}
	case "workspace/didChangeWatchedFiles":
		var p didChangeWatchedFilesParams
		if err = read(r, &p); err == nil {
			s.onDisk(p)
		}
	case "$/cancelRequest":
		var p cancelParams
		if err = read(r, &p); err == nil {
			s.cancelled(p.ID)
		}
	}
	if err != nil {
		s.say(messageError, err.Error())
	}
}

func (s *server) opened(doc textDocument) {
	file := fileOf(doc.URI)
	dir := s.moduleOf(file)
	if dir == "" {
		return
	}
	s.desk.put(file, document{doc.URI, doc.Version, []byte(doc.Text)})
	s.schedule.add(dir)
	s.touched(file, 0)
}

// moduleOf is the folder of the module that is analysed for a file, "" for none.
func (s *server) moduleOf(file string) string {
	if filepath.Ext(file) != ".go" {
		return ""
	}
	return s.backend.ModuleOf(file)
}

func (s *server) changed(p didChangeParams) error {
	for _, c := range p.ContentChanges {
		if c.Range != nil {
			return errors.New("textDocument/didChange: texts are sent whole")
		}
		file := fileOf(p.TextDocument.URI)
		if s.desk.edit(file, p.TextDocument.Version, c.Text) {
			s.touched(file, afterEdit)
		}
	}
	return nil
}

func (s *server) touched(file string, delay time.Duration) {
	if dir := s.moduleOf(file); dir != "" {
		s.schedule.touch(file, dir, delay)
	}
}

// onDisk looks at files that somebody else has changed, or the editor itself. All modules can hang
// on what is no Go file, such as go.work.
func (s *server) onDisk(p didChangeWatchedFilesParams) {
	for _, c := range p.Changes {
		if file := fileOf(c.URI); filepath.Ext(file) == ".go" {
			s.touched(file, afterEdit)
		} else {
			s.schedule.touchAll()
		}
	}
}

func (s *server) cancelled(raw json.RawMessage) {
	var id jsonrpc2.ID
	if json.Unmarshal(raw, &id) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.asked[id]; cancel != nil {
		cancel()
	}
}

// watchFiles asks the client to tell of files that change on disk.
func (s *server) watchFiles() {
	if !s.capabilities().Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	var watchers []watcher
	for _, glob := range []string{"**/*.go", "**/go.mod", "**/go.work", "**/.k8slint.yaml"} {
		watchers = append(watchers, watcher{glob})
	}
	// A client that refuses tells of what it saves.
	_ = s.conn.Call(context.Background(), "client/registerCapability", registrationParams{[]registration{
		{"files", "workspace/didChangeWatchedFiles", watchOptions{watchers}},
	}}, nil)
}

// capabilities are the client's.
func (s *server) capabilities() *clientCapabilities {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client
}

// answer answers a request.
func (s *server) answer(ctx context.Context, r *jsonrpc2.Request) (any, error) {
	switch r.Method {
	case "textDocument/hover":
		var p hoverParams
		if err := read(r, &p); err != nil {
			return nil, err
		}
		return s.hover(p), nil
	case "textDocument/codeAction":
		var p codeActionParams
		if err := read(r, &p); err != nil {
			return nil, err
		}
		return s.codeActions(ctx, p)
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "method not supported: " + r.Method}
}

// say writes into the client's log.
func (s *server) say(kind int, text string) {
	_ = s.conn.Notify(context.Background(), "window/logMessage", messageParams{kind, text})
}

// show puts a failure before the user's eyes, once.
func (s *server) show(text string) {
	s.mu.Lock()
	again := s.failure == text
	s.failure = text
	s.mu.Unlock()
	if text != "" && !again {
		_ = s.conn.Notify(context.Background(), "window/showMessage", messageParams{messageError, "k8slint: " + text})
	}
}

// analyse analyses a module, keeps what is found and publishes it.
func (s *server) analyse(ctx context.Context, dir string, before *state) {
	now := &state{versions: s.desk.versions()}
	q := Query{Dir: dir, Texts: s.desk.unsaved()}
	stop := s.progress(ctx, filepath.Base(dir))
	var answer *Answer
	err := errors.New("internal error")
	s.guard(func() { answer, err = s.backend.Analyse(ctx, q) })
	stop()
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		text := strings.TrimSpace(err.Error())
		s.say(messageError, fmt.Sprintf("%s: %s", dir, text))
		s.show(text)
		if before != nil {
			now = &state{problems: before.problems, dirs: before.dirs} // of other texts
		}
		s.schedule.keep(dir, now)
		return
	}
	s.show("")
	t := &texts{open: q.Texts, lines: make(map[string]lines)}
	now.problems = problemsOf(answer.Findings, t, s.desk.uri, s.capabilities().TextDocument.PublishDiagnostics.RelatedInformation)
	now.dirs, now.told = answer.Dirs, answer.Notes
	var old []string
	if before != nil {
		old = before.told
	}
	for _, n := range news(now.told, old) {
		s.say(messageWarning, n)
	}
	s.schedule.keep(dir, now) // an editor may ask about what it is shown at once
	s.publish(dir, before, now)
}

// publish shows the findings of a module, and that others are there no more.
func (s *server) publish(dir string, before, now *state) {
	files := make(map[string]bool)
	for file := range now.problems {
		files[file] = true
	}
	for file := range now.versions {
		if s.moduleOf(file) == dir {
			files[file] = true
		}
	}
	if before != nil {
		for file := range before.problems {
			files[file] = true
		}
	}
	var names []string
	for file := range files {
		names = append(names, file)
	}
	slices.Sort(names)
	for _, file := range names {
		p := publishDiagnosticsParams{URI: s.desk.uri(file), Diagnostics: []diagnostic{}}
		if v, ok := now.versions[file]; ok {
			p.Version = &v
		}
		for _, problem := range now.problems[file] {
			p.Diagnostics = append(p.Diagnostics, problem.shown)
		}
		_ = s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", p)
	}
}

// progressAfter is how long an analysis takes of which the user is told.
const progressAfter = time.Second

// progress tells the user that something takes long, until stop is called.
func (s *server) progress(ctx context.Context, what string) (stop func()) {
	if !s.capabilities().Window.WorkDoneProgress {
		return func() {}
	}
	done := make(chan struct{})
	token := fmt.Sprintf("k8slint-%d", time.Now().UnixNano())
	go func() {
		select {
		case <-done:
			return
		case <-time.After(progressAfter):
		}
		if s.conn.Call(ctx, "window/workDoneProgress/create", progressParams{Token: token}, nil) != nil {
			return
		}
		_ = s.conn.Notify(ctx, "$/progress", progressParams{token, progressValue{"begin", "k8slint " + what}})
		<-done
		_ = s.conn.Notify(ctx, "$/progress", progressParams{token, progressValue{Kind: "end"}})
	}()
	return func() { close(done) }
}
