package content

import (
	"crypto/sha256"
	"encoding/hex"
)

// Fingerprint is the same for two documents that read the same: a short text
// to remember instead of all that a client was shown.
func (d *Document) Fingerprint() string {
	html, _ := HTML(d.Blocks, HTMLOptions{BodyStyle: d.BodyStyle()})
	sum := sha256.Sum256([]byte(html))
	return hex.EncodeToString(sum[:12])
}
