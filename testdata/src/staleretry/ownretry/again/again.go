// Package again has retries of its own, and some functions that look like them.
package again

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// OnConflict waits a little longer after each conflict.
func OnConflict(ctx context.Context, b wait.Backoff, write func() error) error {
	var err error
	for b.Steps > 0 {
		if err = write(); err == nil || !apierrors.IsConflict(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(b.Step()):
		}
	}
	return fmt.Errorf("still a conflict: %w", err)
}

// If has the caller say what is worth another attempt.
func If(b wait.Backoff, worth func(error) bool, write func() error) error {
	var last error
	err := wait.ExponentialBackoff(b, func() (bool, error) {
		err := write()
		switch {
		case err == nil:
			return true, nil
		case worth(err):
			last = err
			return false, nil
		}
		return false, err
	})
	if wait.Interrupted(err) && last != nil {
		return last
	}
	return err
}

// Conflicting is If for conflicts.
func Conflicting(b wait.Backoff, write func() error) error {
	return If(b, apierrors.IsConflict, write)
}

// Polled asks once a second.
func Polled(ctx context.Context, write func(context.Context) error) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := write(ctx)
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// Default is client-go's, with its short backoff.
func Default(write func() error) error { return retry.RetryOnConflict(retry.DefaultRetry, write) }

// Missing waits for what is not there yet, and returns conflicts.
func Missing(b wait.Backoff, write func() error) error {
	return If(b, apierrors.IsNotFound, write)
}

// Unless gives up at the first conflict.
func Unless(b wait.Backoff, write func() error) (err error) {
	for b.Steps > 0 {
		if err = write(); err == nil || apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(b.Step())
	}
	return err
}

// Noted counts the conflicts, and tries nothing again.
func Noted(conflicts *int, write func() error) error {
	err := write()
	if apierrors.IsConflict(err) {
		*conflicts++
	}
	return err
}

// Each writes once for each time of day, whatever becomes of it.
func Each(times []time.Time, write func() error) {
	for _, t := range times {
		time.Sleep(time.Until(t))
		if err := write(); apierrors.IsConflict(err) {
			fmt.Println("a conflict")
		}
	}
}

// A Refresher reads the pod again before the next attempt.
type Refresher struct {
	Client client.Client
	Pod    *corev1.Pod
}

// OnConflict is as above.
func (r *Refresher) OnConflict(ctx context.Context, write func() error) error {
	for {
		err := write()
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := r.Client.Get(ctx, client.ObjectKeyFromObject(r.Pod), r.Pod); err != nil {
			return err
		}
	}
}

// Refreshed has the caller say how.
func Refreshed(refresh, write func() error) error {
	for {
		err := write()
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := refresh(); err != nil {
			return err
		}
	}
}

// Stubborn tries again after any error.
func Stubborn(times int, write func() error) error {
	var err error
	for range times {
		if err = write(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("tried %d times: %w", times, err)
}

// Always writes once a second, whatever becomes of it.
func Always(times int, write func() error) error {
	var err error
	for range times {
		err = write()
		time.Sleep(time.Second)
	}
	return err
}

// Object calls write with obj until there is no conflict.
func Object[T client.Object](ctx context.Context, obj T, write func(context.Context, T) error) error {
	for range 5 {
		err := write(ctx, obj)
		if err == nil || !apierrors.IsConflict(err) {
			return err
		}
	}
	return fmt.Errorf("%s: too many conflicts", obj.GetName())
}

// Latest calls write with the latest state of obj.
func Latest[T client.Object](ctx context.Context, c client.Client, obj T, write func(context.Context, T) error) error {
	for range 5 {
		if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
			return err
		}
		err := write(ctx, obj)
		if err == nil || !apierrors.IsConflict(err) {
			return err
		}
	}
	return fmt.Errorf("%s: too many conflicts", obj.GetName())
}
