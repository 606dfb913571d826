package apiserver

import (
	"context"
	"fmt"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
)

// A kind is a resource that the server has.
type kind struct {
	schema.GroupVersionKind
	plural string
	scope  meta.RESTScope
	status bool // with the status subresource
}

func (k kind) resource() schema.GroupVersionResource {
	return k.GroupVersion().WithResource(k.plural)
}

// builtin are the kinds of Kubernetes that the examples use. As in Kubernetes, a
// ConfigMap, an EndpointSlice and a Secret have no status.
var builtin = []kind{
	{schema.GroupVersionKind{Version: "v1", Kind: "ConfigMap"}, "configmaps", meta.RESTScopeNamespace, false},
	{schema.GroupVersionKind{Version: "v1", Kind: "Node"}, "nodes", meta.RESTScopeRoot, true},
	{schema.GroupVersionKind{Version: "v1", Kind: "PersistentVolumeClaim"}, "persistentvolumeclaims", meta.RESTScopeNamespace, true},
	{schema.GroupVersionKind{Version: "v1", Kind: "Pod"}, "pods", meta.RESTScopeNamespace, true},
	{schema.GroupVersionKind{Version: "v1", Kind: "Secret"}, "secrets", meta.RESTScopeNamespace, false},
	{schema.GroupVersionKind{Version: "v1", Kind: "Service"}, "services", meta.RESTScopeNamespace, true},
	{schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}, "deployments", meta.RESTScopeNamespace, true},
	{schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}, "jobs", meta.RESTScopeNamespace, true},
	{schema.GroupVersionKind{Group: "discovery.k8s.io", Version: "v1", Kind: "EndpointSlice"}, "endpointslices", meta.RESTScopeNamespace, false},
}

// served are the groups as which the server has those of built-in kinds: the group
// of a custom resource needs a dot, and *.k8s.io an approval.
var served = map[string]string{
	"":                 "core.example.com",
	"apps":             "apps.example.com",
	"batch":            "batch.example.com",
	"discovery.k8s.io": "discovery.example.com",
}

// filled are the defaults that the server sets in the spec, by the plural of the kind: for Jobs one of the fields that
// Kubernetes sets.
var filled = map[string]map[string]apiextensionsv1.JSONSchemaProps{
	"jobs": {"completionMode": {Type: "string", Default: &apiextensionsv1.JSON{Raw: []byte(`"NonIndexed"`)}}},
}

// Install adds kinds to the server, and returns when it serves them. A kind of
// Kubernetes becomes a custom resource that a Proxy shows as the built-in one. The
// schemas let everything through, and fill in what filled says.
func (s *Server) Install(ctx context.Context, kinds []kind) error {
	client, err := clientset.NewForConfig(s.Config)
	if err != nil {
		return err
	}
	crds := client.ApiextensionsV1().CustomResourceDefinitions()
	for _, k := range kinds {
		if _, err := crds.Create(ctx, definition(k), metav1.CreateOptions{}); err != nil {
			return fmt.Errorf("creating %s: %w", k.plural, err)
		}
	}
	for _, k := range kinds {
		name := definition(k).Name
		err := wait.PollUntilContextTimeout(ctx, 10*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
			crd, err := crds.Get(ctx, name, metav1.GetOptions{})
			if err != nil {
				return false, err
			}
			for _, c := range crd.Status.Conditions {
				if c.Type == apiextensionsv1.Established {
					return c.Status == apiextensionsv1.ConditionTrue, nil
				}
			}
			return false, nil
		})
		if err != nil {
			return fmt.Errorf("%s is not served: %w", name, err)
		}
	}
	return nil
}

func definition(k kind) *apiextensionsv1.CustomResourceDefinition {
	group := k.Group
	if other, ok := served[group]; ok {
		group = other
	}
	version := apiextensionsv1.CustomResourceDefinitionVersion{
		Name: k.Version, Served: true, Storage: true,
		Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
			Type: "object", XPreserveUnknownFields: new(true),
		}},
	}
	if set := filled[k.plural]; set != nil {
		version.Schema.OpenAPIV3Schema.Properties = map[string]apiextensionsv1.JSONSchemaProps{
			"spec": {Type: "object", Properties: set, XPreserveUnknownFields: new(true)},
		}
	}
	if k.status {
		version.Subresources = &apiextensionsv1.CustomResourceSubresources{Status: &apiextensionsv1.CustomResourceSubresourceStatus{}}
	}
	scope := apiextensionsv1.ClusterScoped
	if k.scope == meta.RESTScopeNamespace {
		scope = apiextensionsv1.NamespaceScoped
	}
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: k.plural + "." + group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group:    group,
			Names:    apiextensionsv1.CustomResourceDefinitionNames{Plural: k.plural, Kind: k.Kind},
			Scope:    scope,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{version},
		},
	}
}

// mapper is a RESTMapper of kinds, in place of one that asks the server.
func mapper(kinds []kind) meta.RESTMapper {
	m := meta.NewDefaultRESTMapper(nil)
	for _, k := range kinds {
		m.AddSpecific(k.GroupVersionKind, k.resource(), k.GroupVersion().WithResource(k.plural), k.scope)
	}
	return m
}
