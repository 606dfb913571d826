package apiserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
)

// An Event is one of a watch, as it is sent.
type Event struct {
	Type   watch.EventType `json:"type"`
	Object map[string]any  `json:"object"`
}

// An Answer is what a client gets in place of what the server would say.
type Answer = metav1.Status

// A Proxy stands between a client and the server: it shows custom resources as the
// built-in kinds, and lets a test interfere.
type Proxy struct {
	// Config is for clients that talk to the Proxy.
	Config *rest.Config

	server *Server
	client *http.Client
	to     *url.URL
	front  *httptest.Server

	mu      sync.Mutex
	request func(*http.Request) *Answer
	answer  func(r *http.Request, code int)
	event   func(Event) []Event
	watches []string // the resourceVersions with which they were started
	changed chan struct{}
	cut     context.CancelFunc
	alive   context.Context
}

// NewProxy returns a proxy to s, to be closed.
func NewProxy(s *Server) (*Proxy, error) {
	client, err := rest.HTTPClientFor(s.Config)
	if err != nil {
		return nil, err
	}
	to, err := url.Parse(s.Config.Host)
	if err != nil {
		return nil, err
	}
	p := &Proxy{server: s, client: client, to: to, changed: make(chan struct{})}
	p.alive, p.cut = context.WithCancel(context.Background())
	p.front = httptest.NewServer(http.HandlerFunc(p.serve))
	p.Config = &rest.Config{Host: p.front.URL, QPS: -1, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
	return p, nil
}

// Close ends all connections.
func (p *Proxy) Close() {
	p.Cut()
	p.front.CloseClientConnections()
	p.front.Close()
}

// OnRequest has f called before each request goes to the server. If it returns
// something, that is the answer.
func (p *Proxy) OnRequest(f func(*http.Request) *Answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.request = f
}

// OnAnswer has f called when a request other than a watch is answered, before the
// client knows.
func (p *Proxy) OnAnswer(f func(r *http.Request, code int)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer = f
}

// OnEvent has f called with each event of each watch. It returns what the client
// gets instead; an event of type Ended closes the watch, as the server does when its
// time is over.
func (p *Proxy) OnEvent(f func(Event) []Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.event = f
}

// Ended is the type of an event that is none: the end of the watch.
const Ended watch.EventType = "ENDED"

// Cut ends the watches of now.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut()
	p.alive, p.cut = context.WithCancel(context.Background())
}

// Watches returns when n watches have been started, with the resourceVersion of
// each of them.
func (p *Proxy) Watches(ctx context.Context, n int) ([]string, error) {
	for {
		p.mu.Lock()
		have, changed := p.watches, p.changed
		p.mu.Unlock()
		if len(have) >= n {
			return have, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, fmt.Errorf("%d watches instead of %d: %w", len(have), n, ctx.Err())
		}
	}
}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	request, answered, alive := p.request, p.answer, p.alive
	p.mu.Unlock()
	if answered == nil {
		answered = func(*http.Request, int) {}
	}
	if request != nil {
		if answer := request(r); answer != nil {
			answered(r, int(answer.Code))
			answer.APIVersion, answer.Kind = "v1", "Status"
			send(w, int(answer.Code), answer)
			return
		}
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	watch := watching(r)
	if watch {
		defer context.AfterFunc(alive, cancel)()
	}
	response, err := p.forward(ctx, r)
	if err != nil {
		if watch && ctx.Err() != nil {
			panic(http.ErrAbortHandler) // cut before it was answered
		}
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	if watch && response.StatusCode == http.StatusOK {
		p.started(r.URL.Query().Get("resourceVersion"))
		p.stream(w, response.Body)
		return
	}
	content, err := io.ReadAll(response.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	for _, name := range []string{"Content-Type", "Warning", "Retry-After"} {
		for _, value := range response.Header[name] {
			w.Header().Add(name, value)
		}
	}
	answered(r, response.StatusCode)
	w.WriteHeader(response.StatusCode)
	w.Write(translated(content, shown))
}

// watching reports whether r is a watch.
func watching(r *http.Request) bool {
	w := r.URL.Query().Get("watch")
	return w == "true" || w == "1"
}

// started takes note of a watch.
func (p *Proxy) started(resourceVersion string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watches = append(p.watches[:len(p.watches):len(p.watches)], resourceVersion)
	close(p.changed)
	p.changed = make(chan struct{})
}

// forward sends r to the server.
func (p *Proxy) forward(ctx context.Context, r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	target := *r.URL
	target.Scheme, target.Host, target.Path = p.to.Scheme, p.to.Host, servedPath(r.URL.Path)
	out, err := http.NewRequestWithContext(ctx, r.Method, target.String(), bytes.NewReader(translated(body, hidden)))
	if err != nil {
		return nil, err
	}
	out.Header.Set("Accept", "application/json")
	if ct := r.Header.Get("Content-Type"); ct != "" {
		out.Header.Set("Content-Type", ct)
	}
	return p.client.Do(out)
}

// stream sends the events that are read from body.
func (p *Proxy) stream(w http.ResponseWriter, body io.Reader) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	flush := w.(http.Flusher).Flush
	flush()
	decoder := json.NewDecoder(body)
	decoder.UseNumber()
	for {
		var e Event
		if err := decoder.Decode(&e); err != nil {
			return // the end, or a cut
		}
		translate(e.Object, shown)
		p.mu.Lock()
		change := p.event
		p.mu.Unlock()
		events := []Event{e}
		if change != nil {
			events = change(e)
		}
		for _, e := range events {
			if e.Type == Ended {
				return
			}
			if err := json.NewEncoder(w).Encode(e); err != nil {
				return
			}
			flush()
		}
	}
}

func send(w http.ResponseWriter, code int, object any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(object)
}

// errorEvent is an ERROR event with the status of err.
func errorEvent(err interface{ Status() metav1.Status }) Event {
	status := err.Status()
	status.APIVersion, status.Kind = "v1", "Status"
	content, _ := json.Marshal(status)
	var object map[string]any
	json.Unmarshal(content, &object)
	return Event{Type: watch.Error, Object: object}
}

// object returns the object of an event.
func (e Event) object() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: e.Object}
}

// servedPath returns where the server has a built-in resource.
func servedPath(path string) string {
	for group, other := range served {
		prefix := "/apis/" + group + "/v1/"
		if group == "" {
			prefix = "/api/v1/"
		}
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			return "/apis/" + other + "/v1/" + rest
		}
	}
	return path
}

// hidden gives an apiVersion of Kubernetes as the server has it.
func hidden(apiVersion string) string {
	for group, other := range served {
		if apiVersion == strings.TrimPrefix(group+"/v1", "/") {
			return other + "/v1"
		}
	}
	return apiVersion
}

// shown undoes hidden.
func shown(apiVersion string) string {
	for group, other := range served {
		if apiVersion == other+"/v1" {
			return strings.TrimPrefix(group+"/v1", "/")
		}
	}
	return apiVersion
}

// translated returns a body with its apiVersions changed by f.
func translated(body []byte, f func(string) string) []byte {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil || object["apiVersion"] == nil {
		return body // a patch, /healthz
	}
	translate(object, f)
	changed, err := json.Marshal(object)
	if err != nil {
		return body
	}
	return changed
}

// translate changes the apiVersion of an object, or of a list and its items. What all
// groups share, such as DeleteOptions, is v1 everywhere.
func translate(object map[string]any, f func(string) string) {
	switch object["kind"] {
	case "DeleteOptions", "PatchOptions":
		return
	case "Status":
		message, _ := object["message"].(string)
		for group, other := range served {
			message = strings.ReplaceAll(message, strings.TrimSuffix("."+other, "."), strings.TrimSuffix("."+group, "."))
		}
		object["message"] = message
		return
	}
	if apiVersion, ok := object["apiVersion"].(string); ok {
		object["apiVersion"] = f(apiVersion)
	}
	items, _ := object["items"].([]any)
	for _, item := range items {
		if item, ok := item.(map[string]any); ok {
			translate(item, f)
		}
	}
}
