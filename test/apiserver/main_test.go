package apiserver

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"
)

// update rewrites what the pages show of the runs.
var update = flag.Bool("update", false, "rewrite what the pages show of the runs")

// server is the one that all tests use, each in a namespace of its own.
var server *Server

func TestMain(m *testing.M) {
	flag.Parse()
	if name := os.Getenv(childVariable); name != "" {
		os.Exit(runChild(name))
	}
	ctrl.SetLogger(logr.Discard())
	os.Exit(run(m))
}

// run runs the tests with a server.
func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "k8slint-apiserver")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	start := time.Now()
	server, err = startInstalled(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer server.Stop()
	if testing.Verbose() {
		fmt.Printf("the server is up after %v\n", time.Since(start).Round(time.Millisecond))
	}
	return m.Run()
}

// startInstalled starts a server with all kinds.
func startInstalled(dir string) (*Server, error) {
	s, err := Start(dir)
	if err != nil {
		return nil, err
	}
	if err := s.Install(context.Background(), append(builtin, own...)); err != nil {
		s.Stop()
		return nil, fmt.Errorf("%w\n%s", err, s.lastLines())
	}
	return s, nil
}

// newServer starts one for the test only.
func newServer(t *testing.T) *Server {
	t.Helper()
	s, err := startInstalled(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

var namespaces atomic.Int64

// newNamespace returns a name that starts with prefix and that no other test has, nor
// the same one if it runs again. The server has no Namespaces to be created.
func newNamespace(prefix string) string { return fmt.Sprintf("%s-%d", prefix, namespaces.Add(1)) }

// patience is how long a test waits for what must happen. No test waits in vain
// unless it fails.
const patience = 3 * time.Minute

func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// newProxy returns a proxy to the server, for the code of the test.
func newProxy(t *testing.T) *Proxy {
	t.Helper()
	return proxyOf(t, server)
}

func proxyOf(t *testing.T, s *Server) *Proxy {
	t.Helper()
	p, err := NewProxy(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// typed returns a client for what p shows.
func typed(t *testing.T, p *Proxy) kubernetes.Interface {
	t.Helper()
	client, err := kubernetes.NewForConfig(p.Config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// must returns v, and ends the test if there is an error.
func must[T any](t *testing.T) func(v T, err error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// A cached is a client for objects of a kind, of which the server has a watch cache; L is a
// list of them.
type cached[L metav1.ListInterface] interface {
	Delete(ctx context.Context, name string, o metav1.DeleteOptions) error
	List(ctx context.Context, o metav1.ListOptions) (L, error)
}

// caughtUp returns when the watch cache of the server has what was written before: from
// there come watches without a version, and the first list of an informer.
func caughtUp[L metav1.ListInterface](ctx context.Context, t *testing.T, client cached[L]) {
	t.Helper()
	list, err := client.List(ctx, metav1.ListOptions{})
	if err == nil {
		_, err = client.List(ctx, metav1.ListOptions{
			ResourceVersion: list.GetResourceVersion(), ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
		})
	}
	if err != nil {
		t.Error(err)
	}
}

// deleteSeen deletes an object, also from the watch cache.
func deleteSeen[L metav1.ListInterface](ctx context.Context, t *testing.T, client cached[L], name string) {
	t.Helper()
	if err := client.Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
		t.Error(err)
	}
	caughtUp(ctx, t, client)
}

var root = filepath.Join("..", "..")
