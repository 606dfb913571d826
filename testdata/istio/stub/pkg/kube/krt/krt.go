// Package krt declares what the tests need of istio's package of that name.
package krt

type HandlerContext interface{ handler() }

type Collection[T any] interface {
	GetKey(k string) *T
	List() []T
}

type FetchOption func()

func Fetch[T any](ctx HandlerContext, c Collection[T], opts ...FetchOption) []T { return c.List() }

func FetchOne[T any](ctx HandlerContext, c Collection[T], opts ...FetchOption) *T {
	return c.GetKey("")
}

type TransformationSingle[I, O any] func(ctx HandlerContext, i I) *O

func NewCollection[I, O any](c Collection[I], hf TransformationSingle[I, O]) Collection[O] {
	return nil
}

type TransformationMulti[I, O any] func(ctx HandlerContext, i I) []O

func NewManyCollection[I, O any](c Collection[I], hf TransformationMulti[I, O]) Collection[O] {
	return nil
}

type Index[K comparable, O any] interface{ Lookup(k K) []O }

func NewIndex[K comparable, O any](c Collection[O], name string, extract func(o O) []K) Index[K, O] {
	return nil
}
