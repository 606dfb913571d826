package kube

// What runs functions, and what keeps values that goroutines share.

var stdSync = Package{
	Path: "sync",
	Functions: map[string]string{
		"(*Once).Do":      "call $1()",
		"(*WaitGroup).Go": "call $1()",
	},
	Boxes: map[string]Box{
		"(*Map).Store":         {Put: 2},
		"(*Map).LoadOrStore":   {Put: 2, Take: true},
		"(*Map).Swap":          {Put: 2, Take: true},
		"(*Map).Load":          {Take: true},
		"(*Map).LoadAndDelete": {Take: true},
		"(*Map).Range":         {Each: true},
	},
}

var stdAtomic = Package{
	Path: "sync/atomic",
	Boxes: map[string]Box{
		"(*Pointer).Store": {Put: 1, One: true},
		"(*Pointer).Load":  {Take: true},
		"(*Pointer).Swap":  {Put: 1, Take: true, One: true},
		"(*Value).Store":   {Put: 1, One: true},
		"(*Value).Load":    {Take: true},
		"(*Value).Swap":    {Put: 1, Take: true, One: true},
	},
}

var errgroup = Package{
	Path: "golang.org/x/sync/errgroup",
	Functions: map[string]string{
		"(*Group).Go": "call $1()",
	},
}
