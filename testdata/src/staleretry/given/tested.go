package given

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// A Saver creates what has no resourceVersion, and writes the rest.
type Saver struct {
	client typedcorev1.ConfigMapInterface
}

func (s *Saver) Save(ctx context.Context, cm *corev1.ConfigMap) error {
	if cm.ResourceVersion == "" {
		_, err := s.client.Create(ctx, cm, metav1.CreateOptions{})
		return err
	}
	cm.Labels["saved"] = "true"
	if _, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return err
	}
	cm.Labels["saved"] = "twice"
	_, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}) // want `cm still has the resourceVersion from before the Update`
	return err
}

func (s *Saver) SaveByGetter(ctx context.Context, cm *corev1.ConfigMap) error {
	if cm.GetResourceVersion() != "" && cm.Labels != nil {
		if _, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
			return err
		}
		_, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}) // want `cm still has the resourceVersion from before the Update`
		return err
	}
	return nil
}

func (s *Saver) SaveByLength(ctx context.Context, cm *corev1.ConfigMap) error {
	if len(cm.ResourceVersion) == 0 {
		_, err := s.client.Create(ctx, cm, metav1.CreateOptions{})
		return err
	}
	copied := cm.DeepCopy()
	if _, err := s.client.Update(ctx, copied, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := s.client.Update(ctx, copied, metav1.UpdateOptions{}) // want `copied still has the resourceVersion from before the Update`
	return err
}

// The other branch: it has none.
func (s *Saver) Force(ctx context.Context, cm *corev1.ConfigMap) error {
	if cm.ResourceVersion == "" {
		if _, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
			return err
		}
		_, err := s.client.Update(ctx, cm, metav1.UpdateOptions{})
		return err
	}
	return nil
}

// After the branches it may have one or not.
func (s *Saver) Either(ctx context.Context, cm *corev1.ConfigMap) error {
	if cm.ResourceVersion == "" {
		cm.Labels["new"] = "true"
	} else {
		return nil
	}
	if _, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := s.client.Update(ctx, cm, metav1.UpdateOptions{})
	return err
}

// It is another one that was tested.
func (s *Saver) Other(ctx context.Context, cm, other *corev1.ConfigMap) error {
	if other.ResourceVersion == "" {
		return nil
	}
	if _, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := s.client.Update(ctx, cm, metav1.UpdateOptions{})
	return err
}

// It is taken away after the test.
func (s *Saver) Overwrite(ctx context.Context, cm *corev1.ConfigMap) error {
	if cm.ResourceVersion != "" {
		cm.ResourceVersion = ""
	}
	if _, err := s.client.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := s.client.Update(ctx, cm, metav1.UpdateOptions{})
	return err
}

// What the first write returns is written.
func (s *Saver) Right(ctx context.Context, cm *corev1.ConfigMap) error {
	if cm.ResourceVersion == "" {
		_, err := s.client.Create(ctx, cm, metav1.CreateOptions{})
		return err
	}
	cm, err := s.client.Update(ctx, cm, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	_, err = s.client.Update(ctx, cm, metav1.UpdateOptions{})
	return err
}
