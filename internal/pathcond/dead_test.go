package pathcond_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pathcond"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestDead: never and ever are called in branches that control never takes, and
// that it may take.
func TestDead(t *testing.T) {
	for name, src := range map[string]string{
		"field read before":         "func f(b *B) { p := b.ES.P; if b.ES != nil { ever(p) } else { never(p) } }",
		"nil on the left":           "func f(b *B) { p := b.ES.P; if nil == b.ES { never(p) } }",
		"parameter read before":     "func f(b *B) { p := b.K; if b == nil { never(p) } }",
		"parameter written before":  "func f(b *B) { b.K = k; if b == nil { never(k) } }",
		"method called before":      "func f(e error) { m := e.Error(); if e == nil { never(m) } }",
		"field of a field":          "func f(b *B) { p := b.In.ES.P; if b.In.ES == nil { never(p) } }",
		"past a branch":             "func f(b *B) { p := b.ES.P; if p != k { b.ES.P = lib.Quote(p) }; if b.ES == nil { never(p) } }",
		"in each round":             "func f(bs []*B) { for _, b := range bs { p := b.ES.P; if b.ES == nil { never(p) } } }",
		"read in a branch":          "func f(b *B) { if c { ever(b.ES.P) }; if b.ES == nil { ever(k) } }",
		"read behind":               "func f(b *B) { if b.ES == nil { ever(k) }; ever(b.ES.P) }",
		"compared before":           "func f(b *B) { if b.ES == other { ever(k) }; if b.ES == nil { ever(k) } }",
		"stored in between":         "func f(b *B) { p := b.ES.P; b.ES = other; if b.ES == nil { ever(p) } }",
		"stored in a branch":        "func f(b *B) { p := b.ES.P; if c { b.ES = other }; if b.ES == nil { ever(p) } }",
		"stored in the loop":        "func f(b *B) { p := b.ES.P; for c { if b.ES == nil { ever(p) }; b.ES = other } }",
		"stored as a whole":         "func f(b *B) { p := b.ES.P; *b = B{}; if b.ES == nil { ever(p) } }",
		"stored under another name": "func f(b, d *B) { p := b.ES.P; d.ES = nil; if b.ES == nil { ever(p) } }",
		"another field":             "func f(b *B) { p := b.ES.P; if b.CLS == nil { ever(p) } }",
		"another value":             "func f(b, d *B) { p := b.ES.P; if d.ES == nil { ever(p) } }",
		"call of the package":       "func f(b *B) { p := b.ES.P; reset(); if b.ES == nil { ever(p) } }",
		"call with the object":      "func f(b *B) { p := b.ES.P; lib.Read(b); if b.ES == nil { ever(p) } }",
		"unlocked in between":       "func f(b *B, ch chan int) { p := b.ES.P; <-ch; if b.ES == nil { ever(p) } }",

		"set before":             "func f(b *B) { b.K = `x`; if b.K == `` { never(k) } }",
		"length of what is set":  "func f(b *B) { b.K = `x`; if len(b.K) == 0 { never(k) } }",
		"not empty":              "func f(b *B) { b.K = `x`; if b.K != `` { ever(k) } else { never(k) } }",
		"past a return":          "func f(b *B) { b.K = `x`; if k == `` { return }; if len(b.K) == 0 { never(k) } }",
		"set to nothing":         "func f(b *B) { b.K = ``; if b.K == `` { ever(k) } }",
		"set to what is there":   "func f(b *B) { b.K = k; if b.K == `` { ever(k) } }",
		"set in a branch":        "func f(b *B) { if c { b.K = `x` }; if b.K == `` { ever(k) } }",
		"set twice":              "func f(b *B) { b.K = `x`; b.K = k; if b.K == `` { ever(k) } }",
		"set of another":         "func f(b, d *B) { d.K = `x`; if b.K == `` { ever(k) } }",
		"perhaps set of another": "func f(b, d *B) { b.K = `x`; d.K = ``; if b.K == `` { ever(k) } }",
		"call in between":        "func f(b *B) { b.K = `x`; reset(); if b.K == `` { ever(k) } }",
		"behind a dead branch":   "func f(b *B) { p := b.ES.P; if b.ES == nil { if c { never(p) }; never(p) } }",
		"no constant":            "func f(b *B) { if b.K == b.L { ever(k) } }",
	} {
		t.Run(name, func(t *testing.T) {
			src := ssatest.Build(t, `
import "example.com/lib"
var _ = lib.Quote
type S struct { P string }
type In struct { ES *S }
type B struct { ES, CLS *S; K, L string; In In }
var c bool
var k string
var other *S
func reset()
func never(string)
func ever(string)
`+src, map[string]string{"example.com/lib": "package lib\nfunc Quote(s string) string { return s }\nfunc Read(x any) {}\n"})
			fn := src.Funcs()[slices.IndexFunc(src.Funcs(), func(f *ssa.Function) bool { return f.Name() == "f" })]
			paths := pathcond.NewPaths(fn)
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					call, ok := in.(*ssa.Call)
					if !ok || call.Call.StaticCallee() == nil || !strings.HasSuffix(call.Call.StaticCallee().Name(), "ever") {
						continue
					}
					taken := b == fn.Blocks[0]
					for i := range b.Preds {
						taken = taken || !paths.Dead(b, i)
					}
					if want := call.Call.StaticCallee().Name() == "ever"; taken != want {
						t.Errorf("%s: taken %v", call, taken)
					}
				}
			}
		})
	}
}
