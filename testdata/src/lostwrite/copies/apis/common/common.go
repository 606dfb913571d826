// Package common has what several kinds have in their status. It has no kind itself.
package common

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A Condition says how far something is.
type Condition struct {
	Type    string      `json:"type"`
	Status  string      `json:"status"`
	Changed metav1.Time `json:"changed,omitempty"`
}
