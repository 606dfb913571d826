package helpers

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/util"
)

// places makes room in the status, as each reconcile does where there is none: what is lost is empty.
func (p *publisher) places(ctx context.Context, key client.ObjectKey) (err error) {
	site := &api.Site{}
	if err := p.Get(ctx, key, site); err != nil {
		return err
	}
	keeper := util.KeepSite(site)
	defer func() { err = keeper.Close(ctx, p.Status(), err) }()
	if len(site.Status.Places) != len(site.Spec.Places) {
		site.Status.Places = make([]api.Place, len(site.Spec.Places))
	}
	if site.Status.Places[0].Name != site.Spec.Places[0] {
		for i, name := range site.Spec.Places {
			site.Status.Places[i].Name = name
		}
		return nil
	}
	if !controllerutil.ContainsFinalizer(site, "site") {
		controllerutil.AddFinalizer(site, "site")
		return p.Update(ctx, site)
	}
	return nil
}

// placesFilled loses what it has put there.
func (p *publisher) placesFilled(ctx context.Context, key client.ObjectKey) (err error) {
	site := &api.Site{}
	if err := p.Get(ctx, key, site); err != nil {
		return err
	}
	keeper := util.KeepSite(site)
	defer func() { err = keeper.Close(ctx, p.Status(), err) }()
	places := make([]api.Place, len(site.Spec.Places))
	for i, name := range site.Spec.Places {
		places[i].Name = name
	}
	site.Status.Places = places
	site.Labels = map[string]string{"placed": "true"}
	return p.Update(ctx, site) // want `the status set at line 49 is lost`
}
