// Package registry keeps the exchangeable parts of the program by their ids: source languages, model adapters,
// measurement tools.
package registry

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Registry holds parts of one kind. The zero value is empty and ready to use, by any number of goroutines.
type Registry[T any] struct {
	mu    sync.RWMutex
	parts map[string]T
}

// Register adds a part.
func (r *Registry[T]) Register(id string, part T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, twice := r.parts[id]; twice || id == "" {
		panic(fmt.Sprintf("registry: the id %q is empty or given twice", id))
	}
	if r.parts == nil {
		r.parts = map[string]T{}
	}
	r.parts[id] = part
}

// Get is the part with an id. The error names the ids that there are.
func (r *Registry[T]) Get(id string) (T, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	part, ok := r.parts[id]
	if !ok {
		return part, fmt.Errorf("there is no %q; known are %s", id, strings.Join(r.ids(), ", "))
	}
	return part, nil
}

// IDs are the ids of all parts, sorted.
func (r *Registry[T]) IDs() []string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.ids()
}

func (r *Registry[T]) ids() []string { return slices.Sorted(maps.Keys(r.parts)) }
