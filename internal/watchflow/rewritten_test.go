package watchflow

import "testing"

// A version of the caller that a function replaces unless it is "" or "0".
func TestRewritten(t *testing.T) {
	check(t, []loop{
		{"in a variable", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) {
	rv := o.ResourceVersion
	if rv != "" && rv != "0" { rv = "" }
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"4 Watch from rv: unset",
			"4 starts from nothing: dropped options",
		}},
		{"only 0 is replaced", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) {
	rv := o.ResourceVersion
	if rv == "0" { rv = "" }
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"4 Watch from rv: ",
		}},
		{"other versions are replaced too", `func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) {
	rv := o.ResourceVersion
	if rv == "" || rv == "1" { return nil, io.EOF }
	if rv != "7" { rv = "" }
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"5 Watch from rv: ",
		}},
		{"kept on another way", `func open(pods kubernetes.Pods, o v1.ListOptions, keep bool) (watch.Interface, error) {
	rv := o.ResourceVersion
	if !keep && rv != "0" { rv = "" }
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"4 Watch from rv: ",
		}},
		{"tested before it changes", `func open(pods kubernetes.Pods, o, other v1.ListOptions) (watch.Interface, error) {
	rv := o.ResourceVersion
	any := rv
	rv = other.ResourceVersion
	if any != "0" { rv = other.ResourceVersion }
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"6 Watch from rv: ",
		}},
		{"in a loop", `func open(pods kubernetes.Pods, all []v1.ListOptions) (w watch.Interface, err error) {
	rv := ""
	for _, o := range all {
		if rv != "0" { rv = o.ResourceVersion }
	}
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"6 Watch from rv: ",
		}},
		{"in the options", `func open(pods kubernetes.Pods, o *v1.ListOptions) (watch.Interface, error) {
	if o.ResourceVersion != "0" { o.ResourceVersion = "" }
	return pods.Watch(*o)
}`, []string{
			"3 Watch from o.ResourceVersion: unset",
			"3 starts from nothing: dropped options",
		}},
		{"in the options, which others get", `func open(pods kubernetes.Pods, o *v1.ListOptions, tweak func(*v1.ListOptions)) (watch.Interface, error) {
	if o.ResourceVersion != "0" { o.ResourceVersion = "" } else { tweak(o) }
	return pods.Watch(*o)
}`, []string{
			"3 Watch from o.ResourceVersion: ",
		}},
		{"by a function", `func rewrite(rv string) string {
	switch rv {
	case "", "0": return rv
	}
	return ""
}
func open(pods kubernetes.Pods, o v1.ListOptions) (watch.Interface, error) {
	o.ResourceVersion = rewrite(o.ResourceVersion)
	return pods.Watch(o)
}`, []string{
			"9 Watch from o.ResourceVersion: unset",
			"9 starts from nothing: dropped options",
		}},
		{"by a function that returns options", `func without(o *v1.ListOptions) *v1.ListOptions {
	c := o.DeepCopy()
	c.ResourceVersion = ""
	return c
}
func open(pods kubernetes.Pods, o *v1.ListOptions) (watch.Interface, error) { return pods.Watch(*without(o)) }`, []string{
			"6 Watch from ResourceVersion: unset",
			"6 starts from nothing: dropped options",
		}},
		{"by a function that watches first", `func without(pods kubernetes.Pods, o *v1.ListOptions) *v1.ListOptions {
	c := o.DeepCopy()
	open(pods, c)
	c.ResourceVersion = ""
	return c
}
func open(pods kubernetes.Pods, o *v1.ListOptions) (watch.Interface, error) { return pods.Watch(*o) }`, []string{
			"7 Watch from ResourceVersion: ",
		}},
		{"by a function that calls itself", `func without(o *v1.ListOptions, n int) *v1.ListOptions {
	c := o.DeepCopy()
	c.ResourceVersion = ""
	if n > 0 { return without(c, n-1) }
	return c
}
func open(pods kubernetes.Pods, o *v1.ListOptions) (watch.Interface, error) { return pods.Watch(*without(o, 3)) }`, []string{
			"7 Watch from ResourceVersion: ",
		}},
		{"perhaps in another variable", `func open(pods kubernetes.Pods, o v1.ListOptions, forget bool) (watch.Interface, error) {
	rv, other := o.ResourceVersion, ""
	to := &other
	if forget { to = &rv }
	if rv != "0" { *to = "" }
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"6 Watch from rv: ",
		}},
		{"never set", `func open(pods kubernetes.Pods) (watch.Interface, error) {
	rv := ""
	if rv == "" { return pods.Watch(v1.ListOptions{ResourceVersion: rv}) }
	return nil, io.EOF
}`, []string{
			"3 Watch from rv: unset",
			"3 starts from nothing: unset",
		}},
		{"served otherwise", `type Log interface { Since(string) ([]watch.Event, error) }
func open(pods kubernetes.Pods, log Log, o v1.ListOptions) (w watch.Interface, err error) {
	rv := o.ResourceVersion
	if rv != "" && rv != "0" {
		if _, err = log.Since(rv); err != nil { return nil, err }
		rv = ""
	}
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"8 Watch from rv: ",
		}},
		{"served otherwise, from the options", `type Log interface { Since(string) ([]watch.Event, error) }
func open(pods kubernetes.Pods, log Log, o v1.ListOptions) (w watch.Interface, err error) {
	rv := o.ResourceVersion
	if rv != "" && rv != "0" {
		if _, err = log.Since(o.ResourceVersion); err != nil { return nil, err }
		rv = ""
	}
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"8 Watch from rv: ",
		}},
		{"only checked and logged", `type Log interface { Info(string) bool; Since(string) error }
func open(pods kubernetes.Pods, log Log, o v1.ListOptions) (w watch.Interface, err error) {
	rv := o.ResourceVersion
	if rv != "" && rv != "0" {
		if _, err := strconv.Atoi(rv); err != nil { return nil, log.Since("no version: " + rv) }
		log.Info(rv)
		rv = ""
	}
	return pods.Watch(v1.ListOptions{ResourceVersion: rv})
}`, []string{
			"9 Watch from rv: unset",
			"9 starts from nothing: dropped options",
		}},
	})
}
