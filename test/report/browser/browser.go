// Package browser drives a headless Chromium with one tab, and knows what the
// page there asks for and complains of.
//
// It speaks the DevTools protocol (https://chromedevtools.github.io/devtools-protocol/)
// over a pair of pipes, for which the standard library is enough.
package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// ErrMissing is returned by Start if there is no Chromium.
var ErrMissing = errors.New("there is no Chromium (Debian: apt-get install chromium); $CHROMIUM can name it, or Chrome")

// A Browser is a running Chromium.
type Browser struct {
	cmd     *exec.Cmd
	profile string
	in      io.WriteCloser
	session string
	ended   chan struct{} // closed when Chromium says nothing more

	mu       sync.Mutex
	id       int
	waiting  map[int]chan answer
	loaded   chan struct{}
	requests []string
	problems []string
}

type (
	request struct {
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Session string `json:"sessionId,omitempty"`
		Params  any    `json:"params,omitempty"`
	}
	// A message is an answer, or an event, which has no ID.
	message struct {
		ID             int
		Method         string
		Params, Result json.RawMessage
		Error          *struct{ Message string }
	}
	answer struct {
		result json.RawMessage
		err    error
	}
	object = map[string]any
)

// find returns the file of Chromium, or of Chrome.
func find() (string, error) {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	if name := os.Getenv("CHROMIUM"); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrMissing
}

// Start starts Chromium with a tab of this size. It ends with ctx.
func Start(ctx context.Context, width, height int) (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "k8slint-chromium")
	if err != nil {
		return nil, err
	}
	args := []string{
		"--headless", "--remote-debugging-pipe", "--user-data-dir=" + profile, "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
		"--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--font-render-hinting=none",
	}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // which root cannot have
	}
	b := &Browser{cmd: exec.CommandContext(ctx, path, append(args, "about:blank")...), profile: profile, ended: make(chan struct{}), waiting: make(map[int]chan answer)}
	if err := b.start(); err != nil {
		os.RemoveAll(profile)
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	if err := b.open(width, height); err != nil {
		b.Close()
		return nil, fmt.Errorf("opening a tab of %s: %w", path, err)
	}
	return b, nil
}

// start runs Chromium, which reads from its file 3 and writes to its file 4.
func (b *Browser) start() error {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return err
	}
	b.cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	b.cmd.WaitDelay = 5 * time.Second
	err = b.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		return err
	}
	b.in = in
	go b.listen(out)
	return nil
}

// open makes a tab and has it tell what happens there.
func (b *Browser) open(width, height int) error {
	var target struct{ TargetID string }
	if err := b.Call("Target.createTarget", object{"url": "about:blank"}, &target); err != nil {
		return err
	}
	var session struct{ SessionID string }
	if err := b.Call("Target.attachToTarget", object{"targetId": target.TargetID, "flatten": true}, &session); err != nil {
		return err
	}
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Network", "Log", "Runtime"} {
		if err := b.Call(domain+".enable", object{}, nil); err != nil {
			return err
		}
	}
	return b.Call("Emulation.setDeviceMetricsOverride", object{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// Close ends Chromium.
func (b *Browser) Close() {
	b.in.Close()
	select {
	case <-b.ended:
	case <-time.After(5 * time.Second):
	}
	_ = b.cmd.Process.Kill()
	_ = b.cmd.Wait()
	os.RemoveAll(b.profile)
}

// listen reads what Chromium says until it ends.
func (b *Browser) listen(out *os.File) {
	defer close(b.ended)
	defer out.Close()
	r := bufio.NewReader(out)
	for {
		data, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(bytes.TrimSuffix(data, []byte{0}), &m); err != nil {
			continue
		}
		b.mu.Lock()
		if m.ID == 0 {
			b.event(m.Method, m.Params)
		} else if ch := b.waiting[m.ID]; ch != nil {
			a := answer{result: m.Result}
			if m.Error != nil {
				a.err = errors.New(m.Error.Message)
			}
			ch <- a
			delete(b.waiting, m.ID)
		}
		b.mu.Unlock()
	}
}

// event notes what a page that needs nothing does not do.
func (b *Browser) event(method string, params json.RawMessage) {
	var p struct {
		Request          struct{ URL string }
		ExceptionDetails struct {
			Text      string
			Exception struct{ Description string }
		}
		Type    string
		Entry   struct{ Text string }
		Message string
	}
	_ = json.Unmarshal(params, &p)
	problem := func(text string) { b.problems = append(b.problems, method+": "+text) }
	switch method {
	case "Page.loadEventFired":
		if b.loaded != nil {
			close(b.loaded)
			b.loaded = nil
		}
	case "Network.requestWillBeSent":
		b.requests = append(b.requests, p.Request.URL)
	case "Runtime.exceptionThrown":
		problem(p.ExceptionDetails.Text + " " + p.ExceptionDetails.Exception.Description)
	case "Runtime.consoleAPICalled":
		problem(p.Type)
	case "Log.entryAdded":
		problem(p.Entry.Text)
	case "Page.javascriptDialogOpening":
		problem(p.Message)
	}
}

// Call calls a method of the protocol, and decodes what it returns.
func (b *Browser) Call(method string, params, result any) error {
	b.mu.Lock()
	b.id++
	id, ch := b.id, make(chan answer, 1)
	b.waiting[id] = ch
	b.mu.Unlock()
	data, err := json.Marshal(request{ID: id, Method: method, Session: b.session, Params: params})
	if err != nil {
		return err
	}
	if _, err := b.in.Write(append(data, 0)); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a := <-ch:
		if a.err != nil {
			return fmt.Errorf("%s: %w", method, a.err)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.result, result)
	case <-b.ended:
		return fmt.Errorf("%s: Chromium has ended", method)
	}
}

// Open goes to an address, waits until the page is there, and returns how long
// that took. What was noted of the page before is forgotten.
func (b *Browser) Open(url string) (time.Duration, error) {
	// The same page with another fragment would not be loaded anew.
	if err := b.Call("Page.navigate", object{"url": "about:blank"}, nil); err != nil {
		return 0, err
	}
	loaded := make(chan struct{})
	b.mu.Lock()
	b.requests, b.problems = nil, nil
	b.mu.Unlock()
	if err := b.Await(`location.href === "about:blank" && document.readyState === "complete"`); err != nil {
		return 0, err
	}
	b.mu.Lock()
	b.loaded = loaded
	b.mu.Unlock()
	start := time.Now()
	var nav struct{ ErrorText string }
	if err := b.Call("Page.navigate", object{"url": url}, &nav); err != nil {
		return 0, err
	}
	if nav.ErrorText != "" {
		return 0, fmt.Errorf("opening %s: %s", url, nav.ErrorText)
	}
	select {
	case <-loaded:
		return time.Since(start), nil
	case <-b.ended:
		return 0, errors.New("Chromium has ended")
	}
}

// Await waits until an expression is true.
func (b *Browser) Await(condition string) error {
	for range 200 {
		ok := false
		if err := b.Eval(condition, &ok); err == nil && ok {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("not true after a while: %s", condition)
}

// Eval evaluates an expression of JavaScript, and decodes its value.
func (b *Browser) Eval(expression string, value any) error {
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := b.Call("Runtime.evaluate", object{"expression": expression, "returnByValue": true, "awaitPromise": true}, &out); err != nil {
		return err
	}
	if e := out.ExceptionDetails; e != nil {
		return fmt.Errorf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if value == nil || out.Result.Value == nil {
		return nil
	}
	return json.Unmarshal(out.Result.Value, value)
}

// Click clicks with the mouse in the middle of what a selector of CSS finds first.
func (b *Browser) Click(selector string) error {
	var at *struct{ X, Y float64 }
	quoted, _ := json.Marshal(selector)
	find := fmt.Sprintf(`(() => {
		const e = document.querySelector(%s);
		if (!e) return null;
		e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
		const r = e.getBoundingClientRect();
		const at = {x: r.x + r.width / 2, y: r.y + r.height / 2};
		const hit = document.elementFromPoint(at.x, at.y);
		return e.contains(hit) || hit?.contains(e) ? at : null;
	})()`, quoted)
	if err := b.Eval(find, &at); err != nil {
		return err
	}
	if at == nil {
		return fmt.Errorf("nothing to click at %s", selector)
	}
	for _, event := range []string{"mousePressed", "mouseReleased"} {
		err := b.Call("Input.dispatchMouseEvent", object{"type": event, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// codes of keys that are no characters.
var codes = map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Backspace": 8}

// Keys presses keys, one after the other: characters, and names such as
// ArrowRight.
func (b *Browser) Keys(keys ...string) error {
	for _, key := range keys {
		down := object{"type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key], "code": key}
		if _, named := codes[key]; !named {
			down["text"], down["code"] = key, ""
		} else if key == "Enter" {
			down["text"] = "\r"
		}
		if err := b.Call("Input.dispatchKeyEvent", down, nil); err != nil {
			return err
		}
		if err := b.Call("Input.dispatchKeyEvent", object{"type": "keyUp", "key": key, "windowsVirtualKeyCode": codes[key]}, nil); err != nil {
			return err
		}
	}
	return nil
}

// Type presses the keys of a text.
func (b *Browser) Type(text string) error { return b.Keys(strings.Split(text, "")...) }

// Scheme chooses the light or the dark scheme of colours; nothing moves by itself.
func (b *Browser) Scheme(scheme string) error {
	features := []object{{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}}
	return b.Call("Emulation.setEmulatedMedia", object{"features": features}, nil)
}

// Screenshot is what is seen, as PNG.
func (b *Browser) Screenshot() ([]byte, error) {
	var out struct{ Data []byte }
	err := b.Call("Page.captureScreenshot", object{"format": "png"}, &out)
	return out.Data, err
}

// PDF is the page on paper.
func (b *Browser) PDF() ([]byte, error) {
	var out struct{ Data []byte }
	err := b.Call("Page.printToPDF", object{"printBackground": true}, &out)
	return out.Data, err
}

// Requests returns what was asked for since the page at url was opened, but for
// the page itself.
func (b *Browser) Requests(url string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, r := range b.requests {
		if at, _, _ := strings.Cut(r, "#"); at != url && r != "about:blank" {
			out = append(out, r)
		}
	}
	return out
}

// Problems returns the exceptions, the lines of the console, what breaks the
// policy of the page, and the dialogs since it was opened.
func (b *Browser) Problems() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.problems...)
}
