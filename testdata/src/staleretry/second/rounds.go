package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// labels are set one by one.

func eachLabel(ctx context.Context, services typedcorev1.ServiceInterface, name string, labels []string) error {
	svc, err := services.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	for _, label := range labels {
		svc.Labels[label] = "true"
		if _, err := services.Update(ctx, svc, metav1.UpdateOptions{}); err != nil { // want `svc still has the resourceVersion from before the Update at line \d+, whose result is dropped`
			return err
		}
	}
	return nil
}

func eachLabelKept(ctx context.Context, services typedcorev1.ServiceInterface, name string, labels []string) error {
	svc, err := services.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	for _, label := range labels {
		svc.Labels[label] = "true"
		if svc, err = services.Update(ctx, svc, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func eachLabelRead(ctx context.Context, services typedcorev1.ServiceInterface, name string, labels []string) error {
	for _, label := range labels {
		svc, err := services.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		svc.Labels[label] = "true"
		if _, err := services.Update(ctx, svc, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func eachService(ctx context.Context, services typedcorev1.ServiceInterface) error {
	list, err := services.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range list.Items {
		svc := &list.Items[i]
		svc.Labels["seen"] = "true"
		if _, err := services.Update(ctx, svc, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	for _, svc := range list.Items {
		svc.Spec.ExternalName = ""
		if _, err := services.Update(ctx, &svc, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// It is written until it went well.
func untilWritten(ctx context.Context, services typedcorev1.ServiceInterface, svc *corev1.Service) {
	svc.Labels["seen"] = "true"
	for {
		if _, err := services.Update(ctx, svc, metav1.UpdateOptions{}); err == nil {
			return
		}
	}
}

// Both writes are in the helper, which is called once.
func seenByHelper(ctx context.Context, services typedcorev1.ServiceInterface, name string) error {
	svc, err := services.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if svc.Spec.Type == corev1.ServiceTypeExternalName {
		svc.Labels["external"] = "true"
		if _, err := services.Update(ctx, svc, metav1.UpdateOptions{}); err != nil {
			return err
		}
		return seenTwice(ctx, services, svc) // want `svc still has the resourceVersion from before the Update at line 94, whose result is dropped`
	}
	return seenTwice(ctx, services, svc)
}

func seenTwice(ctx context.Context, services typedcorev1.ServiceInterface, svc *corev1.Service) error {
	svc.Labels["seen"] = "true"
	if _, err := services.Update(ctx, svc, metav1.UpdateOptions{}); err != nil {
		return err
	}
	svc.Labels["seen"] = "twice"
	_, err := services.Update(ctx, svc, metav1.UpdateOptions{}) // want `svc still has the resourceVersion from before the Update at line \d+, whose result is dropped`
	return err
}

// eachVariable writes a copy of another service in each round.
func eachVariable(ctx context.Context, services typedcorev1.ServiceInterface) error {
	list, err := services.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, svc := range list.Items {
		if err := mark(ctx, services, &svc); err != nil {
			return err
		}
	}
	return nil
}

// eachMark writes copies of the same service.
func eachMark(ctx context.Context, services typedcorev1.ServiceInterface, name string, rounds []string) error {
	svc, err := services.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	for _, round := range rounds {
		svc.Labels["round"] = round
		if err := mark(ctx, services, svc); err != nil { // want `svc still has the resourceVersion from before mark\(…\) of its copy`
			return err
		}
	}
	return nil
}

func mark(ctx context.Context, services typedcorev1.ServiceInterface, svc *corev1.Service) error {
	svc = svc.DeepCopy()
	svc.Labels["marked"] = "true"
	_, err := services.Update(ctx, svc, metav1.UpdateOptions{})
	return err
}

// relabel goes on after the first write.
func relabel(ctx context.Context, services typedcorev1.ServiceInterface, svc *corev1.Service, remove bool) error {
	if remove {
		bare := svc.DeepCopy()
		delete(bare.Labels, "team")
		if _, err := services.Update(ctx, bare, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	labelled := svc.DeepCopy()
	labelled.Labels["team"] = "a"
	_, err := services.Update(ctx, labelled, metav1.UpdateOptions{}) // want `labelled still has the resourceVersion from before the Update of its copy at line \d+`
	return err
}

// eachRelabel gives it another service in each round: it is wrong there alone.
func eachRelabel(ctx context.Context, services typedcorev1.ServiceInterface, remove bool) error {
	list, err := services.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, svc := range list.Items {
		if err := relabel(ctx, services, &svc, remove); err != nil {
			return err
		}
	}
	return nil
}
