package kube

// Decoders write their target; JSON goes into the maps and slices that are
// there.

var stdJSON = Package{
	Path: "encoding/json",
	Functions: map[string]string{
		"Unmarshal":         "write $1 json.Unmarshal; write $1/** json.Unmarshal",
		"(*Decoder).Decode": "write $1 Decode; write $1/** Decode",
	},
}

var sigsYAML = Package{
	Path: "sigs.k8s.io/yaml",
	Functions: map[string]string{
		"Unmarshal":       "write $1 yaml.Unmarshal; write $1/** yaml.Unmarshal",
		"UnmarshalStrict": "write $1 yaml.UnmarshalStrict; write $1/** yaml.UnmarshalStrict",
	},
}

var utilJSON = Package{
	Path: "k8s.io/apimachinery/pkg/util/json",
	Functions: map[string]string{
		"Unmarshal": "write $1 json.Unmarshal; write $1/** json.Unmarshal",
	},
}

var utilYAML = Package{
	Path: "k8s.io/apimachinery/pkg/util/yaml",
	Functions: map[string]string{
		"Unmarshal": "write $1 yaml.Unmarshal",
	},
}
