package apiserver

import (
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	servertesting "k8s.io/apiextensions-apiserver/pkg/cmd/server/testing"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
)

// A Server is a running API server with its etcd.
type Server struct {
	// Config is for clients with every right. They need a static RESTMapper: the
	// server has no /api.
	Config *rest.Config

	dir  string
	logs []string // files
	etcd *embed.Etcd
	stop func()
}

// etcdWait is the time that etcd has to elect itself. It takes far less than a second.
const etcdWait = time.Minute

// Start starts a server that keeps its files in dir. An error has the last lines
// of the logs. The log of the process (klog) goes to a file in dir too, since the
// server writes there.
func Start(dir string) (*Server, error) {
	s := &Server{dir: dir}
	if err := s.start(); err != nil {
		s.Stop()
		return nil, fmt.Errorf("%w\n%s", err, s.lastLines())
	}
	return s, nil
}

// Stop ends the server. It leaves the folder to the caller.
func (s *Server) Stop() {
	if s.stop != nil {
		s.stop()
	}
	if s.etcd != nil {
		s.etcd.Close()
	}
	klog.Flush()
}

func (s *Server) start() error {
	log, err := processLog(filepath.Join(s.dir, "apiserver.log"))
	if err != nil {
		return err
	}
	s.logs = append(s.logs, log)
	// StartTestServer makes the folder of its certificate where temporary files are.
	defer os.Setenv("TMPDIR", os.Getenv("TMPDIR"))
	if err := os.Setenv("TMPDIR", s.dir); err != nil {
		return err
	}
	if err := s.startEtcd(); err != nil {
		return fmt.Errorf("etcd does not start: %w", err)
	}
	if err := s.startServer(); err != nil {
		return fmt.Errorf("the API server does not start: %w", err)
	}
	return nil
}

var logged struct {
	once sync.Once
	name string
	err  error
}

// processLog has klog write to the file called name, or to that of the first call: a
// process has one log. It returns which.
func processLog(name string) (string, error) {
	logged.once.Do(func() {
		var flags flag.FlagSet
		klog.InitFlags(&flags)
		logged.err = errors.Join(flags.Set("logtostderr", "false"), flags.Set("stderrthreshold", "FATAL"))
		file, err := os.Create(name)
		if err != nil {
			logged.err = err
			return
		}
		logged.name = name
		klog.SetOutput(file)
	})
	return logged.name, logged.err
}

func (s *Server) startEtcd() error {
	// The system chooses the ports when etcd listens.
	loopback := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config := embed.NewConfig()
	config.Dir = filepath.Join(s.dir, "etcd")
	config.ListenClientUrls, config.AdvertiseClientUrls = loopback, loopback
	config.ListenPeerUrls, config.AdvertisePeerUrls = loopback, loopback
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.UnsafeNoFsync = true // nothing is to survive the test
	config.LogLevel = "warn"
	log := filepath.Join(s.dir, "etcd.log")
	config.LogOutputs = []string{log}
	s.logs = append(s.logs, log)
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	s.etcd = etcd
	select {
	case <-etcd.Server.ReadyNotify():
		return nil
	case err := <-etcd.Err():
		return err
	case <-time.After(etcdWait):
		return fmt.Errorf("it is not ready after %v", etcdWait)
	}
}

// kubeconfig is what the server wants for the API server that it is usually behind.
// Nothing is ever asked there.
const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: none, cluster: {server: "http://127.0.0.1:1"}}]
contexts: [{name: none, context: {cluster: none, user: none}}]
current-context: none
users: [{name: none, user: {token: none}}]
`

func (s *Server) startServer() (err error) {
	name := filepath.Join(s.dir, "kubeconfig")
	if err := os.WriteFile(name, []byte(kubeconfig), 0o600); err != nil {
		return err
	}
	// Its logger's Fatalf must end StartTestServer.
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	// As in test/integration/fixtures of apiextensions-apiserver: no admission and no
	// filter that asks kube-apiserver.
	server, err := servertesting.StartTestServer(logger{}, nil, []string{
		"--etcd-servers=http://" + s.etcd.Clients[0].Addr().String(),
		"--authentication-skip-lookup",
		"--authentication-kubeconfig=" + name,
		"--authorization-kubeconfig=" + name,
		"--kubeconfig=" + name,
		"--enable-priority-and-fairness=false",
		"--disable-admission-plugins=NamespaceLifecycle,MutatingAdmissionWebhook,ValidatingAdmissionWebhook,ValidatingAdmissionPolicy,MutatingAdmissionPolicy",
	}, nil)
	if err != nil {
		return err
	}
	s.stop = server.TearDownFn
	s.Config = rest.CopyConfig(server.ClientConfig)
	s.Config.ContentType = "application/json" // what the Proxy reads
	s.Config.QPS = -1
	return nil
}

// lastLines returns the end of the logs.
func (s *Server) lastLines() string {
	const most = 20
	var b strings.Builder
	for _, name := range s.logs {
		content, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		lines := strings.Split(strings.TrimRight(string(content), "\n"), "\n")
		fmt.Fprintf(&b, "the last lines of %s:\n%s\n", filepath.Base(name), strings.Join(lines[max(0, len(lines)-most):], "\n"))
	}
	return b.String()
}

// logger puts what StartTestServer says into the log.
type logger struct{}

func (logger) Logf(format string, args ...any)   { klog.Infof(format, args...) }
func (logger) Errorf(format string, args ...any) { klog.Errorf(format, args...) }
func (logger) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
