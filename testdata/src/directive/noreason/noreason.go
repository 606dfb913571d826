// Package noreason silences a finding without saying why, and one with a reason.
package noreason

import listersv1 "k8s.io/client-go/listers/core/v1"

// Mark gives no reason.
func Mark(pods listersv1.PodLister) error {
	pod, err := pods.Pods("a").Get("b")
	if err != nil {
		return err
	}
	pod.Name = "c" //nolint:cachemutate
	return nil
}

// MarkAll says why.
func MarkAll(pods listersv1.PodLister) error {
	pod, err := pods.Pods("a").Get("b")
	if err != nil {
		return err
	}
	pod.Name = "c" //nolint:cachemutate // this lister reads a private store
	return nil
}
