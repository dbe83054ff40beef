package probed

import "beagle/measure/java/syntax"

// Kind is what is recorded at a site.
type Kind uint8

// The kinds of sites.
const (
	Demand     Kind = iota + 1 // time from before First to after Last
	Transition                 // First is reached
	NotTaken                   // none of the Siblings was reached in their if or switch
	LoopCount                  // executions of the body that First to Last is (part of)
	Call                       // arguments of the calls of Name in First to Last
	Service                    // entry and exit of the method around First
)

// Site is a place that gets probes.
type Site struct {
	ID          int      // number that the probes report
	Kind        Kind     // which probes it gets
	First, Last int      // byte offsets of the first and last statement
	Name        string   // Call: name of the callee; Service: name of the method
	Args        []int    // Call: positions of the arguments that are wanted
	Inputs      []string // Service, Call: the parameters of the signature, as the model names them; nil for a call: not known
	Parts       []Part   // values inside parameters that are wanted, numbered from PartsAt on
	PartsAt     int      // Service: 0 for behind the parameters
	Of          string   // Service: only for objects of these classes, as in model.Section; empty: of all
	Siblings    []int    // NotTaken: indexes of the sites of the other transitions
	Careful     bool     // the compiler rejected the usual form: returned values stay as they are

	node, last *syntax.Node // resolved already: set by Everything
}

// Part is a value inside a parameter: a path of field names, INNER for elements.
type Part struct {
	Param int    // position of the parameter, from 0
	Path  string // field names with dots between them, from the parameter on
}

// Note says that a site was refused, or measures something other than asked.
type Note struct {
	Site    int    // index of the site
	Offset  int    // byte
	Refused bool   // the site gets no probe
	Message string // one sentence for people
}

// Options say how probes are written.
type Options struct {
	Runtime string // qualified name of the class with the probe methods
	CPU     bool   // demand sections take thread CPU time too
	Inputs  bool   // some calls of services are kept as they begin, for drivers
	// AnyNumber reports whether the last parameter of a called method, by its name and those of its parameters, takes
	// any number of arguments; nil: nobody knows.
	AnyNumber func(name string, params []string) bool
	Scoped    bool // probes of single statements get braces of their own: frames stay small
}

// Result is a rewritten file.
type Result struct {
	Text  string  // the file with its probes; the source itself where no site got one
	Notes []Note  // what became of sites that were refused or moved
	Sites int     // that got their probes
	Lines [][]int // per site: the lines that something of it stands on
}
