// Package problem turns errors of the API server into what the users of a program see.
package problem

import (
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"k8slint.test/staleretry/converted/codes"
)

// ByStatus makes errors of the program's own of those that users cause.
func ByStatus(err error) error {
	if err == nil {
		return nil
	}
	switch st := err.(type) {
	case apierrors.APIStatus:
		d := st.Status().Details
		switch st.Status().Reason {
		case metav1.StatusReasonNotFound:
			return err
		case metav1.StatusReasonConflict, metav1.StatusReasonAlreadyExists:
			return codes.Exists.Errorf("%s %s", d.Kind, d.Name)
		}
	}
	return err
}

// ButConflicts does too, but leaves conflicts alone.
func ButConflicts(err error) error {
	if err == nil {
		return nil
	}
	switch apierrors.ReasonForError(err) {
	case metav1.StatusReasonNotFound, metav1.StatusReasonAlreadyExists:
		return codes.Exists.Errorf("%v", err)
	}
	return err
}

// ByCode does so by the HTTP code.
func ByCode(err error) error {
	var status *apierrors.StatusError
	if errors.As(err, &status) && status.ErrStatus.Code == 409 {
		return errors.New("somebody else was faster: " + status.Error())
	}
	return err
}

// Text keeps only the text of an error.
func Text(doing string, err error) error {
	if err == nil {
		return nil
	}
	return errors.New(fmt.Sprintf("%s: %v", doing, err))
}

// Wrap keeps the error.
func Wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Sometimes keeps it, or does not.
func Sometimes(err error, short bool) error {
	if short {
		return errors.New(err.Error())
	}
	return err
}

// Unless says what went wrong, if anything did.
func Unless(err error, done bool) error {
	if err == nil || done {
		return nil
	}
	return fmt.Errorf("failed: %v", err)
}
