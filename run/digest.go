package run

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest is the SHA-256 of data in lower case hexadecimal digits, as results name files.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
