package kube

// controller-runtime's controllerutil, and the package at its root that has some
// of it in variables.

const ctrlPkg = "sigs.k8s.io/controller-runtime/pkg"

var controllerutil = Package{
	Path: ctrlPkg + "/controller/controllerutil",
	Functions: map[string]string{
		"AddFinalizer":              "write $0 AddFinalizer",
		"RemoveFinalizer":           "write $0 RemoveFinalizer; write $0/ObjectMeta/Finalizers/*/[] RemoveFinalizer",
		"SetControllerReference":    "write $1 SetControllerReference",
		"SetOwnerReference":         "write $1 SetOwnerReference",
		"RemoveOwnerReference":      "write $1 RemoveOwnerReference",
		"RemoveControllerReference": "write $1 RemoveControllerReference",
		"CreateOrUpdate":            "call $3(); write $2 CreateOrUpdate",
		"CreateOrPatch":             "call $3(); write $2 CreateOrPatch",
	},
	Releases: map[string]string{
		"RemoveOwnerReference":      ">=0.17",
		"RemoveControllerReference": ">=0.17",
	},
}

var controllerRuntime = Package{
	Path: "sigs.k8s.io/controller-runtime",
	Variables: map[string]string{
		"SetControllerReference": ctrlPkg + "/controller/controllerutil.SetControllerReference",
		"CreateOrUpdate":         ctrlPkg + "/controller/controllerutil.CreateOrUpdate",
		"CreateOrPatch":          ctrlPkg + "/controller/controllerutil.CreateOrPatch",
		"LoggerFrom":             ctrlPkg + "/log.FromContext",
		"LoggerInto":             ctrlPkg + "/log.IntoContext",
	},
	Releases: map[string]string{"CreateOrPatch": ">=0.23"},
}

var controllerLog = Package{
	Path:      ctrlPkg + "/log",
	Functions: map[string]string{"FromContext": "none", "IntoContext": "none"},
}
