package kube

// copier copies fields by name: into what its first argument points to, and
// through the maps and slices that are there.
var copier = Package{
	Path: "github.com/jinzhu/copier",
	Functions: map[string]string{
		"Copy":           "write $0 copier.Copy",
		"CopyWithOption": "write $0 copier.CopyWithOption",
	},
}
