package given

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A drainer writes pods by the dozen.
type drainer struct {
	client typedcorev1.PodInterface
	lister corelisters.PodNamespaceLister
}

func (d *drainer) drain(ctx context.Context) error {
	cached, err := d.lister.List(labels.Everything())
	if err != nil {
		return err
	}
	if err := d.each(ctx, cached); err != nil {
		return err
	}
	list, err := d.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	if err := d.items(ctx, list.Items); err != nil {
		return err
	}
	if err := d.list(ctx, list); err != nil {
		return err
	}
	return d.mixed(ctx, cached)
}

func (d *drainer) each(ctx context.Context, pods []*corev1.Pod) error {
	for _, pod := range pods {
		pod = pod.DeepCopy()
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `pod still has the resourceVersion from before the Update`
			return err
		}
	}
	return nil
}

func (d *drainer) items(ctx context.Context, pods []corev1.Pod) error {
	for i := range pods {
		pod := &pods[i]
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `pod still has the resourceVersion from before the Update`
			return err
		}
	}
	return nil
}

func (d *drainer) list(ctx context.Context, pods *corev1.PodList) error {
	for i := range pods.Items {
		pod := pods.Items[i]
		if _, err := d.client.Update(ctx, &pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, &pod, metav1.UpdateOptions{}); err != nil { // want `pod still has the resourceVersion from before the Update`
			return err
		}
	}
	return nil
}

// Another caller has made the pods.
func (d *drainer) restore(ctx context.Context) error {
	return d.mixed(ctx, []*corev1.Pod{{ObjectMeta: metav1.ObjectMeta{Name: "web"}}})
}

func (d *drainer) mixed(ctx context.Context, pods []*corev1.Pod) error {
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// Other packages may call this one with what they like.
func (d *drainer) Each(ctx context.Context, pods []*corev1.Pod) error {
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func (d *drainer) callsEach(ctx context.Context) error {
	cached, err := d.lister.List(labels.Everything())
	if err != nil {
		return err
	}
	return d.Each(ctx, cached)
}

// One pod is read again in between.
func (d *drainer) rereads(ctx context.Context) error {
	cached, err := d.lister.List(labels.Everything())
	if err != nil {
		return err
	}
	return d.eachAgain(ctx, cached)
}

func (d *drainer) eachAgain(ctx context.Context, pods []*corev1.Pod) error {
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		pod, err := d.client.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// The slice is filled with what was read.
func (d *drainer) gathered(ctx context.Context, names []string) error {
	var pods []*corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, pod)
	}
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `pod still has the resourceVersion from before the Update`
			return err
		}
	}
	return nil
}

// The slice is filled with those of the cache that fit, by a helper.
func (d *drainer) pending(ctx context.Context) error {
	pods, err := d.fit()
	if err != nil {
		return err
	}
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `pod still has the resourceVersion from before the Update`
			return err
		}
	}
	return nil
}

func (d *drainer) fit() ([]*corev1.Pod, error) {
	all, err := d.lister.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	fit := make([]*corev1.Pod, 0, len(all))
	for _, pod := range all {
		if pod.Status.Phase == corev1.PodPending {
			fit = append(fit, pod.DeepCopy())
		}
	}
	return fit, nil
}

// One of them was made.
func (d *drainer) filled(ctx context.Context, names []string) error {
	var pods []*corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, pod)
	}
	pods = append(pods, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}})
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// One of them is replaced by one that was made.
func (d *drainer) replaced(ctx context.Context, names []string) error {
	var pods []*corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, pod)
	}
	pods[0] = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}}
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// A helper replaces them.
func (d *drainer) exchanged(ctx context.Context, names []string) error {
	var pods []*corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, pod)
	}
	exchange(pods)
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func exchange(pods []*corev1.Pod) {
	for i := range pods {
		pods[i] = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: pods[i].Name}}
	}
}

// Each pod is written once.
func (d *drainer) once(ctx context.Context, names []string) error {
	var pods []*corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, pod)
	}
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// A list gets an item more, which was made.
func (d *drainer) extended(ctx context.Context) error {
	list, err := d.client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	list.Items = append(list.Items, corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}})
	return d.extendedList(ctx, list)
}

func (d *drainer) extendedList(ctx context.Context, list *corev1.PodList) error {
	for _, pod := range list.Items {
		if _, err := d.client.Update(ctx, &pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, &pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// Who else calls the function is not known.
func (d *drainer) visits(ctx context.Context, walk func(func(context.Context, []*corev1.Pod) error) error) error {
	cached, err := d.lister.List(labels.Everything())
	if err != nil {
		return err
	}
	if err := d.visited(ctx, cached); err != nil {
		return err
	}
	return walk(d.visited)
}

func (d *drainer) visited(ctx context.Context, pods []*corev1.Pod) error {
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// The pods are copied into the slice.
func (d *drainer) copies(ctx context.Context, names []string) error {
	var pods []corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, *pod)
	}
	for i := range pods {
		pod := &pods[i]
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `pod still has the resourceVersion from before the Update`
			return err
		}
	}
	return nil
}

// One of the copies is made, and has no version.
func (d *drainer) copiesAndMade(ctx context.Context, names []string) error {
	var pods []corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, *pod)
	}
	pods = append(pods, corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}})
	for i := range pods {
		pod := &pods[i]
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// Their versions are taken away.
func (d *drainer) stripped(ctx context.Context, names []string) error {
	var pods []corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, *pod)
	}
	for i := range pods {
		pods[i].ResourceVersion = ""
	}
	for i := range pods {
		pod := &pods[i]
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// The versions are taken away before they are gathered, and by a helper.
func (d *drainer) gatheredStripped(ctx context.Context, names []string) error {
	var pods []*corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		strip(pod)
		pods = append(pods, pod)
	}
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func strip(pod *corev1.Pod) {
	pod.ObjectMeta = metav1.ObjectMeta{Name: pod.Name, Labels: pod.Labels}
}

// They are taken away in the slice.
func (d *drainer) strippedThere(ctx context.Context, names []string) error {
	var pods []*corev1.Pod
	for _, name := range names {
		pod, err := d.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pods = append(pods, pod)
	}
	for _, pod := range pods {
		strip(pod)
	}
	for _, pod := range pods {
		if _, err := d.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := d.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
