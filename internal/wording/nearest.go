package wording

import "strings"

// Nearest returns the one of known that name is a misspelling of: in another case, or with
// one letter changed, added, left out or swapped with the next. It is "" if there is none.
func Nearest(name string, known []string) string {
	for _, k := range known {
		if misspells(strings.ToLower(name), strings.ToLower(k)) {
			return k
		}
	}
	return ""
}

func misspells(name, known string) bool {
	if len(name) > len(known) {
		name, known = known, name
	}
	if len(known)-len(name) > 1 {
		return false
	}
	i := 0
	for i < len(name) && name[i] == known[i] {
		i++
	}
	switch {
	case len(name) < len(known):
		return name[i:] == known[i+1:]
	case i == len(name) || name[i+1:] == known[i+1:]:
		return true
	}
	return i+1 < len(name) && name[i] == known[i+1] && name[i+1] == known[i] && name[i+2:] == known[i+2:]
}
