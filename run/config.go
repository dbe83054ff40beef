package run

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"beagle/internal/safe"
	"beagle/internal/shell"
	"beagle/measure"
)

// LinksByName is the word for links in place of a file: records name components and services as the model does.
const LinksByName = "by name"

// Config is everything an analysis needs to know.
type Config struct {
	Project string   `json:"project"`         // folder that relative paths and commands start from
	Model   string   `json:"model"`           // file that a model adapter reads, such as a .repository
	Links   string   `json:"links,omitempty"` // source statement links; LinksByName: none are needed
	Sources []string `json:"sources"`         // source folders
	Output  Output   `json:"output"`          // where the changed model is written, and how

	Select Selection `json:"select"`          // which elements are measured; the zero value: all
	Build  []string  `json:"build,omitempty"` // command that builds the program, no shell; empty: nothing has to be built
	// Launch: how the program is run while it is measured, in order; at least one, unless recorded logs are read
	Launch []measure.Launch `json:"launch"`

	Timeout    Timeout           `json:"timeout"`               // when the analysis ends at the latest
	Machine    string            `json:"machine"`               // where the whole analysis runs: local, ssh or command
	There      There             `json:"there,omitzero"`        // the other machine, where it runs on one
	Measure    Measure           `json:"measure"`               // how it is measured
	Drive      Drive             `json:"drive,omitzero"`        // drivers: generated programs that call single methods
	Expect     []Contract        `json:"expect,omitempty"`      // what beagle verify checks
	Derive     map[string]string `json:"derive,omitempty"`      // own variables, govaluate formulas
	Fitness    string            `json:"fitness,omitempty"`     // own fitness, govaluate formula
	AsMeasured bool              `json:"as_measured,omitempty"` // what launches, or stretches of rows, take longer than others stays in their values
	Scatter    string            `json:"scatter,omitempty"`     // demands are proposed with the distribution of their scatter: true, false, or ScatterAuto
	More       int               `json:"more,omitempty"`        // rounds of measuring again where two expressions are undecided
	Quality    Quality           `json:"quality,omitzero"`      // limits below which an expression is reported
	Extract    Extract           `json:"extract,omitzero"`      // what a model made of sources is made by; not used where the model was there before
	Notify     []string          `json:"notify,omitempty"`      // command run at the end
	WhenDone   WhenDone          `json:"when_done,omitzero"`    // who else is told at the end
	Extensions []string          `json:"extensions,omitempty"`  // that take part, by name or path
	NATS       NATS              `json:"nats,omitzero"`         // who learns for the analysis besides
	Validate   bool              `json:"validate,omitempty"`    // judge at the end whether the model predicts launches that did not teach it
	Seed       uint64            `json:"seed"`                  // of everything that is random: the same seed and the same measurements give the same expressions
	Given      []string          `json:"given,omitempty"`       // build and launch where a flag, a variable or a screen gave them, and no file
	Merge      []string          `json:"merge,omitempty"`       // earlier runs on the same inputs whose results this one starts with
}

// Kinds of machines.
const (
	MachineLocal   = "local"   // the one that Beagle runs on
	MachineSSH     = "ssh"     // reached by the system's ssh
	MachineCommand = "command" // reached by a command of the user's
)

// There is another machine, on which the whole analysis runs.
type There struct {
	Host    string   `json:"host,omitempty"`    // as ssh takes it
	Dir     string   `json:"dir,omitempty"`     // Beagle's folder is made there; empty: in the cache of the user there
	Command []string `json:"command,omitempty"` // where there is no host: what runs commands there, with {} for the command
}

// Elsewhere is the machine of the analysis where it is another one.
func (c *Config) Elsewhere() (t There, elsewhere bool) {
	switch c.Machine {
	case MachineSSH:
		return There{Host: c.There.Host, Dir: c.There.Dir}, true
	case MachineCommand:
		return There{Dir: c.There.Dir, Command: c.There.Command}, true
	}
	return t, false
}

// Template is the command with a place for what is to be run there.
func (t There) Template() []string {
	if slices.ContainsFunc(t.Command, func(word string) bool { return strings.Contains(word, "{}") }) {
		return t.Command
	}
	return append(slices.Clone(t.Command), "{}")
}

func (t There) String() string {
	if t.Host != "" {
		return safe.Line(t.Host)
	}
	return safe.Line("\"" + shell.Join(t.Command) + "\"")
}

// Try is a command by which a person sees whether the machine answers.
func (t There) Try() string {
	if t.Host != "" {
		return safe.Line(shell.Join([]string{"ssh", t.Host}))
	}
	var all []string
	for _, word := range t.Template() {
		all = append(all, shell.Quote(strings.ReplaceAll(word, "{}", "date")))
	}
	return safe.Line(strings.Join(all, " "))
}

// When demands are proposed with the distribution of their scatter.
const (
	ScatterAlways = "true" // of every demand
	ScatterAuto   = "auto" // where the program takes now and then much longer than typically
)

// WhenDone says who is told that the analysis has ended, however it did.
type WhenDone struct {
	Desktop bool   `json:"desktop,omitempty"` // a notification of the desktop
	Mail    string `json:"mail,omitempty"`    // address that gets a mail; empty: none
}

// NATS is the server over which workers learn for the analysis (beagle worker --learn).
type NATS struct {
	URL         string `json:"url,omitempty"`         // address of the server; empty: none
	Credentials string `json:"credentials,omitempty"` // file
	Authority   string `json:"tls_ca,omitempty"`      // file
	Name        string `json:"name,omitempty"`        // of the site; empty: the usual one
}

// Drive says how drivers are used, which call single methods with inputs of many sizes.
type Drive struct {
	Mode   string            `json:"mode,omitempty"`   // off, ask or on: whether beagle model uses them
	Budget Duration          `json:"budget,omitempty"` // longest time for a method
	Inputs map[string]string `json:"inputs,omitempty"` // class with inputs(Random), by method
	Allow  []string          `json:"allow,omitempty"`  // methods that are driven although they could do harm
}

// Contract is a promise about a method's cost: that it stays below a time, or below a share of another method's cost,
// at some inputs, or that it grows no faster than a form.
type Contract struct {
	Cost  string            `json:"cost"`            // Class.method
	At    map[string]string `json:"at,omitempty"`    // inputs, such as values.NUMBER_OF_ELEMENTS; others are typical
	Below Duration          `json:"below,omitempty"` // CPU time of a call
	Grows string            `json:"grows,omitempty"` // such as n log n
	Share float64           `json:"share,omitempty"` // of the cost of Of; 0: none is promised
	Of    string            `json:"of,omitempty"`    // Class.method

	File string `json:"-"` // in which the contract is written, for messages; beagle verify sets it
	Line int    `json:"-"` // of the contract in File; 0: unknown
}

// Quality is what an expression has to keep to be written without a person's word.
// Limits are relative and of launches that did not teach it; 0: none.
type Quality struct {
	Error float64 `json:"error,omitempty"` // of the median error of single observations
	Total float64 `json:"total,omitempty"` // of what the modelled total is beside the measured one
	Write string  `json:"write,omitempty"` // good (also empty), means, or all
}

// Words for Quality.Write.
const (
	WriteAll   = "all"   // expressions below the limits are written, too
	WriteMeans = "means" // in their place, and of what nothing was learnt, the measured mean is written, where the model has no value of its own
)

// Selection narrows the analysis; empty means everything that has a link.
type Selection struct {
	Components []string `json:"components,omitempty"` // names or ids
	Services   []string `json:"services,omitempty"`   // names of signatures, or ids of SEFFs
	Elements   []string `json:"elements,omitempty"`   // ids of SEFF elements
	Unlearnt   bool     `json:"unlearnt,omitempty"`   // of these, those without a value of their own (model.Element.Unlearnt)
}

// Timeout is the rule that ends an analysis early.
type Timeout struct {
	Kind  string   `json:"kind"`            // adaptive, constant, none
	Limit Duration `json:"limit,omitempty"` // of the constant rule: how long the analysis may take without its pauses; 0 for the other rules
}

// Measure chooses the measurement tool and how it measures.
type Measure struct {
	Tool   string `json:"tool"`             // kieker
	Probe  string `json:"probe"`            // builtin, kieker
	Clock  string `json:"clock"`            // auto, cpu, wall
	Kieker string `json:"kieker,omitempty"` // jar of Kieker, or its version on Maven Central
	// Delivery is how probes get into the program: overlay, copy, or auto (also empty), see measure/java.
	Delivery string `json:"delivery,omitempty"`
	// Logs are recorded Kieker logs, or folders above some.
	Logs []string `json:"logs,omitempty"`
	// Records are files that Beagle's own probes wrote in a program that was started by hand, or folders above some.
	Records []string `json:"records,omitempty"`
	// RecordTypes are files that declare the logs' own record types (.irl).
	RecordTypes []string `json:"record_types,omitempty"`

	Precision float64  `json:"precision,omitempty"` // relative half width of a demand's interval that is enough; 0: only the configured launches
	Budget    Duration `json:"budget,omitempty"`    // of launches beyond the configured ones
	Launches  int      `json:"launches,omitempty"`  // most launches of one configuration; 0: no limit
	Keep      int64    `json:"keep,omitempty"`      // bytes of raw events of each launch; 0: DefaultKeep, KeepNone, KeepAll
}

// Words for Measure.Keep.
const (
	DefaultKeep int64 = 8 << 20       // about a million events
	KeepNone    int64 = -1            // no event is kept
	KeepAll     int64 = math.MaxInt64 // however many there are
)

// Launches reports whether the analysis starts the program itself.
func (c *Config) Launches() bool { return len(c.Measure.Logs) == 0 && len(c.Measure.Records) == 0 }

// Recorded reports whether the analysis learns from recorded logs, without running anything.
func (c *Config) Recorded() bool { return len(c.Measure.Logs) > 0 }

// Extract is what a person has decided of a model that is made from sources. The analysis itself does not look at it.
type Extract struct {
	By         string            `json:"by,omitempty"`         // the rule that makes components
	Components map[string]string `json:"components,omitempty"` // name to patterns of classes, separated by blanks
	Bind       map[string]string `json:"bind,omitempty"`       // interface to the class that stands behind it
	Ignore     []string          `json:"ignore,omitempty"`     // patterns of classes that are left out
	Services   []string          `json:"services,omitempty"`   // Class.method that are entered from outside
	Inside     []string          `json:"inside,omitempty"`     // Class.method that are parts of what calls them
}

// Setting is a setting of an analysis as a person reads and changes it.
type Setting struct {
	Key     string   // with dots, such as judge.error
	Doc     string   // one sentence for people
	Words   string   // what a value looks like
	Value   string   // as a person writes it; empty: not set
	Default string   // empty: none
	Choices []string // the values that there are; nil: any that look so
	Path    bool     // the value names files or folders
	Off     string   // why it is not changed in a project; empty: it is
}

// Changed reports whether the value is another than the default.
func (s *Setting) Changed() bool { return s.Value != s.Default }

// MarshalJSON writes seconds as a number.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).Seconds()) }

// UnmarshalJSON reads seconds, as a number.
func (d *Duration) UnmarshalJSON(data []byte) error {
	var seconds float64
	if err := json.Unmarshal(data, &seconds); err != nil {
		return err
	}
	if math.Abs(seconds) > math.MaxInt64/1e9 {
		return fmt.Errorf("%g s is no time span", seconds)
	}
	*d = Duration(math.Round(seconds * 1e9))
	return nil
}

func (d Duration) String() string { return measure.Span(time.Duration(d)) }
