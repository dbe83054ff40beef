package classes

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Names gives operations, hosts and sessions small numbers. All shards of an
// engine share them; they look names up once per source and string.
type Names struct {
	mu         sync.RWMutex
	operations []Operation
	byKey      map[[2]string]int32
	hosts      []string
	byHost     map[string]int32
	limit      int
	bytes      int            // of all texts
	components map[string]int // numbers, in the order in which Kieker gives them
}

// Operations and hosts are bounded in number and size: beyond it all share one.
// They outlive the sources that said them.
const (
	maxNames     = 1 << 18
	maxNameBytes = 12 << 20
	nameSize     = 200 // of an operation without its texts
)

// NewNames know nothing yet.
func NewNames() *Names {
	return &Names{byKey: map[[2]string]int32{}, byHost: map[string]int32{}, limit: maxNames, components: map[string]int{}}
}

// Operation is the operation with the number.
func (n *Names) Operation(op int32) Operation {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.operations[op&OpMask]
}

// Host is the name of the host with the number.
func (n *Names) Host(host int32) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.hosts[host]
}

// OperationNumber is the number of an operation, which may be a new one. class is empty where the signature names it.
func (n *Names) OperationNumber(signature, class string) int32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	key := [2]string{signature, class}
	if op, ok := n.byKey[key]; ok {
		return op
	}
	if len(n.operations) >= n.limit || n.bytes+nameSize+len(signature)+len(class) > maxNameBytes {
		key = [2]string{"(further operations)", ""}
		if op, ok := n.byKey[key]; ok {
			return op
		}
	}
	n.bytes += nameSize + len(key[0]) + len(key[1])
	op := int32(len(n.operations))
	n.operations = append(n.operations, parseOperation(key[0], key[1]))
	n.byKey[key] = op
	if class == "" { // an execution record: it has ended
		n.component(n.operations[op].Component)
	}
	return op
}

// Component is the number of a component, from 1.
func (n *Names) Component(name string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.component(name)
}

// ComponentCount is how many components have a number.
func (n *Names) ComponentCount() int {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return len(n.components)
}

func (n *Names) component(name string) int {
	number, ok := n.components[name]
	if !ok {
		number = len(n.components) + 1
		n.components[name] = number
	}
	return number
}

// NumberComponents gives the components of a new class their numbers in the order in which their executions ended, as
// Kieker does when it turns events into executions.
func (n *Names) NumberComponents(execs []Exec) {
	order := make([]int, len(execs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { // of equal times the inner one first
		return cmp.Or(cmp.Compare(execs[a].Out&^FailedBit, execs[b].Out&^FailedBit), cmp.Compare(b, a))
	})
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, i := range order {
		n.component(n.operations[execs[i].Op&OpMask].Component)
	}
}

// HostNumber is the number of a host, which may be a new one.
func (n *Names) HostNumber(name string) int32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if host, ok := n.byHost[name]; ok {
		return host
	}
	if len(n.hosts) >= n.limit || n.bytes+nameSize+len(name) > maxNameBytes {
		name = "(further hosts)"
		if host, ok := n.byHost[name]; ok {
			return host
		}
	}
	n.bytes += nameSize + len(name)
	host := int32(len(n.hosts))
	n.hosts = append(n.hosts, name)
	n.byHost[name] = host
	return host
}

// Operation is one operation of one class of the measured program.
type Operation struct {
	Signature string // as recorded, e.g. public void a.B.c(int)
	Component string // fully qualified class, e.g. a.B
	Name      string // name of the operation, e.g. c
	Params    string // between the parentheses
}

func (o Operation) String() string {
	if o.Named() {
		return o.Component + "." + o.Name
	}
	return o.Component + "." + o.Name + "(" + o.Params + ")"
}

// Named reports whether the operation is something else than a method, known by a name.
func (o Operation) Named() bool { return o.Component != "" && o.Name == o.Signature }

// parseOperation takes a signature apart: [modifiers] [type] a.B.c(params) [throws ...]. Signatures of old logs and
// of other languages may lack everything but a name. What a span is called is a name as it is, dots and spaces
// included: it comes with a class, without parameters, and does not repeat the class.
func parseOperation(signature, class string) Operation {
	o := Operation{Signature: signature, Component: class}
	if class != "" && !strings.Contains(signature, "(") && !strings.HasPrefix(signature, class+".") {
		o.Name = signature
		return o
	}
	head := signature
	if before, after, ok := strings.Cut(signature, "("); ok {
		head = before
		o.Params = after
		if end := strings.LastIndexByte(o.Params, ')'); end >= 0 {
			o.Params = o.Params[:end]
		}
		o.Params = strings.TrimSpace(o.Params)
	}
	head = strings.TrimSpace(head)
	if space := strings.LastIndexByte(head, ' '); space >= 0 {
		head = head[space+1:]
	}
	dot := strings.LastIndexByte(head, '.')
	o.Name = head[dot+1:]
	if o.Component == "" && dot > 0 {
		o.Component = head[:dot]
	}
	return o
}
