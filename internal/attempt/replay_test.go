package attempt

import "testing"

// shared is what the sources of several tests use.
const shared = `
type pods = typed.PodInterface

var (
	other = func() error { return nil }
	hook  func(*core.Pod)
	found func(*core.Pod) bool
)
`

// TestRetries: what becomes of a write in a retry of client-go's that is refused.
func TestRetries(t *testing.T) {
	check(t, shared+`
//= Update: again the same live
func outside(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again live changed
func inside(ctx context.Context, c pods) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.Get(ctx, "a", meta.GetOptions{})
		if err != nil {
			return err
		}
		pod.Labels["a"] = "b"
		_, err = c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again failed
func answer(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var err error
		pod, err = c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again live
func readAgain(ctx context.Context, c pods, pod *core.Pod) error {
	pod.Spec.NodeName = "n"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		if apierrors.IsConflict(err) {
			pod, _ = c.Get(ctx, pod.Name, meta.GetOptions{})
		}
		return err
	})
}

//= Update: again the same given changed
func copied(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		p := pod.DeepCopy()
		p.Labels = nil
		_, err := c.Update(ctx, p, meta.UpdateOptions{})
		return err
	})
}

//= Update: again given changed
func version(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		live, err := c.Get(ctx, "a", meta.GetOptions{})
		if err != nil {
			return err
		}
		p := pod.DeepCopy()
		p.ResourceVersion = live.ResourceVersion
		_, err = c.Update(ctx, p, meta.UpdateOptions{})
		return err
	})
}

//= Update: again given changed
func metadata(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		live, err := c.Get(ctx, "a", meta.GetOptions{})
		if err != nil {
			return err
		}
		pod.SetResourceVersion(live.GetResourceVersion())
		_, err = c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: hides the conflict
func hidden(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
			return fmt.Errorf("update: %v", err)
		}
		return nil
	})
}

//= Update: again the same given
func wrapped(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
			return fmt.Errorf("update: %w", err)
		}
		return nil
	})
}

//= Update: hides the conflict
func text(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		if err != nil && strings.Contains(err.Error(), "the object has been modified") {
			return errors.New("later: " + err.Error())
		}
		return err
	})
}

//= Update: drops the conflict
func dropped(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
			log.Info("failed", err)
		}
		return nil
	})
}

//= Update: returns another nil
func anotherNil(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, updateErr := c.Update(ctx, pod, meta.UpdateOptions{})
		p, err := c.Get(ctx, "a", meta.GetOptions{})
		if err == nil {
			pod = p
		}
		if updateErr != nil {
			return err
		}
		return nil
	})
}

//= Update: again the same given
//= Update: gives up
func givesUp(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		if err != nil {
			if err := load(ctx); err != nil {
				return err
			}
		}
		return err
	})
}

func load(ctx context.Context) error { return errors.New("a") }

type notFound struct{ name string }

func (notFound) Error() string { return "" }

//= Update: hides the conflict
func ownType(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
			return notFound{"a"}
		}
		return nil
	})
}

//= Update: does not write
func done(ctx context.Context, c pods, pod *core.Pod) error {
	written := false
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if written {
			return nil
		}
		written = true
		pod.Spec.NodeName = "n"
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: crashes
func crashes(ctx context.Context, c pods, pod *core.Pod) error {
	var live *core.Pod
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if live == nil {
			live = pod
		} else {
			live = nil
			live.Labels = nil
		}
		_, err := c.Update(ctx, live, meta.UpdateOptions{})
		return err
	})
}

//= Update: again the same given
func polled(ctx context.Context, c pods, pod *core.Pod) error {
	return wait.PollUntilContextTimeout(ctx, 1, 2, true, func(ctx context.Context) (bool, error) {
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func polledWithError(ctx context.Context, c pods, pod *core.Pod) error {
	return wait.ExponentialBackoff(retry.DefaultBackoff, func() (bool, error) {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err == nil, err
	})
}

func isConflict(err error) bool { return apierrors.IsConflict(err) || apierrors.IsTooManyRequests(err) }

func never(error) bool { return false }

//= Update: again the same given
func ifTold(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.OnError(retry.DefaultRetry, isConflict, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

func ifNever(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.OnError(retry.DefaultRetry, never, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again the same given
func ifLibrarys(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsConflict, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= deferred$1$1: again the same given
func deferred(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		defer func() { _, err = c.Update(ctx, pod, meta.UpdateOptions{}) }()
		return nil
	})
}

type store struct {
	c   pods
	pod *core.Pod
}

func (s *store) save() error {
	_, err := s.c.Update(nil, s.pod, meta.UpdateOptions{})
	return err
}

//= Update: again the same live
func (s *store) method(ctx context.Context) error {
	pod, err := s.c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	s.pod = pod
	return retry.RetryOnConflict(retry.DefaultRetry, s.save)
}

//= Update: hides the conflict
func aggregate(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var errs []error
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
			errs = append(errs, err)
		}
		return utilerrors.NewAggregate(errs)
	})
}

//= Update: again cached changed
func lister(ctx context.Context, c pods, l listers.PodLister) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := l.Pods("ns").Get("a")
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Labels = nil
		_, err = c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again the same cached
func listed(ctx context.Context, c pods, l listers.PodLister) error {
	all, err := l.List("")
	if err != nil {
		return err
	}
	for _, pod := range all {
		if err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			_, err := c.Update(ctx, pod, meta.UpdateOptions{})
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

//= Update: again the same live
func byClient(ctx context.Context, c client.Client, pod *core.Pod) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return err
	}
	pod.Labels = nil
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, pod) })
}

//= Update: again live
//= Update: change lost live
func readOver(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Spec.NodeName = "n"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return c.Update(ctx, pod)
	})
}

func dryRun(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, pod, client.DryRunAll) })
}

func typedDryRun(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{DryRun: []string{"All"}})
		return err
	})
}

func patched(ctx context.Context, c client.Client, pod *core.Pod) error {
	base := pod.DeepCopy()
	pod.Labels = nil
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Patch(ctx, pod, client.MergeFrom(base)) })
}

//= Patch: again the same given
func locked(ctx context.Context, c client.Client, pod *core.Pod) error {
	base := pod.DeepCopy()
	pod.Labels = nil
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Patch(ctx, pod, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
	})
}

//= Patch: again the same given
func merged(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Patch(ctx, pod, client.Merge) })
}

//= Update: does not write
func finalizer(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if controllerutil.AddFinalizer(pod, "f") {
			return c.Update(ctx, pod)
		}
		return nil
	})
}

//= Update: again the same given changed
func given(ctx context.Context, c pods, pod *core.Pod, change func(*core.Pod)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		change(pod)
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again given changed
func hooked(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		hook(pod)
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again live changed
func accessor(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		live := &core.Pod{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), live); err != nil {
			return err
		}
		m, err := apimeta.Accessor(pod)
		if err != nil {
			return err
		}
		m.SetResourceVersion(live.ResourceVersion)
		return c.Update(ctx, pod)
	})
}

//= Update: again the same given
func unstructuredCopy(ctx context.Context, c client.Client, pod *core.Pod) error {
	m, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
	if err != nil {
		return err
	}
	u := &unstructured.Unstructured{Object: m}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, u) })
}
`)
}

// TestLoops: what becomes of a write that a loop by hand tries again, or that is made twice.
func TestLoops(t *testing.T) {
	check(t, shared+`
//= Update: again the same given
func loop(ctx context.Context, c pods, pod *core.Pod) error {
	for i := 0; i < 5; i++ {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		if err == nil {
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	return errors.New("too often")
}

//= Update: again live changed
func loopReads(ctx context.Context, c pods, pod *core.Pod) error {
	for {
		pod.Spec.NodeName = "n"
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		if !apierrors.IsConflict(err) {
			return err
		}
		if pod, err = c.Get(ctx, "a", meta.GetOptions{}); err != nil {
			return err
		}
	}
}

//= Update: again cached
func loopFromCache(ctx context.Context, c pods, l listers.PodLister, name string) error {
	for {
		pod, err := l.Pods("ns").Get(name)
		if err != nil {
			return err
		}
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); !apierrors.IsConflict(err) {
			return err
		}
	}
}

func eachItem(ctx context.Context, c pods, all []*core.Pod) error {
	for _, pod := range all {
		if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil && !apierrors.IsConflict(err) {
			return err
		}
	}
	return nil
}

//= Update: again the same given
func itself(ctx context.Context, c pods, pod *core.Pod) error {
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	if apierrors.IsConflict(err) {
		return itself(ctx, c, pod)
	}
	return err
}

//= Update: again live
func itselfReads(ctx context.Context, c pods, pod *core.Pod) error {
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	if apierrors.IsConflict(err) {
		live, err := c.Get(ctx, "a", meta.GetOptions{})
		if err != nil {
			return err
		}
		return itselfReads(ctx, c, live)
	}
	return err
}

//= Update: again the same given
func byHand(ctx context.Context, c pods, pod *core.Pod) error {
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	if apierrors.IsConflict(err) {
		_, err = c.Update(ctx, pod, meta.UpdateOptions{})
	}
	return err
}

//= Update: again live
func writtenBack(ctx context.Context, c pods, pod *core.Pod) error {
	pod.Labels = nil
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	if apierrors.IsConflict(err) {
		live, getErr := c.Get(ctx, "a", meta.GetOptions{})
		if getErr != nil {
			return getErr
		}
		_, err = c.Update(ctx, live, meta.UpdateOptions{})
	}
	return err
}

//= Update: again live
func writtenBackButFails(ctx context.Context, c pods, pod *core.Pod) error {
	pod.Labels = nil
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	if apierrors.IsConflict(err) {
		live, getErr := c.Get(ctx, "a", meta.GetOptions{})
		if getErr != nil {
			return getErr
		}
		if _, err := c.Update(ctx, live, meta.UpdateOptions{}); err != nil {
			return err
		}
		return err
	}
	return err
}

//= UpdateStatus: second write live changed
func secondWrite(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels = nil
	if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
		return err
	}
	pod.Status.Phase = "Done"
	_, err = c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	return err
}

func takesAnswer(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	if pod, err = c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
		return err
	}
	_, err = c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	return err
}

//= Update: second write live changed
func olderCopy(ctx context.Context, c client.Client, pod *core.Pod) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return err
	}
	before := pod.DeepCopy()
	pod.Labels = nil
	pod.Spec.NodeName = "n"
	if err := c.Update(ctx, pod); err != nil {
		return err
	}
	before.Status.Phase = "Done"
	return c.Status().Update(ctx, before)
}

//= Update: second write live changed
func patchFirst(ctx context.Context, c client.Client, pod *core.Pod) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return err
	}
	before := pod.DeepCopy()
	pod.Labels = nil
	if err := c.Patch(ctx, pod, client.MergeFrom(before)); err != nil {
		return err
	}
	before.Status.Phase = "Done"
	return c.Status().Update(ctx, before)
}

//= UpdateStatus: second write given
func versioned(ctx context.Context, c pods, pod *core.Pod) error {
	if pod.ResourceVersion == "" {
		return nil
	}
	if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
		return err
	}
	_, err := c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	return err
}

//= UpdateStatus: second write given
func withLength(ctx context.Context, c pods, pod *core.Pod) error {
	if len(pod.ResourceVersion) == 0 {
		return nil
	}
	if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
		return err
	}
	_, err := c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	return err
}

func built(ctx context.Context, c pods) error {
	pod := &core.Pod{}
	if _, err := c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
		return err
	}
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	return err
}

func created(ctx context.Context, c pods, pod *core.Pod) error {
	if _, err := c.Create(ctx, pod, meta.CreateOptions{}); err == nil || !apierrors.IsAlreadyExists(err) {
		return err
	}
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	return err
}

//= phase: second write live changed
func byHelper(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	if err := label(ctx, c, pod); err != nil {
		return err
	}
	return phase(ctx, c, pod)
}

func label(ctx context.Context, c pods, pod *core.Pod) error {
	pod.Labels["a"] = "b"
	_, err := c.Update(ctx, pod, meta.UpdateOptions{})
	return err
}

func phase(ctx context.Context, c pods, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	_, err := c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	return err
}

func either(ctx context.Context, c pods, fresh bool) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	if fresh {
		if err := label(ctx, c, pod); err != nil {
			return err
		}
	}
	if !fresh {
		_, err = c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	}
	return err
}

func worker(ctx context.Context, c pods) {
	for {
		if err := sync(ctx, c); err != nil {
			log.Info("failed", err)
		}
	}
}

func sync(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	_, err = c.Update(ctx, pod, meta.UpdateOptions{})
	return err
}

func deleting(ctx context.Context, c client.Client, pod *core.Pod) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return err
	}
	if pod.DeletionTimestamp.IsZero() {
		pod.Labels = nil
		if err := c.Update(ctx, pod.DeepCopy()); err != nil {
			return err
		}
	}
	if pod.GetDeletionTimestamp() != nil {
		return c.Update(ctx, pod)
	}
	return nil
}

type step struct {
	name string
	run  func(context.Context, pods, *core.Pod) error
}

func steps(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	for _, s := range []step{{"label", label}, {"phase", phase}} {
		if err := s.run(ctx, c, pod); err != nil {
			return err
		}
	}
	return nil
}

func result(ctx context.Context, c pods) (reconcile.Result, error) {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return reconcile.Result{}, err
	}
	res, err := mayWrite(ctx, c, pod)
	if err != nil || !res.IsZero() {
		return res, err
	}
	return reconcile.Result{}, phase(ctx, c, pod)
}

func mayWrite(ctx context.Context, c pods, pod *core.Pod) (reconcile.Result, error) {
	if pod.Labels["a"] == "b" {
		return reconcile.Result{}, nil
	}
	return reconcile.Result{Requeue: true}, label(ctx, c, pod)
}

//= phase: second write unknown changed
func absent(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if !apierrors.IsNotFound(err) {
		return err
	}
	if err := label(ctx, c, pod); err != nil {
		return err
	}
	return phase(ctx, c, pod)
}

type kinds interface {
	keep(ctx context.Context, c pods, pod *core.Pod) error
}

type one struct{}

func (one) keep(ctx context.Context, c pods, pod *core.Pod) error { return label(ctx, c, pod) }

//= phase: second write live changed
func behindInterface(ctx context.Context, c pods, k kinds) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	if err := k.keep(ctx, c, pod); err != nil {
		return err
	}
	return phase(ctx, c, pod)
}

func asserted(ctx context.Context, c client.Client, o client.Object) error {
	switch o := o.(type) {
	case *core.Pod:
		if err := c.Get(ctx, client.ObjectKeyFromObject(o), o); err != nil {
			return err
		}
	case *core.ConfigMap:
		return c.Update(ctx, o)
	}
	if err := c.Update(ctx, o); err != nil {
		return err
	}
	return c.Update(ctx, o)
}
`)
}

// TestErrors: what a program finds out of the error of a write, and what it makes of it.
func TestErrors(t *testing.T) {
	check(t, shared+`
//= Update: again the same live
func byReason(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	for err == nil {
		_, updateErr := c.Update(ctx, pod, meta.UpdateOptions{})
		if apierrors.ReasonForError(updateErr) != meta.StatusReasonConflict {
			return updateErr
		}
	}
	return err
}

func otherReason(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	for err == nil {
		_, updateErr := c.Update(ctx, pod, meta.UpdateOptions{})
		if apierrors.ReasonForError(updateErr) != "Timeout" {
			return updateErr
		}
	}
	return err
}

func delay(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	for err == nil {
		_, updateErr := c.Update(ctx, pod, meta.UpdateOptions{})
		seconds, later := apierrors.SuggestsClientDelay(updateErr)
		if !later {
			return updateErr
		}
		time.Sleep(seconds)
	}
	return err
}

func byCode(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	for err == nil {
		_, updateErr := c.Update(ctx, pod, meta.UpdateOptions{})
		var status *apierrors.StatusError
		if !errors.As(updateErr, &status) || status.ErrStatus.Code != 500 {
			return updateErr
		}
	}
	return err
}

//= Update: hides the conflict
func byStatus(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		if status, ok := err.(*apierrors.StatusError); ok && status.Status().Reason == meta.StatusReasonConflict {
			return errors.New("somebody else was faster: " + err.Error())
		}
		return err
	})
}

//= Update: unclear
func byWholeStatus(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		if known, ok := err.(*apierrors.StatusError); ok {
			status := known.ErrStatus
			if status.Code == 409 {
				return fmt.Errorf("conflict: %s", status.Message)
			}
		}
		return err
	})
}

//= Update: hides the conflict
func explained(ctx context.Context, c pods, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.Update(ctx, pod, meta.UpdateOptions{})
		return explain(err)
	})
}

func explain(err error) error {
	if apierrors.IsConflict(err) {
		return fmt.Errorf("somebody else was faster")
	}
	return err
}

//= only status sent ObjectMeta.Labels
func notAlive(ctx context.Context, c client.Client, pod *core.Pod) error {
	going := !pod.DeletionTimestamp.IsZero()
	pod.Labels["a"] = "b"
	if going {
		pod.Status.Phase = "Going"
		return c.Status().Update(ctx, pod)
	}
	if pod.DeletionTimestamp.IsZero() {
		return c.Update(ctx, pod)
	}
	return c.Status().Update(ctx, pod)
}
`)
}
