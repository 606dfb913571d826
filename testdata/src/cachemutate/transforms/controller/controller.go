// Package controller imports the package with the transform.
package controller

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"

	_ "k8slint.test/cachemutate/transforms"
	"k8slint.test/cachemutate/transforms/kinds"
)

func use(l corelisters.PodLister) {
	p, err := l.Pods("a").Get("b")
	if err != nil {
		return
	}
	kinds.Ensure(p, corev1.SchemeGroupVersion.WithKind("Pod"))
}
