package ways

import (
	"context"
	"strings"
	"text/template"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

type renderer struct {
	client.Client
	page *template.Template
}

// render fills in a label for the template, which gets all labels in a map.
func (r *renderer) render(site *api.Site) (string, error) {
	site.Spec.PodLabels["site"] = site.Name
	var out strings.Builder
	err := r.page.Execute(&out, map[string]map[string]string{"labels": site.Spec.PodLabels})
	return out.String(), err
}

func (r *renderer) rendered(ctx context.Context, site *api.Site) error {
	page, err := r.render(site)
	if err != nil {
		return err
	}
	site.Status.Phase = page
	return r.Status().Update(ctx, site)
}

// label gives the label to nobody.
func (r *renderer) label(site *api.Site) {
	site.Spec.PodLabels["site"] = site.Name
}

func (r *renderer) labelled(ctx context.Context, site *api.Site) error {
	r.label(site)
	site.Status.Phase = "labelled"
	return r.Status().Update(ctx, site) // want `Status\(\)\.Update stores only the status`
}
