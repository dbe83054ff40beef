package records

import (
	"beagle/measure"
	"beagle/traces/kieker"
)

// Sources tells how each JVM's connection is. Those over which nothing came are
// left out once they have ended: the probes try the port before they start
// Kieker.
func (r *receiving) Sources() (all []measure.Source) {
	reports := r.receiver.Stats().Sources
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range reports {
		if report := &reports[i]; report.Bytes > 0 || !report.Ended {
			all = append(all, r.source(report))
		}
	}
	return all
}

// source is a connection of the program as people see it: how many records, of which
// classes, and what was wrong.
func (r *receiving) source(report *kieker.Report) measure.Source {
	s := measure.Source{
		Name: report.Source, Connected: report.Connected, LastRecord: report.LastRecord, Ended: report.Ended,
		Records: report.Records, Unknown: report.Unknown, Broken: report.Broken,
	}
	for _, class := range report.Classes {
		s.Classes = append(s.Classes, class.Class)
	}
	for _, c := range r.connections {
		if c.source == report.Source && report.Ended {
			s.Lost, s.Cut = max(0, c.said-c.received), c.begun && c.said == 0
		}
	}
	return s
}
