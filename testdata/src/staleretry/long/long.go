// Package long has a retry at the end of a function with many branches that have nothing to
// do with it.
package long

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

type options struct {
	replicas, minReplicas, maxReplicas int
	image, host, class, mode           string
	tls, debug, paused, canary         bool
}

type builder struct {
	maps corev1client.ConfigMapInterface
}

func lookup(name string) (int, error) {
	if name == "" {
		return 0, errors.New("no name")
	}
	return len(name), nil
}

func (b *builder) publish(ctx context.Context, name string, o options) error {
	cm, err := b.maps.Get(ctx, name, metav1.GetOptions{})
	exists := true
	if apierrors.IsNotFound(err) {
		exists = false
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}
	} else if err != nil {
		return err
	}
	weight, problems := 0, []string{}
	if o.replicas < o.minReplicas {
		weight += o.minReplicas
	} else if o.replicas > o.maxReplicas {
		weight -= o.maxReplicas
		problems = append(problems, "replicas")
	}
	if n, err := lookup(o.image); err != nil {
		return fmt.Errorf("image: %w", err)
	} else if n > 10 {
		weight++
	}
	if o.tls {
		if n, err := lookup(o.host); err != nil {
			problems = append(problems, "host")
		} else {
			weight += n
		}
	}
	if o.debug && o.canary {
		problems = append(problems, "debug")
	}
	if o.paused {
		weight = 0
	}
	for i := 0; i < o.replicas; i++ {
		if _, err := lookup(o.class); err != nil {
			return fmt.Errorf("class: %w", err)
		}
		if o.canary && i > 3 {
			weight--
			continue
		}
		weight += i
	}
	switch o.mode {
	case "fast":
		weight *= 2
	case "slow":
		weight /= 2
	case "":
		problems = append(problems, "mode")
	}
	if len(problems) > 3 {
		return errors.New("too many problems")
	}
	if cm.Data == nil {
		cm.Data = map[string]string{}
	}
	cm.Data["weight"] = fmt.Sprint(weight)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if !exists {
			_, err := b.maps.Create(ctx, cm, metav1.CreateOptions{})
			return err
		}
		_, err := b.maps.Update(ctx, cm, metav1.UpdateOptions{}) // want `cm is written again with the resourceVersion that was refused`
		return err
	})
}

func (b *builder) publishFresh(ctx context.Context, name string, o options) error {
	weight := 0
	if o.replicas < o.minReplicas {
		weight += o.minReplicas
	} else if o.replicas > o.maxReplicas {
		weight -= o.maxReplicas
	}
	for i := 0; i < o.replicas; i++ {
		if _, err := lookup(o.class); err != nil {
			return fmt.Errorf("class: %w", err)
		}
		if o.canary && i > 3 {
			weight--
			continue
		}
		weight += i
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm, err := b.maps.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if o.tls {
			weight++
		}
		if o.paused {
			weight = 0
		}
		cm.Data["weight"] = fmt.Sprint(weight)
		_, err = b.maps.Update(ctx, cm, metav1.UpdateOptions{})
		return err
	})
}
