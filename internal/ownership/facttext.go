package ownership

import (
	"strconv"
	"strings"

	"github.com/k8slint/k8slint/internal/effect"
)

// String is all that f says, one line for each function, field and call, in the
// language of package effect:
//
//	example.com/p.SetLabel: write $0/Labels/*/[] "pod.Labels[...]" at p/p.go:12
//	field "example.com/p.Task.obj"=cache0; cache0=podLister.Get at p/p.go:30
//	call "(example.com/p.Handler).Handle"(_,cache0); cache0=podLister.Get at p/p.go:40
func (f *Does) String() string {
	var b strings.Builder
	for i := range f.Funcs {
		b.WriteString(f.Funcs[i].Key + ": " + f.Funcs[i].Sum.String() + "\n")
	}
	for i := range f.Fields {
		b.WriteString(f.Fields[i].String() + "\n")
	}
	for i := range f.Calls {
		b.WriteString(f.Calls[i].String() + "\n")
	}
	for i := range f.Kept {
		b.WriteString(f.Kept[i].String() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// String is the store in the language of package effect. A value that is not
// the cache's is "_".
func (f *FieldFact) String() string {
	put := effect.FieldStore{Key: f.Key, At: f.At}
	var s effect.Summary
	if f.Cached {
		put.Val = effect.Ref{Base: effect.Cache, Path: f.Path, Copy: f.Copy}
		s.Origins = []effect.Origin{f.Origin}
	}
	s.Fields = []effect.FieldStore{put}
	return s.String()
}

// String is the write in the language of package effect, the field being $0.
func (w *KeptWrite) String() string {
	s := effect.Summary{Writes: []effect.Write{w.Write}}
	return "in " + strconv.Quote(w.Key) + ": " + s.String()
}

// String is a line for each handler, with the key that it is kept under, and for each field.
func (hs *Handlers) String() string {
	var b strings.Builder
	for i := range hs.All {
		b.WriteString("handler " + strconv.Quote(hs.All[i].Key) + " = " + hs.All[i].Func + "\n")
	}
	for _, f := range hs.Made {
		b.WriteString(f.Func + " makes " + f.Field + " = $" + strconv.Itoa(f.Param-1) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
