// Package watchflow understands list/watch loops: where a watch is started and
// from which resourceVersion, what moves that position, and where control goes
// when the watch fails.
//
// It works on the SSA form of one package, without facts of others but which API
// groups have a server of their own, and knows no policy: the analyzers rvassign, retrycase and watchrv decide what is a bug.
package watchflow
