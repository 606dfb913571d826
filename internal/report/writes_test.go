package report

import (
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/wording"
)

// TestRoom: whichever places are left of those behind the first, what is said of
// them has room.
func TestRoom(t *testing.T) {
	at := func(file string, line int) token.Position { return token.Position{Filename: file, Line: line} }
	long := "/src/" + strings.Repeat("reconciler", 9) + ".go"
	for _, places := range [][]token.Position{
		{at("/src/a.go", 1)},
		{at("/src/a.go", 1), at("/src/a.go", 1)},
		{at("/src/a.go", 1), at("/src/b.go", 20), at(long, 12345)},
		{at(long, 1), at("/src/a.go", 3), at("/src/a.go", 3), at("/src/a.go", 4), at(long, 7)},
	} {
		room := Rooms(places)[0]
		for i := 1; i < 1<<len(places); i += 2 { // subsets with the first
			var some []token.Position
			for k, p := range places {
				if i&(1<<k) != 0 {
					some = append(some, p)
				}
			}
			if n := utf8.RuneCountInString(Also(some)); room+n > wording.Max {
				t.Errorf("%d characters for %q: %d are left", n, Also(some), wording.Max-room)
			}
		}
	}
}

// TestMutates: the last step of a way names what mutates.
func TestMutates(t *testing.T) {
	for d := range does {
		w := Write{What: "pod.SetLabels(nil)", Does: Does(d), Posn: "a/a.go:1"}
		text := strings.TrimPrefix(w.step().Text, "a/a.go:1: ")
		if what, ok := Mutates(text); what != w.What || !ok {
			t.Errorf("%q: %q, %t", text, what, ok)
		}
	}
	if what, ok := Mutates("sync is called with it"); ok {
		t.Errorf("%q mutates", what)
	}
}

// TestRooms: each message has the room that it has if the places before its own are not
// there. A place in the file of the message has a shorter name, for which as much room is kept.
func TestRooms(t *testing.T) {
	at := func(file string, line int) token.Position { return token.Position{Filename: file, Line: line} }
	places := []token.Position{at("a.go", 7), at("longest_name.go", 1), at("longest_name.go", 1), at("longer.go", 12), at("a.go", 7), at("longest_name.go", 9), at("longest_name.go", 9), at("a.go", 1000)}
	for i, room := range Rooms(places) {
		longest := 0
		for j := i + 1; j < len(places); j++ {
			rest := append([]token.Position{places[i], places[j]}, places[i+1:]...)
			longest = max(longest, utf8.RuneCountInString(Also(rest)))
		}
		if most := wording.Max - longest; room > most || room < most-len("longest_name.go") {
			t.Errorf("place %d: %d, want %d", i, room, wording.Max-longest)
		}
	}
}
