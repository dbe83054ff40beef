package recorded

import "container/list"

// aged is a map that knows which of its entries is the oldest. What is taken out
// leaves nothing behind.
type aged[K comparable, V any] struct {
	at    map[K]*list.Element
	order list.List // of entries, oldest first
}

type agedEntry[K comparable, V any] struct {
	key   K
	value V
}

// get is the value of a key.
func (a *aged[K, V]) get(key K) (value V, known bool) {
	e := a.at[key]
	if e == nil {
		return value, false
	}
	return e.Value.(*agedEntry[K, V]).value, true
}

// set gives a key a value; a new one is the youngest.
func (a *aged[K, V]) set(key K, value V) {
	if e := a.at[key]; e != nil {
		e.Value.(*agedEntry[K, V]).value = value
		return
	}
	if a.at == nil {
		a.at = map[K]*list.Element{}
	}
	a.at[key] = a.order.PushBack(&agedEntry[K, V]{key, value})
}

// take takes a key out.
func (a *aged[K, V]) take(key K) (value V, known bool) {
	e := a.at[key]
	if e == nil {
		return value, false
	}
	delete(a.at, key)
	return a.order.Remove(e).(*agedEntry[K, V]).value, true
}

// oldest takes the oldest entry out; there is one.
func (a *aged[K, V]) oldest() V {
	value, _ := a.take(a.order.Front().Value.(*agedEntry[K, V]).key)
	return value
}

func (a *aged[K, V]) count() int { return len(a.at) }
