// Package late asks factories for informers.
package late

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/informers/core"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/informer/helpers"
)

func afterStart(ctx context.Context, client kubernetes.Interface) ([]*corev1.Secret, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	secrets := factory.Core().V1().Secrets().Lister() // want `the informer of Secrets never runs, and its lister stays empty: it is first requested here, after Start; request it before Start`
	return secrets.List(labels.Everything())
}

func beforeStart(ctx context.Context, client kubernetes.Interface) ([]*corev1.Secret, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	secrets := factory.Core().V1().Secrets().Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return secrets.List(labels.Everything())
}

// askedBefore asks for the lister of an informer that runs.
func askedBefore(ctx context.Context, client kubernetes.Interface) ([]*corev1.Secret, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Secrets().Informer()
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{}); err != nil {
		return nil, err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return factory.Core().V1().Secrets().Lister().List(labels.Everything())
}

// oneLate has one informer that runs, and one that does not.
func oneLate(ctx context.Context, client kubernetes.Interface, namespace string) (corelisters.PodLister, corelisters.NodeLister) {
	var factory informers.SharedInformerFactory
	if namespace != "" {
		factory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	} else {
		factory = informers.NewSharedInformerFactory(client, time.Hour)
	}
	core := factory.Core().V1()
	pods := core.Pods().Lister()
	factory.Start(ctx.Done())
	return pods, core.Nodes().Lister() // want `the informer of Nodes never runs`
}

// startedAgain starts what is new.
func startedAgain(ctx context.Context, client kubernetes.Interface) corelisters.NodeLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	nodes := factory.Core().V1().Nodes().Lister()
	factory.Start(ctx.Done())
	return nodes
}

// byHand runs its informers.
func byHand(ctx context.Context, client kubernetes.Interface) corelisters.NodeLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	nodes := factory.Core().V1().Nodes()
	go nodes.Informer().Run(ctx.Done())
	return nodes.Lister()
}

// filled fills the store of its informer.
func filled(ctx context.Context, client kubernetes.Interface, node *corev1.Node) (corelisters.NodeLister, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	nodes := factory.Core().V1().Nodes()
	return nodes.Lister(), nodes.Informer().GetIndexer().Add(node)
}

// simulated needs no objects.
func simulated(ctx context.Context) corelisters.NodeLister {
	factory := informers.NewSharedInformerFactory(fake.NewClientset(), 0)
	factory.Start(ctx.Done())
	return factory.Core().V1().Nodes().Lister()
}

type keeper struct {
	factory informers.SharedInformerFactory
	nodes   coreinformers.NodeInformer
}

// kept is started by who has it.
func kept(ctx context.Context, client kubernetes.Interface) (*keeper, corelisters.NodeLister) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	return &keeper{factory: factory}, factory.Core().V1().Nodes().Lister()
}

func (k *keeper) start(ctx context.Context) { k.factory.Start(ctx.Done()) }

// keptInformer is run by who has it.
func keptInformer(ctx context.Context, client kubernetes.Interface) *keeper {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	return &keeper{nodes: factory.Core().V1().Nodes()}
}

// inLiteral starts when it is the leader.
func inLiteral(ctx context.Context, client kubernetes.Interface, elect func(lead func(context.Context))) corelisters.NodeLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	elect(func(ctx context.Context) { factory.Start(ctx.Done()) })
	return factory.Core().V1().Nodes().Lister()
}

// captured has its factory in a variable that a literal reads.
func captured(ctx context.Context, client kubernetes.Interface, each func(func())) corelisters.NodeLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	each(func() { factory.WaitForCacheSync(ctx.Done()) })
	return factory.Core().V1().Nodes().Lister() // want `the informer of Nodes never runs`
}

func helped(ctx context.Context, client kubernetes.Interface) *helpers.Count {
	factory := informers.NewSharedInformerFactory(client, 0)
	helpers.Start(factory, ctx.Done())
	return helpers.NewCount(factory.Core().V1().Nodes()) // want `the informer of Nodes never runs`
}

// everything is asked for by a helper.
func everything(ctx context.Context, client kubernetes.Interface) (corelisters.PodLister, corelisters.SecretLister) {
	factory := informers.NewSharedInformerFactory(client, 0)
	helpers.Everything(factory)
	factory.Start(ctx.Done())
	return factory.Core().V1().Pods().Lister(), factory.Core().V1().Secrets().Lister() // want `the informer of Secrets never runs`
}

// lazy may ask for its informer before the factory is started, or run it.
func lazy(ctx context.Context, client kubernetes.Interface) *helpers.Lazy {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	return helpers.NewLazy(factory.Core().V1().Nodes())
}

// assigned sets a variable of the caller.
func assigned(ctx context.Context, client kubernetes.Interface) (nodes corelisters.NodeLister) {
	if client != nil {
		factory := informers.NewSharedInformerFactory(client, 0)
		stop := make(chan struct{})
		defer close(stop)

		factory.Start(stop)

		nodes = factory.Core().V1().Nodes().Lister() // want `the informer of Nodes never runs`
	}
	return nodes
}

func anyResource(ctx context.Context, client dynamic.Interface, gvr schema.GroupVersionResource) cache.GenericLister {
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	return factory.ForResource(gvr).Lister() // want `the informer of this resource never runs`
}

// someResources asks for the same ones twice, perhaps.
func someResources(ctx context.Context, client dynamic.Interface, gvrs []schema.GroupVersionResource) cache.GenericLister {
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	for _, gvr := range gvrs {
		factory.ForResource(gvr).Informer()
	}
	factory.Start(ctx.Done())
	return factory.ForResource(gvrs[0]).Lister()
}

func never(client kubernetes.Interface) ([]*corev1.Pod, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Lister() // want `the informer of Pods never runs, and its lister stays empty: nothing calls Start of its factory; call Start, and wait until it has synced`
	return pods.List(labels.Everything())
}

// neverButByHand runs one of them.
func neverButByHand(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), pods.HasSynced)
	return factory.Core().V1().Pods().Lister()
}

// handedOn gives its informer to who may run it.
func handedOn(client kubernetes.Interface, run func(cache.SharedIndexInformer)) {
	factory := informers.NewSharedInformerFactory(client, 0)
	run(factory.Core().V1().Pods().Informer())
}

// typed has the informer with the types of client-go 0.37.
func typed(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	pods := factory.Core().V1().Pods()
	pods.TypedInformer().AddEventHandler(cache.ResourceEventHandlerFuncs{}) // want `the informer of Pods never runs`
	return pods.Lister()
}

// typedByHand runs it.
func typedByHand(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	go pods.TypedInformer().Run(ctx.Done())
	return pods.Lister()
}

// group hands on what leads to informers.
func group(ctx context.Context, client kubernetes.Interface, ask func(core.Interface)) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	ask(factory.Core())
	factory.Start(ctx.Done())
	return factory.Core().V1().Pods().Lister()
}

// recursive calls what is not followed to the end.
func recursive(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	startIn(ctx, 3, factory)
	return factory.Core().V1().Pods().Lister()
}

func startIn(ctx context.Context, rounds int, factory informers.SharedInformerFactory) {
	if rounds > 0 {
		startIn(ctx, rounds-1, factory)
	}
	factory.Start(ctx.Done())
}

// askedLater asks when somebody calls its literal, which is after Start.
func askedLater(ctx context.Context, client kubernetes.Interface) func() corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	return func() corelisters.PodLister { return factory.Core().V1().Pods().Lister() } // want `the informer of Pods never runs`
}

// inRounds asks in each round, all of which come after Start.
func inRounds(ctx context.Context, client kubernetes.Interface, drain func(*corev1.Node)) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes()
	pods := factory.Core().V1().Pods()
	pods.Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	wait.Until(func() {
		all, err := nodes.Lister().List(labels.Everything()) // want `the informer of Nodes never runs, and its lister stays empty: it is first requested here, after Start; request it before Start`
		running, _ := pods.Lister().List(labels.Everything())
		if err == nil && len(all) > len(running) {
			drain(all[0])
		}
	}, time.Minute, ctx.Done())
}

// whenDrained makes its literal before Start, so it may ask before, too.
func whenDrained(ctx context.Context, client kubernetes.Interface, handle func(func(string) error)) {
	factory := informers.NewSharedInformerFactory(client, 0)
	handle(func(name string) error {
		_, err := factory.Core().V1().Nodes().Lister().Get(name)
		return err
	})
	factory.Start(ctx.Done())
	wait.Until(func() { factory.Core().V1().Nodes().Lister() }, time.Minute, ctx.Done())
}

// inRoundsStarted starts again in each round.
func inRoundsStarted(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	wait.Until(func() {
		factory.Core().V1().Nodes().Lister()
		factory.Start(ctx.Done())
	}, time.Minute, ctx.Done())
}

// inRoundsNever is never started.
func inRoundsNever(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	wait.Until(func() {
		factory.Core().V1().Nodes().Lister() // want `the informer of Nodes never runs, and its lister stays empty: nothing calls Start`
	}, time.Minute, ctx.Done())
}

// deferred asks at the end, too.
func deferred(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	defer factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	return factory.Core().V1().Pods().Lister()
}

// inGoroutine may ask before Start, or after it.
func inGoroutine(ctx context.Context, client kubernetes.Interface) bool {
	factory := informers.NewSharedInformerFactory(client, 0)
	go factory.Start(ctx.Done())
	pods := factory.Core().V1().Pods().Informer() // want `the informer of Pods may never run, and its lister may stay empty: the goroutine of Start may run before it is requested here; request it before Start`
	return cache.WaitForCacheSync(ctx.Done(), pods.HasSynced)
}

// inGoroutineLast asks first.
func inGoroutineLast(ctx context.Context, client kubernetes.Interface) bool {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	go factory.Start(ctx.Done())
	return cache.WaitForCacheSync(ctx.Done(), pods.HasSynced)
}

// whenAsked starts when it is told to.
func whenAsked(ctx context.Context, client kubernetes.Interface, asked chan struct{}) corelisters.PodLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	go func() {
		<-asked
		factory.Start(ctx.Done())
	}()
	defer close(asked)
	return factory.Core().V1().Pods().Lister()
}

type server struct {
	client  kubernetes.Interface
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
	nodes   corelisters.NodeLister
}

// run keeps its factory in a field that nothing else uses.
func (s *server) run(ctx context.Context) {
	s.factory = informers.NewSharedInformerFactory(s.client, 0)
	s.pods = s.factory.Core().V1().Pods().Lister()
	s.factory.Start(ctx.Done())
	s.factory.WaitForCacheSync(ctx.Done())
	s.nodes = s.factory.Core().V1().Nodes().Lister() // want `the informer of Nodes never runs`
}

type twoPhases struct {
	factory informers.SharedInformerFactory
	nodes   corelisters.NodeLister
}

// newTwoPhases is started again by another method.
func newTwoPhases(ctx context.Context, client kubernetes.Interface) *twoPhases {
	t := &twoPhases{factory: informers.NewSharedInformerFactory(client, 0)}
	t.factory.Core().V1().Pods().Informer()
	t.factory.Start(ctx.Done())
	t.nodes = t.factory.Core().V1().Nodes().Lister()
	return t
}

func (t *twoPhases) second(ctx context.Context) { t.factory.Start(ctx.Done()) }

type shared struct {
	factory informers.SharedInformerFactory
}

// newShared gives its factory to others.
func newShared(ctx context.Context, client kubernetes.Interface) (*shared, corelisters.NodeLister) {
	s := &shared{factory: informers.NewSharedInformerFactory(client, 0)}
	s.factory.Start(ctx.Done())
	return s, s.factory.Core().V1().Nodes().Lister()
}

func (s *shared) Factory() informers.SharedInformerFactory { return s.factory }

type silent struct {
	factory informers.SharedInformerFactory
	nodes   corelisters.NodeLister
}

// newSilent is never started.
func newSilent(client kubernetes.Interface) *silent {
	s := &silent{factory: informers.NewSharedInformerFactory(client, 0)}
	s.nodes = s.factory.Core().V1().Nodes().Lister() // want `the informer of Nodes never runs, and its lister stays empty: nothing calls Start of its factory`
	return s
}

func newFactory(client kubernetes.Interface, namespace string) (informers.SharedInformerFactory, error) {
	if namespace == "" {
		return nil, context.Canceled
	}
	return informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace)), nil
}

// fromHelper gets its factory from a function that makes one.
func fromHelper(ctx context.Context, client kubernetes.Interface) (corelisters.PodLister, error) {
	factory, err := newFactory(client, "default")
	if err != nil {
		return nil, err
	}
	factory.Start(ctx.Done())
	return factory.Core().V1().Pods().Lister(), nil // want `the informer of Pods never runs`
}

func podFactory(client kubernetes.Interface) informers.SharedInformerFactory {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	return factory
}

// fromAsker gets a factory that was asked already.
func fromAsker(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory := podFactory(client)
	factory.Start(ctx.Done())
	return factory.Core().V1().Pods().Lister()
}

// eachNamespace makes a factory for each.
func eachNamespace(ctx context.Context, client kubernetes.Interface, namespaces []string) (all []corelisters.PodLister) {
	for _, namespace := range namespaces {
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		factory.Start(ctx.Done())
		all = append(all, factory.Core().V1().Pods().Lister()) // want `the informer of Pods never runs`
	}
	return all
}

// eachKind asks one factory for several, and starts what is new.
func eachKind(ctx context.Context, client dynamic.Interface, kinds []schema.GroupVersionResource) (all []cache.GenericLister) {
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	for _, kind := range kinds {
		factory.Start(ctx.Done())
		all = append(all, factory.ForResource(kind).Lister())
	}
	return all
}

// controller starts the factory before its controller asks for anything.
func controller(ctx context.Context, client kubernetes.Interface) *helpers.Controller {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	return helpers.NewController(factory) // want `^the informers of Nodes and Pods never run, and their listers stay empty: they are first requested here, after Start; request them before Start$`
}

func controllerBefore(ctx context.Context, client kubernetes.Interface) *helpers.Controller {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := helpers.NewController(factory)
	factory.Start(ctx.Done())
	return c
}

// controllerForgotten is never started.
func controllerForgotten(client kubernetes.Interface) *helpers.Controller {
	factory := informers.NewSharedInformerFactory(client, 0)
	return helpers.NewController(factory) // want `^the informers of Nodes and Pods never run, and their listers stay empty: nothing calls Start of their factory`
}

// simulation needs no Pods of the server, but Nodes.
func simulation(ctx context.Context, client kubernetes.Interface) *helpers.Simulation {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	return helpers.NewSimulation(factory) // want `^the informer of Nodes never runs`
}

// prefetched asks for three kinds at once.
func prefetched(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	allThree(factory) // want `^the informers of Secrets and 2 others never run`
}

func allThree(factory informers.SharedInformerFactory) {
	core := factory.Core().V1()
	core.Secrets().Informer()
	core.Pods().Informer()
	core.Nodes().Informer()
}
