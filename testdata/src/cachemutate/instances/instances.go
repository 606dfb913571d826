// Package instances: a type switch tells the instances of a generic type apart.
package instances

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/utils/ptr"
)

// A part is a part of a pod's spec that the cluster has a default for.
type part[T any] struct {
	field string
	value *T
}

type cluster struct {
	pods    corelisters.PodLister
	servers []string
}

// complete fills in what a part lacks. Affinities have no default.
func (c *cluster) complete(p any) {
	switch p := p.(type) {
	case *part[corev1.PodSecurityContext]:
		p.value.RunAsNonRoot = ptr.To(true)
	case *part[corev1.PodDNSConfig]:
		p.value.Nameservers = c.servers
	case *part[[]corev1.Toleration]:
		p.field = "tolerations"
	}
}

func (c *cluster) completeDNS(p *part[corev1.PodDNSConfig]) {
	if p.value != nil {
		c.complete(p) // want `cluster.complete mutates a cached object \(p.value.Nameservers = … at line 27\)`
	}
}

func (c *cluster) checkAffinity(p *part[corev1.Affinity]) {
	if p.value != nil {
		c.complete(p)
	}
}

func (c *cluster) syncDNS(name string) {
	if pod, err := c.pods.Pods("default").Get(name); err == nil {
		c.completeDNS(&part[corev1.PodDNSConfig]{"dnsConfig", pod.Spec.DNSConfig})
	}
}

func (c *cluster) syncAffinity(name string) {
	if pod, err := c.pods.Pods("default").Get(name); err == nil {
		c.checkAffinity(&part[corev1.Affinity]{"affinity", pod.Spec.Affinity})
		c.complete(&part[corev1.Affinity]{"affinity", pod.Spec.Affinity})
	}
}

func (c *cluster) syncSecurity(name string) {
	if pod, err := c.pods.Pods("default").Get(name); err == nil {
		c.complete(&part[corev1.PodSecurityContext]{"securityContext", pod.Spec.SecurityContext}) // want `cluster.complete mutates a cached object \(p.value.RunAsNonRoot = … at line 25\)`
	}
}

func (c *cluster) syncTolerations(name string) {
	if pod, err := c.pods.Pods("default").Get(name); err == nil {
		c.complete(&part[[]corev1.Toleration]{"", &pod.Spec.Tolerations})
	}
}

// defaultDNS has a part that no pod has.
func defaultDNS(servers []string) *part[corev1.PodDNSConfig] {
	return &part[corev1.PodDNSConfig]{"dnsConfig", &corev1.PodDNSConfig{Nameservers: servers}}
}
