package ownership

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/kube"
)

// tables are what is known of fields and of calls by key, in this package and
// those below.
type tables struct {
	fields map[string][]fieldPut
	calls  map[string][]effect.KeyCall
	// funcs are the functions that this package puts under a key; nil where
	// others may be there.
	funcs map[string][]*ssa.Function
}

// diff lists the keys whose entries differ.
func (t tables) diff(u tables) map[string]bool {
	out := map[string]bool{}
	fields := func(a, b map[string][]fieldPut) {
		for k, x := range a {
			y := b[k]
			if !slices.EqualFunc(x, y, func(p, q fieldPut) bool {
				return p.At == q.At && p.Path == q.Path && p.Copy == q.Copy && slices.Equal(p.parts, q.parts)
			}) {
				out[k] = true
			}
		}
	}
	fields(t.fields, u.fields)
	fields(u.fields, t.fields)
	for k, x := range u.calls {
		if !slices.EqualFunc(t.calls[k], x, effect.KeyCall.Equal) {
			out[k] = true
		}
	}
	for k, x := range u.funcs {
		if !slices.Equal(t.funcs[k], x) {
			out[k] = true
		}
	}
	return out
}

// callsOf are the calls of what is kept under key.
func (t tables) callsOf(key string) []effect.KeyCall {
	var out []effect.KeyCall
	if spec, ok := kube.Callback(key); ok {
		out = append(out, effect.ParseCallback(key, spec))
	}
	return append(out, t.calls[key]...)
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func exportedField(key string) bool {
	name := key[strings.LastIndexByte(key, '.')+1:]
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}
