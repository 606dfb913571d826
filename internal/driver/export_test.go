package driver

// HashExecutable is what the command identifies itself by.
var HashExecutable = hashExecutable

// KnownHash spares the command the hash of its executable: a test runs it hundreds of times.
func KnownHash(hash string) {
	executableHash = func() (string, error) { return hash, nil }
}
