package kube

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// This file says what the libraries do that list and watch: which values are
// watches and events, which calls list, and which calls call their argument again.
// To the tables of effects, a watch is the channel of its events.

// ResourceVersionField is the name of the field, and the end of the name of
// the getter and the setter, of an object's or an options value's version.
const ResourceVersionField = "ResourceVersion"

// DeletionTimestampField is the field of an object's metadata that is set while the object is
// being deleted.
const DeletionTimestampField = "DeletionTimestamp"

// WatchPackage is the path of the package of watch.Interface.
const WatchPackage = "k8s.io/apimachinery/pkg/watch"

// ResultChan is the method of a watch that returns its events.
const ResultChan = "ResultChan"

var watchPackage = Package{
	Path: WatchPackage,
	Functions: map[string]string{
		"(Interface).ResultChan": "ret0=$0",
	},
}

// EventTypes are the types of a watch event (watch.EventType, as on the wire).
var EventTypes = []string{"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"}

// IsWatcher reports whether t is something whose events ResultChan delivers:
// watch.Interface, RetryWatcher, forks of these.
func IsWatcher(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, ResultChan)
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && EventChan(sig.Results().At(0).Type())
}

// IsWatchInterface reports whether t is watch.Interface. A server closes the channel of
// such a watch after some minutes: between one and two times --min-request-timeout, 30
// minutes by default, or after the TimeoutSeconds of the options.
func IsWatchInterface(t types.Type) bool { return TypeName(t) == WatchPackage+".Interface" }

// Broadcasts reports whether f starts a watch of what the program itself sends: of a
// watch.Broadcaster, or of a fake. No server's errors come from there.
func Broadcasts(f *types.Func) bool {
	switch Name(f) {
	case "(*" + WatchPackage + ".Broadcaster).Watch",
		"(*" + WatchPackage + ".Broadcaster).WatchWithPrefix",
		WatchPackage + ".NewFake",
		WatchPackage + ".NewFakeWithChanSize",
		WatchPackage + ".NewFakeWithOptions",
		WatchPackage + ".NewRaceFreeFake",
		WatchPackage + ".NewEmptyWatch":
		return true
	}
	return false
}

// EventChan reports whether t is a channel of watch events, or of structs with one
// event each.
func EventChan(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	return ok && (IsEvent(c.Elem()) || EventWithin(c.Elem()) >= 0)
}

// EventWithin returns the index of the field of t, a struct or a pointer to one, that
// holds a watch event: the program says beside it which cluster sent it, and so on. It
// is -1 where there is none, where there are several, and where t is an event itself.
func EventWithin(t types.Type) int {
	st := structOf(t)
	if st == nil || IsEvent(t) {
		return -1
	}
	field := -1
	for i := range st.NumFields() {
		if IsEvent(st.Field(i).Type()) {
			if field >= 0 {
				return -1
			}
			field = i
		}
	}
	return field
}

// IsEvent reports whether t is (a pointer to) a struct of the shape of a watch
// event on the wire: {"type": …, "object": …}. Loops that do without
// k8s.io/apimachinery declare their own.
func IsEvent(t types.Type) bool {
	st := structOf(t)
	if st == nil {
		return false
	}
	_, typ := watchEventFields(st)
	return typ >= 0
}

// watchEventFields returns the indices of the fields of an event struct that hold
// the object and the type, or -1, -1 where st is none.
func watchEventFields(st *types.Struct) (object, typ int) {
	object, typ = -1, -1
	for i := range st.NumFields() {
		f := st.Field(i)
		tag, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		str := isString(f.Type())
		switch {
		case str && (tag == "type" || tag == "" && f.Name() == "Type"):
			typ = i
		case !str && (tag == "object" || tag == "" && f.Name() == "Object"):
			object = i
		}
	}
	if object < 0 || typ < 0 {
		return -1, -1
	}
	return object, typ
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// structOf returns the struct that t is or points to, or nil.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// IsServerOptions reports whether t is a pointer to the options that an API server
// gives to its storage (metainternalversion.ListOptions). The storage answers to
// requests (rest.Lister, rest.CollectionDeleter): it is no ListFunc of an informer.
func IsServerOptions(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && pathOf(n.Obj()) == "k8s.io/apimachinery/pkg/apis/meta/internalversion"
}

// OptionsField returns the name of the field of t, a struct or a pointer to
// one, that says where a watch starts (metav1.ListOptions and its kind), or ""
// where t is no such options: the metadata of an object has a version as well.
func OptionsField(t types.Type) string {
	st := structOf(t)
	if st == nil {
		return ""
	}
	field, options := "", false
	for i := range st.NumFields() {
		f := st.Field(i)
		switch f.Name() {
		case ResourceVersionField:
			if isString(f.Type()) {
				field = f.Name()
			}
		case "LabelSelector", "FieldSelector", "Selector", "TimeoutSeconds", "AllowWatchBookmarks", "Watch":
			options = true
		case "UID", "SelfLink", "Items":
			return ""
		}
	}
	if !options {
		return ""
	}
	return field
}

// runtimeClient is the package of controller-runtime's client.
const runtimeClient = "sigs.k8s.io/controller-runtime/pkg/client"

// IsRuntimeListOption reports whether t is the interface client.ListOption of
// controller-runtime.
func IsRuntimeListOption(t types.Type) bool { return isNamed(t, runtimeClient, "ListOption") }

// IsRuntimeListOptions reports whether t is (a pointer to) client.ListOptions
// of controller-runtime: the one of its options that can say, in Raw, where a
// watch starts.
func IsRuntimeListOptions(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return isNamed(t, runtimeClient, "ListOptions")
}

// IsRuntimeOption reports whether t is another option of controller-runtime:
// InNamespace, MatchingLabels, MatchingFields and so on.
func IsRuntimeOption(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && !types.IsInterface(t) && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == runtimeClient
}

// IsSingleObject reports whether fn is metav1.SingleObject, which makes options
// with a selector for one object and nothing else.
func IsSingleObject(fn types.Object) bool {
	return fn != nil && fn.Name() == "SingleObject" && pathOf(fn) == "k8s.io/apimachinery/pkg/apis/meta/v1"
}

// StartsLater reports whether fn makes client-go's RetryWatcher, which starts its
// watch in a goroutine: the error of fn says that the version cannot be used.
func StartsLater(fn types.Object) bool {
	if fn == nil || pathOf(fn) != toolsWatch.Path {
		return false
	}
	return fn.Name() == "NewRetryWatcher" || fn.Name() == "NewRetryWatcherWithContext"
}

// VersionName reports whether a variable, parameter or field of that name
// holds a resourceVersion, as far as a name can tell.
func VersionName(name string) bool {
	n := strings.ToLower(name)
	return strings.Contains(n, "resourceversion") || n == "rv" || strings.HasSuffix(name, "RV") ||
		strings.HasSuffix(n, "version") && !strings.Contains(n, "api") && !strings.Contains(n, "group")
}

// IsListCall reports whether a call of the named function with that signature
// lists: List(ctx, opts), ListWithContext, pager.ListWithAlloc, EachListItem …
func IsListCall(name string, sig *types.Signature) bool {
	if !strings.HasPrefix(name, "List") && !strings.HasPrefix(name, "EachListItem") && name != "Relist" {
		return false
	}
	for _, not := range []string{"ListAccessor", "ListWatch", "ListMeta", "ListOptions", "ListKeys"} {
		if strings.HasPrefix(name, not) {
			return false
		}
	}
	// A Store's List() and a lister's List(selector) read a cache: they have no
	// options and no context.
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if OptionsField(t) != "" || isNamed(t, "context", "Context") || sig.Variadic() {
			return true
		}
	}
	return false
}

func isNamed(t types.Type, pkg, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}

// Again says when a function that takes a function calls it again.
type Again int

const (
	// NotAgain: it is called once.
	NotAgain Again = iota
	// Always: until a channel or context stops it.
	Always
	// UntilDone: while it returns (false, nil).
	UntilDone
	// OnError: while it returns an error.
	OnError
)

// Repeats tells when the function of that name, given a function of type f,
// calls it again: wait.Until and its kin, wait.Poll*, wait.*Backoff, retry.OnError,
// backoff.Retry, and helpers of that name anywhere.
func Repeats(name string, f *types.Signature) Again {
	n := strings.ToLower(name)
	hit := false
	for _, s := range []string{"until", "forever", "loop", "poll", "retry", "repeat", "backoff", "onerror", "every"} {
		hit = hit || strings.Contains(n, s)
	}
	if !hit || strings.Contains(n, "onconflict") {
		return NotAgain
	}
	res := f.Results()
	switch {
	case res.Len() == 0:
		return Always
	case res.Len() == 2 && isBool(res.At(0).Type()):
		return UntilDone
	case res.Len() == 1 && isBool(res.At(0).Type()):
		return UntilDone
	default:
		return OnError
	}
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// ComparePackage is the path of the package that compares versions of objects.
const ComparePackage = "k8s.io/apimachinery/pkg/util/resourceversion"

// StreamsLists reports whether informers get the initial state by their watch where the server
// can do that, and list only elsewhere (WatchListClient, on since client-go 0.35). The imports
// of a package say which client-go it is built with.
func StreamsLists(imports []*types.Package) bool { return CanCompareVersions(imports) }

// CanCompareVersions reports whether the apimachinery that a package with these
// imports is built with has util/resourceversion, since 0.35. That package is
// below none that does not use it, but OpenAPIModelName came in the same
// release, on types that everything is made of that Kubernetes serves.
func CanCompareVersions(imports []*types.Package) bool {
	seen := map[*types.Package]bool{}
	work := slices.Clone(imports)
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		if Unvendored(p.Path()) == "k8s.io/apimachinery/pkg/apis/meta/v1" {
			// A driver that knows a package from what others say of it (nogo) has
			// those of its types that they mention.
			for _, name := range []string{"ListOptions", "ObjectMeta", "TypeMeta"} {
				if obj := p.Scope().Lookup(name); obj != nil {
					m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p, "OpenAPIModelName")
					return m != nil
				}
			}
		}
		work = append(work, p.Imports()...)
	}
	return false
}
