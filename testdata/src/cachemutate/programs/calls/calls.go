// Package calls calls functions that it is given.
package calls

import corev1 "k8s.io/api/core/v1"

// With calls f with s.
func With(s *corev1.Service, f func(*corev1.Service)) { f(s) }

// WithCopy calls f with a copy of s.
func WithCopy(s *corev1.Service, f func(*corev1.Service)) { f(s.DeepCopy()) }
