// Package rvassign defines an Analyzer that is being written.
//
// # Analyzer rvassign
//
// rvassign: being written
package rvassign
