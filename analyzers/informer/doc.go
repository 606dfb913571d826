// Package informer defines an Analyzer that finds informers that never run, and waits that
// wait for none.
//
// # Analyzer informer
//
// informer: informers that never run, and waits for no cache
//
// A factory makes a shared informer at the first call of Informer or Lister for it. Start runs
// the informers that the factory has made so far. WaitForCacheSync waits only for those that
// run.
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
// A lister whose informer does not run returns an empty list and no error. The controller does
// nothing, creates what is already there, or deletes what it does not find.
//
// # How to fix it
//
// Ask for all informers first, start the factory, then wait. For an informer that is needed
// later, call Start and WaitForCacheSync again: they look only at new informers. The analyzer
// moves a request of one statement before Start, and removes the go before Start, which does
// not block.
//
// # What is not reported
//
//   - factories that somebody else may start: the package returns them, stores them for
//     others, or passes them to unknown functions;
//   - informers that are run by hand, or whose store is filled by hand;
//   - informers that other code may have asked for before Start;
//   - factories of fake clients;
//   - a WaitForCacheSync whose result is dropped: it is false only when the program ends;
//   - event handlers that are added again and again;
//   - test files.
package informer
