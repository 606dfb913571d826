package watchflow

import (
	"strings"
	"testing"
)

// watcher has a loop whose position is kept in a field; what it does with an
// event, and with what came before, is put in.
const watcher = `
type Watcher struct { pods kubernetes.Pods; rv string; stop chan struct{} }
`

// TestAdvances: which stores move the position of a watch, and under which guards.
func TestAdvances(t *testing.T) {
	check(t, []loop{
		{"field", watcher + `func (w *Watcher) run() {
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if err != nil { return }
		for e := range wi.ResultChan() {
			w.rv = e.Object.(*core.Pod).ResourceVersion
		}
	}
}`, []string{
			"5 Watch from Watcher.rv: unset, resumes, advances",
			"8 advances Watcher.rv, empty at first: initial, deleted",
			"5 starts from nothing: unset, loop, first",
			"8 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"listed before", watcher + `func (w *Watcher) run() {
	list, err := w.pods.List(v1.ListOptions{})
	if err != nil { return }
	rv := list.ResourceVersion
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if err != nil { return }
		for e := range wi.ResultChan() {
			switch e.Type {
			case watch.Error: return
			case watch.Added, watch.Modified: rv = e.Object.(*core.Pod).GetResourceVersion()
			}
		}
	}
}`, []string{
			"8 Watch from rv: resumes, advances",
			"13 advances rv: none",
		}},
		{"bookmarks only", watcher + `func (w *Watcher) run() {
	for {
		wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		for {
			e, ok := <-wi.ResultChan()
			if !ok { break }
			if e.Type == watch.Bookmark { w.set(e.Object.(*core.Pod).ResourceVersion) }
		}
	}
}
func (w *Watcher) set(rv string) { w.rv = rv }`, []string{
			"5 Watch from Watcher.rv: unset, resumes, advances",
			"9 advances Watcher.rv, empty at first: none",
			"5 starts from nothing: unset, loop, first",
		}},
		{"newer only", watcher + `func newer(a, b string) bool
func (w *Watcher) run() {
	for {
		wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		for e := range wi.ResultChan() {
			if rv := e.Object.(*core.Pod).ResourceVersion; w.rv == "" || newer(rv, w.rv) { w.rv = rv }
		}
	}
}`, []string{
			"6 Watch from Watcher.rv: unset",
			"6 starts from nothing: unset, loop",
			"8 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"select, two functions, accessor", watcher + `func (w *Watcher) run() {
	for {
		wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if w.receive(wi) { return }
	}
}
func (w *Watcher) receive(wi watch.Interface) bool {
	for {
		select {
		case <-w.stop: return true
		case e, ok := <-wi.ResultChan():
			if !ok { return false }
			m, err := meta.Accessor(e.Object)
			if err != nil { continue }
			w.rv = m.GetResourceVersion()
		}
	}
}`, []string{
			"5 Watch from Watcher.rv: unset, resumes, advances",
			"17 advances Watcher.rv, empty at first: initial, deleted",
			"5 starts from nothing: unset, loop, first",
		}},
		{"field of that name, emptied after errors", `
type Watcher struct { pods kubernetes.Pods; resourceVersion string }
func (w *Watcher) run() {
	for {
		if err := w.watch(); err != nil { w.resourceVersion = "" }
	}
}
func (w *Watcher) watch() error {
	wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.resourceVersion})
	if err != nil { return err }
	for e := range wi.ResultChan() {
		if e.Type == watch.Bookmark { w.resourceVersion = e.Object.(*core.Pod).ResourceVersion }
	}
	return nil
}`, []string{
			"9 Watch from Watcher.resourceVersion: unset, resumes, advances",
			"12 advances Watcher.resourceVersion, empty at first: none",
			"9 starts from nothing: unset, loop, first",
		}},
		{"field of that name, of an object", `
type Listed struct { pods kubernetes.Pods; of *core.Pod }
func (l *Listed) watch() {
	wi, _ := l.pods.Watch(v1.ListOptions{ResourceVersion: l.of.ResourceVersion})
	for range wi.ResultChan() {}
}`, []string{
			"4 Watch from Listed.of.ObjectMeta.ResourceVersion: resumes",
		}},
		{"shared by two watches", watcher + `func (w *Watcher) one() {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
	for e := range wi.ResultChan() { w.rv = e.Object.(*core.Pod).ResourceVersion }
}
func (w *Watcher) two() {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
	for e := range wi.ResultChan() { w.rv = e.Object.(*core.Pod).ResourceVersion }
}`, []string{
			"4 Watch from Watcher.rv: unset, resumes, advances",
			"8 Watch from Watcher.rv: unset, resumes, advances",
			"5 advances Watcher.rv, empty at first: initial, shared, deleted",
			"9 advances Watcher.rv, empty at first: initial, shared, deleted",
			"4 starts from nothing: unset, first",
			"8 starts from nothing: unset, first",
			"5 takes a Status for a *k8s.io/api/core/v1.Pod",
			"9 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"streaming watch and reset in the loop", watcher + `func (w *Watcher) run() {
	yes := true
	rv := ""
	for {
		rv = ""
		wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: rv, SendInitialEvents: &yes})
		for e := range wi.ResultChan() { rv = e.Object.(*core.Pod).ResourceVersion }
	}
}`, []string{
			"8 Watch from rv: streaming, unset",
			"9 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"parameter", watcher + `func (w *Watcher) from(rv string) string {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
	for e := range wi.ResultChan() { rv = e.Object.(*core.Pod).ResourceVersion }
	return rv
}
func (w *Watcher) run() { rv := "0"; for { rv = w.from(rv) } }`, []string{
			"4 Watch from rv: resumes, advances",
			"5 advances rv, empty at first: initial, deleted",
			"5 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"options by value", watcher + `func (w *Watcher) once(opts v1.ListOptions) {
	wi, _ := w.pods.Watch(opts)
	for e := range wi.ResultChan() { opts.ResourceVersion = e.Object.(*core.Pod).ResourceVersion }
}`, []string{
			"4 Watch from opts.ResourceVersion: ",
			"5 takes a Status for a *k8s.io/api/core/v1.Pod",
			"5 nobody reads the version",
		}},
		{"by hand", `type event struct { Type string; Object core.Pod }
func watchPods(url, rv string) {
	for {
		resp, err := http.Get(fmt.Sprintf("%s?watch=true&resourceVersion=%s", url, rv))
		if err != nil { continue }
		d := json.NewDecoder(resp.Body)
		for {
			var e event
			if err := d.Decode(&e); err != nil { break }
			rv = e.Object.ResourceVersion
		}
	}
}
func watchURL(rv string) string { return "/pods?watch=1&resourceVersion=" + rv }`, []string{
			"4 Sprintf from rv: by hand, resumes, advances",
			"14 request from rv: by hand, resumes",
			"10 advances rv: errors, deleted",
		}},
		{"retry watcher", `func watchFrom(rv string) { w, _ := cache.NewRetryWatcher(rv, nil); for e := range w.ResultChan() { rv = e.Object.(*core.Pod).ResourceVersion } }
func run() { watchFrom(fmt.Sprintf("%d", 1)) }`, []string{
			"1 NewRetryWatcher from rv: ",
			"1 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"controller-runtime", `func watchPods(c client.WithWatch, name string) {
	c.Watch(nil, client.InNamespace("x"), client.MatchingFields{"metadata.name": name})
	c.Watch(nil, &client.ListOptions{Raw: &v1.ListOptions{ResourceVersion: "5"}})
	c.Watch(nil, &client.ListOptions{})
	c.Watch(nil)
}`, []string{
			"2 Watch from resourceVersion: unset",
			"3 Watch from resourceVersion: ",
			"4 Watch from resourceVersion: unset",
			"5 Watch from resourceVersion: unset",
			"2 starts from nothing: unset, single",
			"4 starts from nothing: unset",
			"5 starts from nothing: unset",
		}},
		{"decoded object", watcher + `func (w *Watcher) run(raw []byte) {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
	c := make(chan *core.Pod)
	go func() { for e := range wi.ResultChan() { c <- e.Object.(*core.Pod) } }()
	for p := range c { w.rv = p.ResourceVersion }
}`, []string{
			"4 Watch from Watcher.rv: unset, resumes, advances",
			"7 advances Watcher.rv, empty at first: initial, deleted",
			"4 starts from nothing: unset, first",
			"6 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
	})
}

// TestFailures: where control goes when a watch fails.
func TestFailures(t *testing.T) {
	check(t, []loop{
		{"named", watcher + `func (w *Watcher) run() {
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if err != nil {
			if apierrors.IsGone(err) { w.rv = "" }
			continue
		}
		for e := range wi.ResultChan() {
			if e.Type == watch.Error {
				if apierrors.IsInternalError(apierrors.FromObject(e.Object)) { break }
				return
			}
			w.rv = e.Object.(*core.Pod).ResourceVersion
		}
	}
}
func (w *Watcher) start() { l, _ := w.pods.List(v1.ListOptions{}); w.rv = l.ResourceVersion; w.run() }`, []string{
			"5 Watch from Watcher.rv: resumes, advances",
			"15 advances Watcher.rv: deleted",
			"12 lost: back to Watcher.rv",
		}},
		{"listed if a condition does not hold, and if it does", watcher + `func cond() bool
func (w *Watcher) run(rv string) {
	for {
		use := cond()
		list := !use
		if use { list = true }
		if list {
			l, err := w.pods.List(v1.ListOptions{})
			if err != nil { return }
			rv = l.ResourceVersion
		}
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if err != nil { return }
		for e := range wi.ResultChan() { if e.Type == watch.Error { break } }
	}
}`, []string{
			"14 Watch from rv: resumes",
		}},
		{"status code and reason", watcher + `func (w *Watcher) run(rv string) {
	for {
		wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
		for e := range wi.ResultChan() {
			s, ok := e.Object.(*v1.Status)
			if ok && s.Code == 410 { return }
			if ok && s.Reason == "Expired" { return }
			if ok { break }
		}
	}
}`, []string{
			"5 Watch from rv: resumes",
			"10 lost: back to rv",
		}},
		{"listed again", watcher + `func (w *Watcher) run() {
	for {
		l, err := w.pods.List(v1.ListOptions{})
		if err != nil { continue }
		wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: l.ResourceVersion})
		for range wi.ResultChan() { }
	}
}`, []string{
			"7 Watch from resourceVersion: resumes",
		}},
		{"wait.Until and errors", watcher + `func (w *Watcher) run() { w.list(); wait.Until(func() { w.once() }, 1, w.stop) }
func (w *Watcher) list() { l, _ := w.pods.List(v1.ListOptions{}); w.rv = l.ResourceVersion }
func (w *Watcher) once() error {
	wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
	if err != nil { return fmt.Errorf("watch: %w", err) }
	for e := range wi.ResultChan() {
		if e.Type == watch.Error { return apierrors.FromObject(e.Object) }
		w.rv = e.Object.(*core.Pod).ResourceVersion
	}
	return nil
}`, []string{
			"6 Watch from Watcher.rv: resumes, advances",
			"10 advances Watcher.rv: deleted",
			"9 lost, expired: back to Watcher.rv",
			"6 expired, establishing: back to Watcher.rv",
		}},
		{"poll until expired", watcher + `func (w *Watcher) run(rv string) {
	wait.Poll(1, func() (bool, error) {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
		var s *apierrors.StatusError
		if errors.As(err, &s) && s.ErrStatus.Code == 410 { return false, nil }
		if errors.Is(err, io.EOF) { return true, nil }
		if err != nil { return false, err }
		for range wi.ResultChan() { }
		return false, nil
	})
}`, []string{
			"5 Watch from rv: resumes",
			"7 expired, establishing: back to rv",
		}},
		{"retries", watcher + `func (w *Watcher) run(rv string) {
	for i := 0; i < 5; i++ {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if apierrors.ReasonForError(err) == "Expired" { continue }
		if apierrors.IsNotFound(err) { return }
		if err != nil { continue }
		for range wi.ResultChan() { }
	}
}`, []string{
			"5 Watch from rv: resumes",
		}},
		{"read again", watcher + `func (w *Watcher) run(name, rv string) {
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if err != nil {
			p, _ := w.pods.Get(name)
			rv = p.ResourceVersion
			continue
		}
		for range wi.ResultChan() { }
	}
}`, []string{
			"5 Watch from rv: resumes",
		}},
		{"deferred reset and flags", watcher + `func (w *Watcher) run() {
	for { if w.once() { continue } }
}
func (w *Watcher) once() (failed bool) {
	defer func() { w.rv = "" }()
	wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
	if err != nil { failed = true; return }
	for e := range wi.ResultChan() { w.rv = e.Object.(*core.Pod).ResourceVersion }
	return
}`, []string{
			"8 Watch from Watcher.rv: unset, resumes, advances",
			"10 advances Watcher.rv, empty at first: initial, deleted",
			"8 starts from nothing: unset, loop, first",
			"10 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"request by hand", `func watchPods(url, rv string) {
	for {
		resp, err := http.Get(fmt.Sprintf("%s?watch=true&resourceVersion=%s", url, rv))
		if err != nil { continue }
		if resp.StatusCode != 200 { continue }
		return
	}
}
func run(pods kubernetes.Pods) { l, _ := pods.List(v1.ListOptions{}); watchPods("", l.ResourceVersion) }`, []string{
			"3 Sprintf from rv: by hand, resumes",
			"5 expired, establishing: back to rv",
		}},
	})
}

// TestFailuresOfAStatusVersion: the position becomes the version of the ERROR event's
// object, which is "".
func TestFailuresOfAStatusVersion(t *testing.T) {
	check(t, []loop{
		{"set by every event", watcher + `type versioned interface{ GetResourceVersion() string }
func (w *Watcher) run() {
	l, err := w.pods.List(v1.ListOptions{})
	if err != nil { return }
	w.rv = l.ResourceVersion
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if err != nil { return }
		for e := range wi.ResultChan() {
			if o, ok := e.Object.(versioned); ok { w.rv = o.GetResourceVersion() }
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"9 Watch from Watcher.rv: resumes, advances",
			"12 advances Watcher.rv: errors, deleted",
		}},
		{"where it has one", watcher + `type versioned interface{ GetResourceVersion() string }
func (w *Watcher) run() {
	l, err := w.pods.List(v1.ListOptions{})
	if err != nil { return }
	w.rv = l.ResourceVersion
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if err != nil { return }
		for e := range wi.ResultChan() {
			if o, ok := e.Object.(versioned); ok && o.GetResourceVersion() != "" { w.rv = o.GetResourceVersion() }
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"9 Watch from Watcher.rv: resumes, advances",
			"12 advances Watcher.rv: deleted",
			"13 lost, expired: back to Watcher.rv",
		}},
		{"after the test", watcher + `type versioned interface{ GetResourceVersion() string }
func (w *Watcher) run() {
	l, err := w.pods.List(v1.ListOptions{})
	if err != nil { return }
	w.rv = l.ResourceVersion
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if err != nil { return }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
			if o, ok := e.Object.(versioned); ok { w.rv = o.GetResourceVersion() }
		}
	}
}`, []string{
			"9 Watch from Watcher.rv: resumes, advances",
			"13 advances Watcher.rv: deleted",
			"12 lost, expired: back to Watcher.rv",
		}},
		{"field", watcher + `func (w *Watcher) run() {
	l, err := w.pods.List(v1.ListOptions{})
	if err != nil { return }
	w.rv = l.ResourceVersion
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if err != nil { return }
		for e := range wi.ResultChan() {
			if s, ok := e.Object.(*v1.Status); ok {
				w.rv = s.ResourceVersion
				break
			}
			w.rv = e.Object.(*core.Pod).ResourceVersion
		}
	}
}`, []string{
			"8 Watch from Watcher.rv: resumes, advances",
			"12 advances Watcher.rv: errors, deleted",
			"15 advances Watcher.rv: deleted",
		}},
	})
}

// TestStarts: from which version each watch starts.
func TestStarts(t *testing.T) {
	check(t, []loop{
		{"unset in a loop", watcher + `func (w *Watcher) run() { for { wi, _ := w.pods.Watch(v1.ListOptions{}); for range wi.ResultChan() {} } }`, []string{
			"3 Watch from resourceVersion: unset",
			"3 starts from nothing: unset, loop",
		}},
		{"unset, called in a loop", watcher + `func (w *Watcher) once() { wi, _ := w.pods.Watch(v1.ListOptions{}); for range wi.ResultChan() {} }
func (w *Watcher) run() { wait.Until(w.once, 1, nil) }`, []string{
			"3 Watch from resourceVersion: unset",
			"3 starts from nothing: unset, loop",
		}},
		{"one object", watcher + `func (w *Watcher) run(name string) {
	w.pods.Watch(v1.SingleObject(v1.ObjectMeta{Name: name}))
	w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name})
	w.pods.Watch(v1.ListOptions{FieldSelector: sel(name)})
	w.pods.Watch(v1.ListOptions{FieldSelector: "status.phase=" + name})
}
func sel(name string) string { return fmt.Sprintf("metadata.name=%s", name) }`, []string{
			"4 Watch from resourceVersion: unset",
			"5 Watch from resourceVersion: unset",
			"6 Watch from resourceVersion: unset",
			"7 Watch from resourceVersion: unset",
			"4 starts from nothing: unset, single",
			"5 starts from nothing: unset, single",
			"6 starts from nothing: unset",
			"7 starts from nothing: unset",
		}},
		{"dropped options", watcher + `func (w *Watcher) lw() *cache.ListWatch {
	return &cache.ListWatch{WatchFunc: func(o v1.ListOptions) (watch.Interface, error) { return w.pods.Watch(v1.ListOptions{}) }}
}
func (w *Watcher) good() *cache.ListWatch {
	return &cache.ListWatch{WatchFunc: func(o v1.ListOptions) (watch.Interface, error) { return w.pods.Watch(o) }}
}`, []string{
			"4 Watch from resourceVersion: unset",
			"7 Watch from o.ResourceVersion: ",
			"4 starts from nothing: dropped options",
		}},
		{"cleared options", `func tweak(o *v1.ListOptions) { o.ResourceVersion = "" }
func choosy(o *v1.ListOptions) { if o.ResourceVersion == "0" { o.ResourceVersion = "" } }
func listRequestOnly(o *v1.ListOptions) { o.ResourceVersion = "" }
func WithTweak(tweakListRequest func(*v1.ListOptions))
func WithBoth(tweak func(*v1.ListOptions))
func forLists(o *v1.ListOptions) { o.ResourceVersion = "" }
func forBoth(o *v1.ListOptions) { o.ResourceVersion = "" }
func run() { WithTweak(forLists); WithBoth(forBoth) }`, []string{
			"1 starts from nothing: cleared options",
			"7 starts from nothing: cleared options",
		}},
		{"lost list metadata", watcher + `func (w *Watcher) lw() *cache.ListWatch {
	return &cache.ListWatch{
		ListFunc: func(o v1.ListOptions) (cache.Object, error) {
			l, err := w.pods.List(o)
			if err != nil { return nil, err }
			return &core.PodList{Items: l.Items}, nil
		},
		WatchFunc: func(o v1.ListOptions) (watch.Interface, error) { return w.pods.Watch(o) },
	}
}
func (w *Watcher) good(o v1.ListOptions) (cache.Object, error) {
	l, _ := w.pods.List(o)
	return &core.PodList{ListMeta: l.ListMeta, Items: l.Items}, nil
}
func (w *Watcher) List(o *internalversion.ListOptions) (cache.Object, error) {
	l, _ := w.pods.List(v1.ListOptions{})
	return &core.PodList{Items: l.Items}, nil
}`, []string{
			"10 Watch from o.ResourceVersion: ",
			"8 starts from nothing: lost list metadata",
		}},
		{"aggregated", `type AggregatedTruck struct{ v1.ObjectMeta }
type Trucks interface { Get(string) (*AggregatedTruck, error); Watch(v1.ListOptions) (watch.Interface, error) }
func run(t Trucks) { t.Watch(v1.ListOptions{}) }`, []string{
			"3 Watch from resourceVersion: unset",
		}},
		{"same options twice", watcher + `func (w *Watcher) run() {
	opts := v1.ListOptions{}
	w.pods.Watch(opts)
	for { w.pods.Watch(opts) }
}`, []string{
			"5 Watch from opts.ResourceVersion: unset",
			"6 Watch from opts.ResourceVersion: unset",
			"5 starts from nothing: unset, loop",
		}},
	})
}

// TestBlindsAndComparisons: which assertions do not look at the event type, and which
// versions are compared.
func TestBlindsAndComparisons(t *testing.T) {
	check(t, []loop{
		{"asserted", watcher + `func (w *Watcher) run() {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: "1"})
	for e := range wi.ResultChan() { println(e.Object.(*core.Pod).Name) }
	for e := range wi.ResultChan() { if e.Type != watch.Error { println(e.Object.(*core.Pod).Name) } }
	for e := range wi.ResultChan() { if p, ok := e.Object.(*core.Pod); ok { println(p.Name) } }
}`, []string{
			"4 Watch from resourceVersion: ",
			"5 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"closed", watcher + `func (w *Watcher) run() {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: "1"})
	for {
		e := <-wi.ResultChan()
		if e.Object == nil { break }
		f, ok := <-wi.ResultChan()
		if !ok || f.Object == nil { break }
		select {
		case g := <-wi.ResultChan():
			if g.Object == nil { return }
		case <-w.stop:
		}
	}
}`, []string{
			"4 Watch from resourceVersion: ",
		}},
		{"spins", watcher + `func (w *Watcher) run() {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: "1"})
	for {
		e := <-wi.ResultChan()
		if e.Object == nil { continue }
		select {
		case g := <-wi.ResultChan():
			if g.Object == nil { return }
		case <-w.stop:
		}
	}
}`, []string{
			"4 Watch from resourceVersion: ",
			"6 takes a closed channel for an event",
		}},
		{"comparisons", `func newest(a, b *core.Pod, cached string) bool {
	if a.ResourceVersion < b.GetResourceVersion() { return true }
	x, _ := strconv.Atoi(a.ResourceVersion)
	y, _ := strconv.ParseUint(b.ResourceVersion, 10, 64)
	if uint64(x) > y { return true }
	return len(a.ResourceVersion) > len(cached)
}
func equal(a, b *core.Pod) bool { return a.ResourceVersion == b.ResourceVersion }
func shorter(a, b *core.Pod) bool {
	if len(a.ResourceVersion) != len(b.ResourceVersion) { return len(a.ResourceVersion) < len(b.ResourceVersion) }
	return a.ResourceVersion < b.ResourceVersion
}`, []string{
			"2 compares versions, as text",
			"5 compares versions, as numbers",
			"11 compares versions, as length, then text",
		}},
	})
}

// TestOnceForEach: no later watch resumes from a position whose object is made anew for one
// watch.
func TestOnceForEach(t *testing.T) {
	const session = `
type session struct { pods kubernetes.Pods; rv string }
func (s *session) follow() {
	wi, err := s.pods.Watch(v1.ListOptions{ResourceVersion: s.rv})
	if err != nil { return }
	for e := range wi.ResultChan() {
		if p, ok := e.Object.(*core.Pod); ok { s.rv = p.ResourceVersion }
	}
}
func newSession(pods kubernetes.Pods) *session { return &session{pods: pods} }
`
	once := []string{"4 Watch from session.rv: unset", "4 starts from nothing: unset, loop"}
	again := []string{
		"4 Watch from session.rv: unset, resumes, advances",
		"7 advances session.rv, empty at first: initial, deleted",
		"4 starts from nothing: unset, loop, first",
		"4 expired, establishing: back to session.rv",
	}
	_ = again
	check(t, []loop{
		{"a session each", session + `func serve(conns chan kubernetes.Pods) {
	for c := range conns {
		s := &session{pods: c}
		go s.follow()
	}
}`, once},
		{"made by a function", session + `func serve(conns chan kubernetes.Pods) {
	for c := range conns {
		s := newSession(c)
		go func() { s.follow() }()
	}
}`, once},
		{"one session, again and again", session + `func serve(conns chan kubernetes.Pods) {
	s := newSession(nil)
	for c := range conns {
		s.pods = c
		s.follow()
	}
}`, again},
		{"sessions that are kept", session + `func serve(conns chan kubernetes.Pods, kept map[kubernetes.Pods]*session) {
	for c := range conns {
		s := kept[c]
		if s == nil { s = newSession(c) }
		s.follow()
	}
}`, again},
		{"the next goes on", session + `func serve(conns chan kubernetes.Pods) {
	last := ""
	for c := range conns {
		s := &session{pods: c, rv: last}
		s.follow()
		last = s.rv
	}
}`, again},
		{"by others too", session + `func (s *session) Follow() { s.follow() }
func serve(conns chan kubernetes.Pods) {
	for c := range conns { newSession(c).follow() }
}`, again},
		{"by a helper", session + `func serve(conns chan kubernetes.Pods) {
	for c := range conns {
		s := newSession(c)
		wait.Until(func() { s.follow() }, 0, nil)
	}
}`, again},
	})
}

// TestStaleLists: which rounds watch from the version of a list made before the loop.
func TestStaleLists(t *testing.T) {
	stale := func(t *testing.T, src string) []string {
		var out []string
		for _, a := range answers(flowOf(t, src)) {
			if strings.Contains(a, "goes back") {
				out = append(out, a)
			}
		}
		return out
	}
	const list = `func run(pods kubernetes.Pods, stop chan struct{}, names []string, conns chan string) {
	list, err := pods.List(v1.ListOptions{})
	if err != nil { return }
`
	const round = `
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil { return }
		for e := range wi.ResultChan() { println(e.Type) }
`
	for _, test := range []struct{ name, src, want string }{
		{"loop", list + `for {` + round + `}}`, "5 goes back to the list of line 2"},
		{"literal", list + `go func() { for { select { case <-stop: return; default: func() {` + round + `}() } } }() }`, "5 goes back to the list of line 2"},
		{"helper that repeats", list + `wait.Until(func() {` + round + `}, 0, stop) }`, "5 goes back to the list of line 2"},
		{"in a variable", list + `rv := list.ResourceVersion
	for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if err != nil { return }
		for e := range wi.ResultChan() { println(e.Type) }
	} }`, "6 goes back to the list of line 2"},
		{"until one event", list + `for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil { return }
		for e := range wi.ResultChan() { if e.Type == watch.Added { return } }
	} }`, "5 goes back to the list of line 2"},
		{"in options", `func run(maps kubernetes.Pods) {
	opts := v1.ListOptions{FieldSelector: "a"}
	found, err := maps.List(opts)
	if err != nil { return }
	opts.ResourceVersion = found.ResourceVersion
	opts.Watch = true
	for {
		wi, err := maps.Watch(opts)
		if err != nil { continue }
		defer wi.Stop()
	events:
		for {
			select {
			case e, ok := <-wi.ResultChan():
				if !ok { break events }
				println(e.Type)
			}
		}
	}
}`, "8 goes back to the list of line 3"},
		{"in options of each round", list + `go func() { for { select { case <-stop: return; default:
		opts := v1.ListOptions{Watch: true, ResourceVersion: list.ResourceVersion}
		wi, err := pods.Watch(opts)
		if err != nil { continue }
		for e := range wi.ResultChan() { println(e.Type) }
	} } }() }`, "6 goes back to the list of line 2"},
		{"once", list + round + `}`, ""},
		{"listed again", list + `for {` + round + `
		list, err = pods.List(v1.ListOptions{})
	}}`, ""},
		{"listed in the loop", `func run(pods kubernetes.Pods) { for {
	list, err := pods.List(v1.ListOptions{})
	if err != nil { return }` + round + `}}`, ""},
		{"listed again after errors", `func run(pods kubernetes.Pods) {
	list, err := pods.List(v1.ListOptions{})
	if err != nil { return }
	for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil { if list, err = again(pods); err != nil { return }; continue }
		for e := range wi.ResultChan() { println(e.Type) }
		return
	}
}
func again(pods kubernetes.Pods) (*core.PodList, error) { return pods.List(v1.ListOptions{}) }`, ""},
		{"moved by events", list + `rv := list.ResourceVersion
	for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if err != nil { return }
		for e := range wi.ResultChan() { if e.Type == watch.Bookmark { rv = e.Object.(*core.Pod).ResourceVersion } }
	} }`, ""},
		{"moved by a helper, to what is newer", list + `rv := list.ResourceVersion
	for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if err != nil { return }
		follow(wi, &rv)
	} }
func newer(a, b string) bool
func follow(wi watch.Interface, rv *string) {
	for e := range wi.ResultChan() {
		p := e.Object.(*core.Pod)
		if newer(p.ResourceVersion, *rv) { *rv = p.ResourceVersion }
	}
}`, ""},
		{"moved by what is not seen", list + `rv := list.ResourceVersion
	for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
		if err != nil { return }
		for e := range wi.ResultChan() { note(e, &rv) }
	} }
func note(e watch.Event, rv *string)`, ""},
		{"one for each name", list + `for _, name := range names {
		_ = name` + round + `}}`, ""},
		{"one for each of a channel", list + `for conn := range conns {
		_ = conn` + round + `}}`, ""},
		{"a few times", list + `for i := 0; i < 3; i++ {` + round + `}}`, ""},
		{"read by others", list + `for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil { return }
		go func() { for e := range wi.ResultChan() { println(e.Type) } }()
	} }`, ""},
		{"of another function", `func run(pods kubernetes.Pods, list *core.PodList) { for {` + round + `}}`, ""},
		{"replaced by a function", list + `for {` + round + `
		list = refresh(list)
	}}
func refresh(*core.PodList) *core.PodList`, ""},
		{"kept in a field", `type w struct { list *core.PodList }
func (w *w) run(pods kubernetes.Pods) {
	w.list, _ = pods.List(v1.ListOptions{})
	for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: w.list.ResourceVersion})
		if err != nil { return }
		for e := range wi.ResultChan() { println(e.Type) }
	}
}`, ""},
	} {
		if got := strings.Join(stale(t, test.src), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestFailuresOfAListBefore: where control goes if there is a list before the loop.
func TestFailuresOfAListBefore(t *testing.T) {
	check(t, []loop{
		{"before the loop", `func run(pods kubernetes.Pods) {
	list, err := pods.List(v1.ListOptions{})
	if err != nil { return }
	for {
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"5 Watch from resourceVersion: resumes",
			"8 lost, expired: back to resourceVersion",
			"5 expired, establishing: back to resourceVersion",
			"5 goes back to the list of line 2",
		}},
		{"in the loop", `func run(pods kubernetes.Pods) {
	for {
		list, err := pods.List(v1.ListOptions{})
		if err != nil { return }
		wi, err := pods.Watch(v1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"5 Watch from resourceVersion: resumes",
		}},
		{"after errors, by a function", `type w struct { pods kubernetes.Pods; rv string }
func (w *w) relist() error {
	list, err := w.pods.List(v1.ListOptions{})
	if err != nil { return err }
	w.rv = list.ResourceVersion
	return nil
}
func (w *w) run() {
	if w.relist() != nil { return }
	for {
		wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
		if err != nil { if w.relist() != nil { return }; continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { if w.relist() != nil { return }; break }
		}
	}
}`, []string{
			"11 Watch from w.rv: resumes",
		}},
	})
}

// TestLasting: what is kept over several rounds, and lists that are made again.
func TestLasting(t *testing.T) {
	check(t, []loop{
		{"so often, then listed", watcher + `type budget struct{ left int }
func (b *budget) spend() bool { b.left--; return b.left > 0 }
func (w *Watcher) run() {
	for {
		list, err := w.pods.List(v1.ListOptions{})
		if err != nil { return }
		rv := list.ResourceVersion
		b := &budget{5}
		for {
			wi, err := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})
			if err != nil { return }
			err = w.handle(wi)
			if apierrors.IsInternalError(err) && b.spend() { continue }
			break
		}
	}
}
func (w *Watcher) handle(wi watch.Interface) error {
	for e := range wi.ResultChan() {
		if e.Type == watch.Error { return apierrors.FromObject(e.Object) }
	}
	return nil
}`, []string{
			"12 Watch from rv: resumes",
			"15 lost: back to rv",
			"12 goes back to the list of line 7",
		}},
		{"what the caller gave, in each round", `func Run(pods kubernetes.Pods, initial string) {
	for {
		if err := once(pods, initial); err != nil { println(err.Error()) }
	}
}
func once(pods kubernetes.Pods, from string) error {
	rv := from
	wi, err := pods.Watch(v1.ListOptions{ResourceVersion: rv})
	if err != nil { return err }
	for e := range wi.ResultChan() {
		if e.Type == watch.Error { return apierrors.FromObject(e.Object) }
		rv = e.Object.(*core.Pod).ResourceVersion
	}
	return nil
}`, []string{
			"8 Watch from rv: resumes",
			"11 lost, expired: back to rv",
			"8 expired, establishing: back to rv",
		}},
	})
}

// TestFailuresOfReadAnew: each round reads the object, or a list, from the API server.
func TestFailuresOfReadAnew(t *testing.T) {
	check(t, []loop{
		{"by a function", `type w struct { pods kubernetes.Pods }
func (w *w) get(name string) (*core.Pod, error) { return w.pods.Get(name) }
func (w *w) run(name string, done func(*core.Pod) bool) {
	for {
		p, err := w.get(name)
		if err != nil { continue }
		if done(p) { return }
		rv := p.GetResourceVersion()
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"9 Watch from rv: resumes",
		}},
		{"directly", `type w struct { pods kubernetes.Pods }
func (w *w) run(name string, done func(*core.Pod) bool) {
	for {
		p, err := w.pods.Get(name)
		if err != nil { continue }
		if done(p) { return }
		rv := p.GetResourceVersion()
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"8 Watch from rv: resumes",
		}},
		{"before", `type w struct { pods kubernetes.Pods }
func (w *w) get(name string) (*core.Pod, error) { return w.pods.Get(name) }
func (w *w) run(name string, done func(*core.Pod) bool) {
	p, err := w.get(name)
	if err != nil { return }
	for {
		if done(p) { return }
		rv := p.GetResourceVersion()
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"9 Watch from rv: resumes",
			"12 lost, expired: back to rv",
			"9 expired, establishing: back to rv",
		}},
		{"from a cache", `type w struct { pods kubernetes.Pods; last map[string]*core.Pod }
func (w *w) get(name string) *core.Pod { return w.last[name] }
func (w *w) run(name string, done func(*core.Pod) bool) {
	for {
		p := w.get(name)
		if done(p) { return }
		rv := p.GetResourceVersion()
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"8 Watch from rv: resumes",
			"11 lost, expired: back to rv",
			"8 expired, establishing: back to rv",
		}},
		{"filled directly", `type w struct { pods kubernetes.Pods; c client.Reader }
func (w *w) run(name string) {
	for {
		p := &core.Pod{}
		if err := w.c.Get(name, p); err != nil { continue }
		rv := p.ResourceVersion
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"7 Watch from rv: resumes",
		}},
		{"filled directly, method", `type w struct { pods kubernetes.Pods; c client.Reader }
func (w *w) run(name string) {
	for {
		p := &core.Pod{}
		if err := w.c.Get(name, p); err != nil { continue }
		rv := p.GetResourceVersion()
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"7 Watch from rv: resumes",
		}},
		{"filled var", `type w struct { pods kubernetes.Pods; c client.Reader }
func (w *w) run(name string) {
	for {
		var p core.Pod
		if err := w.c.Get(name, &p); err != nil { continue }
		rv := p.ResourceVersion
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"7 Watch from p.ObjectMeta.ResourceVersion: resumes",
		}},
		{"filled by a function", `type w struct { pods kubernetes.Pods; c client.Reader }
func (w *w) get(name string) (*core.Pod, error) {
	p := &core.Pod{}
	if err := w.c.Get(name, p); err != nil { return nil, fmt.Errorf("%w", err) }
	return p, nil
}
func (w *w) run(name string) {
	for {
		p, err := w.get(name)
		if err != nil { continue }
		rv := p.ResourceVersion
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"12 Watch from ObjectMeta.ResourceVersion: resumes",
		}},
		{"filled by a function given it", `type w struct { pods kubernetes.Pods; c client.Reader }
func (w *w) get(name string, p *core.Pod) error {
	return w.c.Get(name, p)
}
func (w *w) run(name string) {
	for {
		var p core.Pod
		if err := w.get(name, &p); err != nil { continue }
		rv := p.ResourceVersion
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"10 Watch from p.ObjectMeta.ResourceVersion: resumes",
		}},
		{"version by a function", `type w struct { pods kubernetes.Pods; c client.Reader }
func (w *w) version(name string) (string, error) {
	p, err := w.pods.Get(name)
	if err != nil { return "", err }
	return p.ResourceVersion, nil
}
func (w *w) run(name string) {
	for {
		rv, err := w.version(name)
		if err != nil { continue }
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"11 Watch from ObjectMeta.ResourceVersion: resumes",
		}},
		{"into a field", `type w struct { pods kubernetes.Pods; rv string }
func (w *w) reread(name string) error {
	p, err := w.pods.Get(name)
	if err != nil { return err }
	w.rv = p.ResourceVersion
	return nil
}
func (w *w) run(name string) {
	for {
		if w.reread(name) != nil { continue }
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: w.rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"11 Watch from w.rv: resumes",
		}},
		{"only the first time", `type w struct { pods kubernetes.Pods }
func (w *w) get(name string) (*core.Pod, error) { return w.pods.Get(name) }
func (w *w) run(name string) {
	rv := ""
	for {
		if rv == "" {
			p, err := w.get(name)
			if err != nil { continue }
			rv = p.ResourceVersion
		}
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"11 Watch from rv: resumes",
			"14 lost, expired: back to rv",
			"11 expired, establishing: back to rv",
		}},
		{"list by a function", `type w struct { pods kubernetes.Pods }
func (w *w) version() (string, error) {
	l, err := w.pods.List(v1.ListOptions{})
	if err != nil { return "", err }
	return l.ResourceVersion, nil
}
func (w *w) run(name string) {
	for {
		rv, err := w.version()
		if err != nil { continue }
		wi, err := w.pods.Watch(v1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: rv})
		if err != nil { continue }
		for e := range wi.ResultChan() {
			if e.Type == watch.Error { break }
		}
	}
}`, []string{
			"11 Watch from rv: resumes",
		}},
	})
}
