// Package hash is the hash by which the engine samples observations. It is the same in every run and on every
// machine, which hash/maphash is not: a restored analysis goes on exactly as the lost one would have.
package hash

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Gamma is the odd number that SplitMix64 steps by.
const Gamma = 0x9e3779b97f4a7c15

// Mix combines two words.
func Mix(a, b uint64) uint64 { return Finish(a + Gamma*(b+1)) }

// Finish is the finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// OOPSLA 2014). It is a bijection.
func Finish(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Text is FNV-1a (Fowler, Noll, Vo). It does not allocate, other than hash/fnv.
func Text(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// Digest is the SHA-256 of data in lower case hexadecimal digits, by which contents of files are told apart.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// DigestOf is the Digest of what a reader gives, which may be too large for memory.
func DigestOf(from io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, from); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// DigestFile is the Digest of a file.
func DigestFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return DigestOf(file)
}
