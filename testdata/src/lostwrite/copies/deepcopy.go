package copies

import (
	"context"
	"log"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// rename changes a copy, and sends the original.
func (m *mirror) rename(ctx context.Context, cm *corev1.ConfigMap) error {
	renamed := cm.DeepCopy()
	renamed.Name = "mirror-" + cm.Name // want `^renamed is a copy of cm that nobody uses, so renamed\.Name = … is lost; send renamed instead of cm$`
	renamed.Labels["mirror"] = "true"
	renamed.SetAnnotations(nil)
	renamed.ResourceVersion = ""
	return m.Create(ctx, cm)
}

// renames sends the copy.
func (m *mirror) renames(ctx context.Context, cm *corev1.ConfigMap) error {
	renamed := cm.DeepCopy()
	renamed.Name = "mirror-" + cm.Name
	renamed.ResourceVersion = ""
	return m.Create(ctx, renamed)
}

// base is what the patch begins with.
func (m *mirror) base(ctx context.Context, b *api.Backup) error {
	base := b.DeepCopy()
	b.Spec.Schedule = "@daily"
	return m.Patch(ctx, b, client.MergeFrom(base))
}

// unsent sends nothing after it.
func (m *mirror) unsent(ctx context.Context, b *api.Backup) error {
	if err := m.Update(ctx, b); err != nil {
		return err
	}
	c := b.DeepCopy()
	c.Spec.Schedule = "@daily"
	return nil
}

// phase changes the copy, where it was read before.
func (m *mirror) phase(ctx context.Context, b *api.Backup) error {
	c := b.DeepCopy()
	if c.Status.Phase == "" {
		c.Status.Phase = "New" // want `c\.Status\.Phase = … is lost; send c instead of b$`
	}
	if err := m.Status().Update(ctx, b); err != nil {
		log.Print(c.Name)
		return err
	}
	return nil
}

// shown reads the copy again.
func (m *mirror) shown(ctx context.Context, b *api.Backup) error {
	c := b.DeepCopy()
	c.Status.Phase = "New"
	log.Print(c.Status)
	return m.Status().Update(ctx, b)
}

// asserted is the object under another name.
func (m *mirror) asserted(ctx context.Context, obj any) error {
	cm := obj.(*corev1.ConfigMap)
	renamed := cm.DeepCopy()
	renamed.Name = "mirror-" + cm.Name // want `renamed\.Name = … is lost; pass renamed instead of cm to Delete$`
	return m.Delete(ctx, obj.(*corev1.ConfigMap))
}
