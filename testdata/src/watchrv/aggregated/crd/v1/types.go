// Package v1 is a custom resource: kept in etcd.
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
)

// Depot is a custom resource.
type Depot struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Gates             int `json:"gates"`
}

// DepotList is a list of depots.
type DepotList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Depot `json:"items"`
}

// Older is the depot of an older version of the API.
type Older struct {
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// Convert_v1_Depot_To_v1_Older is what a conversion webhook calls.
func Convert_v1_Depot_To_v1_Older(in *Depot, out *Older, s conversion.Scope) error {
	out.ObjectMeta = in.ObjectMeta
	return nil
}
