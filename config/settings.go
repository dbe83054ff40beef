// Package config reads the settings of an analysis: the project file beagle.yaml, the user's own file, the
// environment and the command line's flags, each stronger than what stands before it and weaker than flags. All
// settings stand in one table whose rows point into run.Config.
package config

import (
	"errors"
	"net/mail"
	"strings"
	"time"

	_ "beagle/builtin" // the tools to choose from
	"beagle/judge"
	"beagle/measure"
	"beagle/run"
)

// Setting is one effective setting, as "beagle config" lists it.
type Setting struct {
	Key    string `json:"key"`              // with dots, such as judge.error
	Value  any    `json:"value"`            // nil: not set
	Origin string `json:"origin,omitempty"` // file, variable or flag that its value comes from; empty: the default
	Doc    string `json:"doc"`              // one sentence for people
}

// All lists every setting in the order in which people read them.
func (s *Settings) All() []Setting {
	all := make([]Setting, 0, len(settings))
	for i := range settings {
		row := &settings[i]
		all = append(all, Setting{Key: row.name, Value: row.value(&s.config, ""), Origin: s.origin[row.name], Doc: row.doc})
	}
	return all
}

// settings are the settings of an analysis. A new one is a row here, and a field of what it points to.
var settings = table[run.Config]{
	row("model", path, func(c *run.Config) *string { return &c.Model }, "the .repository file to calibrate"),
	row("links", pathIf("path, or `by name`", func(word string) bool { return word != run.LinksByName }), func(c *run.Config) *string { return &c.Links }, "source statement links; not needed where the model carries positions, nor for recorded logs and spans whose names are the model's: by name"),
	row("sources", paths, func(c *run.Config) *[]string { return &c.Sources }, "folders of the Java sources"),
	row("out", path, func(c *run.Config) *string { return &c.Output.File }, "the model to write; default: beside the model, named .calibrated.repository"),
	row("in_place", truth.or(false), func(c *run.Config) *bool { return &c.Output.InPlace }, "write the model itself and keep a .bak"),
	row("rate", number.or(1), func(c *run.Config) *float64 { return &c.Output.Rate }, "processing rate: demands are written as seconds times rate"),
	row("select.components", texts, func(c *run.Config) *[]string { return &c.Select.Components }, "components to measure, by name or id; default: everything that has a link"),
	row("select.services", texts, func(c *run.Config) *[]string { return &c.Select.Services }, "services to measure, by name"),
	row("select.elements", texts, func(c *run.Config) *[]string { return &c.Select.Elements }, "SEFF elements to measure, by id"),
	row("select.unlearnt", truth.or(false), func(c *run.Config) *bool { return &c.Select.Unlearnt }, "of these only what has no value of its own yet: a demand of 0, a loop that runs once, even probabilities, an argument that is not passed"),
	row("build", texts, func(c *run.Config) *[]string { return &c.Build }, "command that builds the instrumented copy; a list, no shell"),
	row("launch", launches, func(c *run.Config) *[]measure.Launch { return &c.Launch }, "launch configurations, see below"),
	row("timeout.kind", choice("adaptive", "constant", "none").or("adaptive"), func(c *run.Config) *string { return &c.Timeout.Kind }, "the rule that ends measuring early"),
	row("timeout.limit", span[run.Duration](), func(c *run.Config) *run.Duration { return &c.Timeout.Limit }, "limit of a constant timeout, such as 10m; given alone it makes the timeout constant"),
	row("machine.kind", choice(run.MachineLocal, run.MachineSSH, run.MachineCommand).or(run.MachineLocal), func(c *run.Config) *string { return &c.Machine }, "where the whole analysis runs: on this machine, on one that the system's ssh reaches, or where a command of yours runs commands"),
	row("machine.host", text, func(c *run.Config) *string { return &c.There.Host }, "of ssh: the host, as ssh takes it; given alone it makes the kind ssh"),
	row("machine.dir", text, func(c *run.Config) *string { return &c.There.Dir }, "folder there, below which Beagle keeps its program and the project; default: the user's cache there"),
	row("machine.command", texts, func(c *run.Config) *[]string { return &c.There.Command }, "of command: the program that runs a command there, such as [docker, exec, -i, NAME, \"{}\"]; {} alone stands for its words, within a word for its text; given alone it makes the kind command"),
	row("measure.tool", tools().or(measure.DefaultTool), func(c *run.Config) *string { return &c.Measure.Tool }, "the measurement tool; see beagle tools"),
	row("measure.probe", choice("builtin", "kieker").or("builtin"), func(c *run.Config) *string { return &c.Measure.Probe }, "recorder: Beagle's small runtime, or Kieker"),
	row("measure.clock", choice("auto", "cpu", "wall").or("auto"), func(c *run.Config) *string { return &c.Measure.Clock }, "the clock of resource demands; auto: CPU time, and wall time where sections are shorter than 50 µs"),
	row("measure.precision", number.or(0.05), func(c *run.Config) *float64 { return &c.Measure.Precision }, "measuring stops when the 95 % interval of each demand, over launches, is within this share of its mean: 0.05 is ±5 %"),
	row("measure.budget", span[run.Duration]().or(run.Duration(30*time.Second)), func(c *run.Config) *run.Duration { return &c.Measure.Budget }, "longest time of all launches beyond the configured ones"),
	row("measure.launches", whole(0, 1<<20).or(30), func(c *run.Config) *int { return &c.Measure.Launches }, "most launches of one configuration; 1: only those configured; 0: no limit"),
	row("measure.keep", size.or(run.DefaultKeep), func(c *run.Config) *int64 { return &c.Measure.Keep }, "how much of each launch's raw events is kept, packed: none, all, or a size such as 64MB"),
	row("measure.delivery", choice("auto", "overlay", "copy").or("auto"), func(c *run.Config) *string { return &c.Measure.Delivery }, "overlay: the built program gets its probes as it loads classes; copy: an instrumented copy is built and run; auto: chosen, and beagle check says why"),
	row("measure.kieker", pathIf("text", isJar), func(c *run.Config) *string { return &c.Measure.Kieker }, "Kieker's jar, or its version on Maven Central"),
	row("measure.logs", paths, func(c *run.Config) *[]string { return &c.Measure.Logs }, "recorded Kieker logs to learn from; the program is then neither built nor launched"),
	row("measure.records", paths, func(c *run.Config) *[]string { return &c.Measure.Records }, "records of a program that was started by hand with the probes of beagle instrument; nothing is built or launched"),
	row("measure.irl", paths, func(c *run.Config) *[]string { return &c.Measure.RecordTypes }, "files with further record types of those logs (Kieker's instrumentation record language)"),
	row("drive.mode", choice("off", "ask", "on").or("ask"), func(c *run.Config) *string { return &c.Drive.Mode }, "whether beagle model calls entered services by drivers of its own; ask: on a terminal it asks first"),
	row("drive.budget", span[run.Duration]().or(run.Duration(time.Minute)), func(c *run.Config) *run.Duration { return &c.Drive.Budget }, "longest time for a method that is driven; beagle cost: --for"),
	row("drive.inputs", pairs("methods and classes"), func(c *run.Config) *map[string]string { return &c.Drive.Inputs }, "which class makes a method's inputs, by static Stream<Object[]> inputs(Random), where Beagle cannot make them: {Texts.wrap: demo.WrapInputs}"),
	row("drive.allow", texts, func(c *run.Config) *[]string { return &c.Drive.Allow }, "methods that are driven although they could write files, open connections or the like: [Store.save]; beagle cost: --unsafe"),
	row("expect", contracts, func(c *run.Config) *[]run.Contract { return &c.Expect }, "promises of methods' costs, which beagle verify checks, see below"),
	row("derive", formulas, func(c *run.Config) *map[string]string { return &c.Derive }, "variables of your own: name and govaluate formula"),
	row("judge.fitness", text, func(c *run.Config) *string { return &c.Fitness }, "fitness formula of your own (govaluate) over error, size, depth, cost"),
	row("judge.as_measured", truth.or(false), func(c *run.Config) *bool { return &c.AsMeasured }, "learn from values as they were measured: slow launches, and slow stretches of rows, are not corrected"),
	row("judge.scatter", scatter.or("false"), func(c *run.Config) *string { return &c.Scatter }, "propose demands times the distribution of their scatter, as LognormMoments or a DoublePDF; auto: where the program itself makes executions take several times what is typical"),
	row("judge.more", whole(0, 10).or(0), func(c *run.Config) *int { return &c.More }, "rounds of measuring again where two expressions are undecided, at most 10"),
	row("judge.error", number.or(judge.ErrorLimit), func(c *run.Config) *float64 { return &c.Quality.Error }, "largest median error of single observations, predicted for launches that did not teach; elements beyond it are not written"),
	row("judge.total", number.or(judge.TotalLimit), func(c *run.Config) *float64 { return &c.Quality.Total }, "largest relative error of the modelled total of launches that did not teach; elements beyond it are not written"),
	row("judge.write", choice("good", run.WriteMeans, run.WriteAll).or("good"), func(c *run.Config) *string { return &c.Quality.Write }, "good: an element beyond judge.error or judge.total keeps its old value unless a person accepts the new one. So does one of fewer than five observations, or whose mean is not known to within judge.total. means: these elements, and those that were not learnt, get their measured mean or frequency. Where the model has a value, or an expression is closer to what was measured, that stays. beagle model sets it. all: they are written, too"),
	row("validate", truth.or(true), func(c *run.Config) *bool { return &c.Validate }, "judge at the end whether the model predicts launches that did not teach it; see beagle validate"),
	row("extract.by", choice("components", "annotations", "modules", "packages", "cycles", "subpackages", "interfaces", "classes"), func(c *run.Config) *string { return &c.Extract.By }, "rule that groups classes into components; default: the first that gives two that call each other"),
	row("extract.components", pairs("names and classes"), func(c *run.Config) *map[string]string { return &c.Extract.Components }, "components by name, each with its classes or packages (demo.store.Upload demo.disk.* demo.net.**), separated by blanks"),
	row("extract.bind", pairs("interfaces and classes"), func(c *run.Config) *map[string]string { return &c.Extract.Bind }, "which class stands behind an interface"),
	row("extract.ignore", texts, func(c *run.Config) *[]string { return &c.Extract.Ignore }, "classes and packages that are left out of an extracted model"),
	row("extract.services", texts, func(c *run.Config) *[]string { return &c.Extract.Services }, "methods that are entered from outside, such as Upload.store; * is what nobody calls"),
	row("extract.inside", texts, func(c *run.Config) *[]string { return &c.Extract.Inside }, "methods that are no elements but parts of what calls them, such as Upload.check"),
	row("notify", texts, func(c *run.Config) *[]string { return &c.Notify }, "command to run when the analysis has ended; a list, no shell"),
	row("when_done.desktop", truth.or(false), func(c *run.Config) *bool { return &c.WhenDone.Desktop }, "show a notification on the desktop when the analysis has ended, by notify-send"),
	row("when_done.mail", address, func(c *run.Config) *string { return &c.WhenDone.Mail }, "address that gets a mail when the analysis has ended, by the system's sendmail"),
	row("extensions", texts, func(c *run.Config) *[]string { return &c.Extensions }, "extensions that take part, by name or path; only in your own settings"),
	row("nats.url", text, func(c *run.Config) *string { return &c.NATS.URL }, "address of a beagle hub or NATS server whose workers learn, too, and make launches that name a machine; only in your own settings"),
	row("nats.credentials", path, func(c *run.Config) *string { return &c.NATS.Credentials }, "file with the credentials there, as beagle hub wrote it: run.credentials"),
	row("nats.tls_ca", path, func(c *run.Config) *string { return &c.NATS.Authority }, "file with the authority that signed the server's certificate, where it is your own"),
	row("nats.name", text, func(c *run.Config) *string { return &c.NATS.Name }, "the hub's --name, where it has another one than the usual"),
	row("seed", seed.or(1), func(c *run.Config) *uint64 { return &c.Seed }, "seed of the random source: same input and seed, same result"),
}

func isJar(word string) bool { return strings.HasSuffix(word, ".jar") }

var address = scalar("mail address", map[string]any{"type": "string", "format": "email"}, func(word string) (string, error) {
	if to, err := mail.ParseAddress(word); err != nil || to.Address != word {
		return "", errors.New("a mail address such as me@example.org")
	}
	return word, nil
}, filled[string])

// scatter is a choice of which two are booleans to YAML.
var scatter = func() kind[string] {
	k := choice("false", run.ScatterAlways, run.ScatterAuto)
	k.schema = map[string]any{"enum": []any{false, true, run.ScatterAuto}}
	return k
}()
