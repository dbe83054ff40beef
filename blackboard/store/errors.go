package store

import (
	"errors"
	"hash/crc32"
	"strconv"

	"beagle/internal/safe"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// errChecksum marks content that is not what was written.
var errChecksum = errors.New("a checksum does not match")

func damaged(err error) bool {
	return errors.Is(err, errChecksum) || errors.Is(err, errLost) || code(err) == lib.SQLITE_CORRUPT || code(err) == lib.SQLITE_NOTADB
}

func full(err error) bool {
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code() == lib.SQLITE_IOERR_SHMSIZE { // its file beside the store cannot grow
		return true
	}
	return code(err) == lib.SQLITE_FULL || safe.Full(err)
}

// code is SQLite's primary result code of an error; 0: it is another one.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc[T ~string | ~[]byte](columns ...T) int64 {
	sum := crc32.New(castagnoli)
	for _, c := range columns {
		_, _ = sum.Write([]byte(strconv.Itoa(len(c)) + ":"))
		_, _ = sum.Write([]byte(c))
	}
	return int64(sum.Sum32())
}
