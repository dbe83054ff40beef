package traces

import (
	"beagle/traces/classes"
)

// open is a trace whose records are still arriving.
type open struct {
	*progress
	id     int64
	next   int32    // order index of the next event, once unfolded
	lost   int32    // executions beyond the limit
	slow   slowPath // not 0: something else than the order decides what is next
	flags  flag
	reason Reason // of the first fault

	execs        []classes.Exec // in order of entry, once unfolded
	hash         uint64         // of them
	current      int32          // innermost execution that is entered and not left; -1: none
	host         int32
	check        int64 // ns of the wall clock when it was queued
	session      string
	irregular    *irregular // what few traces need; may be nil
	newer, older *open      // queue by age
	_            [8]byte    // up to two lines of the cache
}

type irregular struct {
	fault   fault
	extra   int32 // records beyond those that next counts
	call    int32 // operation of a call event that awaits its entry; -1: none
	caller  int32 // and the operation that calls
	callAt  int64
	assumed []openCall // executions that were called, not entered, and are not over yet
	pending []event    // came before their turn, in order
	runs    []run      // execution records, in order of arrival
	long    []word     // all words but the recent ones, once early does not hold them; see words
	last    int32      // largest eoi of them

	parent      int64 // id of the trace that started it; 0: none
	parentOrder int32 // order index of the trace that started it
	joined      bool  // another trace waited for this one

	after, stamp int // when it went on, in a branch: see branched
}

type openCall struct {
	exec   int32 // position of the execution
	caller int32 // the operation that called
}

func (o *open) more() *irregular {
	if o.irregular == nil {
		o.irregular = &irregular{call: -1}
	}
	return o.irregular
}

func (o *open) parent() int64 {
	if o.irregular == nil {
		return 0
	}
	return o.irregular.parent
}

// awaits reports whether the trace goes on with something that is known already, or that a call event announced.
func (a *irregular) awaits() bool { return a != nil && (a.call >= 0 || len(a.pending) > 0) }

func (o *open) records() int {
	if o.irregular == nil {
		return int(o.next)
	}
	return int(o.next) + int(o.irregular.extra)
}

func (o *open) all() int64 {
	if o.flags&(isExecutions|hasMetadata) == hasMetadata {
		return int64(o.records()) + 1
	}
	return int64(o.records())
}

func (o *open) extra() int64 {
	bytes := int64(cap(o.execs)) * execSize
	if a := o.irregular; a != nil {
		bytes += int64(cap(a.pending))*parkedSize + int64(cap(a.runs))*runSize + int64(len(a.long))*wordSize
	}
	return bytes
}

func (o *open) strip() int64 {
	bytes := o.extra()
	o.execs, o.irregular = nil, nil
	return bytes
}

// Sizes of an exec; an event that waits; a run.
const (
	execSize   = 24
	parkedSize = 32
	runSize    = 32
)

type flag uint8

const (
	hasMetadata flag = 1 << iota
	isExecutions
	isLate
	isShuffled // events came before others with smaller order indexes
)

type fault struct {
	order     int32
	got, want int32 // operations; -1: none
}

type run struct {
	op, host, eoi, ess int32
	in, out            int64
}

type event struct {
	order  int32
	op     int32
	callee int32
	time   int64
	kind   role
}

type role uint8

const (
	roleUnknown role = iota // not looked at yet
	roleBefore
	roleAfter
	roleFailed
	roleNone
	roleCall
	roleOther // a trace event that only takes an order index
	roleSplit // one at which another trace may begin
	roleReceived
	roleJoin
	roleMetadata
	roleExecution
	roleUnit // KiekerMetadataRecord
)

// reset makes an open trace as new and keeps its slices, which is why traces cost no allocation once a shard is warm.
func (o *open) reset(id int64) {
	o.id, o.begin, o.path = id, 0, 0
	o.depth, o.turn, o.next, o.slow, o.lost = 0, 0, 0, 0, 0
	o.execs, o.hash, o.current = o.execs[:0], classes.HashSeed, -1
	o.host, o.flags, o.reason = classes.NoHost, 0, Valid
	o.session = ""
	if a := o.irregular; a != nil {
		*a = irregular{call: -1, pending: a.pending[:0], runs: a.runs[:0], assumed: a.assumed[:0], long: a.long}
	}
}

// slowPath says why a trace's next event cannot take the short way: the order alone does not decide what it means.
type slowPath uint8

const (
	slowAwaits slowPath = 1 << iota // see awaits
	slowLost                        // executions were lost
)

func (o *open) enter(op, mark int32, at int64, limit int) {
	if len(o.execs) >= limit {
		o.lost++
		o.slow |= slowLost
		o.note(TooLong, fault{order: o.next, got: op, want: -1})
		return
	}
	parent := o.current
	if parent >= 0 {
		op |= mark
	}
	at = classes.Unsigned(at)
	n := len(o.execs)
	o.current = int32(n)
	o.execs = o.execs[:n+1] // the caller has made room
	o.execs[n] = classes.Exec{Op: op, Parent: parent, In: at, Out: at}
	o.hash = classes.HashEnter(o.hash, op)
}

func (o *open) leave(op int32, at int64, failed, repair bool) {
	if o.lost > 0 {
		o.lost--
		return
	}
	if o.current < 0 {
		o.note(ExitWithoutEntry, fault{order: o.next, got: op, want: -1})
		return
	}
	top := &o.execs[o.current]
	if top.Op&^classes.Inferred != op {
		if repair && o.repair(op, at) {
			top = &o.execs[o.current]
		} else {
			o.note(ExitOfAnother, fault{order: o.next, got: op, want: top.Op})
		}
	}
	top.Out = classes.Unsigned(at)
	if failed {
		top.Out = at | classes.FailedBit
	}
	o.current = top.Parent
	o.hash = classes.HashLeave(o.hash)
}

// repair leaves executions whose exits are missing, until the one that is left now is on top.
func (o *open) repair(op int32, at int64) bool {
	target := o.current
	for target >= 0 && o.execs[target].Op&^classes.Inferred != op {
		target = o.execs[target].Parent
	}
	if target < 0 {
		return false
	}
	for o.current != target {
		o.closeTop(at)
	}
	return true
}

func (o *open) closeTop(at int64) {
	o.execs[o.current].Out = classes.Unsigned(at)
	o.current = o.execs[o.current].Parent
	o.hash = classes.HashLeave(o.hash)
}

func (o *open) last() int64 {
	var latest int64
	for i := range o.execs {
		latest = max(latest, o.execs[i].In, o.execs[i].Out&^classes.FailedBit)
	}
	return latest
}

func (o *open) note(reason Reason, where fault) {
	if o.reason == Valid {
		o.reason, o.more().fault = reason, where
	}
}

type queue struct{ oldest, newest *open }

func (q *queue) push(o *open) {
	o.older, o.newer = q.newest, nil
	if q.newest != nil {
		q.newest.newer = o
	} else {
		q.oldest = o
	}
	q.newest = o
}

// remove takes a trace out, wherever it stands: the list is doubly linked, so this costs no search.
func (q *queue) remove(o *open) {
	if o.older != nil {
		o.older.newer = o.newer
	} else {
		q.oldest = o.newer
	}
	if o.newer != nil {
		o.newer.older = o.older
	} else {
		q.newest = o.older
	}
	o.older, o.newer = nil, nil
}

func (o *open) startedBy(parent int64, order int32) {
	if parent != o.id && o.parent() == 0 {
		a := o.more()
		a.parent, a.parentOrder = parent, order
	}
}
