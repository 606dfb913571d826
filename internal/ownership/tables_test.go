package ownership

import (
	"maps"
	"slices"
	"testing"

	"github.com/k8slint/k8slint/internal/effect"
)

// TestTablesDiff: tables differ where a call is given something else, too.
func TestTablesDiff(t *testing.T) {
	call := func(what string) effect.KeyCall {
		return effect.KeyCall{Key: "k", Origins: []effect.Origin{{What: what}}, Args: [][]effect.Ref{{{Base: effect.Cache}}}}
	}
	table := func(calls ...effect.KeyCall) tables {
		return tables{calls: map[string][]effect.KeyCall{"k": calls, "same": {call("a")}}}
	}
	for _, test := range []struct {
		a, b   tables
		differ bool
	}{
		{table(call("a")), table(call("a")), false},
		{table(call("a")), table(call("b")), true},
		{table(call("a")), table(call("a"), call("b")), true},
		{table(call("a"), call("b")), table(call("a")), true},
	} {
		got := slices.Contains(slices.Collect(maps.Keys(test.a.diff(test.b))), "k")
		if got != test.differ {
			t.Errorf("%v and %v: differ %v", test.a.calls, test.b.calls, got)
		}
	}
}
