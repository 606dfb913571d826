// Package finalizer defines an Analyzer that finds reconcilers that handle finalizers in the
// wrong order.
//
// # Analyzer finalizer
//
// finalizer: finalizers that are added too late or removed too early
//
// A finalizer keeps an object that is being deleted until its controller has cleaned up. The
// API server refuses new finalizers of such an object. It deletes the object when the last
// finalizer is removed.
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
// The API server answers a late finalizer with 422 Invalid, and the reconciler fails until other
// finalizers are gone. An object created after the removal has no owner. If a deletion after the
// removal fails, no reconcile tries it again.
//
// # How to fix it
//
// Look at the DeletionTimestamp first. If it is set, clean up, remove the finalizer last, and
// return.
//
// # What is not reported
//
//   - finalizers of an object that a function other than Reconcile gets from its caller, who
//     may have looked at the deletion;
//   - code after a test that may ask whether the object is being deleted;
//   - additions to what is being deleted only, which has the finalizer;
//   - additions with no look at the deletion after them, which are notes;
//   - cleanups in functions of other packages, or below those that this one calls;
//   - cleanups whose error is only logged before the removal: 38 of 44 such places in public
//     code are intended;
//   - test files.
package finalizer
