package ownership

// Caps of a summary, each applied after sorting.
const (
	maxWrites = 64 // within the package
	perPlace  = 8  // writes of one place within the package
	maxExport = 24 // of distinct places, told to other packages
	maxStores = 32
	maxCalls  = 16
	maxFields = 24
	maxHeap   = 64
)
