package kube

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// An Endpoint is what a write of an object is sent to.
type Endpoint string

const (
	// ToOther: a subresource such as scale or approval, or nobody knows.
	ToOther Endpoint = ""
	// ToMain is that of the object itself.
	ToMain Endpoint = "main"
	// ToStatus is its subresource status.
	ToStatus Endpoint = "status"
)

// EndpointOf says where a write of a client is sent, by the method fn, called name, and the type
// that it is called through: that of a client.StatusWriter, UpdateStatus of generated clients.
func EndpointOf(name string, fn *types.Func, through types.Type) Endpoint {
	if fn == nil || pathOf(fn) != clientPkg {
		switch name {
		case "Update", "Patch":
			return ToMain
		case "UpdateStatus":
			return ToStatus
		}
		return ToOther
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return ToOther
	}
	switch TypeName(recv.Type()) {
	case clientPkg + ".StatusWriter":
		return ToStatus
	case clientPkg + ".SubResourceWriter", clientPkg + ".SubResourceClient":
		if a, ok := through.(*types.Alias); ok && a.Obj().Name() == "StatusWriter" { // since 0.14
			return ToStatus
		}
		return ToOther
	}
	return ToMain
}

// GivesStatusWriter reports whether fn is the method Status of one of controller-runtime's clients.
func GivesStatusWriter(fn *types.Func) bool {
	return fn.Name() == "Status" && pathOf(fn) == clientPkg
}

// IsEncoded reports whether the field at path of an object of type t gets to the API server: no field on the way is
// tagged json:"-".
func IsEncoded(t types.Type, path string) bool {
	for name := range strings.SplitSeq(path, ".") {
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		if t == nil {
			return true
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return true
		}
		i := slices.IndexFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return f.Name() == name })
		if i < 0 {
			return true
		}
		if reflect.StructTag(st.Tag(i)).Get("json") == "-" {
			return false
		}
		t = st.Field(i).Type()
	}
	return true
}

// StoredMetadata reports whether the field of an object's metadata is one that clients change:
// others say which object it is, or are set by the API server.
func StoredMetadata(field string) bool { return slices.Contains(MetadataFields, field) }

// Identifies reports whether a setter of that name says which object it is: it changes nothing of what is stored.
func Identifies(name string) bool {
	field, isSetter := cutSet(name)
	return isSetter && slices.Contains([]string{"Name", "Namespace", "GroupVersionKind", "APIVersion", "Kind"}, field)
}

// SetsMetadata says which field of the metadata of which argument the method or function fn sets,
// the receiver being the first argument of a method; ok is false for others.
func SetsMetadata(fn *types.Func) (field string, arg int, ok bool) {
	if fn == nil {
		return "", 0, false
	}
	name := fn.Name()
	switch pathOf(fn) {
	case controllerutil.Path:
		switch name {
		case "AddFinalizer", "RemoveFinalizer":
			return "Finalizers", 0, true
		case "SetControllerReference", "SetOwnerReference", "RemoveControllerReference", "RemoveOwnerReference":
			return "OwnerReferences", 1, true
		}
	case metaPkg, unstrPkg:
		switch name {
		case "SetMetaDataAnnotation":
			return "Annotations", 0, true
		case "SetMetaDataLabel":
			return "Labels", 0, true
		}
		if field, isSetter := cutSet(name); isSetter && fn.Signature().Recv() != nil && StoredMetadata(field) {
			return field, 0, true
		}
	}
	return "", 0, false
}

// ReadsMetadata says which field of the metadata of its receiver, or of its first argument, the method or function fn
// looks at, if it looks at no other; ok is false for others.
func ReadsMetadata(fn *types.Func) (field string, ok bool) {
	switch pathOf(fn) {
	case controllerutil.Path:
		return "Finalizers", fn.Name() == "ContainsFinalizer"
	case metaPkg, unstrPkg:
		field, ok := strings.CutPrefix(fn.Name(), "Get")
		return field, ok && fn.Signature().Recv() != nil && StoredMetadata(field)
	}
	return "", false
}

func cutSet(name string) (field string, ok bool) {
	if len(name) > 3 && name[:3] == "Set" {
		return name[3:], true
	}
	return "", false
}

// TellsChange says which argument of fn it changes if it returns true, and leaves alone if it
// returns false; ok is false for functions that do not say that.
func TellsChange(fn *types.Func) (arg int, ok bool) {
	res := fn.Signature().Results()
	return 0, res.Len() == 1 && isBasic(res.At(0).Type()) &&
		hasName(fn, controllerutil.Path+".AddFinalizer", controllerutil.Path+".RemoveFinalizer", apiMeta+".SetStatusCondition", apiMeta+".RemoveStatusCondition")
}

// patchCall is what a method of an interface that a program puts around controller-runtime's client
// does, if it is given an object and a client.Patch.
func patchCall(name string, sig *types.Signature) ClientCall {
	if name != "Patch" || sig.Recv() == nil || sig.Results().Len() != 1 || !isError(sig.Results().At(0).Type()) {
		return ClientCall{}
	}
	patch := -1
	for i := range sig.Params().Len() {
		if isNamed(sig.Params().At(i).Type(), clientPkg, "Patch") {
			patch = i
		}
	}
	obj := firstObject(sig)
	if patch < 0 || obj < 0 {
		return ClientCall{}
	}
	return ClientCall{Verb: PatchInto, Obj: obj, Patch: patch}
}

// takesClientOptions reports whether recv is an interface of a program whose method of that name takes an object and
// options as that of controller-runtime's client does. A StatusWriter had the same options before 0.14.
func takesClientOptions(name string, sig *types.Signature, recv types.Type) bool {
	n := sig.Params().Len()
	if !types.IsInterface(recv) || !sig.Variadic() || n < 3 || !IsObject(sig.Params().At(n-2).Type()) || strings.Contains(TypeName(recv), "Status") {
		return false
	}
	option := sig.Params().At(n - 1).Type().(*types.Slice).Elem()
	return isNamed(option, clientPkg, name+"Option") && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}

// DropsStatus reports whether fn is controller-runtime's CreateOrUpdate, which does not write the status that the function
// that it is given has set. CreateOrPatch does.
func DropsStatus(fn *types.Func) bool {
	return fn != nil && fn.Name() == "CreateOrUpdate" && pathOf(fn) == controllerutil.Path
}

// GivesSubResource reports whether fn is the method SubResource of one of controller-runtime's clients.
func GivesSubResource(fn *types.Func) bool {
	return fn.Name() == "SubResource" && pathOf(fn) == clientPkg
}

// DryRunOption reports whether v is client.DryRunAll.
func DryRunOption(v types.Object) bool {
	return v != nil && v.Pkg() != nil && v.Name() == "DryRunAll" && Unvendored(v.Pkg().Path()) == clientPkg
}

// WritesSubResource reports whether fn is a method of a client.StatusWriter or SubResourceWriter.
func WritesSubResource(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || pathOf(fn) != clientPkg {
		return false
	}
	return slices.Contains([]string{clientPkg + ".StatusWriter", clientPkg + ".SubResourceWriter", clientPkg + ".SubResourceClient"}, TypeName(recv.Type()))
}
