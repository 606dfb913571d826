package noreason

import listersv1 "k8s.io/client-go/listers/core/v1"

// Ignore gives no reason.
func Ignore(pods listersv1.PodLister) {
	pod, _ := pods.Pods("a").Get("b")
	pod.Name = "c" //k8slint:ignore cachemutate/write
}
