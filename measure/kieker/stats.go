package kieker

import "time"

// Stats is the state of a receiver.
type Stats struct {
	Records, Bytes, Unknown, Broken, Skipped int64
	Open                                     int   // connections at present
	Ended                                    int64 // connections that ended
	Refused                                  int64 // connections over the limit
	LastRecord                               time.Time
	Sources                                  []Report // open ones and the last that ended
}

// Stats is the present state. It is cheap and may be asked often.
func (r *Receiver) Stats() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := r.gone
	s := Stats{Open: len(r.open), Ended: r.count, Refused: r.refused.Load()}
	for _, ended := range r.ended {
		total.add(ended)
		s.Sources = append(s.Sources, ended)
	}
	for _, rep := range r.open {
		now := rep.snapshot()
		total.add(now)
		s.Sources = append(s.Sources, now)
	}
	s.Records, s.Bytes, s.Unknown, s.Broken, s.Skipped = total.Records, total.Bytes, total.Unknown, total.Broken, total.Skipped
	s.LastRecord = total.LastRecord
	return s
}

// add sums counters.
func (r *Report) add(other Report) {
	r.Records += other.Records
	r.Bytes += other.Bytes
	r.Unknown += other.Unknown
	r.Broken += other.Broken
	r.Skipped += other.Skipped
	r.Strings += other.Strings
	if other.LastRecord.After(r.LastRecord) {
		r.LastRecord = other.LastRecord
	}
}
