package kube

// mergo merges structs and maps into its first argument. Its module was called
// github.com/imdario/mergo before version 1.

var mergo = Package{Path: "dario.cat/mergo", Functions: mergoFunctions}

var oldMergo = Package{Path: "github.com/imdario/mergo", Functions: mergoFunctions}

var mergoFunctions = map[string]string{
	"Merge":              "write $0 mergo.Merge",
	"MergeWithOverwrite": "write $0 mergo.MergeWithOverwrite",
	"Map":                "write $0 mergo.Map",
}
