package kube

import (
	"go/types"
	"slices"
	"strings"
	"testing"
)

// answers lists what is true of each case: a row of words.
type answers struct {
	name string
	f    func(types.Type) bool
}

// typesTable checks predicates over types: each line has a type, and the names
// of the predicates that are true of it.
func typesTable(t *testing.T, w *world, preds []answers, lines string) {
	t.Helper()
	each(t, lines, func(t *testing.T, name, want string) {
		typ := w.typ(strings.TrimSpace(name))
		var got []string
		for _, p := range preds {
			if p.f(typ) {
				got = append(got, p.name)
			}
		}
		if s := strings.Join(got, " "); s != strings.Trim(want, "-") {
			t.Errorf("got %q, want %q", s, want)
		}
	})
}

// TestObjects: which types are API objects, lists and tombstones.
func TestObjects(t *testing.T) {
	w := newWorld(t, objects+`
-- k8s.io/client-go/tools/cache --
package cache

type DeletedFinalStateUnknown struct {
	Key string
	Obj any
}
-- example.com/p --
package p

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type Alias = corev1.Pod

type Versioned struct{}

func (Versioned) GetResourceVersion() string { return "" }

type Kinded struct{}

func (Kinded) GetObjectKind() int { return 0 }

type Field struct{ DeepCopyObject int }

type Spec struct{}

func (*Spec) DeepCopyInto(*Spec) {}

type Wide[T interface{ runtime.Object }] struct{ F T }

type DeletedFinalStateUnknown struct{}

var (
	Pointer  *corev1.Pod
	Unnamed  struct{}
	PointerToInterface *runtime.Unstructured
)
`)
	preds := []answers{
		{"object", IsObject},
		{"list", isList},
		{"api", func(t types.Type) bool {
			n, ok := types.Unalias(t).(*types.Named)
			return ok && IsAPIType(n)
		}},
		{"cached", CanBeCached},
		{"unstructured", IsUnstructured},
		{"phase", AlwaysHasPhase},
		{"kind", AlwaysHasKind},
		{"tombstone", IsTombstone},
		{"named-tombstone", NamedTombstone},
	}
	typesTable(t, w, preds, `
		k8s.io/api/core/v1.Pod                  => api cached phase
		*k8s.io/api/core/v1.Pod                 => object cached phase
		*example.com/p.Alias                    => object cached phase
		*k8s.io/api/core/v1.PodList             => object list cached
		k8s.io/api/core/v1.PodList              => api cached
		*k8s.io/api/core/v1.Node                => cached
		k8s.io/api/core/v1.Status               => -
		k8s.io/apimachinery/pkg/runtime.Object  => object cached
		*k8s.io/apimachinery/pkg/runtime.Object => -
		k8s.io/apimachinery/pkg/runtime.Unstructured  => object cached unstructured
		*k8s.io/apimachinery/pkg/runtime.Unstructured => -
		*k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured => object cached unstructured kind
		k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured  => api cached unstructured kind
		k8s.io/client-go/tools/cache.DeletedFinalStateUnknown  => cached tombstone named-tombstone
		*k8s.io/client-go/tools/cache.DeletedFinalStateUnknown => cached tombstone named-tombstone
		example.com/p.DeletedFinalStateUnknown  => named-tombstone
		example.com/p.Versioned                 => cached
		example.com/p.Kinded                    => cached
		*example.com/p.Field                    => cached
		example.com/p.Spec                      => api
		example.com/p.Wide.F                    => object cached
		example.com/p.Unnamed                   => -
	`)
}

// TestCopiesAndItems: which types have a deep copy or items, and which interfaces are of
// objects.
func TestCopiesAndItems(t *testing.T) {
	w := newWorld(t, `
-- other/k8s.io/client-go/tools/cache --
package cache

type Store interface{ Get() }
-- example.com/p --
package p

type Both struct{ Items []int }

func (*Both) DeepCopy() *Both      { return nil }
func (*Both) DeepCopyObject() any  { return nil }

type Object struct{}

func (Object) DeepCopyObject() any { return nil }

type Odd struct{}

func (Odd) DeepCopy(int) int { return 0 }

type Lister interface{ Get(); GetObjectKind() int }
type Versions interface{ GetResourceVersion() string }
type Getter interface{ Get() }
`)
	preds := []answers{
		{"DeepCopy", func(t types.Type) bool { f := DeepCopyOf(t); return f != nil && f.Name() == DeepCopyMethod }},
		{"DeepCopyObject", func(t types.Type) bool { f := DeepCopyOf(t); return f != nil && f.Name() == deepCopyObject }},
		{"items", HasItems},
		{"interface", func(t types.Type) bool {
			i, ok := t.Underlying().(*types.Interface)
			return ok && IsObjectInterface(i)
		}},
		{"cachepkg", OfCachePackage},
	}
	typesTable(t, w, preds, `
		*example.com/p.Both     => DeepCopy items
		example.com/p.Both      => DeepCopy items
		example.com/p.Object    => DeepCopyObject
		example.com/p.Odd       => -
		example.com/p.Lister    => interface
		example.com/p.Versions  => interface
		example.com/p.Getter    => -
		other/k8s.io/client-go/tools/cache.Store  => cachepkg
		*other/k8s.io/client-go/tools/cache.Store => -
	`)
}

// TestTypeName: the name of a type, with its package and without type arguments.
func TestTypeName(t *testing.T) {
	w := newWorld(t, objects+`
-- example.com/vendor/k8s.io/klog --
package klog

type T[E any] struct{}

var (
	Instance T[int]
	Pointer  *T[string]
	Twice    **T[int]
	Unnamed  []int
	Err      error
)
`)
	each(t, `
		example.com/vendor/k8s.io/klog.Instance => k8s.io/klog.T
		example.com/vendor/k8s.io/klog.Pointer  => k8s.io/klog.T
		example.com/vendor/k8s.io/klog.Twice    => -
		example.com/vendor/k8s.io/klog.Unnamed  => -
		example.com/vendor/k8s.io/klog.Err      => error
		*k8s.io/api/core/v1.Pod                 => k8s.io/api/core/v1.Pod
	`, func(t *testing.T, name, want string) {
		if got := TypeName(w.typ(strings.TrimSpace(name))); got != strings.Trim(want, "-") {
			t.Errorf("TypeName = %q, want %q", got, want)
		}
	})
	if got := TypeName(nil); got != "" {
		t.Errorf("TypeName(nil) = %q", got)
	}
}

// TestDeepCopies: which methods are deep copies by their signature.
func TestDeepCopies(t *testing.T) {
	w := newWorld(t, `
-- example.com/p --
package p

type T struct{}

func (*T) DeepCopy() *T        { return nil }
func (*T) DeepCopyObject() any { return nil }
func (*T) DeepCopyInto(*T)     {}
func (*T) DeepCopyTo()         {}
func (*T) Copy() *T            { return nil }

type I struct{}

func (I) DeepCopyInto(a, b *I) {}

type J struct{}

func (J) DeepCopyInto(*J) int { return 0 }
`)
	for name, want := range map[string][2]bool{
		"(*example.com/p.T).DeepCopy":       {true, false},
		"(*example.com/p.T).DeepCopyObject": {true, false},
		"(*example.com/p.T).DeepCopyInto":   {false, true},
		"(*example.com/p.T).DeepCopyTo":     {false, false},
		"(*example.com/p.T).Copy":           {false, false},
		"(example.com/p.I).DeepCopyInto":    {false, false},
		"(example.com/p.J).DeepCopyInto":    {false, true},
	} {
		f := w.fn(name)
		if got := [2]bool{IsDeepCopy(f), IsDeepCopyInto(f)}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if got := IsGeneratedCopy(f); got != (want[0] || f.Name() == "DeepCopyInto") {
			t.Errorf("%s: generated: %v", name, got)
		}
	}
}

// namesTable checks predicates over names: each line has a name, and the
// predicates that are true of it.
func namesTable(t *testing.T, preds map[string]func(string) bool, lines string) {
	t.Helper()
	each(t, lines, func(t *testing.T, name, want string) {
		var got []string
		for p, f := range preds {
			if f(strings.TrimSpace(name)) {
				got = append(got, p)
			}
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != strings.Trim(want, "-") {
			t.Errorf("got %q, want %q", s, want)
		}
	})
}

// TestNames: what the names of fields, functions and packages mean.
func TestNames(t *testing.T) {
	namesTable(t, map[string]func(string) bool{
		"set":      AlwaysSet,
		"embedded": Embedded,
		"fake":     IsFakeType,
		"log":      IsLogCall,
		"notfound": SaysNotFound,
		"zero":     SaysZero,
		"noop":     IsNoCopyVariable,
		"list":     MakesList,
		"copies":   NamesDeepCopy,
		"returns":  CopiesReceiver,
		"into":     CopiesInto,
	}, `
		List                       => list
		ByIndex                    => list
		Index                      => list
		Lists                      => -
		DeepCopyJSON               => copies
		DeepCopy                   => copies returns
		DeepCopyObject             => copies returns
		DeepCopyInto               => copies into
		ResourceVersion            => set
		UID                        => set
		Labels                     => -
		ObjectMeta                 => embedded
		ListMeta                   => embedded
		TypeMeta                   => embedded
		FakeClient                 => fake
		clientMock                 => fake
		StubbornClient             => fake
		noopRecorder               => fake
		Kafka                      => -
		Infof                      => log
		V                          => log
		Verify                     => -
		Logger                     => -
		Log                        => log
		HandleError                => log
		WithValuesX                => log
		Printf                     => log
		IsNotFound                 => notfound
		IsZero                     => zero
		UnsafeDisableDeepCopy      => noop
		UnsafeDisableDeepCopyX     => -
		deletedfinalstateunknown   => -
	`)
	namesTable(t, map[string]func(string) bool{"fake": IsFakePackage}, `
		k8s.io/client-go/kubernetes/fake  => fake
		example.com/mocks/client          => fake
		example.com/testing               => fake
		example.com/fakery                => -
		example.com/client                => -
	`)
}

// TestOpaque: into which types the analysis does not look.
func TestOpaque(t *testing.T) {
	w := newWorld(t, objects+`
-- sync --
package sync

type Mutex struct{}

type Map struct{}
`)
	for name, want := range map[string]bool{"sync.Mutex": true, "sync.Map": false, "k8s.io/apimachinery/pkg/apis/meta/v1.Time": true, "k8s.io/api/core/v1.Pod": false} {
		if got := Opaque(w.typ(name).(*types.Named)); got != want {
			t.Errorf("Opaque(%s) = %v", name, got)
		}
	}
	if !Opaque(types.Universe.Lookup("error").Type().(*types.Named)) {
		t.Error("error is not opaque")
	}
}

// TestReflects: which calls of package reflect read and write through a pointer.
func TestReflects(t *testing.T) {
	w := newWorld(t, `
-- reflect --
package reflect

type Value struct{}

func ValueOf(x any) Value { return Value{} }
func TypeOf(x any) int    { return 0 }

func (Value) Elem() Value { return Value{} }
func (Value) SetInt(int)  {}
func (Value) Kind() int   { return 0 }

type Type interface{ Elem() Type }
-- example.com/reflect --
package reflect

func ValueOf(x any) any { return x }
`)
	for name, want := range map[string]ReflectOp{
		"reflect.ValueOf":             ReflectOf,
		"reflect.TypeOf":              ReflectOther,
		"(reflect.Value).Elem":        ReflectElem,
		"(reflect.Value).SetInt":      ReflectSet,
		"(reflect.Value).Kind":        ReflectOther,
		"(reflect.Type).Elem":         ReflectOther,
		"example.com/reflect.ValueOf": ReflectOther,
	} {
		if got := Reflects(w.fn(name)); got != want {
			t.Errorf("Reflects(%s) = %v, want %v", name, got, want)
		}
	}
	if Reflects(nil) != ReflectOther || Reflects(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)) != ReflectOther {
		t.Error("what has no package reflects")
	}
}

// TestStores: which types are stores, and which functions make or fill them.
func TestStores(t *testing.T) {
	w := newWorld(t, `
-- k8s.io/client-go/tools/cache --
package cache

type Store interface{}

type Indexer interface{}

type Queue interface{}
-- example.com/cache --
package cache

type Store interface{}

var Unnamed []int
`)
	typesTable(t, w, []answers{{"store", IsStore}}, `
		k8s.io/client-go/tools/cache.Store    => store
		k8s.io/client-go/tools/cache.Indexer  => store
		*k8s.io/client-go/tools/cache.Store   => -
		k8s.io/client-go/tools/cache.Queue    => -
		example.com/cache.Store               => -
		example.com/cache.Unnamed             => -
	`)
	if IsStore(types.Universe.Lookup("error").Type()) {
		t.Error("error is a store")
	}
	namesTable(t, map[string]func(string) bool{"makes": MakesStore, "fills": FillsStore}, `
		k8s.io/client-go/tools/cache.NewStore            => makes
		k8s.io/client-go/tools/cache.NewIndexer          => makes
		k8s.io/client-go/tools/cache.NewInformer         => -
		k8s.io/client-go/tools/cache.NewReflector        => fills
		k8s.io/client-go/tools/cache.NewNamedReflector   => fills
		k8s.io/client-go/tools/cache.New                 => fills
		k8s.io/client-go/tools/cache.Reflector           => -
		example.com/cache.NewReflector                   => -
		example.com/cache.NewStore                       => -
		NewStore                                         => -
	`)
}

// TestInformers: which types are informers.
func TestInformers(t *testing.T) {
	w := newWorld(t, `
-- k8s.io/client-go/tools/cache --
package cache

type SharedInformer interface {
	GetStore() int
	SetTransform(func())
	Run()
}

func GetStore()                {}
func NewInformer()             {}
func NewSharedInformer()       {}
func NewTransformingInformer() {}
-- example.com/cache --
package cache

func NewInformer() {}
`)
	for name, want := range map[string]Informer{
		"k8s.io/client-go/tools/cache.NewInformer":               {Example: 1},
		"k8s.io/client-go/tools/cache.NewSharedInformer":         {Example: 1, Shared: true},
		"k8s.io/client-go/tools/cache.NewTransformingInformer":   {},
		"(k8s.io/client-go/tools/cache.SharedInformer).Run":      {},
		"(k8s.io/client-go/tools/cache.SharedInformer).GetStore": {},
		"example.com/cache.NewInformer":                          {},
	} {
		if got, ok := InformerFor(w.fn(name)); got != want || ok != (want != Informer{}) {
			t.Errorf("InformerFor(%s) = %+v, %v", name, got, ok)
		}
	}
	for name, want := range map[string]string{
		"(k8s.io/client-go/tools/cache.SharedInformer).GetStore":     "store",
		"(k8s.io/client-go/tools/cache.SharedInformer).SetTransform": "transform",
		"(k8s.io/client-go/tools/cache.SharedInformer).Run":          "",
		"k8s.io/client-go/tools/cache.GetStore":                      "",
	} {
		f := w.fn(name)
		if ReturnsStore(f) != (want == "store") || SetsTransform(f) != (want == "transform") {
			t.Errorf("%s: ReturnsStore is %v, SetsTransform %v", name, ReturnsStore(f), SetsTransform(f))
		}
	}
}

// TestIsForLog: which values are made for a log.
func TestIsForLog(t *testing.T) {
	w := newWorld(t, `
-- go.uber.org/zap/zapcore --
package zapcore

type Field struct{}
-- go.uber.org/zap --
package zap

import "go.uber.org/zap/zapcore"

type Field = zapcore.Field

func Any(key string, v any) Field { return Field{} }

type Logger struct{}

func (l *Logger) With(fields ...Field) *Logger { return l }

func (l *Logger) Check(msg string) (*Logger, error) { return l, nil }

func (l *Logger) DPanic(msg string) {}

func New() (*Logger, error) { return nil, nil }
-- example.com/p --
package p

import "go.uber.org/zap"

type Field struct{ zap.Field }

func Any(v any) Field { return Field{zap.Any("v", v)} }
`)
	for name, want := range map[string]bool{
		"go.uber.org/zap.Any":              true,
		"go.uber.org/zap.(*Logger).With":   true,
		"go.uber.org/zap.(*Logger).Check":  true,
		"go.uber.org/zap.(*Logger).DPanic": false,
		"go.uber.org/zap.New":              false,
		"example.com/p.Any":                false,
	} {
		if got := IsForLog(w.fn(name)); got != want {
			t.Errorf("IsForLog(%s) = %v", name, got)
		}
	}
}

// TestOnlyComputes: which functions have no effect but their result.
func TestOnlyComputes(t *testing.T) {
	w := newWorld(t, `
-- strings --
package strings

type Builder struct{ b []byte }

func (b *Builder) WriteString(s string) (int, error) { return 0, nil }

func (b *Builder) String() string { return "" }

func (b *Builder) Reset() {}

func TrimSpace(s string) string { return s }

func Map(f func(rune) rune, s string) string { return s }
-- encoding/json --
package json

func Marshal(v any) ([]byte, error) { return nil, nil }

func Unmarshal(b []byte, v any) error { return nil }
-- fmt --
package fmt

func Sprintf(format string, args ...any) string { return "" }

func Fprintf(w any, format string, args ...any) {}

func Scanf(format string, args ...any) {}
-- k8s.io/apimachinery/pkg/apis/meta/v1 --
package v1

type ObjectMeta struct{ Name string }

func (m *ObjectMeta) GetName() string { return m.Name }

func (m *ObjectMeta) SetName(name string) { m.Name = name }
-- example.com/p --
package p

type T struct{}

func (T) GetName() string { return "" }

func (T) String() string { return "" }

func (T) Error(code int) string { return "" }
`)
	for name, want := range map[string]string{
		"strings.(*Builder).WriteString": "writes",
		"strings.(*Builder).String":      "computes",
		"strings.(*Builder).Reset":       "",
		"strings.TrimSpace":              "computes",
		"encoding/json.Marshal":          "computes",
		"encoding/json.Unmarshal":        "",
		"strings.Map":                    "",
		"fmt.Sprintf":                    "computes",
		"fmt.Fprintf":                    "writes",
		"fmt.Scanf":                      "",
		"k8s.io/apimachinery/pkg/apis/meta/v1.(*ObjectMeta).GetName": "computes",
		"k8s.io/apimachinery/pkg/apis/meta/v1.(*ObjectMeta).SetName": "",
		"example.com/p.(T).GetName":                                  "",
		"example.com/p.(T).String":                                   "computes",
		"example.com/p.(T).Error":                                    "",
	} {
		got, f := "", w.fn(name)
		if OnlyComputes(f) {
			got = "computes"
		} else if WritesText(f) {
			got = "writes"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
