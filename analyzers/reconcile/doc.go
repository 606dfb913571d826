// Package reconcile defines an Analyzer that finds reconciles that fail, or wait, and never
// come back.
//
// # Analyzer reconcile
//
// reconcile: reconciles that fail and are not tried again
//
// controller-runtime puts a key back into its queue if Reconcile returns an error or a
// positive RequeueAfter. Otherwise, nothing reconciles the object until it changes.
//
// # Bad
//
//	if err := r.Update(ctx, site); err != nil {
//		log.Error(err, "Updating")
//		return ctrl.Result{}, nil // never tried again
//	}
//
//	var secret corev1.Secret
//	if err := r.Get(ctx, key, &secret); client.IgnoreNotFound(err) != nil {
//		return ctrl.Result{}, err
//	}
//	if err := r.Delete(ctx, &secret); err != nil { // no name, if it was not found
//		return ctrl.Result{}, err
//	}
//	return ctrl.Result{RequeueAfter: time.Until(site.Spec.Expires.Time)}, nil // never, if that has passed
//
// # Good
//
//	if err := r.Update(ctx, site); err != nil {
//		return ctrl.Result{}, err
//	}
//
//	var secret corev1.Secret
//	switch err := r.Get(ctx, key, &secret); {
//	case err == nil:
//		if err := r.Delete(ctx, &secret); client.IgnoreNotFound(err) != nil {
//			return ctrl.Result{}, err
//		}
//	case !apierrors.IsNotFound(err):
//		return ctrl.Result{}, err
//	}
//	return ctrl.Result{RequeueAfter: max(time.Until(site.Spec.Expires.Time), time.Second)}, nil
//
// # Why
//
// A failed write leaves the object as it is until the next resync or change. For an object
// without a name, the client returns "resource name may not be empty".
// That is not NotFound, so the reconcile fails forever. A RequeueAfter of zero or less has no
// effect: max(0, d) does not help.
//
// # How to fix it
//
// Return the error; a deferred function assigns it to a named result. Check the error of Get
// before you use the object. Give RequeueAfter a positive minimum; the analyzer suggests it.
//
// # What is not reported
//
//   - writes whose error the code tests further; after IsNotFound, IsConflict or
//     IsAlreadyExists, it must return the other errors;
//   - writes whose error is assigned to _;
//   - functions that do more than log, count or record an event after the failed write;
//   - writes in helpers of other packages, or in helpers with other errors that the helper
//     or Reconcile checks for;
//   - objects that Get may not find, if the code tests a field or sets the name before the
//     write;
//   - delays that a function with several returns computes, such as the next run of a
//     schedule, or that follow any comparison of times;
//   - a RequeueAfter with an error in helpers, or where the caller filters the error; in
//     Reconcile it is a note;
//   - test files.
package reconcile
