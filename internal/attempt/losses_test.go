package attempt

import "testing"

// TestLosses: which changes writes lose.
func TestLosses(t *testing.T) {
	check(t, shared+`
//= status not sent Status.Phase
func statusNotSent(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	pod.Status.Phase = "Done"
	_, err = c.Update(ctx, pod, meta.UpdateOptions{})
	return err
}

func statusSent(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	pod.Status.Phase = "Done"
	_, err = c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	return err
}

func answerSent(ctx context.Context, c pods) error {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return err
	}
	pod.Status.Phase = "Done"
	if pod, err = c.Update(ctx, pod, meta.UpdateOptions{}); err != nil {
		return err
	}
	_, err = c.UpdateStatus(ctx, pod, meta.UpdateOptions{})
	return err
}

//= status replaced Status.Phase
func replaced(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	pod.Labels["a"] = "b"
	return c.Update(ctx, pod)
}

//= status replaced Status.Phase
func replacedThenSent(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	if controllerutil.AddFinalizer(pod, "f") {
		if err := c.Update(ctx, pod); err != nil {
			return err
		}
	}
	return c.Status().Update(ctx, pod)
}

func kept(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	status := pod.Status.DeepCopy()
	if err := c.Update(ctx, pod); err != nil {
		return err
	}
	pod.Status = *status
	return c.Status().Update(ctx, pod)
}

//= only status sent ObjectMeta.Labels
//= only status sent Spec.NodeName
func onlyStatus(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Spec.NodeName = "n"
	pod.Labels = nil
	return c.Status().Update(ctx, pod)
}

//= only status sent ObjectMeta.Labels
func subResource(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Labels = map[string]string{"a": "b"}
	return c.SubResource("status").Update(ctx, pod)
}

//= only status sent ObjectMeta.Annotations
func byWriter(ctx context.Context, c client.Client, pod *core.Pod) error {
	w := c.Status()
	pod.Annotations["a"] = "b"
	return w.Update(ctx, pod)
}

//= empty patch ObjectMeta.Labels
func emptyPatch(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Labels = nil
	return c.Patch(ctx, pod, client.MergeFrom(pod))
}

//= empty patch ObjectMeta.Labels
func emptyCopy(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Labels = nil
	base := pod.DeepCopy()
	return c.Patch(ctx, pod, client.MergeFrom(base))
}

//= reversed patch ObjectMeta.Labels
func reversed(ctx context.Context, c client.Client, pod *core.Pod) error {
	changed := pod.DeepCopy()
	pod.Labels["a"] = "b"
	return c.Patch(ctx, changed, client.MergeFrom(pod))
}

func goodPatch(ctx context.Context, c client.Client, pod *core.Pod) error {
	base := pod.DeepCopy()
	pod.Labels["a"] = "b"
	return c.Patch(ctx, pod, client.MergeFrom(base))
}

func rawPatch(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Labels["a"] = "b"
	return c.Patch(ctx, pod, client.RawPatch(types.MergePatchType, nil))
}

//= only status sent ObjectMeta.Labels
func statusPatch(ctx context.Context, c client.Client, pod *core.Pod) error {
	base := pod.DeepCopy()
	pod.Labels["a"] = "b"
	pod.Status.Phase = "Done"
	return c.Status().Patch(ctx, pod, client.MergeFrom(base))
}

//= set before Spec.NodeName
func setBefore(ctx context.Context, c client.Client) error {
	pod := &core.Pod{}
	pod.Name = "a"
	pod.Spec.NodeName = "n"
	_, err := controllerutil.CreateOrUpdate(ctx, c, pod, func() error {
		pod.Labels = map[string]string{"a": "b"}
		return nil
	})
	return err
}

//= status replaced Status.Phase
func setInside(ctx context.Context, c client.Client) error {
	pod := &core.Pod{}
	pod.Name = "a"
	_, err := controllerutil.CreateOrUpdate(ctx, c, pod, func() error {
		pod.Spec.NodeName = "n"
		pod.Status.Phase = "Done"
		return nil
	})
	return err
}

//= set before Spec.NodeName
func nothingInside(ctx context.Context, c client.Client) error {
	pod := &core.Pod{}
	pod.Spec.NodeName = "n"
	_, err := controllerutil.CreateOrPatch(ctx, c, pod, nil)
	return err
}

//= status created Status
func statusCreated(ctx context.Context, c client.Client) error {
	return c.Create(ctx, &core.Pod{Status: core.PodStatus{Phase: "New"}})
}

//= read over Spec.NodeName
func readOver(ctx context.Context, c client.Client) error {
	pod := &core.Pod{}
	pod.Name = "a"
	pod.Spec.NodeName = "n"
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return err
	}
	return c.Update(ctx, pod)
}

func readOverThenSet(ctx context.Context, c client.Client) error {
	pod := &core.Pod{}
	pod.Name = "a"
	pod.Spec.NodeName = "n"
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return err
	}
	pod.Spec.NodeName = "n"
	return c.Update(ctx, pod)
}

func setReady(pod *core.Pod) { pod.Status.Phase = "Ready" }

func maybeReady(pod *core.Pod) bool {
	if pod.Status.Phase != "Ready" {
		pod.Status.Phase = "Ready"
		return true
	}
	return false
}

//= status replaced Status.Phase
func bySetter(ctx context.Context, c client.Client, pod *core.Pod) error {
	setReady(pod)
	return c.Update(ctx, pod)
}

//= status replaced Status.Phase
func byMaybe(ctx context.Context, c client.Client, pod *core.Pod) error {
	if maybeReady(pod) {
		return c.Update(ctx, pod)
	}
	return nil
}

func save(ctx context.Context, c client.Client, pod *core.Pod) error { return c.Update(ctx, pod) }

//= status replaced Status.Phase
func bySave(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	return save(ctx, c, pod)
}

func escapes(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	hook(pod)
	return c.Update(ctx, pod)
}

//= status replaced Status.Phase
func logged(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	log.Info("pod", pod.Status, pod)
	return c.Update(ctx, pod)
}

//= status replaced Status.Phase
func compared(ctx context.Context, c client.Client, pod *core.Pod, old core.PodStatus) error {
	pod.Status.Phase = "Done"
	if isSame(pod.Status, old) {
		return nil
	}
	return c.Update(ctx, pod)
}

func isSame(a, b core.PodStatus) bool { return a.Phase == b.Phase && b.Reason == "" }

func handedOver(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	statuses = append(statuses, pod.Status)
	return c.Update(ctx, pod)
}

var statuses []core.PodStatus

//= Update: again live changed
//= status replaced Status.Phase
func inRetry(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		pod.Status.Phase = "Done"
		return c.Update(ctx, pod)
	})
}

func finishes(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Gone"
	controllerutil.RemoveFinalizer(pod, "f")
	return c.Update(ctx, pod)
}

func putBack(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	if err := c.Update(ctx, pod); err != nil {
		return err
	}
	pod.Status.Phase = "Done"
	return c.Status().Update(ctx, pod)
}

func copiesStatus(ctx context.Context, c client.Client, from, to *core.Pod) error {
	to.Status = from.Status
	to.Labels = from.Labels
	return c.Update(ctx, to)
}

func leavesOut(ctx context.Context, c client.Client, a, b *core.Pod) error {
	a.Status, b.Status = core.PodStatus{}, core.PodStatus{}
	a.Labels = nil
	return c.Update(ctx, a)
}

func empties(ctx context.Context, c client.Client, pod *core.Pod) error {
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
	return c.Status().Update(ctx, pod)
}

func putsBack(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Spec.NodeName = pod.Spec.NodeName
	return c.Status().Update(ctx, pod)
}

func upToDate(ctx context.Context, c client.Client, pod *core.Pod, node string) error {
	live := &core.Pod{}
	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), live); err != nil {
		return err
	}
	live.Spec.NodeName = node
	if err := c.Update(ctx, live); err != nil {
		return err
	}
	pod.Spec.NodeName = node
	return c.Status().Update(ctx, pod)
}

func failed(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Spec.NodeName = "n"
	if err := c.Update(ctx, pod); err != nil {
		pod.Status.Phase = "Failed"
		return c.Status().Update(ctx, pod)
	}
	return nil
}

//= set before Spec
func decoded(ctx context.Context, c client.Client, manifest []byte) error {
	pod := &core.Pod{}
	if err := json.Unmarshal(manifest, pod); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, c, pod, func() error {
		pod.Labels = map[string]string{"a": "b"}
		return nil
	})
	return err
}

func wanted() *core.Pod { return &core.Pod{Spec: core.PodSpec{NodeName: "n"}} }

//= set before Spec
func made(ctx context.Context, c client.Client) error {
	for _, pod := range []*core.Pod{wanted()} {
		if _, err := controllerutil.CreateOrUpdate(ctx, c, pod, func() error {
			pod.Labels = map[string]string{"a": "b"}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

type scope struct {
	c    client.Client
	pod  *core.Pod
	base client.Patch
}

//= empty patch
func newScope(c client.Client, pod *core.Pod) *scope {
	return &scope{c: c, pod: pod, base: client.MergeFrom(pod)}
}

func (s *scope) patch(ctx context.Context) error { return s.c.Patch(ctx, s.pod, s.base) }

//= status replaced Status.Phase
func (s *scope) close(ctx context.Context) error {
	s.pod.Status.Phase = "Done"
	return s.c.Update(ctx, s.pod)
}

//= status replaced Status.Phase
func deferred(ctx context.Context, c client.Client, pod *core.Pod) (err error) {
	defer func() { err = c.Update(ctx, pod) }()
	pod.Status.Phase = "Done"
	return nil
}

func differs(ctx context.Context, c client.Client, before, after *core.Pod) error {
	a, _ := json.Marshal(before)
	b, _ := json.Marshal(after)
	data, err := strategicpatch.CreateTwoWayMergePatch(a, b, core.Pod{})
	if err != nil {
		return err
	}
	return c.Patch(ctx, before, client.RawPatch(types.MergePatchType, data))
}

//= empty patch ObjectMeta.Labels
func emptyDifference(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Labels["a"] = "b"
	before := pod.DeepCopy()
	return differs(ctx, c, before, pod)
}

func ofDeleted(ctx context.Context, c client.Client, pod *core.Pod) error {
	if !pod.DeletionTimestamp.IsZero() {
		pod.Status.Phase = "Deleting"
	}
	if pod.DeletionTimestamp.IsZero() {
		pod.Labels["a"] = "b"
		return c.Update(ctx, pod)
	}
	return c.Status().Update(ctx, pod)
}

func generated(ctx context.Context, c client.Client) error {
	pod := &core.Pod{}
	pod.GenerateName = "a-"
	pod.Spec.NodeName = "n"
	_, err := controllerutil.CreateOrUpdate(ctx, c, pod, func() error { pod.Labels = nil; return nil })
	return err
}

//= status replaced Status.Phase
func two(ctx context.Context, c client.Client, a, b *core.Pod) error {
	if found(a) {
		a.Status.Phase = "Done"
	}
	if found(b) {
		b.Status.Phase = "Done"
	}
	if err := c.Update(ctx, a); err != nil {
		return err
	}
	return c.Status().Update(ctx, b)
}
`)
}
