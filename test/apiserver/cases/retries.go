package cases

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/util/retry"
)

// PauseLostChange reads the Deployment again over the change.
func PauseLostChange(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	deployment, err := client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	deployment.Spec.Paused = true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := client.Update(ctx, deployment, metav1.UpdateOptions{}) // want staleretry
		if err != nil {
			if latest, getErr := client.Get(ctx, name, metav1.GetOptions{}); getErr == nil {
				deployment = latest
			}
		}
		return err
	})
}

// PauseLostError returns the error of the read that follows the refused write.
func PauseLostError(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	deployment, err := client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		deployment.Spec.Paused = true
		_, err := client.Update(ctx, deployment, metav1.UpdateOptions{}) // want staleretry
		if err != nil {
			deployment, err = client.Get(ctx, name, metav1.GetOptions{})
		}
		return err
	})
}

// PauseShadowed reads the Deployment again into another variable.
func PauseShadowed(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	deployment, err := client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	deployment.Spec.Paused = true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := client.Update(ctx, deployment, metav1.UpdateOptions{})
		if err != nil {
			deployment, getErr := client.Get(ctx, name, metav1.GetOptions{}) // want staleretry
			if getErr != nil {
				return getErr
			}
			deployment.Spec.Paused = true
		}
		return err
	})
}

// PauseFlattened hides the conflict from the retry.
func PauseFlattened(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		deployment, err := client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		deployment.Spec.Paused = true
		if _, err := client.Update(ctx, deployment, metav1.UpdateOptions{}); err != nil { // want staleretry
			return fmt.Errorf("pausing %s: %v", name, err)
		}
		return nil
	})
}

// PauseWrapped keeps it.
func PauseWrapped(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		deployment, err := client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		deployment.Spec.Paused = true
		if _, err := client.Update(ctx, deployment, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("pausing %s: %w", name, err)
		}
		return nil
	})
}

// PauseCached reads the informer's cache in every attempt.
func PauseCached(ctx context.Context, client typedappsv1.DeploymentInterface, lister appslisters.DeploymentNamespaceLister, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cached, err := lister.Get(name)
		if err != nil {
			return err
		}
		deployment := cached.DeepCopy()
		deployment.Spec.Paused = true
		_, err = client.Update(ctx, deployment, metav1.UpdateOptions{}) // want staleretry
		return err
	})
}

// LabelAndPause writes twice, and drops the result of the first write.
func LabelAndPause(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	deployment, err := client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	metav1.SetMetaDataLabel(&deployment.ObjectMeta, "paused", "true")
	if _, err := client.Update(ctx, deployment, metav1.UpdateOptions{}); err != nil {
		return err
	}
	deployment.Spec.Paused = true
	_, err = client.Update(ctx, deployment, metav1.UpdateOptions{}) // want staleretry
	return err
}

// LabelThenPause goes on with the result.
func LabelThenPause(ctx context.Context, client typedappsv1.DeploymentInterface, name string) error {
	deployment, err := client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	metav1.SetMetaDataLabel(&deployment.ObjectMeta, "paused", "true")
	var labelled *appsv1.Deployment
	if labelled, err = client.Update(ctx, deployment, metav1.UpdateOptions{}); err != nil {
		return err
	}
	labelled.Spec.Paused = true
	_, err = client.Update(ctx, labelled, metav1.UpdateOptions{})
	return err
}
