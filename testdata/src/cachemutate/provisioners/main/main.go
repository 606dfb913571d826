// Package main registers provisioners.
package main

import (
	corelisters "k8s.io/client-go/listers/core/v1"

	"k8slint.test/cachemutate/provisioners/disks"
	"k8slint.test/cachemutate/provisioners/framework"
	"k8slint.test/cachemutate/provisioners/hostpath"
)

func start(volumes corelisters.PersistentVolumeLister, names <-chan string) {
	framework.New(volumes, &hostpath.Server{}).Run(names)
	framework.New(volumes, &disks.Disk{}).Run(names) // want `Disk.Delete mutates a cached object`
}

func restart(volumes corelisters.PersistentVolumeLister, names <-chan string) {
	framework.New(volumes, &disks.Disk{Path: "/mnt"}).Run(names)
}

// names are those of provisioners, which nothing is told of volumes.
func names() []framework.Provisioner {
	return []framework.Provisioner{&disks.Disk{}, &hostpath.Careful{}}
}

func main() {}
