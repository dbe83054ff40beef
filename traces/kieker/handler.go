package kieker

import "time"

// Handler gets what one source sends. Its methods are called by one goroutine at a time.
type Handler interface {
	// Records gets the source's records in order. The batch and the bytes behind it are valid until it returns; it
	// should be quick, because a sender waits while it works.
	Records(batch []Record)
	// Closed is called once, after the last record.
	Closed(report Report)
}

// Runner is a Handler that takes records from the bytes in which they stand one after another, where they are plain.
type Runner interface {
	Handler
	// Run is given what Records would get next: data begins at a record. classes are the source's record classes by
	// their ids; nil where an id was not used as a class yet. Run returns how many bytes it took and how many records
	// they were, each of whose strings is known. What it leaves, be it a string, an unknown class or the end of the
	// data, is treated as without it.
	Run(data []byte, classes []*Class) (used, records int)
}

// Forker is a Handler whose records can be handled in two places at a time.
type Forker interface {
	Handler
	// Fork returns a handler for the part behind the one that this handler is given from now on; nil where only one
	// can be handled at a time. giveUp is called by the branch where it cannot be joined, as soon as that is known.
	Fork(giveUp func()) Branch
}

// Branch handles a part of a log while what comes before it is still being handled. Its Closed is not called.
type Branch interface {
	Handler
	// Join hands over what became of the part, after the last record of both; false where it did not, because the
	// result could be another one: then the part must be given to the handler that it forked from.
	Join() bool
}

// Idler is a Handler that wants to be called from time to time while nothing arrives, e.g. to give up on traces.
type Idler interface {
	Handler
	Idle(now time.Time) // called from the goroutine that hands over records
}

// Discard is a Handler that drops records.
type Discard struct{}

// Records throws a batch away.
func (Discard) Records([]Record) {}

// Closed takes no notice of the report.
func (Discard) Closed(Report) {}

// Entrance takes records from elsewhere until it is closed: spans that programs send, messages of a broker.
type Entrance interface {
	// Where is what it takes from, e.g. an address that programs send to.
	Where() string
	Report() Report
	Close()
}
