// Package cachemutate defines an Analyzer that is being written.
//
// # Analyzer cachemutate
//
// cachemutate: being written
package cachemutate
