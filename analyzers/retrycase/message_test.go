package retrycase

import (
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/watchflow"
	"github.com/k8slint/k8slint/internal/wording"
)

// TestAnyName: whatever names the source has, a message fits and ends with what to
// do.
func TestAnyName(t *testing.T) {
	for _, name := range []string{"rv", strings.Repeat("name", 100), strings.Repeat("größe日本", 60), strings.Repeat("\u202e", 80)} {
		posn := name + "/" + name + ".go:123456"
		messages := []string{}
		for _, n := range []watchflow.Failure{{}, {Establishing: true}, {Lost: true}, {Lost: true, Expired: true}} {
			n.Position = name
			messages = append(messages, message(&n, posn, "", ""), message(&n, posn, posn, ""), message(&n, posn, posn, posn))
		}
		for _, m := range messages {
			if n := utf8.RuneCountInString(m); n > wording.Max {
				t.Errorf("%d characters: %s", n, m)
			}
			if _, advice, _ := strings.Cut(m, "; "); !strings.HasPrefix(advice, "list ") {
				t.Errorf("does not say what to do: %s", m)
			}
			if !strings.Contains(m, "123456") {
				t.Errorf("does not say where: %s", m)
			}
		}
	}
}

// TestSteps: a place has one step, however much happens there.
func TestSteps(t *testing.T) {
	for _, places := range [][3]token.Pos{{1, 1, 1}, {1, 2, 2}, {1, 1, 2}, {1, 2, 3}, {1, 2, 1}} {
		seen := map[token.Pos]bool{}
		for _, s := range steps(places[0], places[1], places[2], "rv") {
			if seen[s.Pos] && places != [3]token.Pos{1, 2, 1} { // there and back
				t.Errorf("%v: two steps at %d", places, s.Pos)
			}
			seen[s.Pos] = true
		}
	}
}
