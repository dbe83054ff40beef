// Package kieker reads what Kieker writes: text and binary logs of every
// version since 1.3, compressed or not, and the live streams of its TCP
// writers. It is also the road on which Beagle's own records travel.
//
// All formats end in one form, a Record: a view of big-endian bytes whose
// layout is the Schema of its class. Reading a field costs a load; reading a
// record allocates nothing.
//
// Kieker's streams carry neither schemas nor lengths, so a class that is not
// in the Schemas cannot be decoded. It is counted and skipped by looking for
// the next place at which several known records follow one another.
package kieker
