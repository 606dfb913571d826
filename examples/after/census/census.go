// Package census writes on each Node how many of its Pods restart, and which
// container does so most.
package census

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	restartsAnnotation = "census.example.com/restarting-pods"
	worstAnnotation    = "census.example.com/worst-container"
	nodeNameField      = "spec.nodeName"
)

// NewManager returns a manager whose client does not copy what it reads.
func NewManager(ctx context.Context, config *rest.Config) (ctrl.Manager, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Cache: cache.Options{DefaultUnsafeDisableDeepCopy: new(true)},
	})
	if err != nil {
		return nil, err
	}
	return mgr, (&Reconciler{Client: mgr.GetClient()}).setUp(ctx, mgr)
}

// A Reconciler keeps the annotations of Nodes.
type Reconciler struct {
	client.Client
}

func (r *Reconciler) setUp(ctx context.Context, mgr ctrl.Manager) error {
	err := mgr.GetFieldIndexer().IndexField(ctx, &corev1.Pod{}, nodeNameField, func(obj client.Object) []string {
		return []string{obj.(*corev1.Pod).Spec.NodeName}
	})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r)
}

// Reconcile brings the annotations of one Node up to date.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	if err := r.Get(ctx, req.NamespacedName, &node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.MatchingFields{nodeNameField: node.Name}); err != nil {
		return ctrl.Result{}, err
	}
	restarting, worst := count(pods.Items)
	if node.Annotations[restartsAnnotation] == strconv.Itoa(restarting) && node.Annotations[worstAnnotation] == worst {
		return ctrl.Result{}, nil
	}
	annotated := node.DeepCopy()
	if annotated.Annotations == nil {
		annotated.Annotations = map[string]string{}
	}
	annotated.Annotations[restartsAnnotation] = strconv.Itoa(restarting)
	annotated.Annotations[worstAnnotation] = worst
	if err := r.Patch(ctx, annotated, client.MergeFrom(&node)); err != nil {
		return ctrl.Result{}, fmt.Errorf("annotating node %s: %w", node.Name, err)
	}
	return ctrl.Result{}, nil
}

// count returns how many pods restart, and the container that does most.
func count(pods []corev1.Pod) (restarting int, worst string) {
	most := int32(0)
	for i := range pods {
		statuses := slices.Clone(pods[i].Status.ContainerStatuses)
		slices.SortFunc(statuses, func(a, b corev1.ContainerStatus) int {
			return int(b.RestartCount - a.RestartCount)
		})
		if len(statuses) == 0 || statuses[0].RestartCount == 0 {
			continue
		}
		restarting++
		if statuses[0].RestartCount > most {
			most, worst = statuses[0].RestartCount, pods[i].Name+"/"+statuses[0].Name
		}
	}
	return restarting, worst
}
