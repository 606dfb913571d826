package subresource

import (
	"fmt"
	"strings"
)

// A Fact is what a package says of kinds.
type Fact struct {
	// Group and Version are those of the kinds that the package declares, "" if it does not
	// say so.
	Group, Version string
	// Kinds are the kinds with evidence that the package declares, sorted by name.
	Kinds []KindFact
	// Uses are the kinds of which the package writes the status, sorted.
	Uses []UseFact
}

// A KindFact is what a package says of a kind that it declares.
type KindFact struct {
	Name    string
	Verdict Verdict
	Where   string
	// Fixed: the API server refuses another spec.
	Fixed bool
}

// A UseFact is the first place where a package writes the status of a kind.
type UseFact struct {
	Path, Name string // of the type's package, and the type
	Where      string
}

func (*Fact) AFact() {}

// Optional tells that findings do not depend on that the fact of each package is there.
func (*Fact) Optional() {}

func (f *Fact) String() string {
	var parts []string
	if f.Group != "" {
		parts = append(parts, "group "+f.Group+"/"+f.Version)
	}
	for _, k := range f.Kinds {
		switch {
		case k.Verdict == Has:
			parts = append(parts, fmt.Sprintf("%s has a status (%s)", k.Name, k.Where))
		case k.Verdict == HasNot && k.Where != "":
			parts = append(parts, fmt.Sprintf("%s has no status (%s)", k.Name, k.Where))
		case k.Verdict == HasNot:
			parts = append(parts, k.Name+" has no status")
		}
		if k.Fixed {
			parts = append(parts, k.Name+" has a fixed spec")
		}
	}
	for _, u := range f.Uses {
		parts = append(parts, fmt.Sprintf("writes the status of %s.%s (%s)", u.Path, u.Name, u.Where))
	}
	return strings.Join(parts, "; ")
}

func (f *Fact) empty() bool { return f.Group == "" && len(f.Kinds) == 0 && len(f.Uses) == 0 }

func (f *Fact) kind(name string) (KindFact, bool) {
	for _, k := range f.Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return KindFact{}, false
}
