// Package writes has objects with several writes: a directive is of use at each.
package writes

type Obj struct {
	Labels map[string]string
	Name   string
}

func (o *Obj) DeepCopy() *Obj {
	out := *o
	out.Labels = map[string]string{}
	return &out
}

//k8slint:shared
func get() *Obj { return new(Obj) }

func first() {
	o := get()
	o.Labels["a"] = "b" //nolint:cachemutate // known
	o.Name = "x"
}

func second() {
	o := get()
	o.Labels["a"] = "b"
	o.Name = "x" //nolint:cachemutate // known
}

func all() {
	o := get()
	o.Labels["a"] = "b" //nolint:cachemutate // known
	o.Name = "x"        //nolint:cachemutate // known
}

func branch(c bool) {
	o := get()
	if c {
		o.Labels["a"] = "b" //nolint:cachemutate // known
	} else {
		o.Name = "x" //nolint:cachemutate // known
	}
}

func copied() {
	o := get()
	o.Labels["a"] = "b" //nolint:cachemutate // known
	o = o.DeepCopy()
	o.Name = "x" //nolint:cachemutate // known // want `silences nothing here`
}
