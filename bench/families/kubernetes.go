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

type ObjectMeta struct {
	Name, Namespace, ResourceVersion string
	Labels, Annotations              map[string]string
}

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
