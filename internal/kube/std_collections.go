package kube

import "go/types"

// The packages of the standard library for maps and slices, and those that were
// there before them. Rows write the elements of what they change, not the
// variable that holds it.

var stdMaps = Package{
	Path: "maps",
	Functions: map[string]string{
		"Copy":       "write $0/[] maps.Copy",
		"DeleteFunc": "write $0/[] maps.DeleteFunc",
		"Insert":     "write $0/[] maps.Insert",
		"Clone":      cloneRow,
		"Values":     "ret0=iter($0)",
		"All":        "ret0=iter($0)",
	},
}

var stdSlices = Package{
	Path: "slices",
	Functions: map[string]string{
		"Sort":           "write $0/[] slices.Sort",
		"SortFunc":       "write $0/[] slices.SortFunc",
		"SortStableFunc": "write $0/[] slices.SortStableFunc",
		"Reverse":        "write $0/[] slices.Reverse",
		"Delete":         "write $0/[] slices.Delete; ret0=$0",
		"DeleteFunc":     "write $0/[] slices.DeleteFunc; ret0=$0",
		"Compact":        "write $0/[] slices.Compact; ret0=$0",
		"CompactFunc":    "write $0/[] slices.CompactFunc; ret0=$0",
		"Replace":        "write $0/[] slices.Replace; ret0=$0",
		"Insert":         "ret0=$0",
		"Grow":           "ret0=$0",
		"Clip":           "ret0=$0",
		"Clone":          cloneRow,
		"Concat":         "ret0=new[]($0/[]/*)",
		"MaxFunc":        "ret0=$0/[]/*",
		"MinFunc":        "ret0=$0/[]/*",
		"Values":         "ret0=iter($0)",
		"All":            "ret0=iter($0)",
		"Backward":       "ret0=iter($0)",
	},
}

// cloneRow is the row of the functions that make a copy of a container, with the same
// elements.
const cloneRow = "ret0=new[]($0)"

// Clones reports whether f makes a copy of a container, its first parameter, with the
// same elements.
func Clones(f *types.Func) bool {
	effect, ok := row(f.Origin())
	return ok && effect == cloneRow
}

// collectors are the functions of package slices that make a slice of what an
// iterator, their first parameter, runs over.
var collectors = set("Collect", "Sorted", "SortedFunc", "SortedStableFunc")

// Collects reports whether f makes a slice of what an iterator, its first
// parameter, runs over.
func Collects(f *types.Func) bool {
	return f.Pkg() != nil && f.Pkg().Path() == stdSlices.Path && collectors[f.Name()]
}

var stdSort = Package{
	Path: "sort",
	Functions: map[string]string{
		"Strings":     "write $0/[] sort.Strings",
		"Ints":        "write $0/[] sort.Ints",
		"Sort":        "write $0/[] sort.Sort",
		"Stable":      "write $0/[] sort.Stable",
		"Slice":       "write $0/[] sort.Slice",
		"SliceStable": "write $0/[] sort.SliceStable",
	},
}

var expMaps = Package{
	Path: "golang.org/x/exp/maps",
	Functions: map[string]string{
		"Copy":  "write $0/[] maps.Copy",
		"Clone": cloneRow,
	},
}

var expSlices = Package{
	Path: "golang.org/x/exp/slices",
	Functions: map[string]string{
		"Clone":          cloneRow,
		"Sort":           "write $0/[] slices.Sort",
		"SortFunc":       "write $0/[] slices.SortFunc",
		"SortStableFunc": "write $0/[] slices.SortStableFunc",
	},
}

// FillsMap reports whether f puts entries into the map that is its first argument.
func FillsMap(f *types.Func) bool {
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != stdMaps.Path && f.Pkg().Path() != expMaps.Path {
		return false
	}
	return f.Name() == "Copy" || f.Name() == "Insert"
}
