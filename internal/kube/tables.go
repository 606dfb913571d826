package kube

// The tables describe functions in a small language. A row is a list of
// clauses, separated by semicolons; $0, $1… are the parameters, the receiver
// first, and $1/Labels/* is what the field Labels of parameter 1 refers to.
//
//	ret0=cache          result 0 is an object of the informer cache
//	ret0=cache[]        result 0 is a new slice of such objects
//	ret0=cache*         result 0 points to a new variable with such an object
//	ret0=$1             result 0 is parameter 1, or (with a path) a part of it
//	ret0=new[]($1)      result 0 is a new container of $1's elements
//	ret0=iter($1)       result 0 is an iterator over $1's elements
//	write $1 what       writes what parameter 1 refers to ("what": a name for messages,
//	                    and after a colon the kind of write, such as client.Get:decode)
//	fresh $1            leaves nothing of what was there: decodes or copies into it
//	store $1/[] $2      puts parameter 2 there
//	call $1(cache,_,$2) calls the function parameter 1 with these arguments
//	none                does none of this: the body need not be looked at

const (
	cachePkg = "k8s.io/client-go/tools/cache"
	metaPkg  = "k8s.io/apimachinery/pkg/apis/meta/v1"
	unstrPkg = "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apiMeta  = "k8s.io/apimachinery/pkg/api/meta"
	rtPkg    = "k8s.io/apimachinery/pkg/runtime"
	ctrlPkg  = "sigs.k8s.io/controller-runtime/pkg"
	krtPkg   = "istio.io/istio/pkg/kube/krt"
)

// sources read the informer cache.
var sources = map[string]string{
	"(" + cachePkg + ".Store).Get":                 "ret0=cache",
	"(" + cachePkg + ".Store).GetByKey":            "ret0=cache",
	"(" + cachePkg + ".Store).List":                "ret0=cache[]",
	"(" + cachePkg + ".Indexer).Index":             "ret0=cache[]",
	"(" + cachePkg + ".Indexer).ByIndex":           "ret0=cache[]",
	"(" + cachePkg + ".ThreadSafeStore).Get":       "ret0=cache",
	"(" + cachePkg + ".ThreadSafeStore).List":      "ret0=cache[]",
	"(" + cachePkg + ".ThreadSafeStore).Index":     "ret0=cache[]",
	"(" + cachePkg + ".ThreadSafeStore).ByIndex":   "ret0=cache[]",
	"(" + cachePkg + ".TypedStore).TypedGet":       "ret0=cache",
	"(" + cachePkg + ".TypedStore).TypedGetByKey":  "ret0=cache",
	"(" + cachePkg + ".TypedStore).TypedList":      "ret0=cache[]",
	"(" + cachePkg + ".TypedIndexer).TypedIndex":   "ret0=cache[]",
	"(" + cachePkg + ".TypedIndexer).ByTypedIndex": "ret0=cache[]",

	cachePkg + ".ListAll":            "call $2(cache)",
	cachePkg + ".ListAllByNamespace": "call $3(cache)",

	// Generic listers (client-go 0.31 and later).
	"(k8s.io/client-go/listers.ResourceIndexer).Get":  "ret0=cache",
	"(k8s.io/client-go/listers.ResourceIndexer).List": "ret0=cache[]",

	// istio's informer wrapper returns the object alone.
	"(istio.io/istio/pkg/kube/kclient.Informer).Get":  "ret0=cache",
	"(istio.io/istio/pkg/kube/kclient.Informer).List": "ret0=cache[]",
	"(istio.io/istio/pkg/kube/kclient.Reader).Get":    "ret0=cache",
	"(istio.io/istio/pkg/kube/kclient.Reader).List":   "ret0=cache[]",

	// istio's collections of what informers read (see Holds).
	krtPkg + ".Fetch":                    "ret0=cache[]",
	krtPkg + ".FetchOrList":              "ret0=cache[]",
	krtPkg + ".FetchOne":                 "ret0=cache*",
	"(" + krtPkg + ".Collection).List":   "ret0=cache[]",
	"(" + krtPkg + ".Collection).GetKey": "ret0=cache*",
	krtPkg + ".NewCollection":            "call $1(_,cache)",
	krtPkg + ".NewManyCollection":        "call $1(_,cache)",
	krtPkg + ".NewStatusCollection":      "call $1(_,cache)",
	krtPkg + ".NewStatusManyCollection":  "call $1(_,cache)",
	krtPkg + ".MapCollection":            "call $1(cache)",
	krtPkg + ".NewIndex":                 "call $2(cache)",

	// controller-runtime: predicates and map functions get the cache's object.
	ctrlPkg + "/predicate.NewPredicateFuncs":      "call $0(cache)",
	ctrlPkg + "/predicate.NewTypedPredicateFuncs": "call $0(cache)",

	// knative: event handlers made of one function.
	"knative.dev/pkg/controller.HandleAll":              "call $0(cache)",
	"knative.dev/pkg/controller.EnsureTypeMeta":         "call $0(cache)",
	"knative.dev/pkg/controller.FilterWithName":         "none",
	"knative.dev/pkg/controller.FilterController":       "none",
	"knative.dev/pkg/kmeta.NewControllerRef":            "none",
	"knative.dev/pkg/kmeta.DeletionHandlingAccessor":    "ret0=$0",
	"knative.dev/pkg/kmeta.MakeVersionLabels":           "none",
	"k8s.io/client-go/tools/cache.MetaNamespaceKeyFunc": "none",
}

// writers write what a parameter refers to.
var writers = map[string]string{
	// Conditions.
	apiMeta + ".SetStatusCondition":    "write $0 SetStatusCondition; write $0/*/[] SetStatusCondition",
	apiMeta + ".RemoveStatusCondition": "write $0 RemoveStatusCondition",
	apiMeta + ".SetList":               "write $0 SetList; store $0/Items $1",

	// metav1 helpers.
	metaPkg + ".SetMetaDataLabel":               "write $0/Labels/*/[] SetMetaDataLabel",
	metaPkg + ".SetMetaDataAnnotation":          "write $0/Annotations/*/[] SetMetaDataAnnotation",
	metaPkg + ".Convert_Slice_string_To_string": "none",
	metaPkg + ".AddLabelToSelector":             "write $0 AddLabelToSelector; ret0=$0",

	// Unstructured content.
	unstrPkg + ".SetNestedField":       "write $0/[] SetNestedField",
	unstrPkg + ".SetNestedMap":         "write $0/[] SetNestedMap",
	unstrPkg + ".SetNestedSlice":       "write $0/[] SetNestedSlice",
	unstrPkg + ".SetNestedStringMap":   "write $0/[] SetNestedStringMap",
	unstrPkg + ".SetNestedStringSlice": "write $0/[] SetNestedStringSlice",
	unstrPkg + ".RemoveNestedField":    "write $0/[] RemoveNestedField",
	unstrPkg + ".NestedFieldNoCopy":    "ret0=$0/[]/*",

	// controllerutil (controller-runtime).
	ctrlPkg + "/controller/controllerutil.AddFinalizer":              "write $0 AddFinalizer",
	ctrlPkg + "/controller/controllerutil.AddFinalizerWithError":     "write $0 AddFinalizer",
	ctrlPkg + "/controller/controllerutil.RemoveFinalizer":           "write $0 RemoveFinalizer; write $0/ObjectMeta/Finalizers/*/[] RemoveFinalizer",
	ctrlPkg + "/controller/controllerutil.RemoveFinalizerWithError":  "write $0 RemoveFinalizer; write $0/ObjectMeta/Finalizers/*/[] RemoveFinalizer",
	ctrlPkg + "/controller/controllerutil.SetControllerReference":    "write $1 SetControllerReference",
	ctrlPkg + "/controller/controllerutil.SetOwnerReference":         "write $1 SetOwnerReference",
	ctrlPkg + "/controller/controllerutil.RemoveOwnerReference":      "write $1 RemoveOwnerReference",
	ctrlPkg + "/controller/controllerutil.RemoveControllerReference": "write $1 RemoveControllerReference",
	ctrlPkg + "/controller/controllerutil.CreateOrUpdate":            "call $3(); write $2 CreateOrUpdate",
	ctrlPkg + "/controller/controllerutil.CreateOrPatch":             "call $3(); write $2 CreateOrPatch",

	// controller-runtime's client decodes the answer of the API server into
	// the object that it is given, which it zeroes first (since 0.10): what the
	// fields of a struct copy refer to is not written.
	"(" + ctrlPkg + "/client.Reader).Get":               "write $3 client.Get:decode; fresh $3",
	"(" + ctrlPkg + "/client.Reader).List":              "write $2 client.List:decode; fresh $2",
	"(" + ctrlPkg + "/client.Writer).Create":            "write $2 client.Create:decode",
	"(" + ctrlPkg + "/client.Writer).Update":            "write $2 client.Update:decode",
	"(" + ctrlPkg + "/client.Writer).Patch":             "write $2 client.Patch:decode",
	"(" + ctrlPkg + "/client.StatusWriter).Update":      "write $2 Status().Update:decode",
	"(" + ctrlPkg + "/client.StatusWriter).Patch":       "write $2 Status().Patch:decode",
	"(" + ctrlPkg + "/client.SubResourceWriter).Update": "write $2 SubResource().Update:decode",
	"(" + ctrlPkg + "/client.SubResourceWriter).Patch":  "write $2 SubResource().Patch:decode",
	"(" + ctrlPkg + "/client.SubResourceWriter).Create": "write $3 SubResource().Create:decode",
	"(" + ctrlPkg + "/client.SubResourceReader).Get":    "write $3 SubResource().Get:decode; fresh $3",

	// Decoders and converters write their target; JSON goes into the maps and
	// slices that are there.
	"encoding/json.Unmarshal":                                 "write $1 json.Unmarshal; write $1/** json.Unmarshal",
	"(*encoding/json.Decoder).Decode":                         "write $1 Decode; write $1/** Decode",
	"sigs.k8s.io/yaml.Unmarshal":                              "write $1 yaml.Unmarshal; write $1/** yaml.Unmarshal",
	"sigs.k8s.io/yaml.UnmarshalStrict":                        "write $1 yaml.UnmarshalStrict; write $1/** yaml.UnmarshalStrict",
	"k8s.io/apimachinery/pkg/util/json.Unmarshal":             "write $1 json.Unmarshal; write $1/** json.Unmarshal",
	"k8s.io/apimachinery/pkg/util/yaml.Unmarshal":             "write $1 yaml.Unmarshal",
	"k8s.io/apimachinery/pkg/runtime.DecodeInto":              "write $2 DecodeInto; fresh $2",
	"(" + rtPkg + ".UnstructuredConverter).FromUnstructured":  "write $2 FromUnstructured",
	"(*" + rtPkg + ".unstructuredConverter).FromUnstructured": "write $2 FromUnstructured",
	"(*" + rtPkg + ".Scheme).Convert":                         "write $2 Scheme.Convert",
	"(*" + rtPkg + ".Scheme).Default":                         "write $1 Scheme.Default",
	"(" + rtPkg + ".ObjectDefaulter).Default":                 "write $1 Default",

	// Merging libraries.
	"dario.cat/mergo.Merge":                       "write $0 mergo.Merge",
	"dario.cat/mergo.MergeWithOverwrite":          "write $0 mergo.MergeWithOverwrite",
	"dario.cat/mergo.Map":                         "write $0 mergo.Map",
	"github.com/imdario/mergo.Merge":              "write $0 mergo.Merge",
	"github.com/imdario/mergo.MergeWithOverwrite": "write $0 mergo.MergeWithOverwrite",
	"github.com/imdario/mergo.Map":                "write $0 mergo.Map",

	// The standard library, in place.
	"maps.Copy":                              "write $0/[] maps.Copy",
	"maps.DeleteFunc":                        "write $0/[] maps.DeleteFunc",
	"maps.Insert":                            "write $0/[] maps.Insert",
	"slices.Sort":                            "write $0/[] slices.Sort",
	"slices.SortFunc":                        "write $0/[] slices.SortFunc",
	"slices.SortStableFunc":                  "write $0/[] slices.SortStableFunc",
	"slices.Reverse":                         "write $0/[] slices.Reverse",
	"slices.Delete":                          "write $0/[] slices.Delete; ret0=$0",
	"slices.DeleteFunc":                      "write $0/[] slices.DeleteFunc; ret0=$0",
	"slices.Compact":                         "write $0/[] slices.Compact; ret0=$0",
	"slices.CompactFunc":                     "write $0/[] slices.CompactFunc; ret0=$0",
	"slices.Replace":                         "write $0/[] slices.Replace; ret0=$0",
	"slices.Insert":                          "ret0=$0",
	"sort.Strings":                           "write $0/[] sort.Strings",
	"sort.Ints":                              "write $0/[] sort.Ints",
	"sort.Sort":                              "write $0/[] sort.Sort",
	"sort.Stable":                            "write $0/[] sort.Stable",
	"sort.Slice":                             "write $0/[] sort.Slice",
	"sort.SliceStable":                       "write $0/[] sort.SliceStable",
	"golang.org/x/exp/slices.Sort":           "write $0/[] slices.Sort",
	"golang.org/x/exp/slices.SortFunc":       "write $0/[] slices.SortFunc",
	"golang.org/x/exp/slices.SortStableFunc": "write $0/[] slices.SortStableFunc",
	"golang.org/x/exp/maps.Copy":             "write $0/[] maps.Copy",
}

// aliases return (a part of) what they are given.
var aliases = map[string]string{
	apiMeta + ".Accessor":                "ret0=$0",
	apiMeta + ".CommonAccessor":          "ret0=$0",
	apiMeta + ".ListAccessor":            "ret0=$0",
	apiMeta + ".TypeAccessor":            "ret0=$0",
	apiMeta + ".AsPartialObjectMetadata": "none",
	apiMeta + ".FindStatusCondition":     "ret0=$0/[]",
	apiMeta + ".EachListItem":            "call $1($0/Items/*/[])",
	apiMeta + ".ExtractList":             "none",

	metaPkg + ".GetControllerOf":       "none",
	metaPkg + ".GetControllerOfNoCopy": "ret0=$0/OwnerReferences/*/[]",

	"maps.Clone":      "ret0=new[]($0)",
	"slices.Clone":    "ret0=new[]($0)",
	"slices.Concat":   "ret0=new[]($0/[]/*)",
	"slices.MaxFunc":  "ret0=$0/[]/*",
	"slices.MinFunc":  "ret0=$0/[]/*",
	"slices.Grow":     "ret0=$0",
	"slices.Clip":     "ret0=$0",
	"slices.Values":   "ret0=iter($0)",
	"slices.All":      "ret0=iter($0)",
	"slices.Backward": "ret0=iter($0)",
	"maps.Values":     "ret0=iter($0)",
	"maps.All":        "ret0=iter($0)",

	"(" + rtPkg + ".UnstructuredConverter).ToUnstructured":  "ret0=$1/?U",
	"(*" + rtPkg + ".unstructuredConverter).ToUnstructured": "ret0=$1/?U",
	"(" + rtPkg + ".Unstructured).UnstructuredContent":      "ret0=$0/Object/*",
	"(*" + unstrPkg + ".Unstructured).UnstructuredContent":  "ret0=$0/Object/*",
	"(*" + unstrPkg + ".Unstructured).DeepCopy":             "none",
}

// callers call functions that they are given, and nothing more.
var callers = map[string]string{
	"k8s.io/client-go/util/retry.OnError":              "call $2()",
	"k8s.io/client-go/util/retry.RetryOnConflict":      "call $1()",
	"(*golang.org/x/sync/errgroup.Group).Go":           "call $1()",
	"(*sync.Once).Do":                                  "call $1()",
	"(*sync.WaitGroup).Go":                             "call $1()",
	"k8s.io/client-go/util/workqueue.ParallelizeUntil": "call $3()",
}

// callbacks are kept by the Kubernetes libraries and called with objects of
// the cache: fields of handler structs, methods of handler interfaces
// (receiver first) and named function types.
var callbacks = map[string]string{
	cachePkg + ".ResourceEventHandlerFuncs.AddFunc":            "cache",
	cachePkg + ".ResourceEventHandlerFuncs.UpdateFunc":         "cache,cache",
	cachePkg + ".ResourceEventHandlerFuncs.DeleteFunc":         "cache",
	cachePkg + ".ResourceEventHandlerDetailedFuncs.AddFunc":    "cache,_",
	cachePkg + ".ResourceEventHandlerDetailedFuncs.UpdateFunc": "cache,cache",
	cachePkg + ".ResourceEventHandlerDetailedFuncs.DeleteFunc": "cache",
	cachePkg + ".FilteringResourceEventHandler.FilterFunc":     "cache",

	cachePkg + ".TypedResourceEventHandlerFuncs.AddFunc":            "cache",
	cachePkg + ".TypedResourceEventHandlerFuncs.UpdateFunc":         "cache,cache",
	cachePkg + ".TypedResourceEventHandlerFuncs.DeleteFunc":         "deleted",
	cachePkg + ".TypedResourceEventHandlerDetailedFuncs.AddFunc":    "cache,_",
	cachePkg + ".TypedResourceEventHandlerDetailedFuncs.UpdateFunc": "cache,cache",
	cachePkg + ".TypedResourceEventHandlerDetailedFuncs.DeleteFunc": "deleted",
	cachePkg + ".TypedFilteringResourceEventHandler.FilterFunc":     "cache",

	cachePkg + ".ResourceEventHandler.OnAdd":         "_,cache",
	cachePkg + ".ResourceEventHandler.OnUpdate":      "_,cache,cache",
	cachePkg + ".ResourceEventHandler.OnDelete":      "_,cache",
	cachePkg + ".TypedResourceEventHandler.OnAdd":    "_,cache",
	cachePkg + ".TypedResourceEventHandler.OnUpdate": "_,cache,cache",
	cachePkg + ".TypedResourceEventHandler.OnDelete": "_,deleted",

	// What these are called with, the types of their parameters tell.
	ctrlPkg + "/predicate.Funcs.CreateFunc":       "_",
	ctrlPkg + "/predicate.Funcs.UpdateFunc":       "_",
	ctrlPkg + "/predicate.Funcs.DeleteFunc":       "_",
	ctrlPkg + "/predicate.Funcs.GenericFunc":      "_",
	ctrlPkg + "/predicate.TypedFuncs.CreateFunc":  "_",
	ctrlPkg + "/predicate.TypedFuncs.UpdateFunc":  "_",
	ctrlPkg + "/predicate.TypedFuncs.DeleteFunc":  "_",
	ctrlPkg + "/predicate.TypedFuncs.GenericFunc": "_",
	ctrlPkg + "/handler.Funcs.CreateFunc":         "_",
	ctrlPkg + "/handler.Funcs.UpdateFunc":         "_",
	ctrlPkg + "/handler.Funcs.DeleteFunc":         "_",
	ctrlPkg + "/handler.Funcs.GenericFunc":        "_",
	ctrlPkg + "/handler.TypedFuncs.CreateFunc":    "_",
	ctrlPkg + "/handler.TypedFuncs.UpdateFunc":    "_",
	ctrlPkg + "/handler.TypedFuncs.DeleteFunc":    "_",
	ctrlPkg + "/handler.TypedFuncs.GenericFunc":   "_",

	cachePkg + ".IndexFunc":      "cache",
	cachePkg + ".TypedIndexFunc": "cache",

	ctrlPkg + "/handler.MapFunc":            "_,cache",
	ctrlPkg + "/handler.TypedMapFunc":       "_,cache",
	ctrlPkg + "/client.IndexerFunc":         "cache",
	ctrlPkg + "/cache/cacheapi.IndexerFunc": "cache", // since 0.25
}

// eventFields are the fields of controller-runtime's events that hold objects
// of the cache.
var eventFields = map[string][]string{
	ctrlPkg + "/event.CreateEvent":      {"Object"},
	ctrlPkg + "/event.UpdateEvent":      {"ObjectOld", "ObjectNew"},
	ctrlPkg + "/event.DeleteEvent":      {"Object"},
	ctrlPkg + "/event.TypedCreateEvent": {"Object"},
	ctrlPkg + "/event.TypedUpdateEvent": {"ObjectOld", "ObjectNew"},
	ctrlPkg + "/event.TypedDeleteEvent": {"Object"},
}

// EventFields are the fields of the event type named by package path and name
// that hold objects of the cache; nil for other types.
func EventFields(typ string) []string { return eventFields[typ] }

// Callback says what the functions that are kept under key are called with:
// "cache", "deleted" or "_" for each parameter.
func Callback(key string) (string, bool) {
	s, ok := callbacks[key]
	return s, ok
}
