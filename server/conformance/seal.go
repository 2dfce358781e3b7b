package conformance

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

func newKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	return key
}

// seal makes a text that a client can carry but not change.
func seal(key []byte, text string) string {
	body := base64.RawURLEncoding.EncodeToString([]byte(text))
	return body + "." + base64.RawURLEncoding.EncodeToString(sum(key, body))
}

// unseal returns the text that was sealed with the same key.
func unseal(key []byte, sealed string) (string, bool) {
	body, code, ok := strings.Cut(sealed, ".")
	given, err := base64.RawURLEncoding.DecodeString(code)
	if !ok || err != nil || !hmac.Equal(given, sum(key, body)) {
		return "", false
	}
	text, err := base64.RawURLEncoding.DecodeString(body)
	return string(text), err == nil
}

func sum(key []byte, body string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(body))
	return m.Sum(nil)
}
