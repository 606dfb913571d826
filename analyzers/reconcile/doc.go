// Package reconcile defines an Analyzer that finds reconciles that fail, or wait, and never come back.
//
// # Analyzer reconcile
//
// reconcile: find reconciles that fail and are not tried again
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
// A write that fails once leaves the object as it is for hours, until the next resync or the next
// change. For an object without a name, the client returns "resource name may not be
// empty". That is no NotFound, so that the reconcile fails forever. A RequeueAfter of zero or less
// is as none: max(0, d) does not help.
//
// # How to fix it
//
// Return the error. Test the error of Get before the object is used. Give RequeueAfter a positive
// minimum; the analyzer suggests this edit.
//
// # What is not reported
//
//   - Writes whose error is tested further: with IsNotFound, IsConflict, IsAlreadyExists only the
//     other errors must be returned, and other tests may mean anything.
//   - Functions that do more than to log, or to record an event, when the write has failed.
//   - Helpers of Reconcile whose results it does not return as they are.
//   - Objects that Get does not find, and of which a field is tested, or the name is set, before they are sent.
//   - Times that come from a function, such as the next run of a schedule, and delays that are
//     returned after any comparison of times.
//   - A RequeueAfter with an error in helpers, or where the caller filters the error. Those in Reconcile
//     are notes.
//   - Test files.
package reconcile
