package draw

import (
	"bytes"
	"fmt"
	"image/png"
)

// The sizes in pixels. Linux panels scale the one tray picture that they get: 64 stays crisp on dense screens.
const (
	traySize      = 64
	traySmallSize = 32
)

var programSizes = []int{16, 32, 48, 64, 128, 256}

// Files returns all icon files by name.
func Files() (map[string][]byte, error) {
	files := map[string][]byte{"unodesk.svg": []byte(Program().SVG())}
	add := func(name string, p Picture, size int) error {
		var b bytes.Buffer
		if err := png.Encode(&b, p.Paint(size)); err != nil {
			return fmt.Errorf("encode %s: %w", name, err)
		}
		files[name] = b.Bytes()
		return nil
	}
	for state, p := range map[string]Picture{
		"stopped": Stopped(), "starting": Starting(), "running": Running(), "attention": Attention(),
	} {
		if err := add("tray-"+state+".png", p, traySize); err != nil {
			return nil, err
		}
		if err := add("tray-"+state+"-32.png", p, traySmallSize); err != nil {
			return nil, err
		}
	}
	for _, size := range programSizes {
		if err := add(fmt.Sprintf("unodesk-%d.png", size), Program(), size); err != nil {
			return nil, err
		}
	}
	return files, nil
}
