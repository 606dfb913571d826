package util

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A SiteKeeper writes the status of a site at the end, if it has changed.
type SiteKeeper struct {
	site *api.Site
	old  client.Object
}

// KeepSite returns the SiteKeeper of site.
func KeepSite(site *api.Site) *SiteKeeper {
	return &SiteKeeper{site, site.DeepCopyObject().(client.Object)}
}

// Close writes the status.
func (k *SiteKeeper) Close(ctx context.Context, w client.StatusWriter, err error) error {
	if equality.Semantic.DeepEqual(k.old.(*api.Site).Status, k.site.Status) {
		return err
	}
	if uerr := w.Update(ctx, k.site); uerr != nil {
		return uerr
	}
	return err
}
