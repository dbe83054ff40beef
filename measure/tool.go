package measure

import (
	"context"

	"beagle/model"
)

// Tool measures. A tool may support only part of an order; what it leaves out
// it reports as problems.
type Tool interface {
	Name() string
	// Prepare instruments and builds. It is called once per order.
	Prepare(ctx context.Context, order Order) (Preparation, error)
}

// Preparation is an instrumented program, ready to be launched any number of
// times.
type Preparation interface {
	// Launch runs one launch configuration once, feeds its events to the sink
	// while the program runs, and returns after the last event.
	Launch(ctx context.Context, launch Launch, number int32, sink Sink) (LaunchReport, error)
	// Notes are sections that were widened, narrowed, moved or refused.
	Notes() []model.Problem
	Close() error
}

// Launch is a launch configuration: how the measured program is run.
type Launch struct {
	Name    string            `json:"name"`
	Command []string          `json:"command"` // no shell
	Dir     string            `json:"dir,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	Repeat  int               `json:"repeat,omitempty"` // 0 means 1
	// Vary are the values of each {name} in Command and Env; each combination
	// is a launch. A range such as 10..5000 among them is where further values
	// may be chosen that answer the judge.
	Vary map[string][]string `json:"vary,omitempty"`

	values map[string]string // of each name that varies, in a launch of a plan
	config int               // index of the launch configuration it comes from
}

// LaunchReport says how a launch went.
type LaunchReport struct {
	ExitCode int
	Signal   string          // e.g. "KILL"; empty: exited
	Events   int64           // events delivered
	Lost     int64           // events known to be lost
	Complete bool            // the end-of-run marker arrived
	Output   string          // file that holds the program's output
	Problems []model.Problem // in words for a person

	Overheads []Overhead // what was subtracted of each section that recorded time
}
