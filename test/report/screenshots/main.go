// The screenshots command makes the pictures of the report in docs/images, from
// the repository's examples:
//
//	cd test/report && go run ./screenshots
//
// It needs Chromium.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/k8slint/k8slint/test/report/browser"
)

const width, height = 1200, 750

func main() {
	root := flag.String("root", filepath.Join("..", ".."), "the `folder` of the repository")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	temp, err := os.MkdirTemp("", "k8slint-screenshots")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	name := filepath.Join(temp, "report.html")
	if err := report(root, temp, name); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	b, err := browser.Start(ctx, width, height)
	if err != nil {
		return err
	}
	defer b.Close()
	images := filepath.Join(root, "docs", "images")
	if err := os.MkdirAll(images, 0o777); err != nil {
		return err
	}
	for _, scheme := range []string{"light", "dark"} {
		picture, err := screenshot(b, scheme, "file://"+filepath.ToSlash(name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(images, "report-"+scheme+".png"), picture, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// screenshot shows a finding with three steps.
func screenshot(b *browser.Browser, scheme, url string) ([]byte, error) {
	if err := b.Scheme(scheme); err != nil {
		return nil, err
	}
	if _, err := b.Open(url); err != nil {
		return nil, err
	}
	var id string
	if err := b.Eval(`JSON.parse(document.getElementById("data").textContent).findings.find((f) => f.steps.length === 3).id`, &id); err != nil {
		return nil, err
	}
	if _, err := b.Open(url + "#finding=" + id); err != nil {
		return nil, err
	}
	shot, err := b.Screenshot()
	if err != nil {
		return nil, err
	}
	return smaller(shot)
}

// smaller makes a picture of 256 colours of another one: one of each kind, and those
// that are seen most.
func smaller(shot []byte) ([]byte, error) {
	from, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	size := from.Bounds()
	counts := make(map[color.NRGBA]int)
	at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(from.At(x, y)).(color.NRGBA) }
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			counts[at(x, y)]++
		}
	}
	byCount := slices.SortedFunc(maps.Keys(counts), func(a, b color.NRGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var palette color.Palette
	for _, like := range []bool{false, true} { // first those that are like no other
		kinds := make(map[[3]uint8]bool)
		for _, c := range byCount {
			kind := [3]uint8{c.R >> 5, c.G >> 5, c.B >> 5}
			if len(palette) < 256 && kinds[kind] == like {
				palette = append(palette, c)
			}
			kinds[kind] = true
		}
	}
	to := image.NewPaletted(size, palette)
	near := make(map[color.NRGBA]uint8)
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			c := at(x, y)
			i, ok := near[c]
			if !ok {
				i = uint8(palette.Index(c))
				near[c] = i
			}
			to.SetColorIndex(x, y, i)
		}
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, to)
	return b.Bytes(), err
}

// report writes the report on the examples.
func report(root, temp, name string) error {
	bin := filepath.Join(temp, "k8slint")
	if out, err := exec.Command("go", "build", "-C", root, "-o", bin, "./cmd/k8slint").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	cmd := exec.Command(bin, "-C", filepath.Join(root, "examples"), "-format=html", "./...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	html, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 3) { // there are findings
		return fmt.Errorf("k8slint: %w\n%s", err, &stderr)
	}
	return os.WriteFile(name, html, 0o666)
}
