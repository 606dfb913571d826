// Package informer defines an Analyzer that finds informers that never run, and waits that wait for none.
//
// # Analyzer informer
//
// informer: find informers that never run, and waits for none
//
// A factory of shared informers makes an informer when it is first asked for it, by Informer or Lister. Its method
// Start runs those that were asked for so far. WaitForCacheSync waits only for those that run.
//
// # Bad
//
//	factory := informers.NewSharedInformerFactory(client, 0)
//	factory.Start(ctx.Done())
//	factory.WaitForCacheSync(ctx.Done()) // there is none, so this returns at once
//	secrets := factory.Core().V1().Secrets().Lister() // stays empty, also after go factory.Start(…)
//
//	go factory.Start(ctx.Done()) // may not have run yet
//	factory.WaitForCacheSync(ctx.Done())
//
// # Good
//
//	factory := informers.NewSharedInformerFactory(client, 0)
//	secrets := factory.Core().V1().Secrets().Lister()
//	factory.Start(ctx.Done())
//	factory.WaitForCacheSync(ctx.Done())
//
// # Why
//
// A lister whose informer does not run returns an empty list and no error. To a controller that looks as if nothing
// existed. So it does nothing, or creates what is already there, or deletes what it does not find.
//
// # How to fix it
//
// Ask for all informers first, start the factory, then wait. For an informer that is first needed later, call Start and
// WaitForCacheSync again: they look only at those that are new. The analyzer moves a request before Start where it is
// one statement, and removes the go before Start, which does not block.
//
// # What is not reported
//
//   - Factories that are stored, returned, or given to functions that the analyzer does not know:
//     somebody else may start them.
//   - Informers that are run by hand, or whose store is filled by hand.
//   - Informers that may have been asked for before Start, for example by a function that was given the factory.
//   - Factories of fake clients.
//   - A WaitForCacheSync whose result is dropped. It is false only when the program ends.
//   - Event handlers that are added again and again and never removed. Whether the informer lives longer than
//     who adds them is not to be seen in one package.
//   - Test files.
package informer
