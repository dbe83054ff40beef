package recorded

import (
	"context"
	"strings"
	"sync"

	"beagle/blackboard"
	"beagle/internal/aged"
	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
)

// Execution is a recorded execution of a service, by a record of the CIPM pipeline, with what was recorded inside it.
// Times are seconds on the clock.
type Execution struct {
	SEFF    string                  // id of the service effect specification
	Log     int                     // from 1, in the order in which logs were read
	Call    int64                   // from 1, of the service calls in its log
	Entry   bool                    // called from outside, not by a recorded service
	Inputs  []blackboard.Assignment // the parameters that were recorded
	Seconds float64                 // from entry to exit
	Actions map[string]float64      // by id
	Calls   map[string]float64      // other services, by SEFF
}

// Executions tells of the executions that logs hold, those inside before those around them.
func Executions(ctx context.Context, paths []string, schemas *kieker.Schemas, to func(Execution)) error {
	var mu sync.Mutex
	log := 0
	_, err := logs.Read(ctx, paths, logs.Options{
		Schemas: schemas,
		Open: func(string) kieker.Handler {
			mu.Lock()
			defer mu.Unlock()
			log++
			return &executions{mu: &mu, log: log, to: to}
		},
	})
	return err
}

type executions struct {
	mu   *sync.Mutex // logs are read side by side
	log  int
	call int64 // the latest one
	to   func(Execution)
	open aged.Map[string, *Execution] // what was recorded inside executions whose own record has not come, by their ids
}

// inside is the execution with that id, which ends later.
func (x *executions) inside(id string) *Execution {
	if e, known := x.open.Get(id); known {
		return e
	}
	for x.open.Len() >= maxOpenCalls {
		x.open.TakeOldest()
	}
	e := &Execution{Actions: map[string]float64{}, Calls: map[string]float64{}}
	x.open.Set(id, e)
	return e
}

func (x *executions) Records(batch []kieker.Record) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i := range batch {
		switch r := &batch[i]; r.Class.Schema.ShortName() {
		case "ResponseTimeRecord":
			x.action(r)
		case "ServiceCallRecord":
			x.service(r)
		}
	}
}

func (x *executions) Closed(kieker.Report) {}

func (x *executions) action(r *kieker.Record) {
	s := r.Class.Schema
	in, id, from, to := s.Index("serviceExecutionId"), s.Index("internalActionId"), s.Index("startTime"), s.Index("stopTime")
	if min(in, id, from, to) >= 0 {
		x.inside(r.String(in)).Actions[r.String(id)] += float64(max(0, r.Long(to)-r.Long(from))) / 1e9
	}
}

// service is a service's own record, which comes last.
func (x *executions) service(r *kieker.Record) {
	s := r.Class.Schema
	own, seff, inputs, caller := s.Index("serviceExecutionId"), s.Index("serviceId"), s.Index("parameters"), s.Index("callerServiceExecutionId")
	from, to := s.Index("entryTime"), s.Index("exitTime")
	if min(own, inputs, caller) < 0 {
		return
	}
	x.call++
	if min(seff, from, to) < 0 {
		return
	}
	e, known := x.open.Take(r.String(own))
	if !known {
		e = &Execution{}
	}
	e.SEFF, e.Log, e.Call, e.Inputs = r.String(seff), x.log, x.call, parameters(r.String(inputs))
	e.Seconds = float64(max(0, r.Long(to)-r.Long(from))) / 1e9
	around := r.String(caller)
	if e.Entry = around == "" || strings.HasPrefix(around, "<"); !e.Entry { // "<not set>"
		x.inside(around).Calls[e.SEFF] += e.Seconds
	}
	x.to(*e)
}
