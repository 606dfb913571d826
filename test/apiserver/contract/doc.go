// Package contract has controllers' code that breaks what client-go, controller-runtime
// and the API server ask of a controller, and beside each its twin that does not. The
// tests of the folder above run both with the real libraries and a real API server.
package contract
