package causes

// A directive silences its own write: the finding stands at the next.
func (c *controller) firstSilenced(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b"   //nolint:cachemutate // known
	pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; also written at line 11$`
	pod.Spec.Hostname = "h"
	return nil
}

func (c *controller) secondSilenced(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b"   // want `^pod.Labels\["a"\] = … mutates .*; also written at line 22$`
	pod.Spec.NodeName = "n" //nolint:cachemutate // known
	pod.Spec.Hostname = "h"
	return nil
}

func (c *controller) allSilenced(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b"   //nolint:cachemutate // known
	pod.Spec.NodeName = "n" //nolint:k8slint // known
	return nil
}

// What a generator writes is its author's; what comes behind it is not.
func (c *controller) generated(ns, name string) error {
	pod, err := c.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	setDefaults(pod)
	pod.Spec.NodeName = "n" // want `^pod.Spec.NodeName = … mutates .*; DeepCopy it first$`
	return nil
}
