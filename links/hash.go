package links

import (
	"crypto/md5"  //nolint:gosec // a checksum of the original's format, no protection
	"crypto/sha1" //nolint:gosec // as md5
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"

	"beagle/internal/safe"
	"beagle/model/language"
)

// Sum is the hash of data in hexadecimal; the algorithm is named as Java names it, and empty means md5.
func Sum(algorithm string, data []byte) (string, error) {
	var h hash.Hash
	switch strings.ReplaceAll(strings.ToLower(algorithm), "-", "") {
	case "", "md5":
		h = md5.New() //nolint:gosec // as above
	case "sha1", "sha":
		h = sha1.New() //nolint:gosec // as above
	case "sha256":
		h = sha256.New()
	case "sha384":
		h = sha512.New384()
	case "sha512":
		h = sha512.New()
	default:
		return "", fmt.Errorf("the hash algorithm %q is not known; use md5, sha1, sha256 or sha512", safe.Clip(algorithm))
	}
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Rehash notes the present hashes of the model and of all linked files.
func (f *File) Rehash(repository []byte, sources *language.Sources) {
	f.Described = true
	f.Model = Hash{}
	f.Model.Value, _ = Sum("", repository)
	f.Hashes = nil
	seen := map[string]bool{}
	for _, link := range f.Links {
		name := link.First.Unit
		unit := sources.Unit(name)
		if seen[name] || unit == nil {
			continue
		}
		seen[name] = true
		sum, _ := Sum("", unit.Data)
		f.Hashes = append(f.Hashes, Hash{Unit: name, Value: sum})
	}
}
