package writes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// eventful makes Events by hand: one that is missing is not worth another attempt.
type eventful struct{ reconciler }

func (r *eventful) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.tell(ctx, &pod, "Seen")
	return ctrl.Result{}, nil
}

func (r *eventful) tell(ctx context.Context, pod *corev1.Pod, why string) {
	event := corev1.Event{
		ObjectMeta:     metav1.ObjectMeta{GenerateName: pod.Name + "-", Namespace: pod.Namespace},
		InvolvedObject: corev1.ObjectReference{Kind: "Pod", Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID},
		Reason:         why,
	}
	if err := r.Create(ctx, &event); err != nil {
		ctrl.LoggerFrom(ctx).Info("An event is missing", "reason", why, "error", err.Error())
	}
}

// noting makes what is needed in the same way.
type noting struct{ eventful }

func (r *noting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.note(ctx, &pod, "Seen") // want `if the create in note fails`
	return ctrl.Result{}, nil
}

func (r *noting) note(ctx context.Context, pod *corev1.Pod, why string) {
	cm := corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: pod.Name, Namespace: pod.Namespace},
		Data:       map[string]string{"reason": why},
	}
	if err := r.Create(ctx, &cm); err != nil {
		ctrl.LoggerFrom(ctx).Info("A note is missing", "reason", why, "error", err.Error())
	}
}
