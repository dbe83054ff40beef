// Package probe is Beagle's own probe runtime: the Java classes that record in
// the measured program, and the reader that follows what they record.
//
// A JVM writes one file. Behind a header of 4096 bytes come segments; each
// belongs to one thread, which appends records of little-endian 64-bit words.
// The first word of a record is written last and makes it valid:
//
//	type<<56 | probe<<32 | detail
//
// so a segment ends at its first zero word. Most records have small numbers only,
// for which there are shorter types: of a section or service they hold the time
// since the thread's last record that has a time, instead of that since the
// runtime was loaded. Type NEXT says that the thread goes
// on in its next segment, THREAD that another thread goes on in this one, END that
// its thread has ended; both are written for a thread that is gone, by one that
// begins. A segment of thread 0 is an area: small segments follow one another in it,
// because a JVM may have many threads and few memory maps.
//
// The detail of a record that ends an execution is its weight: the executions of
// the probe since its last record, itself included. Type REST stands once per
// thread and probe that leaves executions out; its second word is no record's
// but changes in place: the executions since the last record.
//
// table.go says what the numbers of probes mean, source.go holds the runtime's Java source. On
// the reader's side follow.go polls a launch's files, segments.go finds the segments of each
// thread, record.go and value.go read records, decode.go turns them into events in the order
// of each thread, overhead.go takes out what probes themselves cost, sample.go weighs what
// sampling probes left out, work.go adds processor time spent in other threads.
package probe
