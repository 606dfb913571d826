package flow_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/k8slint/k8slint/internal/flow"
)

// TestFollow: in random graphs, Follow visits all that can be reached, each once, with a way that leads there; a thing's
// way is one step longer than that of the thing which is visited for it.
func TestFollow(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 0))
		next := make([][]int, 1+r.IntN(12))
		for range r.IntN(30) {
			n := r.IntN(len(next))
			next[n] = append(next[n], r.IntN(len(next)))
		}
		reached := map[int]bool{0: true}
		for range next {
			for n := range next {
				if reached[n] {
					for _, m := range next[n] {
						reached[m] = true
					}
				}
			}
		}
		visited := map[int]bool{}
		last := []int{0}
		flow.Follow(0, []int{0}, func(at int, way []int, on func(int, []int)) {
			if visited[at] || !reached[at] {
				t.Errorf("seed %d: %d is visited again, or cannot be reached", seed, at)
			}
			visited[at] = true
			for i := 1; i < len(way); i++ {
				if !slices.Contains(next[way[i-1]], way[i]) {
					t.Errorf("seed %d: the way %v is none in %v", seed, way, next)
				}
			}
			if n := len(way); way[n-1] != at || n > 1 && !slices.Equal(way[:n-1], last[:min(n-1, len(last))]) {
				t.Errorf("seed %d: %v comes after %v: that is not depth first", seed, way, last)
			}
			last = way
			for _, m := range next[at] {
				on(m, append(slices.Clip(way), m))
			}
		})
		if len(visited) != len(reached) {
			t.Errorf("seed %d: %v visited, %v reached", seed, visited, reached)
		}
		for n := range next {
			if flow.Any(0, func(n int) []int { return next[n] }, func(m int) bool { return m == n }) != reached[n] {
				t.Errorf("seed %d: Any does not find %d in %v, or finds it by no way", seed, n, next)
			}
		}
	}
}
