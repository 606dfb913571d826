// Package knative is a controller in knative's style: each status is written
// through a condition set, which keeps the accessor of the conditions in a struct
// behind an interface.
package knative

import (
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"knative.dev/pkg/apis"
	duckv1 "knative.dev/pkg/apis/duck/v1"
)

type Broker struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Status BrokerStatus
}

type BrokerStatus struct {
	duckv1.Status
	Address string
}

func (b *Broker) DeepCopy() *Broker {
	out := *b
	out.Status.Conditions = append(duckv1.Conditions(nil), b.Status.Conditions...)
	return &out
}

const filterReady apis.ConditionType = "FilterReady"

var brokerConditions = apis.NewLivingConditionSet(filterReady)

func (b *Broker) GetConditionSet() apis.ConditionSet { return brokerConditions }

func (b *Broker) GetStatus() *duckv1.Status { return &b.Status.Status }

func (s *BrokerStatus) MarkFilterReady() { brokerConditions.Manage(s).MarkTrue(filterReady) }

func (s *BrokerStatus) MarkFilterFailed(reason, format string, args ...any) {
	brokerConditions.Manage(s).MarkFalse(filterReady, reason, format, args...) // want `conditionsImpl.MarkFalse mutates a cached object`
}

func (s *BrokerStatus) InitializeConditions() { brokerConditions.Manage(s).InitializeConditions() }

func (s *BrokerStatus) IsReady() bool { return brokerConditions.Manage(s).IsHappy() }

type reconciler struct{ brokers cache.Indexer }

func (r *reconciler) broker(key string) (*Broker, error) {
	obj, exists, err := r.brokers.GetByKey(key)
	if err != nil || !exists {
		return nil, errors.Join(err, errors.New("no broker"))
	}
	return obj.(*Broker), nil
}

func (r *reconciler) direct(key string) error {
	b, err := r.broker(key)
	if err != nil {
		return err
	}
	brokerConditions.Manage(&b.Status).MarkTrue(filterReady) // want `mutates a cached object \(s.Conditions = … at \S*status_types.go`
	return nil
}

func (r *reconciler) ofTheObject(key string) error {
	b, err := r.broker(key)
	if err != nil {
		return err
	}
	b.GetConditionSet().Manage(b.GetStatus()).MarkFalse(filterReady, "Gone", "%s is gone", key) // want `mutates a cached object \(s.Conditions = … at \S*status_types.go`
	return nil
}

func (r *reconciler) marks(key string) error {
	b, err := r.broker(key)
	if err != nil {
		return err
	}
	b.Status.MarkFilterReady() // want `mutates a cached object \(s.Conditions = … at \S*status_types.go`
	return nil
}

func (r *reconciler) fails(key string) error {
	b, err := r.broker(key)
	if err != nil {
		return err
	}
	b.Status.MarkFilterFailed("Gone", "%s is gone", key) // told in there, as nobody calls it with a copy
	return nil
}

func (r *reconciler) initializes(key string) error {
	b, err := r.broker(key)
	if err != nil {
		return err
	}
	b.Status.InitializeConditions() // want `mutates a cached object \(s.Conditions = … at \S*status_types.go`
	return nil
}

// The safe twins.

func (r *reconciler) copies(key string) error {
	b, err := r.broker(key)
	if err != nil {
		return err
	}
	b = b.DeepCopy()
	b.Status.InitializeConditions()
	b.Status.MarkFilterReady()
	b.GetConditionSet().Manage(b.GetStatus()).MarkUnknown(filterReady, "New", "")
	return nil
}

func (r *reconciler) reads(key string) (bool, error) {
	b, err := r.broker(key)
	if err != nil {
		return false, err
	}
	if c := b.Status.GetCondition(filterReady); c != nil {
		c.Message = "" // of a copy
	}
	m := brokerConditions.Manage(&b.Status)
	return b.Status.IsReady() && m.IsHappy() && m.GetCondition(filterReady).IsTrue() && m.GetTopLevelCondition() != nil, nil
}
