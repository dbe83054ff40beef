package remote

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"time"

	"beagle/internal/hash"
)

// cache keeps pieces on the worker's disk, so that the launches that follow need them no more from the server.
type cache struct {
	folder string
	most   int64 // bytes
}

func (c *cache) get(key string, fetch func() ([]byte, error)) ([]byte, error) {
	if !isKey(key) {
		return fetch() // which says so
	}
	path := filepath.Join(c.folder, key)
	if data, err := os.ReadFile(path); err == nil && hash.Digest(data) == key {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // the oldest make room
		return data, nil
	}
	data, err := fetch()
	if err != nil {
		return nil, err
	}
	if os.MkdirAll(c.folder, 0o700) == nil {
		if os.WriteFile(path+".new", data, 0o600) == nil {
			_ = os.Rename(path+".new", path) // without it the next launch fetches it again
		}
	}
	return data, nil
}

// trim removes the pieces that were not used for longest, until the others fit.
func (c *cache) trim() {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return
	}
	type kept struct {
		path string
		size int64
		used time.Time
	}
	var all []kept
	total := int64(0)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			all = append(all, kept{filepath.Join(c.folder, entry.Name()), info.Size(), info.ModTime()})
			total += info.Size()
		}
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path)) })
	for _, one := range all {
		if total <= c.most {
			return
		}
		if os.Remove(one.path) == nil {
			total -= one.size
		}
	}
}
