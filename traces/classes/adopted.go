package classes

// Adopted are the numbers that a shard has for the operations and hosts of a branch.
type Adopted struct {
	ops, hosts []int32
	components []string // in the order of their numbers
	named      int      // of them
}

// Op is the own number of an operation of the others, with its marks.
func (a *Adopted) Op(op int32) int32 { return a.ops[op&OpMask] | op&^OpMask }

// Host is the own number of a host of the others; NoHost stays.
func (a *Adopted) Host(host int32) int32 {
	if host < 0 {
		return host
	}
	return a.hosts[host]
}

// Name gives the first so many components of the branch their numbers.
func (a *Adopted) Name(n *Names, until int) {
	for ; a.named < until; a.named++ {
		n.Component(a.components[a.named])
	}
}

// Adopt gives numbers to the names of a branch, in the order in which it got to know them; false where there is no
// room, or components got their numbers otherwise than with their classes.
func (n *Names) Adopt(theirs *Names) (a Adopted, ok bool) {
	keys := make([][2]string, len(theirs.operations))
	for key, op := range theirs.byKey {
		if keys[op] = key; key[1] == "" {
			return a, false
		}
	}
	n.mu.RLock()
	room := max(len(n.operations)+len(theirs.operations), len(n.hosts)+len(theirs.hosts)) <= n.limit && n.bytes+theirs.bytes <= maxNameBytes
	n.mu.RUnlock()
	if !room {
		return a, false
	}
	for _, key := range keys {
		a.ops = append(a.ops, n.OperationNumber(key[0], key[1]))
	}
	for _, host := range theirs.hosts {
		a.hosts = append(a.hosts, n.HostNumber(host))
	}
	a.components = make([]string, len(theirs.components))
	for name, number := range theirs.components {
		a.components[number-1] = name
	}
	return a, true
}
