package watchflow

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// fakes are packages with the import paths of the real ones, and as much of them
// as the tests use.
var fakes = map[string]string{
	"context": `package context; type Context interface{ Done() <-chan struct{} }`,
	"errors":  `package errors; func New(string) error; func Is(err, target error) bool; func As(err error, target any) bool`,
	"fmt":     `package fmt; func Sprintf(string, ...any) string; func Errorf(string, ...any) error`,
	"io":      `package io; var EOF error`,
	"strconv": `package strconv; func Atoi(string) (int, error); func ParseUint(string, int, int) (uint64, error)`,
	"sync/atomic": `package atomic; type Value struct{ v any }; func (*Value) Load() any; func (*Value) Store(any)
type Pointer[T any] struct{ v *T }; func (*Pointer[T]) Load() *T; func (*Pointer[T]) Store(*T)`,
	"encoding/json": `package json; func Unmarshal([]byte, any) error; type Decoder struct{}; func NewDecoder(any) *Decoder; func (*Decoder) Decode(any) error`,
	"net/http":      `package http; type Response struct{ StatusCode int; Body any }; func Get(string) (*Response, error)`,
	"k8s.io/apimachinery/pkg/apis/meta/v1": `package v1
type ListOptions struct{ ResourceVersion, FieldSelector string; Limit int; Watch bool; SendInitialEvents *bool }
func (o *ListOptions) DeepCopy() *ListOptions
type ObjectMeta struct{ Name, ResourceVersion string }
func (*ObjectMeta) GetResourceVersion() string
type ListMeta struct{ ResourceVersion string }
func (*ListMeta) GetResourceVersion() string
type Status struct{ ListMeta; Code int32; Reason, Status string }
func SingleObject(ObjectMeta) ListOptions`,
	"k8s.io/apimachinery/pkg/apis/meta/internalversion": `package internalversion
type ListOptions struct{ ResourceVersion, FieldSelector string; Watch bool }`,
	"k8s.io/apimachinery/pkg/watch": `package watch
type EventType string
const ( Added EventType = "ADDED"; Modified EventType = "MODIFIED"; Deleted EventType = "DELETED"; Bookmark EventType = "BOOKMARK"; Error EventType = "ERROR" )
type Event struct{ Type EventType; Object any }
type Interface interface{ Stop(); ResultChan() <-chan Event }`,
	"k8s.io/apimachinery/pkg/api/errors": `package errors
import "k8s.io/apimachinery/pkg/apis/meta/v1"
type StatusError struct{ ErrStatus v1.Status }
func (*StatusError) Error() string
func FromObject(any) error; func IsGone(error) bool; func IsInternalError(error) bool; func IsNotFound(error) bool; func ReasonForError(error) string`,
	"k8s.io/apimachinery/pkg/api/meta": `package meta
type Object interface{ GetResourceVersion() string; GetName() string }
func Accessor(any) (Object, error)`,
	"k8s.io/apimachinery/pkg/util/wait": `package wait
func Until(f func(), period int, stop <-chan struct{}); func Poll(interval int, f func() (bool, error)) error`,
	"k8s.io/api/core/v1": `package core
import "k8s.io/apimachinery/pkg/apis/meta/v1"
type Pod struct{ v1.ObjectMeta }
type PodList struct{ v1.ListMeta; Items []Pod }
type Service struct{ v1.ObjectMeta }
type ServiceList struct{ v1.ListMeta; Items []Service }`,
	"k8s.io/client-go/kubernetes": `package kubernetes
import ( "k8s.io/apimachinery/pkg/apis/meta/v1"; core "k8s.io/api/core/v1"; "k8s.io/apimachinery/pkg/watch" )
type Pods interface { Get(name string) (*core.Pod, error); List(v1.ListOptions) (*core.PodList, error); Watch(v1.ListOptions) (watch.Interface, error) }
type Services interface { Get(name string) (*core.Service, error); List(v1.ListOptions) (*core.ServiceList, error); Watch(v1.ListOptions) (watch.Interface, error) }`,
	"k8s.io/client-go/tools/cache": `package cache
import ( "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/watch" )
type ListWatch struct { ListFunc func(v1.ListOptions) (Object, error); WatchFunc func(v1.ListOptions) (watch.Interface, error) }
type Object interface{ GetResourceVersion() string }
type RetryWatcher struct{}
func (*RetryWatcher) ResultChan() <-chan watch.Event
func NewRetryWatcher(initialResourceVersion string, w any) (*RetryWatcher, error)`,
	"sigs.k8s.io/controller-runtime/pkg/client": `package client
import ( "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/watch" )
type ListOption interface{ ApplyToList(*ListOptions) }
type ListOptions struct{ Namespace string; Raw *v1.ListOptions }
func (*ListOptions) ApplyToList(*ListOptions)
type InNamespace string
func (InNamespace) ApplyToList(*ListOptions)
type MatchingFields map[string]string
func (MatchingFields) ApplyToList(*ListOptions)
type Object interface{ GetResourceVersion() string }
type Reader interface{ Get(name string, obj Object) error }
type WithWatch interface{ Watch(list any, opts ...ListOption) (watch.Interface, error) }`,
}

// header imports all fakes that loops use.
const header = `package p
import (
	"context"; "errors"; "fmt"; "io"; "strconv"; "sync/atomic"; "encoding/json"; "net/http"
	v1 "k8s.io/apimachinery/pkg/apis/meta/v1"; "k8s.io/apimachinery/pkg/apis/meta/internalversion"; "k8s.io/apimachinery/pkg/watch"; apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"; "k8s.io/apimachinery/pkg/util/wait"; core "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"; "k8s.io/client-go/tools/cache"; "sigs.k8s.io/controller-runtime/pkg/client"
)
var ( _ context.Context; _ = errors.New; _ = fmt.Errorf; _ = io.EOF; _ = strconv.Atoi; _ atomic.Value; _ = json.Unmarshal; _ = http.Get
	_ v1.ListOptions; _ internalversion.ListOptions; _ watch.Event; _ = apierrors.IsGone; _ meta.Object; _ = wait.Until; _ core.Pod; _ kubernetes.Pods; _ cache.ListWatch; _ client.ListOption )
`

// fakeImporter type-checks fakes as they are asked for.
type fakeImporter struct {
	t    testing.TB
	fset *token.FileSet
	done map[string]*types.Package
}

func (im *fakeImporter) Import(path string) (*types.Package, error) {
	if p := im.done[path]; p != nil {
		return p, nil
	}
	src, ok := fakes[path]
	if !ok {
		return nil, fmt.Errorf("no fake of %s", path)
	}
	p := ssatest.Check(im.t, im.fset, path, im, map[string]string{path: src}).Pkg
	im.done[path] = p
	return p, nil
}

// load type-checks src, behind header, and returns what run is given.
func load(t *testing.T, src string) *analysis.Pass {
	t.Helper()
	return loadWith(t, header, src)
}

// loadWith is load with another header.
func loadWith(t *testing.T, header, src string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	im := &fakeImporter{t, fset, map[string]*types.Package{}}
	// Line 1 is the first of src.
	return ssatest.Check(t, fset, "example.com/p", im, map[string]string{"p.go": header + "//line p.go:1\n" + src})
}

// codeOf is what the analysis knows of src before it looks for watches.
func codeOf(t *testing.T, src string) *code {
	t.Helper()
	pass := load(t, src)
	return newCode(pass, ssabuild.Build(pass, true, nil), nil)
}

// flowOf analyses src. Kinds whose name starts with Aggregated have a server of
// their own.
func flowOf(t *testing.T, src string) *Flow {
	t.Helper()
	return newFlow(findLoops(codeOf(t, src), func(kind *types.TypeName) bool { return strings.HasPrefix(kind.Name(), "Aggregated") }))
}

// answers tells all that f answers, a line each.
func answers(f *Flow) []string {
	var out []string
	add := func(pos token.Pos, what string, args ...any) {
		_, line, _ := strings.Cut(f.Posn(pos), ":")
		out = append(out, line+" "+fmt.Sprintf(what, args...))
	}
	for _, s := range f.Sinks {
		add(s.Instr.Pos(), "%s", s)
	}
	for _, a := range f.Advances {
		empty := ""
		if a.Empty {
			empty = ", empty at first"
		}
		add(a.Site.Pos(), "advances %s%s: %s", a.Position(), empty, f.Hazards(a))
	}
	for _, s := range f.Starts() {
		add(s.Pos, "starts from nothing: %s", s)
	}
	for _, n := range f.Failures() {
		add(n.Pos, "%s", n)
	}
	for _, b := range f.Blinds() {
		if b.Closed {
			add(b.Pos, "takes a closed channel for an event")
		} else {
			add(b.Pos, "takes a Status for a %s", b.Type)
		}
	}
	for _, c := range f.Comparisons() {
		add(c.Pos, "compares versions, as %v", c.How)
	}
	for _, s := range f.StaleLists() {
		_, line, _ := strings.Cut(f.Posn(s.List), ":")
		add(s.Sink.Instr.Pos(), "goes back to the list of line %s", line)
	}
	for _, st := range f.DeadStores() {
		add(st.Pos(), "nobody reads the version")
	}
	return out
}

// loop is a source and what is told of it.
type loop struct {
	name, src string
	want      []string
}

func check(t *testing.T, cases []loop) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := answers(flowOf(t, c.src)); !slices.Equal(got, c.want) {
				t.Errorf("got\n\t%s", strings.Join(got, "\n\t"))
			}
		})
	}
}
