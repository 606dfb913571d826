// Package byhand speaks HTTP and JSON itself.
package byhand

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

type event struct {
	Type   string
	Object json.RawMessage
}

type failure struct {
	Code int
}

type list struct {
	Metadata struct {
		ResourceVersion string
	}
}

// Watcher is the VictoriaMetrics shape: it lists when its position is empty.
type Watcher struct {
	client *http.Client
	url    string
	rv     string
}

func (w *Watcher) reload() string {
	if w.rv != "" {
		return w.rv
	}
	res, err := w.client.Get(w.url)
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	var l list
	if err := json.NewDecoder(res.Body).Decode(&l); err != nil {
		return ""
	}
	w.rv = l.Metadata.ResourceVersion
	return w.rv
}

func (w *Watcher) open() (*http.Response, bool) {
	rv := w.reload()
	if rv == "" {
		return nil, false
	}
	res, err := w.client.Get(w.url + "?watch=1&resourceVersion=" + url.QueryEscape(rv))
	if err != nil {
		return nil, false
	}
	if res.StatusCode != http.StatusOK {
		if res.StatusCode == 410 {
			w.rv = ""
		}
		return nil, false
	}
	return res, true
}

// Watch resumes after every error but 410.
func (w *Watcher) Watch() {
	for {
		res, ok := w.open()
		if !ok {
			time.Sleep(time.Second)
			continue
		}
		if err := w.read(res.Body); err != nil {
			if !errors.Is(err, io.EOF) {
				fmt.Println(err)
			}
			time.Sleep(time.Second)
		}
	}
}

func (w *Watcher) read(r io.Reader) error {
	dec := json.NewDecoder(r)
	var e event
	for {
		if err := dec.Decode(&e); err != nil {
			return err
		}
		switch e.Type {
		case "ERROR":
			var f failure
			if err := json.Unmarshal(e.Object, &f); err != nil {
				return err
			}
			if f.Code == 410 {
				w.rv = ""
				return nil
			}
			return fmt.Errorf("unexpected error: %q", e.Object) // want `after an HTTP 500 the watch at line \d+ restarts from the old Watcher.rv`
		}
	}
}

// WatchLists empties the position after every error but the end of the stream.
func (w *Watcher) WatchLists() {
	for {
		res, ok := w.open()
		if !ok {
			time.Sleep(time.Second)
			continue
		}
		if err := w.readAll(res.Body); err != nil {
			if !errors.Is(err, io.EOF) {
				w.rv = ""
			}
			time.Sleep(time.Second)
		}
	}
}

func (w *Watcher) readAll(r io.Reader) error {
	dec := json.NewDecoder(r)
	var e event
	for {
		if err := dec.Decode(&e); err != nil {
			return fmt.Errorf("cannot parse: %w", err)
		}
		if e.Type == "ERROR" {
			return fmt.Errorf("unexpected error: %q", e.Object)
		}
	}
}

// Status is the Prometheus shape: any response but 200 is tried again.
type Status struct {
	client *http.Client
	server string
	rv     string
	done   chan struct{}
}

func (s *Status) list() error {
	res, err := s.client.Get(s.server)
	if err != nil {
		return err
	}
	var l list
	if err := json.NewDecoder(res.Body).Decode(&l); err != nil {
		return err
	}
	s.rv = l.Metadata.ResourceVersion
	return nil
}

// Run lists once, and then only watches.
func (s *Status) Run() {
	if s.list() != nil {
		return
	}
	until(func() {
		req, err := http.NewRequest("GET", s.server, nil)
		if err != nil {
			return
		}
		values := req.URL.Query()
		values.Add("watch", "true")
		values.Add("resourceVersion", s.rv)
		req.URL.RawQuery = values.Encode()
		res, err := s.client.Do(req)
		if err != nil {
			return
		}
		if res.StatusCode != http.StatusOK { // want `when the watch at line \d+ fails to start with 410 Gone, it is retried from the old Status.rv`
			return
		}
		io.Copy(io.Discard, res.Body)
	}, time.Second, s.done)
}

func until(f func(), every time.Duration, stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
			f()
			time.Sleep(every)
		}
	}
}
