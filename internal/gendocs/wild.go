package main

import (
	"fmt"
	"path"
	"strings"
)

// A place is a line of a public repository on which an analyzer reports a bug.
// Each was read at its commit by the author of the entry.
type place struct {
	repo   string // OWNER/NAME on GitHub
	commit string // in full
	file   string
	line   int
	bug    string // one sentence
}

func (p place) url() string {
	return fmt.Sprintf("https://github.com/%s/blob/%s/%s#L%d", p.repo, p.commit, p.file, p.line)
}

// wild are the places that the page of each analyzer names.
var wild = map[string][]place{
	"cachemutate": {
		{"cert-manager/cert-manager", "2d0d7f7f74241a9cbf79f0e2a7bb247238ee09fd", "pkg/controller/certificates/issuing/issuing_controller.go", 417,
			"A helper with seven callers writes the status of a Certificate that another function, 230 lines above, read from the lister."},
		{"karmada-io/karmada", "f8fdd02df3760fd9521624f284877fa84e7be6ef", "pkg/metricsadapter/provider/resourcemetrics.go", 453,
			"A new object is built with `ObjectMeta: pod.ObjectMeta`, so its annotations are the cached Pod's map; each request for metrics deletes from it."},
		{"istio/istio", "86c9f01fd735fb01d8192f5bcaf0d424afb7f14c", "pilot/pkg/config/kube/clustertrustbundle/controller.go", 135,
			"The new root certificate is written to the cached bundle before the update. If the update fails, the next attempt finds the bundle up to date and does nothing."},
	},
	"deepequal": {
		{"kubernetes-sigs/kueue", "ff69552e79ad21652c36caa97038382e55625cf7", "pkg/controller/core/clusterqueue_controller.go", 560,
			"`updateCqStatusIfChanged` compares the copy of the status with the status: it writes the ClusterQueue's status at every reconcile."},
		{"kyverno/kyverno", "537e9fd8eda5bf870e9d687f0a06bac15ae2f319", "pkg/webhooks/resource/validation/validation.go", 88,
			"Parentheses are missing after a method. A func is compared with a struct, and a branch is dead code."},
		{"apache/rocketmq-operator", "03741c8521a8d5063a1d5c1d1d704f1072e9d767", "pkg/controller/console/console_controller.go", 167,
			"The operator compares resources of the custom resource with those of the Deployment. 1024Mi differs from the 1Gi that the server stores, and the updates never end."},
	},
	"finalizer": {
		{"kubernetes-sigs/kueue", "dc89a7785c9e4e2c24b03453d7dca7493096a3fc", "pkg/controller/tas/topology_controller.go", 114,
			"After the removal of its finalizer, the reconciler of a Topology goes on and adds it again (fixed in b7a11118)."},
		{"OT-CONTAINER-KIT/redis-operator", "39ed5d0a7c047729281fa80335fe49b7a67fe96d", "controllers/redis_controller.go", 63,
			"A helper removes the finalizer without telling its caller, and the next helper adds it again (fixed in d15c80e5)."},
		{"fluxcd/helm-controller", "866f076d1f09eb88a4714a5ae3394bc72b24cfa9", "internal/controller/helmrelease_controller.go", 190,
			"The finalizer is added before a test of the deletion, and a deferred patch sends it."},
	},
	"generation": {
		{"apache/apisix-ingress-controller", "bab818fe6b2d244677895c1bd77d47e9063f6705", "internal/controller/apisixtls_controller.go", 64,
			"The filter of all kinds drops changes of Secrets: a renewed certificate does not reach the gateway (pull request 2449 of APISIX Ingress)."},
		{"VictoriaMetrics/operator", "d0d258c86b5aed0df47dd2b3c52c5a97e40e6b48", "internal/controller/operator/vmuser_controller.go", 157,
			"The filter drops updates of owned Secrets: what somebody changes in them stays."},
		{"pravega/zookeeper-operator", "462635bcc436dc9da7573119693743068ec3394d", "controllers/zookeepercluster_controller.go", 804,
			"The filter drops updates of the Services that the operator owns."},
	},
	"informer": {
		{"kyverno/kyverno", "111e07bbecc66abfde36ab99969af22d7a961003", "cmd/cli/kubectl-kyverno/processor/utils.go", 38,
			"The lister is requested after Start, so the command finds no pull secret."},
		{"koordinator-sh/koordinator", "f3eec4f3ebab4a792cc63ccd87191913ede26146", "pkg/koordlet/qosmanager/plugins/blkio/blkio_reconcile.go", 100,
			"The wait names no cache (fixed in caf0dfde)."},
		{"kube-reporting/metering-operator", "0d7ecfb5f9ca4603990bb264eae4d998da0e1060", "pkg/operator/operator.go", 535,
			"Start runs in a goroutine, and the wait may find no informer that runs."},
	},
	"lostwrite": {
		{"chaos-mesh/chaos-mesh", "608b61e7c1b16c01a242e8ddc93c768ea77d783a", "controllers/multicluster/remotecluster/controller.go", 154,
			"The answer of Update overwrites the condition Installed. ObservedGeneration then stops further reconciles, so that the condition is never stored."},
		{"volcano-sh/volcano", "ed72c7c815a9fd547a787134676f73d42e9d049c", "pkg/controllers/sharding/sharding_controller.go", 580,
			"A generated client sends the status of a shard with Update, which drops it. The unit test asserts it, with a fake clientset that stores everything."},
		{"openkruise/kruise-game", "d76ace2148a55e621882c9e64c5a1b2438b55c6e", "cloudprovider/utils/network_manager.go", 56,
			"The changed copy of a Pod is the base of the patch. The unchanged Pod is sent, so that the patch would remove the label."},
	},
	"ownerref": {
		{"pravega/zookeeper-operator", "462635bcc436dc9da7573119693743068ec3394d", "controllers/zookeepercluster_controller.go", 803,
			"The operator owns StatefulSets, which own the Pods: the watch of Pods never enqueues anything."},
		{"hazelcast/hazelcast-platform-operator", "0f13b8d422af0e2de40d1990e171f0dd9706a291", "internal/controller/hazelcast/hazelcast_controller.go", 507,
			"A Hazelcast has a namespace, and a ClusterRole does not: the watch is dead."},
		{"liqotech/liqo", "557c199cf41ad6f7ef4685c6624af1a26565d456", "pkg/liqo-controller-manager/authentication/tenant-controller/tenant_controller.go", 356,
			"A Tenant has a namespace, and the Namespaces that it owns do not: their events never reach the controller."},
	},
	"reconcile": {
		{"chaos-mesh/chaos-mesh", "608b61e7c1b16c01a242e8ddc93c768ea77d783a", "controllers/schedule/cron/controller.go", 153,
			"If the API server refuses a scheduled object, this run is lost, and so is the requeue for the next one."},
		{"chaos-mesh/chaos-mesh", "608b61e7c1b16c01a242e8ddc93c768ea77d783a", "pkg/workflow/controllers/serial_node_reconciler.go", 226,
			"A child node that is not found is deleted all the same, without a name, which fails."},
		{"actions/actions-runner-controller", "2ee6b3b8e8d2781c2f2bd4f0033fbb436465c5c1", "controllers/actions.github.com/autoscalingrunnerset_controller.go", 115,
			"If the deletion of an outdated runner set fails, it stays until something else changes it."},
	},
	"retrycase": {
		{"kubernetes/client-go", "32ce75a7d6bc6960fd048d3d1e3b34185418d8c8", "tools/cache/reflector.go", 660,
			"With MaxInternalErrorRetryDuration, the reflector watches again from the last version after an InternalError. The event that the server could not send is lost."},
		{"kyverno/kyverno", "111e07bbecc66abfde36ab99969af22d7a961003", "cmd/kyverno/watch/watcher.go", 216,
			"A fork of RetryWatcher resumes after an HTTP 500 as if nothing were lost."},
		{"argoproj/argo-rollouts", "9f8d111d8f8e3e88b6d7f8bbdf62fd3cd863ef9d", "pkg/kubectl-argo-rollouts/cmd/list/list_rollouts.go", 141,
			"An ERROR event and a closed channel both look like a nil Rollout, and the watch starts again from the last version. After 410 Gone this repeats forever."},
	},
	"rvassign": {
		{"kubernetes/client-go", "9389c055a838d4f208b699b3c7c51b70f2368861", "tools/cache/reflector.go", 417,
			"The reflector of Kubernetes 1.9 resumed from the version of any event. DELETED events carried old versions, and live Endpoints were deleted."},
		{"argoproj/argo-workflows", "f016ad89eb269d282aec06dc491c29f396a38df4", "util/logs/workflow-logger.go", 275,
			"The watch starts without a version, so its first events arrive in any order, and it resumes from the version of whichever came last."},
		{"rancher/fleet", "3b2c622ce176b11644abc7fb768f87c3ffb5a3ab", "internal/cmd/agent/trigger/watcher.go", 208,
			"An agent resumes from the version of the last event, even of a DELETED event."},
	},
	"rvcompare": {
		{"longhorn/longhorn-manager", "5ddaa369fa7e3b0da9ee9fd42dbec24e25f793f6", "datastore/longhorn.go", 5186,
			"It parses versions to int64 and compares them to wait until the cache has caught up."},
		{"volcano-sh/volcano", "ed72c7c815a9fd547a787134676f73d42e9d049c", "pkg/controllers/cache/cache.go", 169,
			"It parses versions to uint64 and compares them to refuse older Jobs."},
		{"chaos-mesh/chaos-mesh", "608b61e7c1b16c01a242e8ddc93c768ea77d783a", "cmd/chaos-controller-manager/provider/updated_client.go", 81,
			"It parses versions to int and compares them to choose between the cache and an object that was written."},
	},
	"staleretry": {
		{"chaos-mesh/chaos-mesh", "87d2ac1017e83e55a5d65f9a34ebbeb56d3c39a2", "controllers/common/types.go", 113,
			"Only the update is retried, and the object was read long before (issue 791 of Chaos Mesh)."},
		{"openkruise/kruise", "07169cfac7b9cf7800dda1b8652f850cc3184132", "pkg/controller/advancedcronjob/advancedcronjob_controller.go", 188,
			"The error of the next Get overwrites the error of the refused update. If the Get succeeds, nothing is retried, and the lost update looks like a success."},
		{"volcano-sh/volcano", "ed72c7c815a9fd547a787134676f73d42e9d049c", "pkg/controllers/hypernode/utils/utils.go", 70,
			"The result of Update is dropped, and UpdateStatus sends the old version: it conflicts whenever the update changed something."},
	},
	"tombstone": {
		{"kcp-dev/kcp", "dac74f5955f1d4c703e87dd5cfecbc9a0a514643", "pkg/reconciler/apis/crdcleanup/crdcleanup_controller.go", 147,
			"The FilterFunc asserts the type of its argument, and panics on a tombstone."},
		{"zalando/postgres-operator", "a7aaad0a0b9517bb46077f2925eb80ae8ebe1a0c", "pkg/controller/postgresql.go", 560,
			"The handler logs a tombstone as an object of the wrong type, and misses the deletion of a database cluster."},
		{"argoproj/argo-rollouts", "9f8d111d8f8e3e88b6d7f8bbdf62fd3cd863ef9d", "rollout/templateref.go", 229,
			"`meta.Accessor` returns an error for a tombstone, and the handler just returns."},
	},
	"watcherror": {
		{"istio/istio", "86c9f01fd735fb01d8192f5bcaf0d424afb7f14c", "security/pkg/k8s/chiron/utils.go", 262,
			"An ERROR event makes the wait for a certificate panic, and so does a closed channel, whose event has no object."},
		{"kubernetes/kops", "268927e26409f861634e18f3632c9dd483c350cf", "dns-controller/pkg/watchers/node.go", 123,
			"An ERROR event, which the server sends when a watch is too old, makes dns-controller panic."},
		{"kubernetes/kops", "268927e26409f861634e18f3632c9dd483c350cf", "dns-controller/pkg/watchers/pod.go", 116,
			"The same for Pods; the watchers of Services and Ingresses have the bug too."},
	},
	"watchrv": {
		{"stern/stern", "8a00e61f3f9fceb95188b4ca62558f133b1d7b28", "stern/watch.go", 40,
			"The WatchFunc of a RetryWatcher ignores its options, so each restart sends every Pod again. The comment above says that it resumes from the last point."},
		{"argoproj/argo-workflows", "f016ad89eb269d282aec06dc491c29f396a38df4", "workflow/controller/pod/controller.go", 320,
			"The ListFunc above collects pages in a list without a version, so the informer watches without one and misses what is deleted in between."},
		{"cloudnative-pg/cloudnative-pg", "a95a534dbe0854495b863bbc1b7651f74d310916", "internal/pgbouncer/management/controller/manager.go", 95,
			"Every instance watches its Pooler without a version, and does so again at each restart."},
	},
	"watchstop": {
		{"GoogleContainerTools/skaffold", "359a940c1b26e9aecfad508c1e87a679ec86e49b", "pkg/skaffold/k8sjob/logger/log.go", 169,
			"A goroutine reads up to the first Pod; each round of a poll leaves another watch behind."},
		{"GoogleContainerTools/skaffold", "359a940c1b26e9aecfad508c1e87a679ec86e49b", "pkg/skaffold/actions/k8sjob/task.go", 248,
			"An image that cannot be pulled ends the loop over the events, and the watch stays."},
		{"apache/camel-k", "4782ebd227bf6bb0357770158b65fb57f82dd7f4", "pkg/util/kubernetes/log/pod_scraper.go", 169,
			"Whenever the log of a Pod has to be opened again, one more watch is left behind."},
	},
	"workqueue": {
		{"fission/fission", "920a4df070865828456193773f23eeb324966956", "pkg/executor/executortype/poolmgr/gp_pod.go", 78,
			"If the new labels of a Pod do not match, its key is never marked as done, and the pool never uses the Pod again."},
		{"elastic/cloud-on-k8s", "7b93383d8ec1569ba99bdf9e59ad70a813fe99f8", "test/e2e/cmd/run/eventlog.go", 105,
			"Nothing calls Done: of each event, only the first version is printed."},
		{"rancher/steve", "4645d8df16e2f8cdb074571d006d5db159bdb5db", "pkg/clustercache/controller.go", 220,
			"Nothing calls Done, so the set of events in work only grows (fixed in f620bd48)."},
	},
}

// seen returns the table of the places of the analyzer called name.
func seen(name string) string {
	if len(wild[name]) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("## Seen in public code\n\n| place | what happens |\n|---|---|\n")
	for _, p := range wild[name] {
		fmt.Fprintf(&b, "| [%s `%s:%d`](%s) | %s |\n", p.repo, path.Base(p.file), p.line, p.url(), cell(p.bug))
	}
	return b.String() + "\n"
}
