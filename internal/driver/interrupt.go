package driver

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// interrupts ends the process when the user or the system asks for it: at once,
// but not in the middle of writing a file of the user's.
type interrupts struct {
	caught   atomic.Bool
	writing  sync.Mutex   // held while files of the user's are written
	children sync.RWMutex // held for reading while the go command or git runs
	folders  sync.Map     // temporary ones, by name
}

// temporary makes a folder that is removed by the caller, or when the process
// ends because of a signal.
func (i *interrupts) temporary() (dir string, remove func(), err error) {
	if dir, err = os.MkdirTemp("", "k8slint-"); err != nil {
		return "", nil, err
	}
	i.folders.Store(dir, true)
	return dir, func() {
		_ = os.RemoveAll(dir)
		i.folders.Delete(dir)
	}, nil
}

const (
	// childGrace is how long the programs that were started get to notice that
	// they are not wanted any more, and whoever reads stderr to read the rest.
	childGrace = time.Second
	// fileGrace is how long it may take to write the file that is being written,
	// and to tell of it.
	fileGrace = 5 * time.Second
)

// await waits until do is done, but not forever.
func await(limit time.Duration, do func()) {
	done := make(chan struct{})
	go func() {
		do()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(limit):
	}
}

// watch returns a context that ends with the first signal that asks the process
// to stop. The process then dies of that signal, as it would by default, so
// that a shell sees what happened (exit code 130 or 143). A signal that the
// process was told to ignore (nohup) stays ignored. Before it dies, farewell tells
// the user.
func (i *interrupts) watch(farewell func()) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	done := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
			i.caught.Store(true)
			cancel()
			signal.Stop(signals) // the next one does not wait
			i.end(s, farewell)
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

// end ends the process because of s.
func (i *interrupts) end(s os.Signal, farewell func()) {
	await(fileGrace, i.writing.Lock)
	await(childGrace, i.children.Lock)
	await(childGrace, farewell)
	await(childGrace, func() {
		i.folders.Range(func(dir, _ any) bool {
			_ = os.RemoveAll(dir.(string))
			return true
		})
	})
	code := 1
	if n, ok := s.(syscall.Signal); ok {
		signal.Reset(s)
		if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(n) == nil {
			time.Sleep(childGrace) // it takes a moment to arrive
		}
		code = 128 + int(n)
	}
	os.Exit(code)
}

// uninterrupted does what a signal must not cut in two.
func (i *interrupts) uninterrupted(do func()) {
	i.writing.Lock()
	defer i.writing.Unlock()
	do()
}

// settle does not return if the process is about to end because of a signal:
// what the command says then is of no use.
func (i *interrupts) settle() {
	if i.caught.Load() {
		select {}
	}
}
