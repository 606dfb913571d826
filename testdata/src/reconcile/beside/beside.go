// Package beside has helpers that return more than the error of a write.
package beside

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ending has helpers with a result where their write fails.
type ending struct{ client.Client }

// ensure has no result if all is well.
func (r *ending) ensure(ctx context.Context, app *appsv1.Deployment) (*ctrl.Result, error) {
	svc := corev1.Service{}
	svc.Namespace, svc.Name = app.Namespace, app.Name
	if err := r.Create(ctx, &svc); client.IgnoreAlreadyExists(err) != nil {
		return &ctrl.Result{}, err
	}
	return nil, nil
}

func (r *ending) label(ctx context.Context, app *appsv1.Deployment) (*appsv1.Deployment, *ctrl.Result, error) {
	app.Labels = map[string]string{"seen": "true"}
	if err := r.Update(ctx, app); err != nil {
		return nil, &ctrl.Result{}, err
	}
	return app, nil, nil
}

// retire says whether there is nothing more to do.
func (r *ending) retire(ctx context.Context, app *appsv1.Deployment) (bool, error) {
	if app.Spec.Replicas == nil || *app.Spec.Replicas > 0 {
		return false, nil
	}
	return true, r.Delete(ctx, app)
}

// both hands on what ensure says.
func (r *ending) both(ctx context.Context, app *appsv1.Deployment) (*ctrl.Result, error) {
	res, err := r.ensure(ctx, app)
	return res, err
}

func (r *ending) delay(ctx context.Context, app *appsv1.Deployment) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, app); err != nil {
		return ctrl.Result{RequeueAfter: 1}, err
	}
	return ctrl.Result{}, nil
}

func (r *ending) names(ctx context.Context, app *appsv1.Deployment) (names []string, err error) {
	for _, c := range app.Spec.Template.Spec.Containers {
		names = append(names, c.Name)
	}
	err = r.Update(ctx, app)
	return names, err
}

// going has helpers without one where their write fails.
type going struct{ client.Client }

func (r *going) ensure(ctx context.Context, app *appsv1.Deployment) (*ctrl.Result, error) {
	svc := corev1.Service{}
	svc.Namespace, svc.Name = app.Namespace, app.Name
	if err := r.Create(ctx, &svc); client.IgnoreAlreadyExists(err) != nil {
		return nil, err
	}
	return nil, nil
}

// retire means that it is done only if it could delete.
func (r *going) retire(ctx context.Context, app *appsv1.Deployment) (bool, error) {
	if app.Spec.Replicas == nil || *app.Spec.Replicas > 0 {
		return false, nil
	}
	if err := r.Delete(ctx, app); err != nil {
		return false, err
	}
	return true, nil
}

func (r *going) both(ctx context.Context, app *appsv1.Deployment) (*ctrl.Result, error) {
	res, err := r.ensure(ctx, app)
	return res, err
}

func (r *going) delay(ctx context.Context, app *appsv1.Deployment) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, app); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: 1}, nil
}

func (r *going) service(ctx context.Context, app *appsv1.Deployment) (*corev1.Service, error) {
	svc := &corev1.Service{}
	svc.Namespace, svc.Name = app.Namespace, app.Name
	if err := r.Create(ctx, svc); err != nil {
		return nil, err
	}
	return svc, nil
}

type endsEnsure struct{ ending }

// Reconcile ends where the helper has a result.
func (r *endsEnsure) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if res, err := r.ensure(ctx, &app); res != nil {
		return *res, err
	}
	return ctrl.Result{}, nil
}

type goesEnsure struct{ going }

// Reconcile goes on: the helper has none with its error.
func (r *goesEnsure) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if res, err := r.ensure(ctx, &app); res != nil { // want `if the create in ensure fails`
		return *res, err
	}
	return ctrl.Result{}, nil
}

type endsLabel struct{ ending }

// Reconcile ends where the helper has a result.
func (r *endsLabel) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, res, err := r.label(ctx, &app); res != nil {
		return *res, err
	}
	return ctrl.Result{}, nil
}

type endsRetire struct{ ending }

// Reconcile ends where the helper says so.
func (r *endsRetire) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if done, err := r.retire(ctx, &app); done {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type goesRetire struct{ going }

// Reconcile goes on where the helper failed.
func (r *goesRetire) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if done, err := r.retire(ctx, &app); done { // want `if the delete in retire fails`
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type endsBoth struct{ ending }

// Reconcile ends where the helper of the helper has a result.
func (r *endsBoth) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if res, err := r.both(ctx, &app); res != nil {
		return *res, err
	}
	return ctrl.Result{}, nil
}

type goesBoth struct{ going }

// Reconcile goes on: it has none with its error.
func (r *goesBoth) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if res, err := r.both(ctx, &app); res != nil { // want `if the create in both fails`
		return *res, err
	}
	return ctrl.Result{}, nil
}

type endsDelay struct{ ending }

// Reconcile ends where the result is not empty.
func (r *endsDelay) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	res, err := r.delay(ctx, &app)
	if !res.IsZero() {
		return res, err
	}
	return ctrl.Result{}, nil
}

type goesDelay struct{ going }

// Reconcile goes on where it is empty.
func (r *goesDelay) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	res, err := r.delay(ctx, &app) // want `if the update in delay fails`
	if res.RequeueAfter > 0 {
		return res, err
	}
	return ctrl.Result{}, nil
}

type endsNames struct{ ending }

// Reconcile asks for what depends on more than the write.
func (r *endsNames) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	names, err := r.names(ctx, &app)
	if len(names) > 0 {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type goesService struct{ going }

// Reconcile logs the error, and comes back only if there is a Service.
func (r *goesService) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var app appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	svc, err := r.service(ctx, &app) // want `if the create in service fails`
	if err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Creating the Service")
	}
	if svc != nil {
		return ctrl.Result{RequeueAfter: 1}, nil
	}
	return ctrl.Result{}, nil
}
