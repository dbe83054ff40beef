package java

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/measure/java/probed"
	"beagle/measure/launch"
)

// overlayDelivery is delivery without a build: the program runs as it is, where it is.
type overlayDelivery struct {
	Project  string            // folder of the program, which is not changed
	Sources  *probed.Sources   // the sources with their probes
	Launches []measure.Launch  // that are known of
	Strict   bool              // a copy can be built instead: a class that differs from what javac makes is an error
	Anyway   bool              // such a class is measured all the same
	Say      func(text string) // told of progress, in words; nil: nobody is

	place   probed.Place
	folder  string
	agent   string            // jar of the agents
	runtime string            // jar of the probes' class, beside it
	classes string            // folder of the rewritten classes
	driven  map[string]string // folders of those with the probes of one service, by its SEFF
	where   Origin            // of the program's classes
	ready   bool
	all     bool // every JVM of a launch gets the agent: its classes are not those of its own command line
}

func (o *overlayDelivery) Write(folder string) error {
	o.place = probed.Place{Project: o.Project, Copy: filepath.Join(folder, "src")}
	o.folder, o.agent = folder, filepath.Join(folder, "agent.jar")
	o.runtime, o.classes = filepath.Join(folder, "probes.jar"), filepath.Join(folder, "classes")
	o.Sources.UTF8 = true
	return o.Sources.Write(o.place)
}

func (o *overlayDelivery) Environment() (env map[string]string, option string) {
	return map[string]string{probe.EnvAgent: o.classes}, o.option("swap")
}

func (o *overlayDelivery) option(mode string) string { return "-javaagent:" + o.agent + "=" + mode }

func (o *overlayDelivery) Command(ctx context.Context, l *measure.Launch, env map[string]string) ([]string, map[string]string, error) {
	if err := o.Prepare(ctx, l); err != nil {
		return nil, nil, err
	}
	loaded, err := o.only(ctx, l.Drives)
	if err != nil {
		return nil, nil, err
	}
	return o.withAgent(l, env, "swap", loaded), env, nil
}

func (o *overlayDelivery) Packages() []string { return []string{probe.Package} }

func (o *overlayDelivery) Close() error { return os.RemoveAll(o.folder) }

func (o *overlayDelivery) Dir(dir string) string {
	if !filepath.IsAbs(dir) {
		return filepath.Join(o.Project, dir)
	}
	return dir
}

func (o *overlayDelivery) Needs(command []string) []string {
	needs := []string{o.Project, o.folder}
	return append(needs, classes.Jars(command, needs...)...)
}

func (o *overlayDelivery) Prepare(ctx context.Context, l *measure.Launch) error {
	if o.ready {
		return nil
	}
	for _, dir := range []string{o.folder, o.classes} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	if err := writeJars(ctx, o.runtime, o.agent); err != nil {
		return err
	}
	where, known, err := Where(o.Project, l)
	if err != nil {
		return err
	}
	names := o.Sources.Classes()
	if known {
		for i := range o.Launches { // one overlay serves all launches
			if other, known, err := Where(o.Project, &o.Launches[i]); known && err == nil {
				where.Path = append(where.Path, other.Path...)
			}
		}
		where.Path = unique(where.Path)
		where.found = classes.Find(where.Path, names)
	}
	if len(where.found) == 0 && !where.Source {
		o.Say("running " + strings.Join(l.Command, " ") + " once to see where its classes are")
		o.all = true
		if where, err = o.record(ctx, l); err != nil {
			return err
		}
		where.found = classes.Find(where.Path, names)
	}
	o.leave(where.found)
	if err := o.unpack(&where); err != nil {
		return err
	}
	o.otherAgents(&where)
	if err := o.faithful(ctx, &where); err != nil {
		return err
	}
	o.where = where
	if err := o.compile(ctx, o.Sources, o.place, o.classes); err != nil {
		return err
	}
	o.ready = true
	return nil
}

// withAgent lets the JVMs of a launch load an agent: a plain java command gets an option, for all else there is an
// environment variable that every JVM reads.
func (o *overlayDelivery) withAgent(l *measure.Launch, env map[string]string, mode string, work ...string) []string {
	env[probe.EnvAgent] = strings.Join(work, string(filepath.ListSeparator))
	option := o.option(mode)
	get := func(name string) string { return launch.Variable(env, name) }
	key := ""
	if o.all || !jdk.IsJava(l.Command[0]) {
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

func unique(entries []string) (kept []string) {
	for _, entry := range entries {
		if !slices.Contains(kept, entry) {
			kept = append(kept, entry)
		}
	}
	return kept
}
