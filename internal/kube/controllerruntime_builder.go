package kube

import (
	"go/types"
	"slices"
	"strings"
)

// controller-runtime's builder of controllers.

const (
	builderPkg   = ctrlPkg + "/builder"
	predicatePkg = ctrlPkg + "/predicate"
	sourcePkg    = ctrlPkg + "/source"
)

// A BuilderCall is what a method of a builder, or a function of its package, says.
type BuilderCall int

const (
	// NoBuilderCall: nothing of builders.
	NoBuilderCall BuilderCall = iota
	// BuilderMade makes a builder.
	BuilderMade
	// BuilderFor, BuilderOwns and BuilderWatches name a kind in their first argument.
	BuilderFor
	BuilderOwns
	BuilderWatches
	// BuilderFilter filters the events of all kinds that the other three name.
	BuilderFilter
	// BuilderOther returns the builder.
	BuilderOther
	// BuilderPredicates is an option with predicates for one kind.
	BuilderPredicates
)

var builderMethods = map[string]BuilderCall{
	"For": BuilderFor, "Owns": BuilderOwns, "Watches": BuilderWatches, "WatchesMetadata": BuilderWatches, "WithEventFilter": BuilderFilter,
}

// BuilderCallOf is what a call of f says.
func BuilderCallOf(f *types.Func) BuilderCall {
	if pathOf(f) != builderPkg {
		return NoBuilderCall
	}
	recv := f.Signature().Recv()
	switch {
	case recv == nil && f.Name() == "WithPredicates":
		return BuilderPredicates
	case recv == nil && IsBuilder(ResultOf(f)):
		return BuilderMade
	case recv == nil || !IsBuilder(recv.Type()):
		return NoBuilderCall
	}
	if c, ok := builderMethods[f.Name()]; ok {
		return c
	}
	if IsBuilder(ResultOf(f)) {
		return BuilderOther
	}
	return NoBuilderCall
}

// ResultOf is the type of f's only result, nil if it has none or several.
func ResultOf(f *types.Func) types.Type {
	if r := f.Signature().Results(); r.Len() == 1 {
		return r.At(0).Type()
	}
	return nil
}

// IsBuilder reports whether t is a builder of controllers, or points to one.
func IsBuilder(t types.Type) bool {
	switch TypeName(t) {
	case builderPkg + ".Builder", builderPkg + ".TypedBuilder":
		return t != nil
	}
	return false
}

// BuilderPackage is the path of the package with the builder and its options.
const BuilderPackage = builderPkg

// HasMatchEveryOwner reports whether the builder that pkg uses has the option MatchEveryOwner, with which
// Owns looks at all owner references, and not only at the controller's. It came with 0.15.
func HasMatchEveryOwner(pkg *types.Package) bool {
	found := false
	for _, p := range pkg.Imports() {
		for _, q := range append([]*types.Package{p}, p.Imports()...) {
			found = found || Unvendored(q.Path()) == builderPkg && q.Scope().Lookup("MatchEveryOwner") != nil
		}
	}
	return found
}

// IsSourceChannel reports whether t is the struct source.Channel of controller-runtime before 0.19.
func IsSourceChannel(t types.Type) bool { return TypeName(t) == sourcePkg+".Channel" }

// IsSourceKind reports whether t is the struct source.Kind of controller-runtime before 0.15,
// whose field SourceKindType has the kind.
func IsSourceKind(t types.Type) bool { return TypeName(t) == sourcePkg+".Kind" }

// MakesSourceKind reports whether f makes a source of the events of one kind, which is its second argument.
func MakesSourceKind(f *types.Func) bool {
	return pathOf(f) == sourcePkg && f.Signature().Recv() == nil && f.Name() == "Kind"
}

// StartsSource reports whether f is the method of a controller that watches a source, its first argument.
func StartsSource(f *types.Func) bool {
	return pathOf(f) == ctrlPkg+"/controller" && f.Signature().Recv() != nil && f.Name() == "Watch"
}

// SourceKindType is a field of source.Kind.
const SourceKindType = "Type"

// A ChangePredicate is a predicate of controller-runtime that passes an update only where one
// thing changed. It embeds functions, and its own Update hides their UpdateFunc.
type ChangePredicate int

const (
	// NoChange: it is none of these.
	NoChange ChangePredicate = iota
	// GenerationChange looks at metadata.generation.
	GenerationChange
	// MetadataChange looks at labels or annotations.
	MetadataChange
	// VersionChange looks at the resourceVersion.
	VersionChange
)

var changePredicates = map[string]ChangePredicate{
	"GenerationChangedPredicate":           GenerationChange,
	"TypedGenerationChangedPredicate":      GenerationChange,
	"AnnotationChangedPredicate":           MetadataChange,
	"TypedAnnotationChangedPredicate":      MetadataChange,
	"LabelChangedPredicate":                MetadataChange,
	"TypedLabelChangedPredicate":           MetadataChange,
	"ResourceVersionChangedPredicate":      VersionChange,
	"TypedResourceVersionChangedPredicate": VersionChange,
}

// ChangePredicateOf is what the predicate of type t looks at, or the one that t embeds for its Update.
func ChangePredicateOf(t types.Type) ChangePredicate {
	if f := PredicateUpdate(t); f != nil {
		t = f.Signature().Recv().Type()
	}
	name, ok := strings.CutPrefix(TypeName(t), predicatePkg+".")
	if !ok {
		return NoChange
	}
	return changePredicates[name]
}

// PredicateUpdate is the method of type t that decides on updates, nil if t is no predicate.
func PredicateUpdate(t types.Type) *types.Func {
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, UpdateMethod)
	f, ok := obj.(*types.Func)
	if !ok || f.Signature().Params().Len() != 1 || !types.Identical(ResultOf(f), types.Typ[types.Bool]) {
		return nil
	}
	return f
}

// IsPredicateFuncs reports whether t is predicate.Funcs.
func IsPredicateFuncs(t types.Type) bool { return isFuncsOf(predicatePkg, t) }

// IsHandlerFuncs reports whether t is handler.Funcs.
func IsHandlerFuncs(t types.Type) bool { return isFuncsOf(handlers.Path, t) }

func isFuncsOf(pkg string, t types.Type) bool {
	name := TypeName(t)
	return name == pkg+".Funcs" || name == pkg+".TypedFuncs"
}

// SaysGeneration reports whether the field or method of an object called name is its generation.
func SaysGeneration(name string) bool { return name == "Generation" || name == "GetGeneration" }

// UpdateMethod is the method of a predicate that says whether it passes an update.
const UpdateMethod = "Update"

// MetadataMethod reports whether the method of an object called name returns metadata of it that a change of its content leaves
// alone.
func MetadataMethod(name string) bool {
	return slices.Contains([]string{"GetLabels", "GetAnnotations", "GetFinalizers", "GetOwnerReferences", "GetDeletionTimestamp"}, name)
}

// IsEventObject reports whether the field called name of an event of an update has an object. All of them do.
func IsEventObject(name string) bool {
	return name == "ObjectOld" || name == "ObjectNew" || name == "MetaOld" || name == "MetaNew"
}

// UpdateFuncField is the field of predicate.Funcs that a ChangePredicate's own Update hides.
const UpdateFuncField = "UpdateFunc"

// MakesPredicate is the name of f if that is a function of package predicate that makes a
// predicate, else "". "And" and "Or" make one of others, "NewPredicateFuncs" one of a function
// on the object.
func MakesPredicate(f *types.Func) string {
	if pathOf(f) == predicatePkg && f.Signature().Recv() == nil {
		return strings.Replace(f.Name(), "NewTypedPredicateFuncs", "NewPredicateFuncs", 1)
	}
	return ""
}
