package second

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"
)

// An object without a resourceVersion is written whatever the server has, so it may
// be written twice. Only what was read for certain has one.
type rollouts struct {
	client typedappsv1.DeploymentInterface
	lister appslisters.DeploymentNamespaceLister
}

// PauseTwice writes what it is given by callers that nobody sees.
func (r *rollouts) PauseTwice(ctx context.Context, d *appsv1.Deployment) error {
	d.Spec.Paused = true
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	d.Spec.Paused = false
	_, err := r.client.Update(ctx, d, metav1.UpdateOptions{})
	return err
}

// One caller has read it, another has built it.
func (r *rollouts) ofBoth(ctx context.Context, name string) error {
	read, err := r.client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := r.twiceOfBoth(ctx, read); err != nil {
		return err
	}
	return r.twiceOfBoth(ctx, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name}})
}

func (r *rollouts) twiceOfBoth(ctx context.Context, d *appsv1.Deployment) error {
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return err
}

// One caller has read it, and of another nobody knows.
func (r *rollouts) ofSome(ctx context.Context, name string, d *appsv1.Deployment) error {
	if d == nil {
		read, err := r.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		return r.twiceOfSome(ctx, read)
	}
	return r.twiceOfSome(ctx, d)
}

func (r *rollouts) twiceOfSome(ctx context.Context, d *appsv1.Deployment) error {
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return err
}

// All callers have read it: from the server, from the cache, by a closure.
func (r *rollouts) ofReaders(ctx context.Context, name string) error {
	read, err := r.client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := r.twiceOfReaders(ctx, read); err != nil {
		return err
	}
	cached, err := r.lister.Get(name)
	if err != nil {
		return err
	}
	if err := r.twiceOfReaders(ctx, cached.DeepCopy()); err != nil {
		return err
	}
	written, err := r.client.Update(ctx, cached.DeepCopy(), metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	return func() error { return r.twiceOfReaders(ctx, written) }()
}

func (r *rollouts) twiceOfReaders(ctx context.Context, d *appsv1.Deployment) error {
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{}) // want `d still has the resourceVersion from before the Update`
	return err
}

// The variable is set by a closure.
func (r *rollouts) ofSetter(ctx context.Context, name string) error {
	d, err := r.client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	reset := func() { d = &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name}} }
	reset()
	return r.twiceOfSetter(ctx, d)
}

func (r *rollouts) twiceOfSetter(ctx context.Context, d *appsv1.Deployment) error {
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return err
}

func same(o interface{}) interface{} { return o }

// A function hands back what was built.
func (r *rollouts) handedBack(ctx context.Context) error {
	d := same(&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "web"}}).(*appsv1.Deployment)
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	d.Spec.Paused = true
	_, err := r.client.Update(ctx, d, metav1.UpdateOptions{})
	return err
}

// It is how some tests are written: each step is a closure, called by who knows whom.
func steps(ctx context.Context, r *rollouts, it func(string, func() error)) {
	var d, read *appsv1.Deployment
	it("before", func() error {
		d = &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "web"}}
		_, err := r.client.Create(ctx, d, metav1.CreateOptions{})
		return err
	})
	it("scales", func() error {
		if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
			return err
		}
		d.Spec.Paused = true
		_, err := r.client.Update(ctx, d, metav1.UpdateOptions{})
		return err
	})
	it("reads and scales", func() (err error) {
		if read, err = r.client.Get(ctx, "web", metav1.GetOptions{}); err != nil {
			return err
		}
		if _, err := r.client.Update(ctx, read, metav1.UpdateOptions{}); err != nil {
			return err
		}
		read.Spec.Paused = true
		_, err = r.client.Update(ctx, read, metav1.UpdateOptions{}) // want `read still has the resourceVersion from before the Update`
		return err
	})
}

var render, getRendered func(name string) (*appsv1.Deployment, error)

// Nobody knows what these functions do.
func (r *rollouts) rendered(ctx context.Context, name string) error {
	d, err := render(name)
	if err != nil {
		return err
	}
	if name == "" {
		if d, err = getRendered(name); err != nil {
			return err
		}
	}
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err = r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return err
}

// What Create returns has a version, what it was given has none.
func (r *rollouts) created(ctx context.Context, name string) error {
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if _, err := r.client.Create(ctx, d, metav1.CreateOptions{}); err != nil {
		return err
	}
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return err
}

func (r *rollouts) ofCreated(ctx context.Context, name string) error {
	d, err := r.client.Create(ctx, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err = r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{}) // want `d still has the resourceVersion from before the Update`
	return err
}

// The items of a list were read with it.
func (r *rollouts) items(ctx context.Context) error {
	list, err := r.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range list.Items {
		d := &list.Items[i]
		if _, err := r.client.Update(ctx, d, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := r.client.UpdateStatus(ctx, d, metav1.UpdateOptions{}); err != nil { // want `d still has the resourceVersion from before the Update`
			return err
		}
	}
	return nil
}

// What was deleted is not there: the server knows no version of it, and what is
// wrong with its writes is something else.
func (r *rollouts) watch(ctx context.Context) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if d, ok := obj.(*appsv1.Deployment); ok {
				pause := r.set(ctx, true, d)
				resume := r.set(ctx, false, d)
				_, _ = pause, resume
			}
		},
	}
}

func (r *rollouts) set(ctx context.Context, paused bool, d *appsv1.Deployment) error {
	d.Spec.Paused = paused
	_, err := r.client.Update(ctx, d, metav1.UpdateOptions{})
	return err
}

// The helper returns no object that could be used.
func (r *rollouts) byHelper(ctx context.Context, name string) error {
	d, err := r.client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := r.set(ctx, true, d); err != nil {
		return err
	}
	return r.set(ctx, false, d) // want `d still has the resourceVersion from before set\(…\) at line \d+, which does not return the new object, so the server refuses this write; return it there and use it`
}
