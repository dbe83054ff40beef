package remote

import (
	"beagle/model"
	"beagle/run"
)

// The protocol between a run in the background and its screens is HTTP over a unix socket, so that curl can speak it:
//
//	GET  /v1/health              who is there
//	GET  /v1/snapshot            the present state
//	GET  /v1/watch[?control=1]   an update a line, until the run has ended
//	GET  /v1/detail?element=ID   one element in depth
//	GET  /v1/diff                what would be written
//	POST /v1/control, pause, continue, abort, steer, decide, apply, undo
//
// Any number of watchers may read; one of them at most is in control. What
// changes the run is refused to all others, unless they insist.
const protocolVersion = 1

const (
	clientHeader = "Beagle-Client" // a name that the client made up
	insistHeader = "Beagle-Insist" // take the control away from whoever has it
)

type health struct {
	Version    int       `json:"version"`
	Run        string    `json:"run"`
	State      run.State `json:"state"`
	PID        int       `json:"pid"`
	Watchers   int       `json:"watchers"`
	Controlled bool      `json:"controlled"`
}

type update struct {
	Snapshot run.Snapshot              `json:"snapshot"` // without elements
	Elements []run.ElementState        `json:"elements,omitempty"`
	Samples  map[model.ElementID]int64 `json:"samples,omitempty"`
}

func (u *update) apply(before run.Snapshot) run.Snapshot {
	next := u.Snapshot
	changed := make(map[model.ElementID]int, len(u.Elements))
	for i := range u.Elements {
		changed[u.Elements[i].ID] = i
	}
	next.Elements = make([]run.ElementState, 0, max(len(before.Elements), len(u.Elements)))
	if len(before.Elements) == 0 {
		next.Elements = append(next.Elements, u.Elements...)
	}
	for _, e := range before.Elements {
		if i, ok := changed[e.ID]; ok {
			e = u.Elements[i]
		}
		next.Elements = append(next.Elements, e)
	}
	for i := range next.Elements {
		if n, ok := u.Samples[next.Elements[i].ID]; ok {
			next.Elements[i].Samples = n
		}
	}
	return next
}

type differ struct {
	sent map[model.ElementID]sentElement
}

// sentElement is what a watcher knows of an element: only what changed since is sent.
type sentElement struct{ revision, samples uint64 }

// update is what of a snapshot a screen does not have yet.
func (d *differ) update(s run.Snapshot) update {
	if d.sent == nil {
		d.sent = map[model.ElementID]sentElement{}
	}
	u := update{Snapshot: s, Samples: map[model.ElementID]int64{}}
	u.Snapshot.Elements = nil
	for i := range s.Elements {
		e := &s.Elements[i]
		now := sentElement{e.Revision, uint64(e.Samples)}
		before, ok := d.sent[e.ID]
		switch {
		case !ok || before.revision != now.revision:
			u.Elements = append(u.Elements, *e)
		case before.samples != now.samples:
			u.Samples[e.ID] = e.Samples
		}
		d.sent[e.ID] = now
	}
	return u
}

type decision struct {
	Element  model.ElementID `json:"element"`
	Decision run.Decision    `json:"decision"`
}

type failure struct {
	Error   string         `json:"error"`
	Problem *model.Problem `json:"problem,omitempty"`
}
