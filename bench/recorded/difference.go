package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/k8slint/k8slint/internal/evidence"
)

// A difference is what a build finds, compared with what is recorded.
type difference struct {
	same  []evidence.Row // as recorded: found, or gone
	lost  []evidence.Row // true, minor or unread, and not found
	gone  []evidence.Row // false, and not found
	back  []evidence.Row // recorded as gone, and found
	fresh []evidence.Row // found, and not recorded
	// unclear are those that are not found in a module of which some packages were not analysed.
	unclear []evidence.Row
	// missing is how many repositories or modules were not analysed. Their rows
	// are in no other list.
	missing int
}

func (d *difference) add(e difference) {
	d.same = append(d.same, e.same...)
	d.lost = append(d.lost, e.lost...)
	d.gone = append(d.gone, e.gone...)
	d.back = append(d.back, e.back...)
	d.unclear = append(d.unclear, e.unclear...)
	d.fresh = append(d.fresh, e.fresh...)
	d.missing += e.missing
}

// compare compares the rows of a repository with what was found in its modules.
func compare(rows []evidence.Row, found []module) (d difference) {
	for _, m := range found {
		if m.err != nil {
			d.missing++
			continue
		}
		have := map[evidence.Place]bool{}
		for _, p := range m.places {
			have[p] = true
		}
		var id evidence.Module
		known := map[evidence.Place]bool{}
		for _, r := range rows {
			if r.Dir != m.dir {
				continue
			}
			id = r.Module
			known[r.Place] = true
			switch {
			case r.Place == (evidence.Place{}):
			case have[r.Place] && r.Gone != "":
				d.back = append(d.back, r)
			case have[r.Place] || r.Gone != "":
				d.same = append(d.same, r)
			case m.partial:
				d.unclear = append(d.unclear, r)
			case r.Verdict == evidence.False:
				d.gone = append(d.gone, r)
			default:
				d.lost = append(d.lost, r)
			}
		}
		for _, p := range m.places {
			if !known[p] {
				d.fresh = append(d.fresh, evidence.Row{Module: id, Place: p, Verdict: evidence.Unread})
			}
		}
	}
	return d
}

// print prints what differs in c.
func (d *difference) print(c *checkout) {
	for _, m := range c.found {
		note := ""
		if m.partial {
			note = ", some packages not analysed"
		}
		if m.err != nil {
			first, _, _ := strings.Cut(m.err.Error(), "\n")
			note = ", not analysed: " + first
		}
		fmt.Fprintf(os.Stderr, "%s %.8s %s: %d findings, %.1f s%s\n", c.repo, c.commit, m.dir, len(m.places), m.seconds, note)
	}
	list := func(word string, rows []evidence.Row) {
		for _, r := range rows {
			fmt.Printf("%s\t%s %.8s\t%s:%d\t%s %s\t%s\n", word, r.Repo, r.Commit, r.File, r.Line, r.Analyzer, r.Category, r.Verdict)
		}
	}
	list("lost", d.lost)
	list("gone", d.gone)
	list("back", d.back)
	list("unclear", d.unclear)
	list("new", d.fresh)
}
