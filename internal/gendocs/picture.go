package main

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
)

// A graph says which rooms import which: an analyzer or a part of a room counts as its room.
type graph map[string]map[string]bool

// graph is that of the rooms that a run of the command goes through.
func (all rooms) graph() graph {
	whole := graph{}
	for folder, r := range all {
		from := roomOf(folder)
		if whole[from] == nil {
			whole[from] = map[string]bool{}
		}
		for i := range r.imports {
			if to := roomOf(i); to != from {
				whole[from][to] = true
			}
		}
	}
	g := graph{}
	for work := []string{"cmd/k8slint"}; len(work) > 0; {
		from := work[0]
		work = work[1:]
		if g[from] == nil {
			g[from] = whole[from]
			work = append(work, slices.Sorted(maps.Keys(whole[from]))...)
		}
	}
	return g
}

// roomOf is the room that the package in folder belongs to.
func roomOf(folder string) string {
	parts := strings.Split(folder, "/")
	switch parts[0] {
	case "internal":
		return parts[1]
	case "analyzers":
		return "analyzers"
	}
	return folder
}

// rank is the length of the longest way of imports down from a room.
func (g graph) rank(from string, known map[string]int) int {
	if n, ok := known[from]; ok {
		return n
	}
	n := 0
	for to := range g[from] {
		n = max(n, 1+g.rank(to, known))
	}
	known[from] = n
	return n
}

// reaches reports whether from imports to through another room.
func (g graph) reaches(from, to string) bool {
	for next := range g[from] {
		if next != to && (g[next][to] || g.reaches(next, to)) {
			return true
		}
	}
	return false
}

// rows are the rooms by rank, the highest first: in each row near what imports them.
func (g graph) rows() [][]string {
	ranks := map[string]int{}
	for _, r := range slices.Sorted(maps.Keys(g)) {
		g.rank(r, ranks)
	}
	rows := make([][]string, 1+slices.Max(slices.Collect(maps.Values(ranks))))
	for _, r := range slices.Sorted(maps.Keys(g)) {
		at := len(rows) - 1 - ranks[r]
		rows[at] = append(rows[at], r)
	}
	at := map[string]float64{}
	for _, row := range rows {
		slices.SortStableFunc(row, func(a, b string) int { return cmp.Compare(g.middle(a, at), g.middle(b, at)) })
		for i, r := range row {
			at[r] = float64(i+1) / float64(len(row)+1)
		}
	}
	return rows
}

// middle is where the importers of a room stand on average.
func (g graph) middle(room string, at map[string]float64) float64 {
	sum, n := 0.0, 0.0
	for _, from := range slices.Sorted(maps.Keys(g)) {
		if x, placed := at[from]; placed && g[from][room] {
			sum, n = sum+x, n+1
		}
	}
	if n == 0 {
		return 0.5
	}
	return sum / n
}

const (
	roomHeight, rowHeight, roomGap, border = 26, 74, 16, 20
	letter                                 = 7.4 // of 12 pixels' text
)

// svg draws the rooms; an import that others imply has no line.
func (g graph) svg() []byte {
	type box struct{ x, y, w float64 }
	boxes, rows, width := map[string]box{}, g.rows(), 0.0
	rowWidth := func(row []string) float64 {
		w := -float64(roomGap)
		for _, r := range row {
			w += letter*float64(len(r)) + 18 + roomGap
		}
		return w
	}
	for _, row := range rows {
		width = max(width, rowWidth(row))
	}
	for i, row := range rows {
		x := border + (width-rowWidth(row))/2
		for _, r := range row {
			w := letter*float64(len(r)) + 18
			boxes[r] = box{x, float64(border + i*rowHeight), w}
			x += w + roomGap
		}
	}
	var b bytes.Buffer
	w, h := width+2*border, float64(2*border+(len(rows)-1)*rowHeight+roomHeight)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img" font-family="ui-monospace, monospace" font-size="12">`+"\n", w, h)
	fmt.Fprintf(&b, "<title>The rooms of k8slint: each imports those below it</title>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>\n<g stroke=\"#9aa5b1\">\n", w, h)
	for _, from := range slices.Sorted(maps.Keys(g)) {
		for _, to := range slices.Sorted(maps.Keys(g[from])) {
			if a, z := boxes[from], boxes[to]; !g.reaches(from, to) {
				fmt.Fprintf(&b, "<line x1=\"%.0f\" y1=\"%.0f\" x2=\"%.0f\" y2=\"%.0f\"/>\n", a.x+a.w/2, a.y+roomHeight, z.x+z.w/2, z.y)
			}
		}
	}
	b.WriteString("</g>\n")
	for _, r := range slices.Sorted(maps.Keys(boxes)) {
		a := boxes[r]
		fmt.Fprintf(&b, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%d\" rx=\"4\" fill=\"#eef3fb\" stroke=\"#31507f\"/>", a.x, a.y, a.w, roomHeight)
		fmt.Fprintf(&b, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#10213d\">%s</text>\n", a.x+a.w/2, a.y+17, html.EscapeString(r))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
