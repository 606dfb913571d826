//go:build unix

package main

// kubernetes are the packages of Kubernetes that the sources import, by path,
// with no more in them than is used.
var kubernetes = map[string]string{
	"k8s.io/apimachinery/pkg/watch": `package watch

type EventType string

const (
	Added    EventType = "ADDED"
	Modified EventType = "MODIFIED"
	Deleted  EventType = "DELETED"
	Bookmark EventType = "BOOKMARK"
	Error    EventType = "ERROR"
)

type Object interface{ GetResourceVersion() string }

type Event struct {
	Type   EventType
	Object Object
}

type Interface interface {
	Stop()
	ResultChan() <-chan Event
}
`,
	"k8s.io/apimachinery/pkg/apis/meta/v1": `package v1

type Object interface {
	GetName() string
	GetResourceVersion() string
	GetDeletionTimestamp() *Time
}

type Time struct{ Seconds int64 }

func (t *Time) IsZero() bool { return t == nil || t.Seconds == 0 }

type TypeMeta struct{ Kind, APIVersion string }

type ObjectMeta struct {
	Name, Namespace, ResourceVersion string
	Labels, Annotations              map[string]string
	DeletionTimestamp                *Time
	Finalizers                       []string
}

func (m *ObjectMeta) GetName() string { return m.Name }

func (m *ObjectMeta) GetDeletionTimestamp() *Time { return m.DeletionTimestamp }

func (m *ObjectMeta) GetResourceVersion() string { return m.ResourceVersion }

type ListMeta struct{ ResourceVersion string }

type ListOptions struct {
	ResourceVersion string
	Watch           bool
}

type (
	GetOptions    struct{ ResourceVersion string }
	UpdateOptions struct{ DryRun []string }
)
`,
	"k8s.io/apimachinery/pkg/api/errors": `package errors

func IsConflict(err error) bool      { return false }
func IsNotFound(err error) bool      { return false }
func IsInternalError(err error) bool { return false }
func IsGone(err error) bool          { return false }
`,
	"k8s.io/apimachinery/pkg/types": `package types

type NamespacedName struct{ Namespace, Name string }
`,
	"k8s.io/apimachinery/pkg/runtime": `package runtime

type Object interface{ DeepCopyObject() Object }

type Scheme struct{ n int }
`,
	"k8s.io/client-go/util/workqueue": `package workqueue

import _ "k8s.io/apimachinery/pkg/runtime"

type Interface interface {
	Add(item interface{})
	Get() (item interface{}, shutdown bool)
	Done(item interface{})
}

type RateLimitingInterface interface {
	Interface
	AddRateLimited(item interface{})
	Forget(item interface{})
}
`,
	"sigs.k8s.io/controller-runtime/pkg/client": `package client

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

type Object interface {
	metav1.Object
	runtime.Object
}

type ObjectKey = types.NamespacedName

type (
	GetOption    interface{ ApplyToGet() }
	UpdateOption interface{ ApplyToUpdate() }
)

type SubResourceUpdateOption interface{ ApplyToSubResourceUpdate() }

type SubResourceWriter interface {
	Update(ctx context.Context, obj Object, opts ...SubResourceUpdateOption) error
}

type Client interface {
	Get(ctx context.Context, key ObjectKey, obj Object, opts ...GetOption) error
	Update(ctx context.Context, obj Object, opts ...UpdateOption) error
	Status() SubResourceWriter
}
`,
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil": `package controllerutil

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func AddFinalizer(o client.Object, finalizer string) bool      { return true }
func RemoveFinalizer(o client.Object, finalizer string) bool   { return true }
func ContainsFinalizer(o client.Object, finalizer string) bool { return true }

func SetControllerReference(owner, controlled metav1.Object, scheme *runtime.Scheme) error {
	return nil
}
`,
	"sigs.k8s.io/controller-runtime/pkg/reconcile": `package reconcile

import (
	"time"

	"k8s.io/apimachinery/pkg/types"
)

type Request struct{ types.NamespacedName }

type Result struct {
	Requeue      bool
	RequeueAfter time.Duration
}
`,
	"k8s.io/client-go/util/retry": `package retry

type Backoff struct{ Steps int }

var DefaultRetry = Backoff{5}

func RetryOnConflict(b Backoff, fn func() error) error { return fn() }
`,
}

// object is an API object, and what reads one from a cache.
const object = `
type Obj struct {
	Name   string
	Labels map[string]string
	Items  []string
	Next   *Obj
}

func (o *Obj) DeepCopy() *Obj {
	if o == nil {
		return nil
	}
	out := new(Obj)
	*out = *o
	out.Labels = map[string]string{}
	for k, v := range o.Labels {
		out.Labels[k] = v
	}
	return out
}

//k8slint:shared
func Get(name string) *Obj { return nil }

func Make(name string) *Obj { return &Obj{Name: name} }

func cond() bool { return len(Make("").Name) > 3 }
`

// client reads, writes and watches pods.
const client = `
import (
	"context"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/util/retry"
)

var (
	_ = errors.IsConflict
	_ = retry.RetryOnConflict
	_ watch.Interface
)

type Pod struct {
	metav1.ObjectMeta
	Phase string
}

type PodList struct {
	metav1.ListMeta
	Items []Pod
}

type Pods interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*Pod, error)
	Update(ctx context.Context, pod *Pod, opts metav1.UpdateOptions) (*Pod, error)
	UpdateStatus(ctx context.Context, pod *Pod, opts metav1.UpdateOptions) (*Pod, error)
	List(ctx context.Context, opts metav1.ListOptions) (*PodList, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

func cond() bool { return len(context.Background().Value(1).(string)) > 3 }
`

// operator is a kind of a kubebuilder project, and its Reconciler.
const operator = `
import (
	"context"
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var (
	_ = reflect.DeepEqual
	_ = controllerutil.AddFinalizer
	_ time.Duration
)

type ShopSpec struct {
	Replicas *int
	Labels   map[string]string
}

type ShopStatus struct{ Phase string }

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Shop struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec   ShopSpec
	Status ShopStatus
}

func (s *Shop) DeepCopy() *Shop {
	out := new(Shop)
	*out = *s
	return out
}

func (s *Shop) DeepCopyObject() runtime.Object { return s.DeepCopy() }

type Reconciler struct {
	client.Client
	scheme *runtime.Scheme
}

func (r *Reconciler) check(ctx context.Context, n int) error { return ctx.Err() }
`
