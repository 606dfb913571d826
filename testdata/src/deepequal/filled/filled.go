// Package filled compares what the API server has stored with what the program made.
package filled

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type runner struct {
	client.Client
	clients kubernetes.Interface
}

// update sends the Job at each reconcile, and the server refuses it.
func (r *runner) update(ctx context.Context, wanted *batchv1.Job) error {
	found := &batchv1.Job{}
	err := r.Get(ctx, client.ObjectKeyFromObject(wanted), found)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, wanted)
	} else if err != nil {
		return err
	}
	if !equality.Semantic.DeepEqual(found.Spec, wanted.Spec) { // want `^equality\.Semantic\.DeepEqual is always false here: the API server gives each Job a selector, which found has, and wanted has none; compare what the program sets$`
		found.Spec = wanted.Spec
		return r.Update(ctx, found)
	}
	return nil
}

// updateImage compares what the program sets.
func (r *runner) updateImage(ctx context.Context, wanted *batchv1.Job) error {
	found := &batchv1.Job{}
	err := r.Get(ctx, client.ObjectKeyFromObject(wanted), found)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, wanted)
	} else if err != nil {
		return err
	}
	if found.Spec.Template.Spec.Containers[0].Image != wanted.Spec.Template.Spec.Containers[0].Image || equality.Semantic.DeepDerivative(wanted.Spec, found.Spec) {
		return r.Delete(ctx, found)
	}
	return nil
}

// recreate deletes each Job, and creates it again.
func (r *runner) recreate(ctx context.Context, jobs []batchv1.Job) error {
	for i := range jobs {
		found := &batchv1.Job{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(&jobs[i]), found); client.IgnoreNotFound(err) != nil {
			return err
		}
		wanted := jobs[i].DeepCopy()
		if found.CreationTimestamp.IsZero() {
			if err := r.Create(ctx, wanted); err != nil {
				return err
			}
		} else {
			wanted.ResourceVersion = found.ResourceVersion
			if !reflect.DeepEqual(wanted.Spec.Template, found.Spec.Template) { // want `reflect\.DeepEqual is always false here: the API server adds labels to the template of each Job, which found has, and wanted has not`
				if err := r.Delete(ctx, found); err != nil {
					return err
				}
				if err := r.Create(ctx, wanted); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// pod reads with a typed client.
func (r *runner) pod(ctx context.Context, image string) (*corev1.Pod, error) {
	wanted := &corev1.Pod{Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "tool", Image: image}}}}
	found, err := r.clients.CoreV1().Pods("tools").Get(ctx, "tool", metav1.GetOptions{})
	switch {
	case apierrors.IsNotFound(err):
		return r.clients.CoreV1().Pods("tools").Create(ctx, wanted, metav1.CreateOptions{})
	case err != nil:
		return nil, err
	case reflect.DeepEqual(&found.Spec, &wanted.Spec): // want `reflect\.DeepEqual is always false here: the API server fills in the spec of each Pod, as that of found, and not that of wanted; compare what the program sets`
		return found, nil
	}
	return nil, r.Delete(ctx, found)
}

// created compares what the server has answered.
func (r *runner) created(ctx context.Context, wanted *batchv1.Job) (bool, error) {
	if err := r.Create(ctx, wanted); client.IgnoreAlreadyExists(err) != nil {
		return false, err
	}
	found := &batchv1.Job{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(wanted), found); err != nil {
		return false, err
	}
	return equality.Semantic.DeepEqual(found.Spec, wanted.Spec), nil
}

// rerun makes the new Job from the old one.
func (r *runner) rerun(ctx context.Context, key client.ObjectKey, change func(*batchv1.JobSpec)) error {
	found := &batchv1.Job{}
	if err := r.Get(ctx, key, found); err != nil {
		return err
	}
	wanted := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: key.Name + "-2", Namespace: key.Namespace}, Spec: *found.Spec.DeepCopy()}
	change(&wanted.Spec)
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return r.Create(ctx, wanted)
}

// adopt takes over what the server has set.
func (r *runner) adopt(ctx context.Context, wanted *corev1.Pod) error {
	found := &corev1.Pod{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(wanted), found); err != nil {
		return r.Create(ctx, wanted)
	}
	takeOver(found, wanted)
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return r.Delete(ctx, found)
}

func takeOver(found, wanted *corev1.Pod) { wanted.Spec = found.Spec }

// compareFilled has the server fill in the new Job, and stores nothing.
func (r *runner) compareFilled(ctx context.Context, wanted *batchv1.Job) error {
	found := &batchv1.Job{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(wanted), found); err != nil {
		return r.Create(ctx, wanted)
	}
	if err := r.fill(ctx, wanted); err != nil {
		return err
	}
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return r.Delete(ctx, found)
}

func (r *runner) fill(ctx context.Context, job *batchv1.Job) error {
	return client.NewDryRunClient(r.Client).Update(ctx, job)
}

// deployment may set all that the server would.
func (r *runner) deployment(ctx context.Context, wanted *appsv1.Deployment) error {
	found := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(wanted), found); err != nil {
		return r.Create(ctx, wanted)
	}
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return r.Delete(ctx, found)
}

// same compares what was read with what it was.
func (r *runner) same(ctx context.Context, key client.ObjectKey, before *batchv1.Job) (bool, error) {
	found := &batchv1.Job{}
	if err := r.Get(ctx, key, found); err != nil {
		return false, err
	}
	return equality.Semantic.DeepEqual(found.Spec, before.Spec), nil
}

// keeps takes over what the server has filled in, before it compares.
func (r *runner) keeps(ctx context.Context, wanted *batchv1.Job) error {
	found := &batchv1.Job{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(wanted), found); err != nil {
		return r.Create(ctx, wanted)
	}
	selector := found.Spec.Selector
	wanted.Spec.Selector = selector
	if equality.Semantic.DeepEqual(found.Spec, wanted.Spec) {
		return nil
	}
	return r.Delete(ctx, found)
}
