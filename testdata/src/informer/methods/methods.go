// Package methods asks for informers in other methods than those that make and start the factory.
package methods

import (
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type controller struct {
	factory informers.SharedInformerFactory
}

func New(client kubernetes.Interface) *controller {
	c := &controller{factory: informers.NewSharedInformerFactory(client, 0)}
	c.factory.Core().V1().Nodes().Informer()
	return c
}

func (c *controller) Run(stop <-chan struct{}) {
	c.prepare()
	c.factory.Start(stop)
	c.factory.WaitForCacheSync(stop)
	go func() {
		wait.Until(c.work, time.Second, stop)
	}()
	<-stop
}

func (c *controller) prepare() {
	c.factory.Core().V1().Pods().Informer()
}

func (c *controller) work() {
	if c.sync("default") > 0 {
		c.work()
	}
}

func (c *controller) sync(namespace string) int {
	secrets, _ := c.factory.Core().V1().Secrets().Lister().List(labels.Everything()) // want `the informer of Secrets never runs, and its lister stays empty: it is first requested here, after Start; request it before Start`
	pods, _ := c.factory.Core().V1().Pods().Lister().Pods(namespace).List(labels.Everything())
	nodes, _ := c.factory.Core().V1().Nodes().Lister().List(labels.Everything())
	return len(secrets) + len(pods) + len(nodes) + c.Services()
}

// Services may be called by others, before Run.
func (c *controller) Services() int {
	services, _ := c.factory.Core().V1().Services().Lister().List(labels.Everything())
	return len(services)
}

// A starter keeps its factory when that has been started.
type starter struct {
	factory informers.SharedInformerFactory
}

func NewStarter(client kubernetes.Interface, stop <-chan struct{}) *starter {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	factory.Start(stop)
	return &starter{factory: factory}
}

func (s *starter) Count() (int, error) {
	secrets, err := s.factory.Core().V1().Secrets().Lister().List(labels.Everything()) // want `the informer of Secrets never runs`
	if err != nil {
		return 0, err
	}
	pods, err := s.factory.Core().V1().Pods().Lister().List(labels.Everything())
	return len(secrets) + len(pods), err
}

// A keeper keeps its factory before.
type keeper struct {
	factory informers.SharedInformerFactory
}

func NewKeeper(client kubernetes.Interface, stop <-chan struct{}) *keeper {
	k := &keeper{factory: informers.NewSharedInformerFactory(client, 0)}
	k.Prepare()
	k.factory.Start(stop)
	return k
}

func (k *keeper) Prepare() {
	k.factory.Core().V1().Pods().Informer()
}

// A restarter starts what it has asked for.
type restarter struct {
	factory informers.SharedInformerFactory
	stop    chan struct{}
}

func NewRestarter(client kubernetes.Interface) *restarter {
	return &restarter{factory: informers.NewSharedInformerFactory(client, 0), stop: make(chan struct{})}
}

func (r *restarter) Run() {
	r.factory.Start(r.stop)
	r.secrets()
}

func (r *restarter) secrets() {
	r.factory.Core().V1().Secrets().Informer()
	r.factory.Start(r.stop)
	r.factory.WaitForCacheSync(r.stop)
}

// A looper starts its factory in each round.
type looper struct {
	factory informers.SharedInformerFactory
}

func NewLooper(client kubernetes.Interface) *looper {
	return &looper{factory: informers.NewSharedInformerFactory(client, 0)}
}

func (l *looper) Run(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(time.Second):
			l.factory.Start(stop)
			l.factory.WaitForCacheSync(stop)
			l.round()
		}
	}
}

func (l *looper) round() {
	l.factory.Core().V1().Secrets().Informer()
}

// A chooser does not always start its factory before it asks.
type chooser struct {
	factory informers.SharedInformerFactory
	early   bool
}

func NewChooser(client kubernetes.Interface) *chooser {
	return &chooser{factory: informers.NewSharedInformerFactory(client, 0)}
}

func (c *chooser) Run(stop <-chan struct{}) {
	if c.early {
		c.factory.Start(stop)
	}
	c.ask()
	if !c.early {
		c.factory.Start(stop)
	}
}

func (c *chooser) ask() {
	c.factory.Core().V1().Secrets().Informer()
}

type worker interface{ act() }

// A hidden one is called through an interface, from who knows where.
type hidden struct {
	factory informers.SharedInformerFactory
}

func NewHidden(client kubernetes.Interface) *hidden {
	return &hidden{factory: informers.NewSharedInformerFactory(client, 0)}
}

func (h *hidden) Run(stop <-chan struct{}) {
	h.factory.Start(stop)
	h.act()
}

func (h *hidden) act() {
	h.factory.Core().V1().Secrets().Informer()
}

func Early(client kubernetes.Interface, stop <-chan struct{}) {
	h := NewHidden(client)
	var w worker = h
	w.act()
	h.Run(stop)
}

// A sleeper has a factory that nothing starts.
type sleeper struct {
	factory informers.SharedInformerFactory
}

func NewSleeper(client kubernetes.Interface) *sleeper {
	return &sleeper{factory: informers.NewSharedInformerFactory(client, 0)}
}

func (s *sleeper) Secrets() int {
	secrets, _ := s.factory.Core().V1().Secrets().Lister().List(labels.Everything()) // want `the informer of Secrets never runs, and its lister stays empty: nothing calls Start of its factory`
	return len(secrets)
}

// A racer starts its factory in a goroutine.
type racer struct {
	factory informers.SharedInformerFactory
}

func NewRacer(client kubernetes.Interface) *racer {
	r := &racer{factory: informers.NewSharedInformerFactory(client, 0)}
	r.factory.Core().V1().Pods().Informer()
	return r
}

func (r *racer) Run(stop <-chan struct{}) {
	go r.factory.Start(stop)
	r.ask()
}

func (r *racer) ask() {
	r.factory.Core().V1().Secrets().Lister() // want `the informer of Secrets may never run, and its lister may stay empty`
}

// A closer starts its factory at the end.
type closer struct {
	factory informers.SharedInformerFactory
}

func NewCloser(client kubernetes.Interface) *closer {
	return &closer{factory: informers.NewSharedInformerFactory(client, 0)}
}

func (c *closer) Run(stop <-chan struct{}) {
	defer c.factory.Start(stop)
	c.ask()
}

func (c *closer) ask() {
	c.factory.Core().V1().Secrets().Informer()
}

// Later starts its factory with a literal that it has made before it asks.
func Later(client kubernetes.Interface, stop <-chan struct{}) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	start := func() { go factory.Start(stop) }
	secrets := factory.Core().V1().Secrets().Lister()
	start()
	found, _ := secrets.List(labels.Everything())
	return len(found)
}
