// Package copyfix finds where one DeepCopy fixes the writes to an object of an
// informer's cache, and the edit that makes it.
package copyfix
