package kube

import (
	"go/types"
	"strings"
)

// computing are the packages all of whose functions only compute.
var computing = map[string]bool{"cmp": true, "math": true, "path": true, "strconv": true, "strings": true, "unicode": true, "unicode/utf8": true}

// encoding are functions of other packages that make a text of what they are given, or the
// key of an object.
var encoding = map[string]bool{
	"encoding/json.Marshal":                            true,
	"encoding/json.MarshalIndent":                      true,
	"sigs.k8s.io/yaml.Marshal":                         true,
	"github.com/davecgh/go-spew/spew.Sdump":            true,
	cachePkg + ".MetaNamespaceKeyFunc":                 true,
	cachePkg + ".DeletionHandlingMetaNamespaceKeyFunc": true,
	cachePkg + ".SplitMetaNamespaceKey":                true,
	"k8s.io/apimachinery/pkg/util/dump.Pretty":         true,
	"k8s.io/apimachinery/pkg/util/dump.OneLine":        true,
	"k8s.io/apimachinery/pkg/util/dump.ForHash":        true,
}

// OnlyComputes reports whether the function or method f of a library does nothing but
// compute what it returns: it formats, or reads what is in an object. Methods that are
// called as those of fmt's interfaces are count as such.
func OnlyComputes(f *types.Func) bool {
	if f.Pkg() == nil {
		return f.Name() == "Error"
	}
	sig, path := f.Signature(), Unvendored(f.Pkg().Path())
	if sig.Recv() != nil {
		if sig.Params().Len() > 0 || sig.Results().Len() != 1 {
			return false
		}
		switch f.Name() {
		case "String", "Error", "GoString":
			b, ok := sig.Results().At(0).Type().(*types.Basic)
			return ok && b.Kind() == types.String
		}
		return path == metaPkg && strings.HasPrefix(f.Name(), "Get")
	}
	switch path {
	case "fmt":
		return strings.HasPrefix(f.Name(), "Sprint") || f.Name() == "Errorf"
	case "errors":
		return f.Name() != "As"
	case "reflect":
		return f.Name() == "TypeOf"
	}
	return encoding[path+"."+f.Name()] || computing[path] && !TakesFunction(sig)
}

// MakesText reports whether f makes a text of what it is given.
func MakesText(f *types.Func) bool {
	return hasName(f, "fmt.Sprint", "fmt.Sprintf", "fmt.Sprintln")
}

// TakesFunction reports whether a function of that signature is given another to call.
func TakesFunction(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// IsText reports whether t is a strings.Builder or a bytes.Buffer, or a pointer to one.
func IsText(t types.Type) bool {
	name := TypeName(t)
	return name == "strings.Builder" || name == "bytes.Buffer"
}

// WritesText reports whether f changes nothing but its receiver, to which it writes text, or
// what it is given as an io.Writer: WriteString of strings.Builder, fmt.Fprintf.
func WritesText(f *types.Func) bool {
	if recv := f.Signature().Recv(); recv != nil {
		return IsText(recv.Type()) && (strings.HasPrefix(f.Name(), "Write") || f.Name() == "Grow" || f.Name() == "Len")
	}
	return f.Pkg() != nil && f.Pkg().Path() == "fmt" && strings.HasPrefix(f.Name(), "Fprint")
}
