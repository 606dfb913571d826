// Package byhand speaks HTTP and JSON itself, as Prometheus did in 2015.
package byhand

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type object struct {
	Metadata struct {
		Name            string `json:"name"`
		ResourceVersion string `json:"resourceVersion"`
	} `json:"metadata"`
}

type list struct {
	Metadata struct {
		ResourceVersion string `json:"resourceVersion"`
	} `json:"metadata"`
	Items []object `json:"items"`
}

type nodeEvent struct {
	EventType string  `json:"type"`
	Node      *object `json:"object"`
}

type rawEvent struct {
	Type   string
	Object json.RawMessage
}

// Discovery keeps one position for two watches.
type Discovery struct {
	client    *http.Client
	server    string
	nodesRV   string
	serviceRV string
	done      chan struct{}
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

// Nodes watches nodes.
func (d *Discovery) Nodes(out chan<- *nodeEvent) {
	until(func() {
		req, err := http.NewRequest("GET", d.server+"/api/v1/nodes", nil)
		if err != nil {
			return
		}
		values := req.URL.Query()
		values.Add("watch", "true")
		values.Add("resourceVersion", d.nodesRV)
		req.URL.RawQuery = values.Encode()
		res, err := d.client.Do(req)
		if err != nil {
			return
		}
		dec := json.NewDecoder(res.Body)
		for {
			var event nodeEvent
			if err := dec.Decode(&event); err != nil {
				return
			}
			d.nodesRV = event.Node.Metadata.ResourceVersion // want `Discovery.nodesRV can move backwards, and the watch at line \d+ resumes from it: initial events come in any order, and 2 more reasons`
			out <- &event
		}
	}, time.Second, d.done)
}

// Services and Endpoints share a position: copied, and one name left over.
func (d *Discovery) Services(out chan<- *nodeEvent) {
	until(func() {
		res, err := d.client.Get(fmt.Sprintf("%s/api/v1/services?watch=true&resourceVersion=%s", d.server, d.serviceRV))
		if err != nil {
			return
		}
		dec := json.NewDecoder(res.Body)
		for {
			var event nodeEvent
			if err := dec.Decode(&event); err != nil {
				return
			}
			d.serviceRV = event.Node.Metadata.ResourceVersion // want `another watch moves it too`
			out <- &event
		}
	}, time.Second, d.done)
}

// Endpoints moves the position of Services.
func (d *Discovery) Endpoints(out chan<- *nodeEvent) {
	until(func() {
		res, err := d.client.Get(d.server + "/api/v1/endpoints?watch=true&resourceVersion=" + url.QueryEscape(d.serviceRV))
		if err != nil {
			return
		}
		dec := json.NewDecoder(res.Body)
		for {
			var event nodeEvent
			if err := dec.Decode(&event); err != nil {
				return
			}
			d.serviceRV = event.Node.Metadata.ResourceVersion // want `another watch moves it too`
			out <- &event
		}
	}, time.Second, d.done)
}

// Bookmarks is the VictoriaMetrics shape: only bookmarks move the position.
type Bookmarks struct {
	client *http.Client
	url    string
	rv     string
}

func (b *Bookmarks) reload() string {
	if b.rv != "" {
		return b.rv
	}
	res, err := b.client.Get(b.url)
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	var l list
	if err := json.NewDecoder(res.Body).Decode(&l); err != nil {
		return ""
	}
	b.rv = l.Metadata.ResourceVersion
	return b.rv
}

// Watch watches forever.
func (b *Bookmarks) Watch() {
	for {
		rv := b.reload()
		if rv == "" {
			time.Sleep(time.Second)
			continue
		}
		res, err := b.client.Get(b.url + "?watch=1&resourceVersion=" + url.QueryEscape(rv))
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		b.read(json.NewDecoder(res.Body))
		res.Body.Close()
		b.rv = ""
	}
}

func (b *Bookmarks) read(dec *json.Decoder) {
	var event rawEvent
	for dec.Decode(&event) == nil {
		switch event.Type {
		case "BOOKMARK":
			o, err := parse(event.Object)
			if err != nil {
				return
			}
			b.rv = o.Metadata.ResourceVersion
		case "ERROR":
			return
		}
	}
}

// Raw is the etcd-operator shape: the version is read from the raw object.
type Raw struct {
	client *http.Client
	url    string
	rv     string
}

// Watch returns when the stream ends; its caller calls it again.
func (r *Raw) Watch(out chan<- *rawEvent) error {
	res, err := r.client.Get(r.url + "?watch=true&resourceVersion=" + r.rv)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	dec := json.NewDecoder(res.Body)
	for {
		event := &rawEvent{}
		if err := dec.Decode(event); err != nil {
			return err
		}
		o, err := parse(event.Object)
		if err != nil {
			return err
		}
		r.rv = o.Metadata.ResourceVersion // want `Raw.rv can move backwards, and the watch at line \d+ resumes`
		out <- event
	}
}

func parse(data []byte) (*object, error) {
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		return nil, err
	}
	return &o, nil
}
