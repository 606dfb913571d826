package lostwrite

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// happens reports whether the change of l and its write happen in the same call, though each depends on branches of its
// own. A field that is set where it is not yet what is wanted can hold anything:
//
//	if job.Status.Phase != phase {
//		job.Status.Phase = phase
//	}
//	if job.Labels["queue"] != queue {
//		job.Labels["queue"] = queue
//		err = c.Update(ctx, job)
//	}
//
// So one of the two depends only on the field that it sets, and the other does not depend on that field. In controls it
// keeps what it has asked.
func happens(l apiobjects.Loss, controls map[*ssa.Function]*machine.Control) bool {
	fn := l.Site.Parent()
	if l.Change.At.Parent() != fn {
		return false
	}
	control := controls[fn]
	if control == nil {
		control = machine.NewControl(fn)
		controls[fn] = control
	}
	write := control.All(l.Site.Block())
	for _, part := range apiobjects.Parts {
		other := l.Others[part]
		if other.At == nil || other.At.Parent() != fn {
			continue
		}
		change, sends := control.All(l.Change.At.Block()), control.All(other.At.Block())
		for test := range write {
			sends[test] = true
		}
		for test := range sends {
			if change[test] {
				delete(change, test)
				delete(sends, test)
			}
		}
		if dependsOnlyOn(change, l.Change) && !dependsOn(sends, l.Change) || dependsOnlyOn(sends, other) && !dependsOn(change, other) {
			return true
		}
	}
	return false
}

// dependsOnlyOn reports whether all tests look at the field that c sets, but for variables that say where control has been.
func dependsOnlyOn(tests map[*ssa.If]bool, c apiobjects.Change) bool {
	some := false
	for test := range tests {
		s := seen(test.Cond, c)
		if s.unknown || s.others && !s.field {
			return false
		}
		some = some || s.field
	}
	return some
}

// dependsOn reports whether one of the tests may look at the field that c sets.
func dependsOn(tests map[*ssa.If]bool, c apiobjects.Change) bool {
	for test := range tests {
		if s := seen(test.Cond, c); s.field || s.unknown {
			return true
		}
	}
	return false
}

// A sight is what a condition looks at: the field that a change sets, something else, or perhaps the whole object.
type sight struct {
	field, others, unknown bool
	object                 ssa.Value
	path                   string
}

// seen is what cond looks at.
func seen(cond ssa.Value, c apiobjects.Change) *sight {
	s := &sight{object: changed(c.At), path: c.Path}
	if s.object == nil {
		s.unknown = true
		return s
	}
	for range flow.Origins(cond, s.madeOf) { // madeOf notes it
	}
	return s
}

// changed is the object that at changes, nil if it is not known.
func changed(at ssa.Instruction) ssa.Value {
	switch at := at.(type) {
	case *ssa.Store:
		return apicalls.Object(at.Addr)
	case *ssa.MapUpdate:
		if load, ok := at.Map.(*ssa.UnOp); ok {
			return apicalls.Object(load.X)
		}
	case ssa.CallInstruction:
		for _, op := range at.Operands(nil) {
			if o := apicalls.Object(*op); *op != nil && kube.IsObject(o.Type()) {
				return o
			}
		}
	}
	return nil
}

// madeOf is what v is made of, as far as that says more than v. It notes what v looks at.
func (s *sight) madeOf(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin, *ssa.Function:
		return nil
	case *ssa.FieldAddr:
		if apicalls.Object(v) == s.object {
			s.at(fieldPath(v))
			return nil
		}
	case *ssa.Call:
		fn, recv := apicalls.Target(&v.Call)
		if recv == nil && len(v.Call.Args) > 0 {
			recv = v.Call.Args[0]
		}
		if fn != nil && recv != nil && apicalls.Object(recv) == s.object {
			if field, ok := kube.ReadsMetadata(fn); ok {
				s.at(kube.MetadataField + "." + field)
				return nil
			}
		}
	}
	if apicalls.Object(v) == s.object {
		s.unknown = true
		return nil
	}
	switch v.(type) {
	case *ssa.UnOp, *ssa.Call:
		s.others = true
	}
	if _, ok := v.(ssa.Instruction); !ok {
		s.others = true // a parameter, or a variable of another function
	}
	return flow.MadeOf(v)
}

// at notes a look at what lies at path of the object.
func (s *sight) at(path string) {
	if strings.HasPrefix(s.path+".", path+".") || strings.HasPrefix(path+".", s.path+".") {
		s.field = true
	} else {
		s.others = true
	}
}

// fieldPath is the way from the object to the field at addr.
func fieldPath(addr *ssa.FieldAddr) string {
	name := ssaquery.FieldName(addr.X, addr.Field)
	if in, ok := addr.X.(*ssa.FieldAddr); ok {
		return fieldPath(in) + "." + name
	}
	return name
}
