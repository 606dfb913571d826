package kube

import (
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// This file says what is known of writes that are retried: which functions call
// their argument again and when, which calls read and write objects, what the
// predicates say of a conflict, and which functions get an object and cannot
// read it again.

// Retries says how fn calls one of its arguments again; ok is false if it is not
// known to do so.
func Retries(fn *types.Func) (r Retry, ok bool) {
	if !known.retryNames[fn.Name()] {
		return Retry{}, false
	}
	r, ok = known.retries[Name(fn)]
	return r, ok
}

// Mutates says which arguments of fn, counted without a receiver, are an object and a
// function: fn reads the object into its argument, calls the function, whose error it
// returns as it is, and writes the object. ok is false for other functions.
func Mutates(fn *types.Func) (obj, mutate int, ok bool) {
	if n := fn.Name(); n != "CreateOrUpdate" && n != "CreateOrPatch" {
		return 0, 0, false
	}
	if pathOf(fn) != controllerutil.Path || fn.Signature().Params().Len() != 4 {
		return 0, 0, false
	}
	f, ok := fn.Signature().Params().At(3).Type().Underlying().(*types.Signature)
	return 2, 3, ok && f.Params().Len() == 0 && f.Results().Len() == 1
}

// MutatesByType is Mutates for a function of which only the signature is known: one with a controllerutil.MutateFn and an
// OperationResult stands for CreateOrUpdate or CreateOrPatch. The function that it is given changes the object that exists,
// and has no parameters: so that must be read into the argument.
func MutatesByType(sig *types.Signature) (obj, mutate int, ok bool) {
	params, results := sig.Params(), sig.Results()
	if results.Len() != 2 || !isNamed(results.At(0).Type(), controllerutil.Path, "OperationResult") {
		return 0, 0, false
	}
	obj, mutate = params.Len()-2, params.Len()-1
	return obj, mutate, obj >= 0 && isNamed(params.At(mutate).Type(), controllerutil.Path, "MutateFn") && IsObject(params.At(obj).Type())
}

// polls is the Retry of a function of package wait that calls its argument fn
// until it returns true, or an error.
func polls(fn int) Retry { return Retry{Fn: fn, Predicate: OnConflict, Backoff: NoBackoff, Poll: true} }

const (
	// ErrorsPackage is the path of the package that knows the errors of API servers.
	ErrorsPackage = "k8s.io/apimachinery/pkg/api/errors"
	utilNetPkg    = "k8s.io/apimachinery/pkg/util/net"
	aggregates    = "k8s.io/apimachinery/pkg/util/errors"
)

// ShortBackoff reports whether v is client-go's retry.DefaultRetry: five
// attempts, 10 ms apart (client-go/util/retry/util.go).
func ShortBackoff(v types.Object) bool {
	return v != nil && v.Pkg() != nil && v.Name() == "DefaultRetry" && Unvendored(v.Pkg().Path()) == utilRetry.Path
}

// A Verb is what a call of a client does.
type Verb int

const (
	// NoVerb: it is no call of a client that is known.
	NoVerb Verb = iota
	// ReadLive returns what the API server has.
	ReadLive
	// ReadInto decodes what the API server has into its argument.
	ReadInto
	// ReadCache returns an object of an informer's cache.
	ReadCache
	// ListLive returns a list from the API server.
	ListLive
	// ListCache returns a slice of objects of an informer's cache.
	ListCache
	// Write sends an object with its version; the answer is the result.
	Write
	// WriteInto does, and decodes the response into the argument.
	WriteInto
	// PatchInto sends a patch, and decodes the response into the argument.
	PatchInto
	// Create sends an object that must not have a version.
	Create
	// Other calls take or return objects and keep no version: Delete, Patch
	// of bytes, Apply.
	Other
)

// A ClientCall is what a call of a client does. Obj is the index of the object
// among the arguments, without the receiver; Patch that of the patch.
type ClientCall struct {
	Verb       Verb
	Obj, Patch int
}

// CallOf says what a call of the method, function or function value of that
// name and signature does. recv is the type that a method is called through, nil
// for others.
//
// Generated clients, those of wrangler and the interfaces that projects put
// around them are known by their shape: Update(ctx, obj, metav1.UpdateOptions)
// (obj, error), Update(obj) (obj, error).
func CallOf(name string, fn *types.Func, sig *types.Signature, recv types.Type) ClientCall {
	if fn != nil && pathOf(fn) == clientPkg {
		return runtimeCall(name, sig)
	}
	if fn != nil {
		if c := cacheRead(fn, recv); c.Verb != NoVerb {
			return c
		}
	}
	if c := patchCall(name, sig); recv != nil && c.Verb != NoVerb {
		return c
	}
	if recv != nil && takesClientOptions(name, sig, recv) {
		return runtimeCall(name, sig)
	}
	options := optionsOf(sig)
	if options == "" && recv == nil {
		return ClientCall{}
	}
	res := sig.Results()
	answer := res.Len() == 2 && isError(res.At(1).Type()) && IsObject(res.At(0).Type())
	if options == "" && !answer {
		return ClientCall{}
	}
	obj := firstObject(sig)
	lower := strings.ToLower(name)
	switch {
	case options == "UpdateOptions" && obj >= 0 && answer && strings.HasPrefix(lower, "update"):
		return ClientCall{Verb: Write, Obj: obj}
	case options == "CreateOptions" && obj >= 0:
		return ClientCall{Verb: Create, Obj: obj}
	case options == "GetOptions" && answer && strings.HasPrefix(lower, "get"):
		return ClientCall{Verb: ReadLive}
	case options == "ListOptions" && answer && strings.HasPrefix(lower, "list"):
		return ClientCall{Verb: ListLive}
	case options != "":
		return ClientCall{Verb: Other}
	}
	if recv == nil || obj < 0 || sig.Params().Len() > 2 || !types.Identical(sig.Params().At(obj).Type(), res.At(0).Type()) {
		return ClientCall{}
	}
	if obj != sig.Params().Len()-1 || obj == 1 && !isNamed(sig.Params().At(0).Type(), "context", "Context") {
		return ClientCall{}
	}
	if !hasVerbs(recv) {
		return ClientCall{}
	}
	switch name {
	case "Update", "UpdateStatus":
		return ClientCall{Verb: Write, Obj: obj}
	case "Create":
		return ClientCall{Verb: Create, Obj: obj}
	}
	return ClientCall{}
}

// runtimeCall is what a method of controller-runtime's client does.
func runtimeCall(name string, sig *types.Signature) ClientCall {
	n := sig.Params().Len()
	if sig.Recv() == nil {
		return ClientCall{}
	}
	switch {
	case name == "Get" && n >= 3:
		return ClientCall{Verb: ReadInto, Obj: 2}
	case name == "Update" && n >= 2:
		return ClientCall{Verb: WriteInto, Obj: 1}
	case name == "Patch" && n >= 3:
		return ClientCall{Verb: PatchInto, Obj: 1, Patch: 2}
	case name == "Create" && n >= 2:
		return ClientCall{Verb: Create, Obj: 1}
	case name == "Delete" || name == "DeleteAllOf" || name == "List" || name == "Status" || name == "SubResource" || name == "Scheme" || name == "RESTMapper":
		return ClientCall{Verb: Other}
	}
	return ClientCall{}
}

// optionsOf is the name of the options of metav1 that is among the parameters, ""
// if none is.
func optionsOf(sig *types.Signature) string {
	name := ""
	for i := range sig.Params().Len() {
		if isOptions(sig.Params().At(i).Type()) {
			name = types.Unalias(sig.Params().At(i).Type()).(*types.Named).Obj().Name()
		}
	}
	return name
}

func isOptions(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && strings.HasSuffix(n.Obj().Name(), "Options") && pathOf(n.Obj()) == metaPkg
}

// firstObject is the index of the first parameter that is an object, -1 if none
// is.
func firstObject(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if t := sig.Params().At(i).Type(); IsObject(t) && !isOptions(t) {
			return i
		}
	}
	return -1
}

// hasVerbs reports whether t is a client: it can update and get.
func hasVerbs(t types.Type) bool {
	return !slices.ContainsFunc([]string{"Get", "Update", "Delete"}, func(m string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, m)
		return obj == nil
	})
}

// cacheRead says whether fn reads an informer's cache.
func cacheRead(fn *types.Func, recv types.Type) ClientCall {
	if res := fn.Signature().Results(); res.Len() == 0 || isError(res.At(0).Type()) || isBasic(res.At(0).Type()) {
		return ClientCall{} // nothing that could be an object
	}
	row, ok := "", false
	if recv != nil && types.IsInterface(recv) {
		row, ok = Method(fn, recv)
	} else if fn.Signature().Recv() != nil {
		row, ok = Func(fn)
	}
	if !ok {
		return ClientCall{}
	}
	switch row {
	case "ret0=cache":
		return ClientCall{Verb: ReadCache}
	case "ret0=cache[]":
		return ClientCall{Verb: ListCache}
	}
	return ClientCall{}
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// SaysConflict says what a predicate over errors answers for a conflict, as its last
// result. known is false for functions that are not understood.
func SaysConflict(fn *types.Func) (answer, known bool) {
	name := fn.Name()
	if fn.Pkg() != nil {
		switch Unvendored(fn.Pkg().Path()) {
		case ErrorsPackage:
			return name == "IsConflict", strings.HasPrefix(name, "Is") || name == "SuggestsClientDelay"
		case utilNetPkg:
			// The server has answered, so the connection was there.
			return false, strings.HasPrefix(name, "Is")
		case "errors", "github.com/pkg/errors", "github.com/cockroachdb/errors":
			// A conflict is a StatusError, and no sentinel.
			return false, name == "Is"
		}
	}
	words := wordsOf(name)
	if slices.Contains(words, "is") && slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "conflict") }) {
		return true, !slices.Contains(words, "not") && !slices.Contains(words, "or")
	}
	return false, false
}

// wordsOf are the words of a name, in small letters: "isConflictError" has three.
func wordsOf(name string) []string {
	var words []string
	from := 0
	for i, r := range name {
		if i > from && (unicode.IsUpper(r) || r == '_') {
			words = append(words, strings.ToLower(strings.Trim(name[from:i], "_")))
			from = i
		}
	}
	return append(words, strings.ToLower(strings.Trim(name[from:], "_")))
}

// Wraps says what becomes of an error in a call of the function of that name. "same": the
// result still is a conflict for IsConflict. "new": it is not. "hidden": it is not
// either, and may be nil if no error was given. "": it is not known. IsConflict asks
// errors.As, which does not look into an aggregate. For functions that format, see
// FormatsError.
func Wraps(name string) string {
	switch name {
	case "errors.Join",
		"github.com/cockroachdb/errors.Wrap", "github.com/cockroachdb/errors.Wrapf", "github.com/cockroachdb/errors.WithMessage", "github.com/cockroachdb/errors.WithMessagef", "github.com/cockroachdb/errors.WithStack",
		"github.com/giantswarm/microerror.Mask", "github.com/gravitational/trace.Wrap", "github.com/rotisserie/eris.Wrap", "github.com/rotisserie/eris.Wrapf":
		return "same"
	case aggregates + ".NewAggregate", "google.golang.org/grpc/status.Error", "google.golang.org/grpc/status.Errorf":
		return "hidden"
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef", "github.com/pkg/errors.WithStack",
		"emperror.dev/errors.Wrap", "emperror.dev/errors.Wrapf", "emperror.dev/errors.WrapIf", "emperror.dev/errors.WrapIff", "emperror.dev/errors.WrapIfWithDetails",
		"emperror.dev/errors.WithMessage", "emperror.dev/errors.WithMessagef", "emperror.dev/errors.WithStack", "emperror.dev/errors.WithDetails",
		"github.com/crossplane/crossplane-runtime/pkg/errors.Wrap", "github.com/crossplane/crossplane-runtime/pkg/errors.Wrapf",
		clientPkg + ".IgnoreNotFound", clientPkg + ".IgnoreAlreadyExists":
		return "same"
	case "errors.New", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf":
		return "new"
	}
	return ""
}

// FormatsError reports whether f makes an error by a format, which wraps by %w.
func FormatsError(f *types.Func) bool {
	return hasName(f, "fmt.Errorf", "golang.org/x/xerrors.Errorf")
}

// NamedForErrors reports whether a function of that name that returns nothing but an error
// always returns one: it is there to make it.
func NamedForErrors(name string) bool {
	switch name {
	case "Error", "Errorf", "New", "Newf":
		return true
	}
	return strings.HasPrefix(name, "New") && strings.HasSuffix(name, "Error")
}

// What the API server says of a conflict.
const (
	CodeConflict   = 409
	ReasonConflict = "Conflict" // metav1.StatusReasonConflict
)

// IsStatusError reports whether t is what an error of the API server is:
// apierrors.APIStatus or *apierrors.StatusError.
func IsStatusError(t types.Type) bool {
	switch TypeName(t) {
	case ErrorsPackage + ".APIStatus":
		return types.IsInterface(t)
	case ErrorsPackage + ".StatusError":
		_, pointer := types.Unalias(t).(*types.Pointer)
		return pointer
	}
	return false
}

// quiet are packages whose functions do not read an object that they are given
// again, nor give it a version.
var quiet = []string{
	"k8s.io/api", "k8s.io/apimachinery", "k8s.io/apiextensions-apiserver/pkg/apis", "k8s.io/utils",
	cachePkg, "k8s.io/client-go/tools/reference", "k8s.io/component-helpers",
	"sigs.k8s.io/yaml", "sigs.k8s.io/json", ctrlPkg + "/log", clientPkg + "/apiutil",
	"github.com/google/go-cmp", "github.com/prometheus/client_golang", "github.com/pkg/errors", "go.opentelemetry.io/otel", "github.com/davecgh/go-spew",
}

// Quiet reports whether a call of fn with an object leaves the object's version
// alone: of the standard library, a logger, a recorder, or one of the functions of
// the Kubernetes libraries that read and change objects in memory.
func Quiet(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return true // error.Error
	}
	path := Unvendored(fn.Pkg().Path())
	if StdPath(path) && !strings.HasSuffix(path, ".test") {
		return Standard(path)
	}
	if path == clientPkg || path == ctrlPkg+"/controller/controllerutil" {
		switch fn.Name() {
		case "CreateOrUpdate", "CreateOrPatch", "CreateOrUpdateWithRetry":
			return false
		}
		return fn.Signature().Recv() == nil
	}
	return OnlyTells(fn) || under(path, quiet)
}

// repeatable are packages whose functions do nothing but compute, or change what they are given.
var repeatable = []string{"fmt", "strings", "strconv", "time", "maps", "slices", "k8s.io/utils/ptr", ctrlPkg + "/controller/controllerutil", "k8s.io/api", machinery}

// RunsAgain reports whether a second call of fn does the same as the first, and whether that is known: fn is of a
// library.
func RunsAgain(fn *types.Func) (again, known bool) {
	if fn.Pkg() == nil {
		return false, true
	}
	if !under(Unvendored(fn.Pkg().Path()), repeatable) {
		return false, false
	}
	return !strings.HasPrefix(fn.Name(), "Print") && !strings.HasPrefix(fn.Name(), "Fprint") && fn.Name() != "Sleep", true
}

// GivesMetadata reports whether fn returns the metadata of its first argument, or of
// its receiver, by which the object itself is changed.
func GivesMetadata(fn *types.Func) bool {
	switch pathOf(fn) {
	case apiMeta:
		return fn.Signature().Recv() == nil && fn.Name() == "Accessor"
	case metaPkg:
		return fn.Signature().Recv() != nil && fn.Name() == "GetObjectMeta"
	}
	return false
}

// VersionedType reports whether t, or what it points to, has the version of an
// object in it: an object's struct, or metav1.ObjectMeta.
func VersionedType(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if IsObjectMeta(t) {
		return true
	}
	if types.IsInterface(t) {
		return false
	}
	return IsObject(types.NewPointer(t))
}

// HasMetadata reports whether t is the metadata of an object or list, a struct of
// apimachinery's that has a resourceVersion, or a pointer to one.
func HasMetadata(t types.Type) bool {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && IsAPIMachinery(Unvendored(n.Obj().Pkg().Path()))
}

// IsObjectMeta reports whether t is metav1.ObjectMeta.
func IsObjectMeta(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "ObjectMeta" && pathOf(n.Obj()) == metaPkg
}

// IsDryRun reports whether f is the field DryRun of the options of a write: where it is set,
// the API server stores nothing.
func IsDryRun(f *types.Var) bool {
	return f.Name() == "DryRun" && pathOf(f) == metaPkg
}

// LockOption reports whether t is controller-runtime's
// MergeFromWithOptimisticLock, which puts the version into a patch.
func LockOption(t types.Type) bool { return isNamed(t, clientPkg, "MergeFromWithOptimisticLock") }

// WholePatch reports whether v is client.Merge, the patch that is the whole
// object with its version.
func WholePatch(v types.Object) bool {
	return v != nil && v.Pkg() != nil && v.Name() == "Merge" && Unvendored(v.Pkg().Path()) == clientPkg
}

// DiffPatch reports whether fn makes a patch of the difference to its first
// argument, in controller-runtime.
func DiffPatch(fn *types.Func) bool {
	if pathOf(fn) != clientPkg {
		return false
	}
	return slices.Contains([]string{"MergeFrom", "MergeFromWithOptions", "StrategicMergeFrom"}, fn.Name())
}

// DiffOfBytes reports whether fn makes the bytes of a patch of the difference between its first two arguments, the
// contents of objects.
func DiffOfBytes(fn *types.Func) bool {
	switch fn.Name() {
	case "CreateMergePatch":
		return strings.Contains(pathOf(fn), "evanphx/json-patch")
	case "CreateTwoWayMergePatch", "CreateTwoWayMergePatchUsingLookupPatchMeta":
		return pathOf(fn) == machinery+"/pkg/util/strategicpatch"
	}
	return false
}

// Waits reports whether a call of the function of that name takes time: then a
// loop around it is no hot loop.
func Waits(name string) bool {
	return slices.ContainsFunc([]string{"Sleep", "Wait", "After", "Backoff", "Poll", "Until", "Take", "Accept", "Delay", "Tick"}, func(s string) bool { return strings.Contains(name, s) })
}
