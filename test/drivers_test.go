package test

import "testing"

// TestDrivers runs the other drivers, one after another: the later ones find the caches of the earlier ones.
// The commands of the pages run beside it, for both wait for processes most of the time.
//
//	go test -run TestDrivers/GolangciFix .
func TestDrivers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"Corpus", testCorpus},
		{"GolangciCustom", testGolangciCustom},
		{"Golangci", testGolangci},
		{"GolangciText", testGolangciText},
		{"GolangciEdited", testGolangciEdited},
		{"GolangciSingle", testGolangciSingle},
		{"GolangciSettings", testGolangciSettings},
		{"GolangciNolint", testGolangciNolint},
		{"GolangciEveryWrite", testGolangciEveryWrite},
		{"GolangciFix", testGolangciFix},
	} {
		t.Run(test.name, test.run)
	}
}
