package measure

import "time"

// Source is where records come from during a launch, and how it is: one
// connection of the measured program.
type Source struct {
	Name       string    `json:"name"`                 // address of the peer
	Connected  time.Time `json:"connected,omitzero"`   // when the connection was made
	LastRecord time.Time `json:"last_record,omitzero"` // when the latest record came; zero: none did
	Ended      bool      `json:"ended,omitempty"`      // the connection is closed
	Records    int64     `json:"records"`              // records so far
	Unknown    int64     `json:"unknown,omitempty"`    // records of classes that nobody knows
	Classes    []string  `json:"classes,omitempty"`    // the first of these classes
	Broken     int64     `json:"broken,omitempty"`     // damaged places
	Lost       int64     `json:"lost,omitempty"`       // sent but not received; known when the program has ended
	Cut        bool      `json:"cut,omitempty"`        // it ended without the mark of its end, so records may be lost
}

// Watched is a Preparation that can tell how the sources of the launch in
// flight are, or of the latest one. It is asked from any goroutine.
type Watched interface {
	Sources() []Source // one for each connection or file that records come from
}
