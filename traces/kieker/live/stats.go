package live

import (
	"time"

	"beagle/traces/kieker"
)

// Stats is the state of a receiver.
type Stats struct {
	Records, Bytes, Unknown, Broken, Skipped int64           // sums over all connections so far; see kieker.Report
	Open                                     int             // connections at present
	Ended                                    int64           // connections that ended
	Refused                                  int64           // connections that got no place, or left it to others since they sent nothing
	LastRecord                               time.Time       // when the latest record came; zero: none did
	Sources                                  []kieker.Report // open ones and the last that ended
}

// Stats is the present state. It is cheap and may be asked often.
func (r *Receiver) Stats() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := r.gone
	s := Stats{Open: len(r.open), Ended: r.count}
	for _, d := range r.doors {
		s.Refused += d.Refused()
	}
	for _, ended := range r.ended {
		total.Add(ended)
		s.Sources = append(s.Sources, ended)
	}
	for _, c := range r.open {
		now := c.Report()
		total.Add(now)
		s.Sources = append(s.Sources, now)
	}
	s.Records, s.Bytes, s.Unknown, s.Broken, s.Skipped = total.Records, total.Bytes, total.Unknown, total.Broken, total.Skipped
	s.LastRecord = total.LastRecord
	return s
}
