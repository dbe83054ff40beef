// Package aged keeps what comes and goes by age: what waits can be bounded by giving up the oldest first.
package aged

import (
	"container/list"
	"iter"
)

// Map is a map that knows which of its entries is the oldest.
type Map[K comparable, V any] struct {
	at    map[K]*list.Element
	order list.List // of entries, oldest first
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// Get is the value of a key.
func (m *Map[K, V]) Get(key K) (value V, known bool) {
	e := m.at[key]
	if e == nil {
		return value, false
	}
	return e.Value.(*entry[K, V]).value, true
}

// Set gives a key a value; a new one is the youngest, another one keeps its age.
func (m *Map[K, V]) Set(key K, value V) {
	if e := m.at[key]; e != nil {
		e.Value.(*entry[K, V]).value = value
		return
	}
	if m.at == nil {
		m.at = map[K]*list.Element{}
	}
	m.at[key] = m.order.PushBack(&entry[K, V]{key, value})
}

// Renew makes a key that is there the youngest.
func (m *Map[K, V]) Renew(key K) {
	if e := m.at[key]; e != nil {
		m.order.MoveToBack(e)
	}
}

// Take takes a key out.
func (m *Map[K, V]) Take(key K) (value V, known bool) {
	e := m.at[key]
	if e == nil {
		return value, false
	}
	delete(m.at, key)
	return m.order.Remove(e).(*entry[K, V]).value, true
}

// Oldest is the value of the oldest entry; false: there is none.
func (m *Map[K, V]) Oldest() (value V, ok bool) {
	if m.order.Len() == 0 {
		return value, false
	}
	return m.order.Front().Value.(*entry[K, V]).value, true
}

// TakeOldest takes the oldest entry out; there is one.
func (m *Map[K, V]) TakeOldest() V {
	value, _ := m.Take(m.order.Front().Value.(*entry[K, V]).key)
	return value
}

// Values are all values, the oldest first.
func (m *Map[K, V]) Values() iter.Seq[V] {
	return func(yield func(V) bool) {
		for e := m.order.Front(); e != nil; e = e.Next() {
			if !yield(e.Value.(*entry[K, V]).value) {
				return
			}
		}
	}
}

// Len is how many entries there are.
func (m *Map[K, V]) Len() int { return m.order.Len() }

// Latest remembers the latest keys of very many, up to a number.
type Latest[K comparable] struct {
	Most int // that are remembered; more than 0

	has  map[K]bool
	ring []K
	next int // in the ring, once it is full
}

// Add remembers a key; where there is no room, the first one is forgotten.
func (l *Latest[K]) Add(key K) {
	if l.has == nil {
		l.has = map[K]bool{}
	}
	if len(l.ring) < l.Most {
		l.ring = append(l.ring, key)
	} else {
		delete(l.has, l.ring[l.next])
		l.ring[l.next] = key
		l.next = (l.next + 1) % l.Most
	}
	l.has[key] = true
}

// Has reports whether a key is among the latest.
func (l *Latest[K]) Has(key K) bool { return l.has[key] }
