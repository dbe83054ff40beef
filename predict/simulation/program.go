package simulation

import (
	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

// Program is the code of all services and scenarios of an instance, flat for a simulation to step through.
type Program struct {
	Code      []Op              // operations of all services and scenarios, one after another; jumps are indexes into it
	Scenarios []Scenario        // in file order
	Resources []Resource        // active resources; operations name them by index
	Passive   []Passive         // passive resources; operations name them by index
	Links     []*instance.Link  // linking resources; operations name them by index
	Latency   []*stoex.Compiled // of each link
	Through   []*stoex.Compiled // throughput of each link

	// Deferred are the expressions of INNER characterisations, which are evaluated when they are read.
	Deferred []*stoex.Compiled

	Series []Series // of response times of entry calls

	Watched []Watched // what operations note the largest values of
}

// Watched is a variable that an expression of an element reads.
type Watched struct {
	ID       string         // of the element
	Text     string         // of the expression
	Variable model.Variable // whose largest value is noted
}

// Watch is a place of a frame that an operation looks at.
type Watch struct {
	Place  int32 // index into the frame
	Number int32 // index into Program.Watched
}

// Series is what response times are kept of: one entry call of a scenario.
type Series struct {
	Scenario int    // index into Program.Scenarios
	Call     string // name of the entry call
}

// Scenario is the code of a usage scenario.
type Scenario struct {
	*instance.Scenario
	Entry, Slots int                    // first operation, and the size of its frame
	Places       map[model.Variable]int // of the variables in its frame
	// ThinkTime, InterArrival: seconds between two runs of a user of a closed workload, or between two arrivals of an
	// open one; the other one is nil
	ThinkTime, InterArrival *stoex.Compiled
}

// Resource is an active resource and its rate.
type Resource struct {
	*instance.Resource
	Rate *stoex.Compiled // units of work a second
}

// Passive is a passive resource.
type Passive struct {
	*instance.Passive
	Capacity *stoex.Compiled // places, drawn once when a simulation begins
}

// Kind says what an operation does.
type Kind uint8

// The operations. Jumps and places are absolute and relative to the frame.
const (
	Demand  Kind = iota // Expr units of resource To
	Call                // the code at To in a frame of Slots, with Inputs
	Return              // to the caller
	Repeat              // the code up to To, Expr times
	Next                // turn of the innermost loop: To is its first operation
	Draw                // gives Inputs their values in the present frame
	Guard               // goes on if Expr is true, else at To
	Stuck               // no guard was true
	Choose              // one of Ways by chance
	Jump                // to To
	Fork                // Ways side by side, of which the first Slots are waited for; goes on at To
	Join                // end of a forked behaviour
	Acquire             // one place of passive resource To
	Release             // one place of passive resource To
	Wait                // Expr seconds
	End                 // of a scenario
)

// Op is one operation.
type Op struct {
	Kind    Kind            // what is done; says which of the other fields count
	Entry   bool            // Call: enters the system from a scenario
	Slots   int32           // see the kinds
	To      int32           // see the kinds
	Series  int32           // Call with Entry: number of its series of response times
	Link    int32           // Call: linking resource that it goes over, counted from 1; 0: none
	Expr    *stoex.Compiled // see the kinds; nil: the kind has none
	Inputs  []Binding       // values that a frame gets: of a Call the callee's, of Draw the present one
	Returns []Binding       // Call: evaluated in the callee's frame, stored in the caller's
	Ways    []Way           // see the kinds
	Action  instance.Action // what it comes from
	Watch   []Watch         // what is noted when it is carried out; nil: nothing
}

// Binding gives a place of a frame the value of an expression.
type Binding struct {
	Place    int32               // index into the frame
	Expr     *stoex.Compiled     // what the place gets
	Deferred int32               // index into Program.Deferred; negative: evaluated at once
	Bytes    bool                // it is a BYTESIZE, which a link transfers
	From     instance.Expression // where the expression stands in the model, for messages
	Variable model.Variable      // whose place it is
}

// Way is one way on.
type Way struct {
	To     int32   // index of its first operation
	Limits float64 // Choose: sum of the shares up to and with this way, from 0 to 1
}
