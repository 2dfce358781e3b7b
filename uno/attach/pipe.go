package attach

import (
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf16"
)

// singleInstance starts the names of the pipes on which offices listen for
// later starts of themselves.
const singleInstance = "SingleOfficeIPC_"

var (
	// errNoPipe says that nobody listens: the pipe is not there, or its office
	// has ended without removing it.
	errNoPipe = errors.New("nobody listens")
	// errPipeBusy says that the office is there but takes no connection now.
	errPipeBusy = errors.New("too many connections are waiting already")
)

// singleInstanceName gives the name of the single-instance pipe of the office
// with a user installation: the MD5 sum of the URL in UTF-16LE, each byte in
// hexadecimal without a leading zero.
func singleInstanceName(profileURL string) string {
	var text []byte
	for _, unit := range utf16.Encode([]rune(profileURL)) {
		text = binary.LittleEndian.AppendUint16(text, unit)
	}
	var name strings.Builder
	name.WriteString(singleInstance)
	for _, b := range md5.Sum(text) {
		name.WriteString(strings.TrimPrefix(hex.EncodeToString([]byte{b}), "0"))
	}
	return name.String()
}
