package heap

import "testing"

// TestContexts: the callbacks of one call are told apart, however many functions
// an argument can be. By arithmetic on one number, function 2 of argument 0 was
// function 0 of argument 1.
func TestContexts(t *testing.T) {
	os := NewObjects()
	a := os.Within(nil, Step{Argument, 0, 2})
	b := os.Within(nil, Step{Argument, 1, 0})
	if a == b {
		t.Error("function 2 of argument 0 and function 0 of argument 1 are one context")
	}
	if again := os.Within(nil, Step{Argument, 0, 2}); a != again {
		t.Error("the same step from the same context makes another one")
	}
	x := os.Of(Key{Kind: Local, Role: CalleeMade, Context: a})
	y := os.Of(Key{Kind: Local, Role: CalleeMade, Context: b})
	if x == y {
		t.Error("two callbacks share what they make")
	}
	if again := os.Of(Key{Kind: Local, Role: CalleeMade, Context: a}); x != again {
		t.Error("a key stands for two objects")
	}
	if o, ok := os.Lookup(Key{Kind: Local, Role: CalleeMade, Context: a}); !ok || o != x {
		t.Error("Lookup does not find what Of made")
	}
	if _, ok := os.Lookup(Key{Kind: Local, Role: CalleeMade}); ok {
		t.Error("Lookup finds what nobody made")
	}
}

// TestRoles: the objects of one instruction are told apart by their roles.
func TestRoles(t *testing.T) {
	os := NewObjects()
	seen := map[*Object]Key{}
	for role := Itself; role <= ClientList; role++ {
		for i := range 200 {
			k := Key{Kind: Local, Role: role, Index: i}
			o := os.Of(k)
			if other, ok := seen[o]; ok {
				t.Fatalf("%v and %v are one object", other, k)
			}
			seen[o] = k
		}
	}
}

// TestCompareContexts: contexts have one order.
func TestCompareContexts(t *testing.T) {
	os := NewObjects()
	first := os.Within(nil, Step{Effect, 0, 0})
	second := os.Within(nil, Step{Effect, 1, 0})
	inFirst := os.Within(first, Step{Target, 0, 0})
	inFirst2 := os.Within(first, Step{Target, 0, 1})
	inSecond := os.Within(second, Step{Target, 0, 0})
	byArgument := os.Within(second, Step{Argument, 0, 0})
	order := []*Context{nil, first, second, inFirst, inFirst2, inSecond, byArgument}
	for i, a := range order {
		for j, b := range order {
			got, want := CompareContexts(a, b), i-j
			if got < 0 != (want < 0) || got > 0 != (want > 0) {
				t.Errorf("CompareContexts(%d, %d) = %d", i, j, got)
			}
		}
	}
}
