package java

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/probe"
)

// overlay is delivery without a build: the program runs as it is, where it is,
// and an agent loads the rewritten classes in place of its own. It is made at
// the first launch, because only that says which classes the program runs.
type overlay struct {
	folder  string
	agent   string // jar of the agents
	runtime string // jar of the probes' class, beside it
	classes string // folder of the rewritten classes
	ready   bool
	all     bool // every JVM of a launch gets the agent: its classes are not those of its own command line
}

func newOverlay(folder string) *overlay {
	return &overlay{
		folder: folder, agent: filepath.Join(folder, "agent.jar"),
		runtime: filepath.Join(folder, "probes.jar"), classes: filepath.Join(folder, "classes"),
	}
}

// origin is where a program has its classes from.
type origin struct {
	path    []string // class path and modules; what is unpacked of fat jars
	options []string // that its compiler needs, such as --add-exports
	agents  []string // that it loads besides ours
	home    string   // java.home; empty: unknown
	source  bool     // the launcher compiles the source itself
	main    string   // main class, with slashes; empty: unknown
	found   map[string]classes.Found
}

// prepare compiles the rewritten files against what the program runs with.
func (o *overlay) prepare(ctx context.Context, p *preparation, l *measure.Launch) error {
	if o.ready {
		return nil
	}
	for _, dir := range []string{o.folder, o.classes} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	if err := o.jars(ctx); err != nil {
		return err
	}
	where, known, err := p.options.commandLine(p.project, l)
	if err != nil {
		return err
	}
	names := p.classes()
	if known {
		for i := range p.options.Launches { // one overlay serves all launches
			if other, known, err := p.options.commandLine(p.project, &p.options.Launches[i]); known && err == nil {
				where.path = append(where.path, other.path...)
			}
		}
		where.path = unique(where.path)
		where.found = classes.Find(where.path, names)
	}
	if len(where.found) == 0 && !where.source {
		p.options.say("running " + strings.Join(l.Command, " ") + " once to see where its classes are")
		o.all = true
		if where, err = o.record(ctx, p, l); err != nil {
			return err
		}
		where.found = classes.Find(where.path, names)
	}
	if err := o.unpack(p, &where); err != nil {
		return err
	}
	p.otherAgents(&where)
	if err := p.faithful(ctx, o, &where); err != nil {
		return err
	}
	if err := o.compile(ctx, p, &where); err != nil {
		return err
	}
	o.ready = true
	return nil
}

// withAgent lets the JVMs of a launch load an agent: a plain java command gets an
// option, for all else there is an environment variable that every JVM reads.
// Ours stands before other agents, so that these see the classes with probes:
// behind them it would undo what they do.
func (o *overlay) withAgent(l *measure.Launch, env map[string]string, mode string, work ...string) []string {
	env[probe.EnvAgent] = strings.Join(work, string(filepath.ListSeparator))
	option := "-javaagent:" + o.agent + "=" + mode
	get := lookup(env)
	key := ""
	if o.all || !isJava(l.Command[0]) {
		key = "JAVA_TOOL_OPTIONS"
	}
	for _, other := range []string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"} {
		if key == "" && len(classes.Agents(get(other))) > 0 {
			key = other
		}
	}
	if key == "" {
		return slices.Insert(slices.Clone(l.Command), 1, option)
	}
	env[key] = strings.TrimSpace(`"` + option + `" ` + get(key))
	return l.Command
}

// lookup finds environment variables as a launch will see them.
func lookup(env map[string]string) func(string) string {
	return func(name string) string {
		if value, ok := env[name]; ok {
			return value
		}
		return os.Getenv(name)
	}
}

func unique(entries []string) (kept []string) {
	for _, entry := range entries {
		if !slices.Contains(kept, entry) {
			kept = append(kept, entry)
		}
	}
	return kept
}

// class is the file's main class, with slashes.
func (f *rewritten) class() string {
	name := strings.TrimSuffix(filepath.Base(f.path), ".java")
	if p := f.file.Package(); p != "" {
		name = strings.ReplaceAll(p, ".", "/") + "/" + name
	}
	return name
}

// classes are the names of the main classes of all rewritten files.
func (r *instrumented) classes() (names []string) {
	for i := range r.files {
		names = append(names, r.files[i].class())
	}
	return names
}
