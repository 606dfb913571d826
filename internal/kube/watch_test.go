package kube

import (
	"go/types"
	"strings"
	"testing"
)

const watchLibrary = objects + `
-- context --
package context

type Context interface{ Done() }
-- example.com/w --
package w

import (
	"context"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type Event struct {
	Type   string
	Object runtime.Object
}

type Wire struct {
	Kind string         ` + "`json:\"type,omitempty\"`" + `
	Raw  map[string]any ` + "`json:\"object\"`" + `
}

type Sent struct {
	Event
	Cluster string
}

type SentNamed struct {
	Cluster string
	Event   *Event
}

type TwoEvents struct{ Old, New Event }

type SentEvents chan Sent

type TypeOnly struct{ Type string }

type ObjectOnly struct{ Object int }

type StringObject struct{ Type, Object string }

type ObjectFirst struct {
	Object int
	Type   string
}

type OtherName struct {
	Name   string
	Object int
}

type OtherObject struct {
	Type string
	Spec int
}

type NumberType struct {
	Kind   int ` + "`json:\"type\"`" + `
	Object int
}

type OtherTags struct {
	Type   string ` + "`json:\"kind\"`" + `
	Object int    ` + "`json:\"obj\"`" + `
}

type Watcher interface{ ResultChan() <-chan Event }

type Pointers interface{ ResultChan() chan *Event }

type Numbers interface{ ResultChan() <-chan int }

type NoChan interface{ ResultChan() Event }

type Given interface{ ResultChan(int) <-chan Event }

type Both interface{ ResultChan() (<-chan Event, error) }

type Field struct{ ResultChan <-chan Event }

type Retry struct{}

func (*Retry) ResultChan() <-chan Event { return nil }

var (
	Events   <-chan Event
	Ints     chan int
	NotAChan []Event
)

type Selective struct{ FieldSelector, ResourceVersion string }

type NoSelector struct{ ResourceVersion string }

type NumberVersion struct {
	Watch           bool
	ResourceVersion int
}

type Object struct {
	UID, ResourceVersion string
	Watch                bool
}

type Embedding struct{ metav1.ObjectMeta }

type Status struct{ Code int }

type StatusError struct{}

type StatusErrors struct{}

type MyStatus struct{}

type ByLabel struct{ LabelSelector, ResourceVersion string }

type BySelector struct{ Selector, ResourceVersion string }

type ByTimeout struct{ TimeoutSeconds, ResourceVersion string }

type ByBookmarks struct{ AllowWatchBookmarks, ResourceVersion string }

type ByWatch struct{ Watch, ResourceVersion string }

type Linked struct{ SelfLink, Watch, ResourceVersion string }

type Items struct{ Items, Watch, ResourceVersion string }

type Namespaced interface{ GetNamespace() string }

type Identified interface{ GetUID() string }

type Labelled interface{ GetLabels() string }

type HasMeta interface{ GetObjectMeta() string }

type Passing interface{ Temporary() bool }

type Nullary interface{}

type Named interface{ GetName() string }

type NetError interface{ Timeout() bool }

type Wide[T any] struct{ F T }

var (
	ListOptions    func(opts metav1.ListOptions) error
	ListContext    func(ctx context.Context) error
	ListSelector   func(selector string) error
	ListVariadic   func(opts ...int) error
	ListStore      func() []any

	Nothing func()
	Done    func() bool
	DoneErr func() (bool, error)
	Err     func() error
	IntErr  func() (int, error)
)
-- example.com/old --
package old
`

// TestWatchTypes: which types belong to watches.
func TestWatchTypes(t *testing.T) {
	w := newWorld(t, watchLibrary)
	typesTable(t, w, []answers{
		{"watcher", IsWatcher},
		{"chan", EventChan},
		{"event", IsEvent},
		{"within", func(t types.Type) bool { return EventWithin(t) >= 0 }},
		{"options", func(t types.Type) bool { return OptionsField(t) == ResourceVersionField }},
		{"versioned", HasVersion},
		{"status", CanBeStatus},
	}, `
		example.com/w.Event        => event
		*example.com/w.Event       => event
		example.com/w.Wire         => event
		example.com/w.Sent         => within
		*example.com/w.Sent        => within
		example.com/w.SentNamed    => within
		example.com/w.TwoEvents    => -
		example.com/w.SentEvents   => chan
		example.com/w.TypeOnly     => -
		example.com/w.ObjectOnly   => -
		example.com/w.StringObject => -
		example.com/w.OtherTags    => -
		example.com/w.ObjectFirst  => event
		example.com/w.OtherName    => -
		example.com/w.OtherObject  => -
		example.com/w.NumberType   => -
		example.com/w.ByLabel      => options
		example.com/w.BySelector   => options
		example.com/w.ByTimeout    => options
		example.com/w.ByBookmarks  => options
		example.com/w.ByWatch      => options
		example.com/w.Linked       => -
		example.com/w.Items        => -
		example.com/w.Namespaced   => -
		example.com/w.Identified   => -
		example.com/w.Labelled     => -
		example.com/w.HasMeta      => -
		example.com/w.Passing      => -
		example.com/w.Nullary      => status
		example.com/w.Watcher      => watcher status
		example.com/w.Pointers     => watcher status
		example.com/w.Numbers      => status
		example.com/w.NoChan       => status
		example.com/w.Given        => status
		example.com/w.Both         => status
		example.com/w.Field        => -
		example.com/w.Retry        => watcher
		*example.com/w.Retry       => watcher
		example.com/w.Events       => chan
		example.com/w.Ints         => -
		example.com/w.NotAChan     => -
		example.com/w.Selective    => options
		*example.com/w.Selective   => options
		example.com/w.NoSelector   => -
		example.com/w.NumberVersion => -
		example.com/w.Object       => -
		example.com/w.Status       => status
		*example.com/w.Status      => status
		example.com/w.StatusError  => status
		example.com/w.StatusErrors => -
		example.com/w.MyStatus     => status
		example.com/w.Named        => -
		example.com/w.NetError     => -
		example.com/w.Wide.F       => -
		k8s.io/apimachinery/pkg/apis/meta/v1.ListOptions => options
		k8s.io/apimachinery/pkg/apis/meta/v1.ListMeta    => -
		*k8s.io/api/core/v1.Pod    => versioned
		*example.com/w.Embedding   => versioned
		example.com/w.Embedding    => versioned
		k8s.io/apimachinery/pkg/runtime.Object => status
	`)
}

// TestWatchNames: what names of functions and fields say of watches.
func TestWatchNames(t *testing.T) {
	namesTable(t, map[string]func(string) bool{
		"version":        VersionName,
		"names":          NamesVersion,
		"decodes":        Decodes,
		"fills-receiver": FillsReceiver,
		"from-receiver":  FillsFromReceiver,
		"next":           DecodesNext,
		"reads":          ReadsServer,
		"query":          SetsQuery,
		"query-options":  SetsQueryOptions,
		"query-version":  VersionQuery,
		"watch":          IsWatchCall,
		"list-func":      IsListFunc,
		"watch-func":     IsWatchFunc,
		"conversion":     IsConversion,
	}, `
		resourceVersion       => query-version version
		ResourceVersion       => names query-version version
		lastResourceVersion   => names version
		lastResourceVersions  => version
		rv                    => names version
		RV                    => names version
		latestRV              => names version
		recv                  => -
		lastVersion           => version
		apiVersion            => -
		groupVersion          => -
		version               => version
		UnmarshalJSON         => decodes fills-receiver
		Unmarshal             => decodes
		FromUnstructured      => decodes
		Convert               => decodes
		DecodeInto            => decodes
		Decode                => decodes next
		DeepCopyInto          => decodes from-receiver
		Decoder               => -
		Get                   => reads
		Create                => reads
		Update                => reads
		UpdateStatus          => reads
		Patch                 => reads
		Apply                 => reads
		Delete                => -
		Set                   => query
		Add                   => query
		Param                 => query
		VersionedParams       => query-options
		Watch                 => watch
		ListFunc              => list-func
		ListWithContextFunc   => list-func
		WatchFunc             => watch-func
		WatchFuncWithContext  => watch-func
		Convert_v1_T_To_p_T   => conversion
	`)
	for name, want := range map[string]Hand{
		"Accessor": HandsEither, "ListAccessor": HandsEither, "GetObjectMeta": HandsEither, "AsPartialObjectMetadata": HandsEither, "ToUnstructured": HandsEither,
		"DeepCopy": HandsReceiver, "DeepCopyObject": HandsReceiver, "UnstructuredContent": HandsReceiver, "GetListMeta": HandsReceiver,
		"Unmarshal": HandsArgument, "DecodeInto": HandsArgument, "NestedString": HandsArgument,
		"Get": HandsNothing,
	} {
		if got := HandsOn(name); got != want {
			t.Errorf("HandsOn(%s) = %v", name, got)
		}
	}
	for _, c := range []struct {
		name         string
		args         int
		err          bool
		receiver, ok bool
	}{
		{"GetResourceVersion", 0, false, true, true},
		{"GetResourceVersion", 1, false, false, false},
		{"GetResourceVersion", 0, true, false, false},
		{"ResourceVersion", 1, false, false, true},
		{"ResourceVersion", 1, true, false, true},
		{"ResourceVersion", 0, false, false, false},
		{"ObjectResourceVersion", 1, true, false, true},
		{"ObjectResourceVersion", 2, true, false, false},
		{"ObjectResourceVersion", 1, false, false, false},
	} {
		if receiver, ok := GetsVersion(c.name, c.args, c.err); receiver != c.receiver || ok != c.ok {
			t.Errorf("GetsVersion(%s, %d, %v) = %v, %v", c.name, c.args, c.err, receiver, ok)
		}
	}
}

// TestWatchCalls: which calls list, watch, and repeat others.
func TestWatchCalls(t *testing.T) {
	w := newWorld(t, watchLibrary)
	sig := func(name string) *types.Signature {
		return w.typ("example.com/w." + name).Underlying().(*types.Signature)
	}
	each(t, `
		List ListOptions          => lists
		List ListContext          => lists
		List ListVariadic         => lists
		List ListSelector         => -
		List ListStore            => -
		ListPods ListContext      => lists
		EachListItem ListContext  => lists
		Relist ListContext        => lists
		Reflect ListContext       => -
		ListAccessor ListContext  => -
		ListWatch ListContext     => -
		ListMeta ListContext      => -
		ListOptions ListContext   => -
		ListKeys ListContext      => -
	`, func(t *testing.T, name, want string) {
		name, f, _ := strings.Cut(strings.TrimSpace(name), " ")
		if got := IsListCall(name, sig(f)); got != (want == "lists") {
			t.Errorf("IsListCall = %v", got)
		}
	})
	words := map[string]Again{"-": NotAgain, "always": Always, "until-done": UntilDone, "on-error": OnError}
	each(t, `
		Until Nothing           => always
		UntilWithContext Err    => on-error
		PollImmediate DoneErr   => until-done
		Poll Done               => until-done
		PollInts IntErr         => on-error
		Forever Nothing         => always
		RetryOnConflict Err     => -
		retry Err               => on-error
		Backoff Err             => on-error
		Repeat Nothing          => always
		Every Nothing           => always
		eventLoop Nothing       => always
		Do Nothing              => -
		OnError Err             => on-error
	`, func(t *testing.T, name, want string) {
		name, f, _ := strings.Cut(strings.TrimSpace(name), " ")
		if got := Repeats(name, sig(f)); got != words[want] {
			t.Errorf("Repeats = %v, want %s", got, want)
		}
	})
	if !IsSingleObject(w.fn("k8s.io/apimachinery/pkg/apis/meta/v1.SingleObject")) || IsSingleObject(w.fn("k8s.io/apimachinery/pkg/apis/meta/v1.SetMetaDataLabel")) || IsSingleObject(nil) ||
		IsSingleObject(w.pkgs["example.com/w"].Scope().Lookup("Nothing")) || IsSingleObject(types.NewFunc(0, nil, "SingleObject", nil)) {
		t.Error("IsSingleObject")
	}
	for path, want := range map[string]bool{"example.com/w": true, "k8s.io/api/core/v1": true, "example.com/old": false, "context": false} {
		imports := w.pkgs[path].Imports()
		if got := CanCompareVersions(imports); got != want || StreamsLists(imports) != want {
			t.Errorf("CanCompareVersions(%s) = %v", path, got)
		}
	}
	old := newWorld(t, `
-- k8s.io/apimachinery/pkg/apis/meta/v1 --
package v1

type ListOptions struct{}
-- example.com/p --
package p

import _ "k8s.io/apimachinery/pkg/apis/meta/v1"
`)
	if CanCompareVersions(old.pkgs["example.com/p"].Imports()) {
		t.Error("an old apimachinery can compare versions")
	}
}

// TestIsMetadata: which types have the metadata of an object.
func TestIsMetadata(t *testing.T) {
	w := newWorld(t, objects+`
-- example.com/p --
package p

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type T struct {
	metav1.ObjectMeta
	ListMeta metav1.ListMeta
	metav1.Time
}

type L struct{ metav1.ListMeta }
`)
	for name, want := range map[string]bool{"T.ObjectMeta": true, "T.ListMeta": false, "T.Time": false, "L.ListMeta": true} {
		typ, field, _ := strings.Cut(name, ".")
		f, _, _ := types.LookupFieldOrMethod(w.typ("example.com/p."+typ), true, nil, field)
		if got := IsMetadata(f.(*types.Var)); got != want {
			t.Errorf("IsMetadata(%s) = %v", name, got)
		}
	}
}

// TestErrors: what tests of errors say of a code, and what is known of a Status.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name          string
		code          int
		answer, known bool
	}{
		{"IsInternalError", 500, true, true},
		{"IsInternalError", 410, false, true},
		{"IsGone", 410, true, true},
		{"IsGone", 500, false, true},
		{"IsResourceExpired", 410, true, true},
		{"IsExpired", 410, true, true},
		{"isExpiredError", 410, true, true},
		{"IsResourceVersionTooOld", 500, false, true},
		{"IsUnexpectedServerError", 500, false, false},
		{"IsNotFound", 410, false, true},
		{"IsConflict", 500, false, true},
		{"IsTimeout", 500, false, true},
		{"IsProbableEOF", 410, false, true},
		{"IsSomething", 410, false, false},
	} {
		if answer, known := ErrorTest(c.name, c.code); answer != c.answer || known != c.known {
			t.Errorf("ErrorTest(%s, %d) = %v, %v", c.name, c.code, answer, known)
		}
	}
	if StatusReason(410) != "Expired" || StatusReason(500) != "InternalError" {
		t.Error("StatusReason")
	}
	for name, want := range map[string]StatusPart{"Code": StatusCode, "StatusCode": StatusCode, "Reason": StatusReasonText, "ErrStatus": StatusInside, "Status": StatusOutcome, "Message": StatusOther} {
		if got := PartOfStatus(name); got != want {
			t.Errorf("PartOfStatus(%s) = %v", name, got)
		}
	}
	for name, want := range map[string]ErrorCall{"Is": ErrorIs, "Wrap": ErrorWraps, "FromObject": ErrorWraps, "Print": ErrorOther} {
		if got := OnErrors(name); got != want {
			t.Errorf("OnErrors(%s) = %v", name, got)
		}
	}
}

// TestIsKind: which types are kinds of the API.
func TestIsKind(t *testing.T) {
	w := newWorld(t, objects+`
-- example.com/p --
package p

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Truck struct{ metav1.ObjectMeta }

type TruckList struct{ metav1.ListMeta }

type Named struct{ ObjectMeta metav1.ObjectMeta }

type Name string
`)
	for name, want := range map[string]bool{"Truck": true, "TruckList": false, "Named": false, "Name": false} {
		if got := IsKind(w.pkgs["example.com/p"].Scope().Lookup(name).(*types.TypeName)); got != want {
			t.Errorf("IsKind(%s) = %v", name, got)
		}
	}
}
