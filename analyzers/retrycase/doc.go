// Package retrycase defines an Analyzer that is being written.
//
// # Analyzer retrycase
//
// retrycase: being written
package retrycase
