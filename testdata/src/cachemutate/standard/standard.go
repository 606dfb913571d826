// Package standard passes cached objects to functions of the standard library,
// whose own packages a user may name beside this one.
package standard

import (
	"encoding/json"
	"fmt"

	listersv1 "k8s.io/client-go/listers/core/v1"
)

// Describe only reads the Pod.
func Describe(pods listersv1.PodLister) (string, error) {
	pod, err := pods.Pods("a").Get("b")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%v", pod), nil
}

// Decode decodes into the Pod.
func Decode(pods listersv1.PodLister, line string) error {
	pod, err := pods.Pods("a").Get("b")
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(line), pod) // want `mutates a cached object`
}

// Scan writes the Pod's name, which no table says of Sscan: it is missed, also where
// the packages of the standard library are named.
func Scan(pods listersv1.PodLister, line string) error {
	pod, err := pods.Pods("a").Get("b")
	if err != nil {
		return err
	}
	_, err = fmt.Sscan(line, &pod.Name)
	return err
}
