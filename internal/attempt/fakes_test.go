package attempt

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// fakes are the parts of the libraries that the sources of tests use.
var fakes = map[string]string{
	"k8s.io/apimachinery/pkg/apis/meta/v1": `package v1
type Time struct{ seconds int }
func (t *Time) IsZero() bool
func Now() Time
type OwnerReference struct{ Name string }
type TypeMeta struct{ Kind string }
type ListMeta struct{ ResourceVersion string }
type ObjectMeta struct {
	Name, GenerateName, Namespace, ResourceVersion string
	Labels, Annotations map[string]string
	Finalizers []string
	OwnerReferences []OwnerReference
	DeletionTimestamp *Time
}
func (m *ObjectMeta) GetName() string
func (m *ObjectMeta) GetNamespace() string
func (m *ObjectMeta) GetLabels() map[string]string
func (m *ObjectMeta) SetLabels(map[string]string)
func (m *ObjectMeta) GetAnnotations() map[string]string
func (m *ObjectMeta) SetAnnotations(map[string]string)
func (m *ObjectMeta) GetResourceVersion() string
func (m *ObjectMeta) SetResourceVersion(string)
func (m *ObjectMeta) GetDeletionTimestamp() *Time
type Object interface {
	GetName() string
	GetNamespace() string
	GetLabels() map[string]string
	SetLabels(map[string]string)
	GetAnnotations() map[string]string
	SetAnnotations(map[string]string)
	GetResourceVersion() string
	SetResourceVersion(string)
	GetDeletionTimestamp() *Time
}
type StatusReason string
const StatusReasonConflict StatusReason = "Conflict"
type Status struct { Reason StatusReason; Code int32; Message string }
type GetOptions struct{ ResourceVersion string }
type ListOptions struct{ ResourceVersion string }
type CreateOptions struct{ DryRun []string }
type UpdateOptions struct{ DryRun []string }
type PatchOptions struct{ DryRun []string }`,
	"k8s.io/apimachinery/pkg/runtime": `package runtime
type Object interface{ DeepCopyObject() Object }
type UnstructuredConverter interface {
	ToUnstructured(obj any) (map[string]any, error)
	FromUnstructured(u map[string]any, obj any) error
}
var DefaultUnstructuredConverter UnstructuredConverter`,
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured": `package unstructured
import ( "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/runtime" )
type Unstructured struct{ Object map[string]any }
func (u *Unstructured) DeepCopyObject() runtime.Object
func (u *Unstructured) DeepCopy() *Unstructured
func (u *Unstructured) GetName() string
func (u *Unstructured) GetNamespace() string
func (u *Unstructured) GetLabels() map[string]string
func (u *Unstructured) SetLabels(map[string]string)
func (u *Unstructured) GetAnnotations() map[string]string
func (u *Unstructured) SetAnnotations(map[string]string)
func (u *Unstructured) GetResourceVersion() string
func (u *Unstructured) SetResourceVersion(string)
func (u *Unstructured) GetDeletionTimestamp() *v1.Time`,
	"k8s.io/apimachinery/pkg/types": `package types
type NamespacedName struct{ Namespace, Name string }
type PatchType string
const MergePatchType PatchType = "merge"`,
	"k8s.io/apimachinery/pkg/api/errors": `package errors
import "k8s.io/apimachinery/pkg/apis/meta/v1"
type APIStatus interface{ Status() v1.Status }
type StatusError struct{ ErrStatus v1.Status }
func (*StatusError) Error() string
func (*StatusError) Status() v1.Status
func IsConflict(error) bool
func IsNotFound(error) bool
func IsAlreadyExists(error) bool
func IsTooManyRequests(error) bool
func SuggestsClientDelay(error) (int, bool)
func ReasonForError(error) v1.StatusReason`,
	"k8s.io/apimachinery/pkg/api/meta": `package meta
import ( "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/runtime" )
func Accessor(any) (v1.Object, error)
type MetadataAccessor interface { SetResourceVersion(obj runtime.Object, version string) error }
func NewAccessor() MetadataAccessor`,
	"k8s.io/apimachinery/pkg/util/errors": `package errors
type Aggregate interface { error; Errors() []error }
func NewAggregate([]error) Aggregate`,
	"k8s.io/apimachinery/pkg/util/wait": `package wait
import "context"
type Backoff struct{ Steps int }
func ExponentialBackoff(b Backoff, f func() (bool, error)) error
func PollUntilContextTimeout(ctx context.Context, interval, timeout int, immediate bool, f func(context.Context) (bool, error)) error`,
	"k8s.io/apimachinery/pkg/util/strategicpatch": `package strategicpatch
func CreateTwoWayMergePatch(original, modified []byte, data any) ([]byte, error)`,
	"k8s.io/client-go/util/retry": `package retry
import "k8s.io/apimachinery/pkg/util/wait"
var DefaultRetry, DefaultBackoff wait.Backoff
func RetryOnConflict(b wait.Backoff, fn func() error) error
func OnError(b wait.Backoff, retriable func(error) bool, fn func() error) error`,
	"k8s.io/api/core/v1": `package v1
import ( meta "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/runtime" )
type PodSpec struct{ NodeName string; Priority *int32; Containers []string }
type PodStatus struct{ Phase, Reason string; Conditions []string }
type Pod struct { meta.TypeMeta; meta.ObjectMeta; Spec PodSpec; Status PodStatus }
func (p *Pod) DeepCopy() *Pod
func (p *Pod) DeepCopyInto(*Pod)
func (p *Pod) DeepCopyObject() runtime.Object
func (s *PodStatus) DeepCopy() *PodStatus
func (s *PodStatus) DeepCopyInto(*PodStatus)
func (s *PodSpec) DeepCopyInto(*PodSpec)
type PodList struct { meta.TypeMeta; meta.ListMeta; Items []Pod }
func (p *PodList) DeepCopyObject() runtime.Object
type ConfigMap struct { meta.TypeMeta; meta.ObjectMeta; Data map[string]string }
func (c *ConfigMap) DeepCopy() *ConfigMap
func (c *ConfigMap) DeepCopyInto(*ConfigMap)
func (c *ConfigMap) DeepCopyObject() runtime.Object`,
	"k8s.io/client-go/kubernetes/typed/core/v1": `package v1
import ( "context"; core "k8s.io/api/core/v1"; meta "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/types" )
type PodInterface interface {
	Get(ctx context.Context, name string, o meta.GetOptions) (*core.Pod, error)
	List(ctx context.Context, o meta.ListOptions) (*core.PodList, error)
	Create(ctx context.Context, p *core.Pod, o meta.CreateOptions) (*core.Pod, error)
	Update(ctx context.Context, p *core.Pod, o meta.UpdateOptions) (*core.Pod, error)
	UpdateStatus(ctx context.Context, p *core.Pod, o meta.UpdateOptions) (*core.Pod, error)
	Patch(ctx context.Context, name string, pt types.PatchType, data []byte, o meta.PatchOptions, sub ...string) (*core.Pod, error)
}`,
	"k8s.io/client-go/listers/core/v1": `package v1
import core "k8s.io/api/core/v1"
type PodLister interface { List(selector string) ([]*core.Pod, error); Pods(namespace string) PodNamespaceLister }
type PodNamespaceLister interface { List(selector string) ([]*core.Pod, error); Get(name string) (*core.Pod, error) }`,
	"k8s.io/client-go/tools/cache": `package cache
type ResourceEventHandlerFuncs struct { AddFunc func(obj any); UpdateFunc func(oldObj, newObj any); DeleteFunc func(obj any) }`,
	"sigs.k8s.io/controller-runtime/pkg/client": `package client
import ( "context"; meta "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/runtime"; "k8s.io/apimachinery/pkg/types" )
type Object interface { meta.Object; runtime.Object }
type ObjectList interface { runtime.Object }
type ObjectKey = types.NamespacedName
type Patch interface { Type() types.PatchType }
type GetOption interface { ApplyToGet() }
type ListOption interface { ApplyToList() }
type CreateOption interface { ApplyToCreate() }
type UpdateOption interface { ApplyToUpdate() }
type PatchOption interface { ApplyToPatch() }
type SubResourceUpdateOption interface { ApplyToSubResourceUpdate() }
type SubResourcePatchOption interface { ApplyToSubResourcePatch() }
type dryRun struct{}
func (dryRun) ApplyToUpdate() {}
func (dryRun) ApplyToPatch() {}
var DryRunAll = dryRun{}
type Reader interface {
	Get(ctx context.Context, key ObjectKey, obj Object, opts ...GetOption) error
	List(ctx context.Context, list ObjectList, opts ...ListOption) error
}
type Client interface {
	Reader
	Create(ctx context.Context, obj Object, opts ...CreateOption) error
	Update(ctx context.Context, obj Object, opts ...UpdateOption) error
	Patch(ctx context.Context, obj Object, patch Patch, opts ...PatchOption) error
	Status() SubResourceWriter
	SubResource(name string) SubResourceClient
}
type SubResourceWriter interface {
	Update(ctx context.Context, obj Object, opts ...SubResourceUpdateOption) error
	Patch(ctx context.Context, obj Object, patch Patch, opts ...SubResourcePatchOption) error
}
type StatusWriter = SubResourceWriter
type SubResourceClient interface {
	Update(ctx context.Context, obj Object, opts ...SubResourceUpdateOption) error
	Patch(ctx context.Context, obj Object, patch Patch, opts ...SubResourcePatchOption) error
}
type MergeFromOption interface { ApplyToMergeFrom() }
type MergeFromWithOptimisticLock struct{}
func (MergeFromWithOptimisticLock) ApplyToMergeFrom() {}
var Merge Patch
func MergeFrom(obj Object) Patch
func MergeFromWithOptions(obj Object, opts ...MergeFromOption) Patch
func RawPatch(t types.PatchType, data []byte) Patch
func ObjectKeyFromObject(obj Object) ObjectKey`,
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil": `package controllerutil
import ( "context"; "sigs.k8s.io/controller-runtime/pkg/client" )
type OperationResult string
type MutateFn func() error
func CreateOrUpdate(ctx context.Context, c client.Client, obj client.Object, f MutateFn) (OperationResult, error)
func CreateOrPatch(ctx context.Context, c client.Client, obj client.Object, f MutateFn) (OperationResult, error)
func AddFinalizer(o client.Object, finalizer string) bool
func RemoveFinalizer(o client.Object, finalizer string) bool
func ContainsFinalizer(o client.Object, finalizer string) bool`,
	"sigs.k8s.io/controller-runtime/pkg/reconcile": `package reconcile
import "k8s.io/apimachinery/pkg/types"
type Result struct { Requeue bool; RequeueAfter int }
func (r *Result) IsZero() bool
type Request struct { types.NamespacedName }`,
	"context": `package context
type Context interface { Err() error }
type CancelFunc func()
func Background() Context
func WithCancel(Context) (Context, CancelFunc)`,
	"encoding/json": `package json
func Marshal(v any) ([]byte, error)
func Unmarshal(data []byte, v any) error`,
	"errors": `package errors
func New(string) error
func Is(err, target error) bool
func As(err error, target any) bool`,
	"fmt": `package fmt
func Errorf(format string, args ...any) error
func Sprintf(format string, args ...any) string`,
	"strings": `package strings
func Contains(s, sub string) bool`,
	"time": `package time
func Sleep(int)`,
	"k8s.io/klog/v2": `package klog
func Info(text string, args ...any)
func Printf(format string, args ...any)`,
}

// header imports the fakes that sources use.
const header = `package p
import (
	"context"; "encoding/json"; "errors"; "fmt"; "strings"; "time"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"; "k8s.io/apimachinery/pkg/runtime"
	apierrors "k8s.io/apimachinery/pkg/api/errors"; apimeta "k8s.io/apimachinery/pkg/api/meta"; utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/types"; "k8s.io/apimachinery/pkg/util/strategicpatch"; "k8s.io/apimachinery/pkg/util/wait"
	core "k8s.io/api/core/v1"; typed "k8s.io/client-go/kubernetes/typed/core/v1"; listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"; "k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"; "sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"; "sigs.k8s.io/controller-runtime/pkg/reconcile"
	log "k8s.io/klog/v2"
)
var ( _ context.Context; _ = json.Marshal; _ = errors.New; _ = fmt.Errorf; _ = strings.Contains; _ = time.Sleep
	_ meta.Time; _ unstructured.Unstructured; _ runtime.Object; _ apierrors.StatusError; _ = apimeta.Accessor; _ = utilerrors.NewAggregate
	_ types.PatchType; _ = strategicpatch.CreateTwoWayMergePatch; _ wait.Backoff; _ core.Pod; _ typed.PodInterface; _ listers.PodLister
	_ cache.ResourceEventHandlerFuncs; _ = retry.DefaultRetry; _ client.Object; _ controllerutil.MutateFn; _ reconcile.Result; _ = log.Info )
`

// packages are the packages of one test: the fakes, and those that it has analysed, with what these tell.
type packages struct {
	t        *testing.T
	fset     *token.FileSet
	done     map[string]*types.Package
	facts    map[types.Object]Does
	analysed map[*types.Package]bool
}

func newPackages(t *testing.T) *packages {
	return &packages{t, token.NewFileSet(), map[string]*types.Package{}, map[types.Object]Does{}, map[*types.Package]bool{}}
}

// Import type-checks fakes when they are first asked for.
func (ps *packages) Import(path string) (*types.Package, error) {
	if p := ps.done[path]; p != nil {
		return p, nil
	}
	src, ok := fakes[path]
	if !ok {
		return nil, fmt.Errorf("no fake of %s", path)
	}
	p := ssatest.Check(ps.t, ps.fset, path, ps, map[string]string{path: src}).Pkg
	ps.done[path] = p
	return p, nil
}

// An analysed package is one that a test asks about.
type analysed struct {
	pass *analysis.Pass
	ssa  *ssabuild.SSA
	res  *Result
}

// analyse analyses the package at path, whose text stands behind header. Others can import it afterwards.
func (ps *packages) analyse(path, src string) *analysed {
	ps.t.Helper()
	text := strings.Replace(header, "package p", "package "+path[strings.LastIndexByte(path, '/')+1:], 1)
	if imports, rest, ok := strings.Cut(src, "\n"); ok && strings.HasPrefix(imports, "import ") {
		text, src = strings.Replace(text, "\"context\"", strings.TrimPrefix(imports, "import ")+"; \"context\"", 1), rest
	}
	text += "//line p.go:1\n" + src
	a := &analysed{pass: ssatest.Check(ps.t, ps.fset, path, ps, map[string]string{"p.go": text})}
	ps.done[path] = a.pass.Pkg
	a.pass.ResultOf = map[*analysis.Analyzer]any{bound.Analyzer: bound.New(ps.fset, path)}
	a.pass.ImportPackageFact = func(p *types.Package, f analysis.Fact) bool { return ps.analysed[p] }
	a.pass.ExportPackageFact = func(analysis.Fact) {}
	a.pass.ImportObjectFact = func(o types.Object, f analysis.Fact) bool {
		known, ok := ps.facts[o]
		f.(*fact.Fact[Does]).Does = known
		return ok
	}
	a.pass.ExportObjectFact = func(o types.Object, f analysis.Fact) { ps.facts[o] = f.(*fact.Fact[Does]).Does }
	a.ssa = ssabuild.Build(a.pass, false, nil)
	res, err := run(a.pass, a.ssa)
	if err != nil {
		ps.t.Fatal(err)
	}
	a.res, ps.analysed[a.pass.Pkg] = res.(*Result), true
	return a
}

// kinds are the names of what becomes of a write that was refused.
var kinds = map[Kind]string{Again: "again", Crashed: "crashes", Returned: "returns another nil", Dropped: "drops the conflict", Flattened: "hides the conflict",
	NotWritten: "does not write", Unclear: "unclear", GaveUp: "gives up", SecondWrite: "second write", LostNow: "change lost"}

// text is what an outcome says of a write: "Update: again given".
func (o *Outcome) text() string {
	site := o.Site.Common()
	name := site.Value.Name()
	if site.IsInvoke() {
		name = site.Method.Name()
	} else if f := site.StaticCallee(); f != nil {
		name = f.Name()
	}
	text := name + ": " + kinds[o.Kind]
	switch {
	case o.Kind == Again && o.Same():
		text += " the same"
	case o.Kind == Again && !o.Known:
		text += " what is not known"
	}
	if o.Write != nil && o.Known {
		text += " " + o.New.Source.String()
		if o.New.Changed {
			text += " changed"
		}
	}
	return text
}

var lossKinds = map[apiobjects.Kind]string{apiobjects.StatusReplaced: "status replaced", apiobjects.StatusNotSent: "status not sent", apiobjects.OnlyStatusSent: "only status sent",
	apiobjects.EmptyPatch: "empty patch", apiobjects.ReversedPatch: "reversed patch", apiobjects.SetBefore: "set before", apiobjects.StatusCreated: "status created", apiobjects.ReadOver: "read over"}

// said is what the analysis of a says of each function: outcomes and losses, each once.
func (a *analysed) said(t *testing.T) map[string][]string {
	all := map[string]map[string]bool{}
	say := func(fn *ssa.Function, text string) {
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		if all[fn.Name()] == nil {
			all[fn.Name()] = map[string]bool{}
		}
		all[fn.Name()][text] = true
	}
	for _, o := range a.res.Outcomes {
		say(o.Root, o.text())
	}
	for _, l := range a.res.Losses(func(fn *ssa.Function) { t.Errorf("%s is not followed to its end", fn) }) {
		text := lossKinds[l.Kind]
		if l.Change.Path != "" {
			text += " " + l.Change.Path
		}
		if l.Elsewhere && !l.Always {
			text += " perhaps"
		}
		say(l.Fn, text)
	}
	out := map[string][]string{}
	for fn, texts := range all {
		out[fn] = slices.Sorted(maps.Keys(texts))
	}
	return out
}

// expected are the lines "//= text" above each function, and nothing where there are none.
func expected(src string) (names []string, want map[string][]string) {
	want = map[string][]string{}
	var lines []string
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		switch text, ok := strings.CutPrefix(line, "//= "); {
		case ok:
			lines = append(lines, text)
		case strings.HasPrefix(line, "func "):
			name := strings.TrimPrefix(line, "func ")
			if strings.HasPrefix(name, "(") {
				name = strings.TrimSpace(name[strings.Index(name, ")")+1:])
			}
			name = name[:strings.IndexAny(name, "([")]
			names, want[name] = append(names, name), lines
			lines = nil
		}
	}
	return names, want
}

// check analyses src and compares what is said of each function with the comments above it.
func check(t *testing.T, src string) *analysed {
	t.Helper()
	return checkIn(t, newPackages(t), src)
}

// checkIn is check of a source that can import packages.
func checkIn(t *testing.T, ps *packages, src string) *analysed {
	t.Helper()
	a := ps.analyse("example.com/p", src)
	names, want := expected(src)
	said := a.said(t)
	var wrong bytes.Buffer
	for _, name := range names {
		if !slices.Equal(said[name], want[name]) {
			fmt.Fprintf(&wrong, "%s:\n", name)
			for _, line := range said[name] {
				fmt.Fprintf(&wrong, "//= %s\n", line)
			}
			fmt.Fprintf(&wrong, "want %s\n", cmp.Or(strings.Join(want[name], "; "), "nothing"))
		}
	}
	if wrong.Len() > 0 {
		t.Errorf("%s", &wrong)
	}
	return a
}
