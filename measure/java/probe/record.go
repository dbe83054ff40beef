// Package probe is Beagle's own probe runtime: the Java classes that record in the measured program, and the reader
// that follows what they record.
//
// A JVM writes one file. Behind a header of 4096 bytes come segments; each belongs to one thread, which appends
// records of little-endian 64-bit words. The first word of a record is written last and makes it valid:
//
//	type<<56 | probe<<32 | detail
//
// so a segment ends at its first zero word. Most records have small numbers only, for which there are shorter types:
// of a section or service they hold the time since the thread's last record that has a time, instead of that since
// the runtime was loaded. Type NEXT says that the thread goes on in its next segment, THREAD that another thread goes
// on in this one, END that its thread has ended; both are written for a thread that is gone, by one that begins. A
// segment of thread 0 is an area: small segments follow one another in it, because a JVM may have many threads and
// few memory maps.
//
// The detail of a record that ends an execution is its weight: the executions of the probe since its last record,
// itself included. Type REST stands once per thread and probe that leaves executions out; its second word is no
// record's but changes in place: the executions since the last record.
package probe

import (
	"fmt"
	"hash/fnv"

	"beagle/model"
)

const (
	typeDemand = iota + 1
	typeDemandCPU
	typeBranch
	typeLoop
	typeEnter
	typeLeave
	typeParameter
	typeCall
	typeReturn
	typeThread
	typeNext
	typeRest
	typeShortDemand // short ones have small numbers only, times since the thread's last record that has one
	typeShortLoop
	typeShortEnter
	typeShortLeave
	typeEnd               // the thread has ended: another one found that out
	typeElsewhere         // time of work that is not in a section's CPU time; detail: why
	typeOthers            // CPU time of a section, of the process and of the JVM's threads meanwhile
	typeDemandAway        // a section of whose time the thread had no processor for some
	typeBegin             // the thread's latest service begins its own work: its parameters were read; detail: time since the last record that has one
	typeWithin            // of the service that the thread enters next: the one that called it, of which this execution is not recorded
	typeTinyDemand = 0x80 // and all above: one word with 16 bits of the probe, 7 of units, 20 and 20 of times
)

const (
	valueNull = iota
	valueLong
	valueDouble
	valueBoolean
	valueString
	valueEnum
	valueArray
	valueSize
	valueType
	valueSmall // a long that needs no further word
	valueMean  // of the elements of a collection; data: of what
)

var meansOf = [...]model.Characterisation{model.ValueOf, model.NumberOfElements, model.ByteSize}

// Marks of a parameter that is handed through in a call.
const (
	markFirst = 1 << iota
	markLast
	markInside // handed through, not taken by a statement
)

const maxWords = 40

// Words is the length of the record with that first word; 0: there is no such record.
func Words(head uint64) int {
	switch head >> 56 {
	case typeDemand, typeOthers, typeLeave:
		return 4
	case typeDemandCPU, typeDemandAway:
		return 5
	case typeLoop, typeEnter, typeShortLeave, typeRest, typeShortDemand, typeElsewhere:
		return 2
	case typeBranch, typeCall, typeReturn, typeThread, typeNext, typeEnd, typeShortLoop, typeShortEnter, typeBegin, typeWithin:
		return 1
	case typeParameter:
		text := (int(head&0xffffffff>>15) + 3) / 4
		words := 0
		switch head >> 8 & 15 {
		case valueNull, valueSmall:
			return 1
		case valueLong, valueDouble, valueBoolean, valueArray, valueSize, valueMean:
			words = 2
		case valueString, valueEnum:
			words = 2 + text
		case valueType:
			words = 1 + text
		}
		if words > maxWords {
			return 0
		}
		return words
	}
	if head>>56 >= typeTinyDemand {
		return 1
	}
	return 0
}

// Kind is what a probe's records are about.
type Kind uint8

// The kinds of probes.
const (
	Section Kind = iota + 1 // demand, branch, loop
	Call                    // an external call: its arguments
	Service                 // an execution of a service: its parameters
)

// Probe is an entry of a probe table.
type Probe struct {
	Kind  Kind  // what its records say
	Index int32 // into the order's sections or services
	// Of says what the probe is for and where it stands.
	Of string
}

// Table says what the numbers in records mean; it is indexed by them.
type Table []Probe

// Hash identifies the table, so that records of another instrumentation are not taken for this one's.
func (t Table) Hash() int64 {
	h := fnv.New64a()
	for _, p := range t {
		fmt.Fprintf(h, "%d %d %s;", p.Kind, p.Index, p.Of)
	}
	return int64(h.Sum64() >> 1)
}
