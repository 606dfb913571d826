package subresource

// Says is what a package says of kinds.
type Says struct {
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

// Optional tells that findings do not depend on that the fact of each package is there.
func (Says) Optional() {}

func (f *Says) empty() bool { return f.Group == "" && len(f.Kinds) == 0 && len(f.Uses) == 0 }

func (f *Says) kind(name string) (KindFact, bool) {
	for _, k := range f.Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return KindFact{}, false
}
