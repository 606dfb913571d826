package ways

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// A builder makes a Pod of each site, and changes the site in memory for that.
type builder struct {
	client.Client
	region func(*api.Site) string
}

// resolved replaces the region for the Pod, which a step makes before it writes the status.
func (b *builder) resolved(ctx context.Context, s *api.Site) error {
	if s.Spec.Cloud != nil {
		s.Spec.Cloud.Region = b.region(s)
	}
	return b.make(ctx, s)
}

func (b *builder) make(ctx context.Context, s *api.Site) error {
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = s.Namespace, s.Name
	pod.Spec.NodeSelector = map[string]string{"region": s.Spec.Cloud.Region}
	if err := b.Create(ctx, pod); err != nil {
		return err
	}
	return b.noteMade(ctx, s)
}

func (b *builder) noteMade(ctx context.Context, s *api.Site) error {
	s.Status.Phase = "Made"
	return b.Status().Update(ctx, s)
}

// moved chooses another region, which nobody uses before the write.
func (b *builder) moved(ctx context.Context, s *api.Site) error {
	if s.Spec.Cloud != nil {
		s.Spec.Cloud.Region = b.region(s)
	}
	return b.move(ctx, s)
}

func (b *builder) move(ctx context.Context, s *api.Site) error {
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = s.Namespace, s.Name
	if err := b.Delete(ctx, pod); err != nil {
		return err
	}
	return b.noteMoved(ctx, s)
}

func (b *builder) noteMoved(ctx context.Context, s *api.Site) error {
	s.Status.Phase = "Moved"
	return b.Status().Update(ctx, s) // want `the spec set at line 44 is dropped`
}

// podLabels adds to the labels of the site, for what it returns.
func podLabels(s *api.Site) map[string]string {
	if s.Spec.PodLabels == nil {
		s.Spec.PodLabels = map[string]string{}
	}
	labels := s.Spec.PodLabels
	labels["site"] = s.Name
	return labels
}

func (b *builder) labelled(ctx context.Context, s *api.Site) error {
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name, pod.Labels = s.Namespace, s.Name, podLabels(s)
	if err := b.Create(ctx, pod); err != nil {
		return err
	}
	s.Status.Phase = "Labelled"
	return b.Status().Update(ctx, s)
}

// label adds a label and returns nothing.
func label(s *api.Site) {
	if s.Spec.PodLabels == nil {
		s.Spec.PodLabels = map[string]string{}
	}
	s.Spec.PodLabels["site"] = s.Name
}

func (b *builder) labelLost(ctx context.Context, s *api.Site) error {
	label(s)
	s.Status.Phase = "Labelled"
	return b.Status().Update(ctx, s) // want `the spec set at line 88 is dropped`
}

// values are what a chart gets.
type values struct {
	Labels map[string]string
}

// chart takes the labels of the site for a chart, with one more.
func (b *builder) chart(ctx context.Context, s *api.Site, install func(values) error) error {
	if s.Labels == nil {
		s.Labels = map[string]string{}
	}
	s.Labels["site"] = s.Name
	if err := install(values{Labels: s.Labels}); err != nil {
		return err
	}
	s.Status.Phase = "Installed"
	return b.Status().Update(ctx, s)
}

// charted does so before it sets the label.
func (b *builder) charted(ctx context.Context, s *api.Site, install func(values) error) error {
	if err := install(values{Labels: s.Labels}); err != nil {
		return err
	}
	s.Labels["installed"] = "true"
	s.Status.Phase = "Installed"
	return b.Status().Update(ctx, s) // want `the label set at line 120 is dropped`
}

// named gives the site another region for the Pod that it makes of it, and its caller writes the status.
func (b *builder) named(ctx context.Context, s *api.Site) error {
	s.Spec.Cloud.Region = b.region(s)
	return b.Create(ctx, podOf(s))
}

func podOf(s *api.Site) *corev1.Pod {
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = s.Namespace, s.Name
	pod.Spec.NodeSelector = map[string]string{"region": s.Spec.Cloud.Region}
	return pod
}

func (b *builder) name(ctx context.Context, s *api.Site) error {
	if err := b.named(ctx, s); err != nil {
		return err
	}
	s.Status.Phase = "Named"
	return b.Status().Update(ctx, s)
}

// renamed makes the Pod before.
func (b *builder) renamed(ctx context.Context, s *api.Site) error {
	pod := podOf(s)
	s.Spec.Cloud.Region = b.region(s)
	return b.Create(ctx, pod)
}

func (b *builder) rename(ctx context.Context, s *api.Site) error {
	if err := b.renamed(ctx, s); err != nil {
		return err
	}
	s.Status.Phase = "Renamed"
	return b.Status().Update(ctx, s) // want `the spec set at line 149 is dropped`
}

// restored notes the region in the status, too.
func (b *builder) restored(ctx context.Context, s *api.Site, labels map[string]string) error {
	s.Spec.PodLabels = labels
	s.Status.PodLabels = s.Spec.PodLabels
	return b.Status().Update(ctx, s) // want `the spec set at line 163 is dropped`
}
