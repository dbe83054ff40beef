package logs

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/ulikunitz/xz"
)

// decompress sees through the compressions of Kieker's writers.
func decompress(in *bufio.Reader) (out io.Reader, name string, err error) {
	head, _ := in.Peek(6)
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		out, err = gzip.NewReader(in)
		name = "gzip"
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		out, err = firstZipEntry(in)
		name = "zip"
	case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")):
		out, err = xz.ReaderConfig{DictCap: 64 << 20}.NewReader(in)
		name = "xz"
	case bytes.HasPrefix(head, []byte("BZh")):
		out, name = bzip2.NewReader(in), "bzip2"
	case len(head) >= 2 && head[0]&0x0f == 8 && head[0]>>4 <= 7 && (int(head[0])<<8|int(head[1]))%31 == 0:
		out, err = zlib.NewReader(in)
		name = "deflate"
	default:
		return in, "", nil
	}
	if err != nil {
		return nil, name, fmt.Errorf("it begins like a %s file, but: %w", name, err)
	}
	return &boundedReader{in: out}, name, nil
}

// firstZipEntry streams the first entry of a zip archive.
func firstZipEntry(in io.Reader) (io.Reader, error) {
	var head [30]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, err
	}
	little := binary.LittleEndian
	names := int64(little.Uint16(head[26:])) + int64(little.Uint16(head[28:])) // file name and extra field
	if _, err := io.CopyN(io.Discard, in, names); err != nil {
		return nil, err
	}
	switch method := little.Uint16(head[8:]); method {
	case zip.Deflate:
		return flate.NewReader(in), nil
	case zip.Store:
		return io.LimitReader(in, int64(little.Uint32(head[18:]))), nil
	default:
		return nil, fmt.Errorf("compression method %d is not supported", method)
	}
}

type boundedReader struct {
	in  io.Reader
	out int64
}

const maxDecompressed = 1 << 40

var errTooLarge = errors.New("the file decompresses to more than 1 TiB")

// Read fails once the decompressed data are larger than is allowed: a small file may hold a bomb.
func (r *boundedReader) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if r.out += int64(n); r.out > maxDecompressed {
		return n, errTooLarge
	}
	return n, err
}
