package watchflow

import "testing"

// A version that is tested before the watch starts from it.
func TestTested(t *testing.T) {
	check(t, []loop{
		{"not tested", `func open(pods kubernetes.Pods) {
	rv := ""
	pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"3 Watch from rv: unset",
			"3 starts from nothing: unset",
		}},
		{"tested", `func open(pods kubernetes.Pods, from string) {
	rv := from
	if rv != "" { pods.Watch(v1.ListOptions{ResourceVersion: rv}) }
}
func start(pods kubernetes.Pods) { open(pods, "") }`, []string{
			"3 Watch from rv: ",
		}},
		{"the wrong way round", `func open(pods kubernetes.Pods, from string) {
	rv := from
	if rv == "" { pods.Watch(v1.ListOptions{ResourceVersion: rv}) }
}
func start(pods kubernetes.Pods) { open(pods, "") }`, []string{
			"3 Watch from rv: unset",
			"3 starts from nothing: unset",
		}},
		{"against another text", `func open(pods kubernetes.Pods, from string) {
	rv := from
	if rv != "0" { pods.Watch(v1.ListOptions{ResourceVersion: rv}) }
}
func start(pods kubernetes.Pods) { open(pods, "") }`, []string{
			"3 Watch from rv: unset",
			"3 starts from nothing: unset",
		}},
		{"set in each round", `func open(pods kubernetes.Pods, rv string) {
	if rv == "" { return }
	for {
		w, _ := pods.Watch(v1.ListOptions{ResourceVersion: rv})
		for e := range w.ResultChan() { if newer(e, rv) { rv = e.Object.(*core.Pod).ResourceVersion } }
	}
}
func newer(e watch.Event, rv string) bool
func start(pods kubernetes.Pods) { open(pods, "") }`, []string{
			"4 Watch from rv: ",
			"5 takes a Status for a *k8s.io/api/core/v1.Pod",
		}},
		{"a copy is tested", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) {
	if rv := o.ResourceVersion; rv != "" { return pods.Watch(o) }
	return nil, nil
}
func start(pods kubernetes.Pods) { open(pods, v1.ListOptions{}) }`, []string{
			"2 Watch from o.ResourceVersion: ",
		}},
		{"the zero value of a field", `type t struct{ rv string }
func (t *t) open(pods kubernetes.Pods) error {
	if t.rv == "" { return io.EOF }
	_, err := pods.Watch(v1.ListOptions{ResourceVersion: t.rv})
	return err
}
func (t *t) reset() { t.rv = "" }`, []string{
			"4 Watch from t.rv: ",
		}},
		{"a field that is not tested", `type t struct{ rv string }
func (t *t) open(pods kubernetes.Pods) error {
	_, err := pods.Watch(v1.ListOptions{ResourceVersion: t.rv})
	return err
}
func (t *t) reset() { t.rv = "" }`, []string{
			"3 Watch from t.rv: unset",
			"3 starts from nothing: unset",
		}},
	})
}

// Options that are forwarded or not, and callers that fill them in.
func TestOuterOptions(t *testing.T) {
	check(t, []loop{
		{"forwarded by two functions", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) { return pods.Watch(o) }
func with(pods kubernetes.Pods, o *v1.ListOptions) (watch.Interface, error) { return open(pods, *o) }
func start(pods kubernetes.Pods) { with(pods, &v1.ListOptions{}) }`, []string{
			"1 Watch from o.ResourceVersion: unset",
			"3 starts from nothing: unset",
		}},
		{"emptied between them", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) { return pods.Watch(o) }
func with(pods kubernetes.Pods, o *v1.ListOptions) (watch.Interface, error) {
	o.ResourceVersion = ""
	return open(pods, *o)
}
func start(pods kubernetes.Pods, rv string) { with(pods, &v1.ListOptions{ResourceVersion: rv}) }`, []string{
			"1 Watch from o.ResourceVersion: unset",
			"4 starts from nothing: dropped options",
		}},
		{"one caller of two has a version", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) { return pods.Watch(v1.ListOptions{}) }
func start(pods kubernetes.Pods) { open(pods, v1.ListOptions{}) }
func resume(pods kubernetes.Pods, rv string) { open(pods, v1.ListOptions{ResourceVersion: rv}) }`, []string{
			"1 Watch from resourceVersion: unset",
			"1 starts from nothing: dropped options",
		}},
		{"0 would be answered from the cache", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) { return pods.Watch(v1.ListOptions{}) }
func start(pods kubernetes.Pods) { open(pods, v1.ListOptions{ResourceVersion: "0"}) }`, []string{
			"1 Watch from resourceVersion: unset",
			"1 starts from nothing: dropped options",
		}},
		{"a function that calls itself", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) {
	if w, err := pods.Watch(o); err == nil { return w, nil }
	return open(pods, o)
}
func start(pods kubernetes.Pods) { open(pods, v1.ListOptions{}) }`, []string{
			"2 Watch from o.ResourceVersion: unset",
			"5 starts from nothing: unset",
		}},
	})
}
