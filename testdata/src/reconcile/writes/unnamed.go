package writes

import (
	"context"
	"encoding/json"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type tooLate struct{ reconciler }

// Reconcile has set its results when the deferred function sets err.
func (r *tooLate) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &pod)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		err = r.Status().Update(ctx, &pod) // want `if this update fails, Reconcile returns no error: the deferred function sets err after the results`
	}()
	if err = r.Update(ctx, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type tooLateAndTold struct{ reconciler }

func (r *tooLateAndTold) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	var err error
	defer func() {
		if err = r.Status().Update(ctx, &pod); err != nil { // want `if this update fails, Reconcile returns no error: the deferred function sets err after the results`
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
		}
	}()
	if err = r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type tooLateInHelper struct{ reconciler }

func (r *tooLateInHelper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &pod)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		err = r.keep(ctx, &pod, err) // want `if the update in keep fails, Reconcile returns no error: the deferred function sets err after the results`
	}()
	if err = r.Update(ctx, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// keep has more errors than those of the write.
func (r *tooLateInHelper) keep(ctx context.Context, pod *corev1.Pod, before error) error {
	text, err := json.Marshal(pod.Spec)
	if err != nil {
		return err
	}
	pod.Status.Message = string(text)
	if err := r.Status().Update(ctx, pod); err != nil && before == nil {
		return err
	}
	return before
}

type inTime struct{ reconciler }

// Reconcile names its result, so the deferred function sets what is returned.
func (r *inTime) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		err = r.Status().Update(ctx, &pod)
	}()
	return ctrl.Result{}, nil
}

type lateAndAgain struct {
	reconciler
	again func(name string)
}

// Reconcile brings the key back in another way.
func (r *lateAndAgain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &pod)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		if err = r.Status().Update(ctx, &pod); err != nil {
			r.again(pod.Name)
		}
	}()
	return ctrl.Result{}, nil
}

type lateAndRead struct{ reconciler }

// Reconcile reads the variable in the deferred function that runs last.
func (r *lateAndRead) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, _ error) {
	var pod corev1.Pod
	var err error
	defer func() {
		if err != nil {
			result.RequeueAfter = time.Minute
		}
	}()
	defer func() {
		err = r.Status().Update(ctx, &pod)
	}()
	err = r.Get(ctx, req.NamespacedName, &pod)
	return ctrl.Result{}, client.IgnoreNotFound(err)
}

type lateAndPeriodic struct{ reconciler }

func (r *lateAndPeriodic) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &pod)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		err = r.Status().Update(ctx, &pod)
	}()
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

type step struct{ client.Client }

// run commits the status at its end, and means to return that error.
func (s *step) run(ctx context.Context, pod *corev1.Pod) (bool, error) {
	var err error
	var again bool
	defer func() {
		err = s.commit(ctx, pod) // want `if the update in commit fails, run returns no error: the deferred function sets err after the results; make err a named result`
		if err != nil {
			again = true
		}
	}()
	pod.Status.Message = "seen"
	return again, err
}

func (s *step) commit(ctx context.Context, pod *corev1.Pod) error {
	if err := s.Status().Update(ctx, pod); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
		return err
	}
	return nil
}

// runNamed does return it.
func (s *step) runNamed(ctx context.Context, pod *corev1.Pod) (again bool, err error) {
	defer func() {
		err = s.commit(ctx, pod)
	}()
	return again, nil
}

// told uses a variable of the function to tell about the error.
func (s *step) told(ctx context.Context, pod *corev1.Pod) error {
	var err error
	defer func() {
		err = s.Status().Update(ctx, pod)
		if err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "Storing the status")
		}
	}()
	err = s.Get(ctx, client.ObjectKeyFromObject(pod), pod)
	return err
}

// kept lets the caller have it.
func (s *step) kept(ctx context.Context, pod *corev1.Pod, err *error) error {
	defer func() {
		*err = s.Status().Update(ctx, pod)
	}()
	return nil
}

// nothing has no error to return.
func (s *step) nothing(ctx context.Context, pod *corev1.Pod) bool {
	err := s.Get(ctx, client.ObjectKeyFromObject(pod), pod)
	defer func() {
		err = s.Status().Update(ctx, pod)
	}()
	return err == nil
}
