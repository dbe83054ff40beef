package java

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
	"beagle/measure/launch"
	"beagle/model"
)

// Origin is where a program has its classes from.
type Origin struct {
	Path    []string // class path and modules; what is unpacked of fat jars
	options []string // that its compiler needs, such as --add-exports
	agents  []string // that it loads besides ours
	Home    string   // java.home; empty: unknown
	Source  bool     // the launcher compiles the source itself
	Main    string   // main class, with slashes; empty: unknown
	found   map[string]classes.Found
}

// Where reads where a launch has its classes from, from its command; false:
// the command is no plain java, but something like a build tool.
func Where(project string, l *measure.Launch) (Origin, bool, error) {
	if !jdk.IsJava(l.Command[0]) {
		return Origin{}, false, nil
	}
	dir := l.Dir
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(project, dir)
	}
	get := func(name string) string { return launch.Variable(l.Env, name) }
	c, err := classes.ReadCommand(l.Command, dir, get)
	if err != nil {
		return Origin{}, false, model.Problem{
			Severity: model.Error, Rule: "overlay", Message: fmt.Sprintf("launch %q: %v", l.Name, err), Hint: "correct the command",
		}
	}
	return Origin{Path: slices.Concat(c.Path, c.Modules), options: c.Compile, agents: c.Agents, Source: c.Source, Main: strings.ReplaceAll(c.Main, ".", "/"), Home: homeOf(c.Java, dir, get("PATH"))}, true, nil
}

func homeOf(java, dir, path string) string {
	switch {
	case filepath.IsAbs(java):
	case filepath.Base(java) != java:
		java = filepath.Join(dir, java)
	default:
		for _, folder := range filepath.SplitList(path) {
			if found, err := exec.LookPath(filepath.Join(folder, java)); err == nil {
				java = found
				break
			}
		}
	}
	file, err := filepath.EvalSymlinks(java)
	if err != nil || !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Dir(filepath.Dir(file))
}

func (o *overlayDelivery) record(ctx context.Context, l *measure.Launch) (Origin, error) {
	list := filepath.Join(o.folder, "classes.txt")
	_ = os.Remove(list)
	env := classes.Environment(l.Command[0], l.Env)
	command := o.withAgent(l, env, "record", append([]string{list}, o.Sources.Classes()...)...)
	result, err := launch.Run(ctx, launch.Spec{
		Name: fmt.Sprintf("launch %q", l.Name), Command: command, Dir: o.Dir(l.Dir), Env: env,
		Output: filepath.Join(o.folder, "record.log"),
	})
	if err != nil {
		return Origin{}, err
	}
	data, err := os.ReadFile(list)
	if err != nil {
		hint := "build the program, or correct the command; with build set, beagle run builds and runs an instrumented copy of it instead"
		if strings.Contains(result.Tail, "java.instrument may be missing") {
			hint = "the program's Java is an image without java.instrument, which loads agents: set build: then an instrumented copy is built and run, which needs none"
		}
		return Origin{}, model.Problem{
			Severity: model.Error, Rule: "overlay", File: result.Output, Hint: hint,
			Message: fmt.Sprintf("launch %q loaded none of the classes that are to be measured (exit code %d):\n%s", l.Name, result.ExitCode, result.Tail),
		}
	}
	return located(string(data)), nil
}

func located(text string) (where Origin) {
	add := func(list *[]string, entry string) {
		if entry != "" && !slices.Contains(*list, entry) {
			*list = append(*list, entry)
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		key, value, _ := strings.Cut(line, "\t")
		switch key {
		case "from", "path", "modules":
			if outer, inner, nested := strings.Cut(value, "!/"); !nested {
				add(&where.Path, value)
			} else if inner != "" { // of a jar in a jar, which is unpacked
				outer = outer[strings.LastIndexByte(outer, ':')+1:]
				add(&where.Path, outer)
			}
		case "java":
			where.Home = value
		case "option":
			for _, agent := range classes.Agents(`"` + value + `"`) {
				add(&where.agents, agent)
			}
		}
	}
	return where
}

func (o *overlayDelivery) unpack(where *Origin) error {
	for i, entry := range where.Path {
		inner, err := classes.Unpack(entry, filepath.Join(o.folder, "unpacked", fmt.Sprint(i)))
		if err != nil {
			return model.Problem{
				Severity: model.Error, Rule: "overlay", File: entry, Message: err.Error(),
				Hint: "set build: then an instrumented copy is built and run",
			}
		}
		if len(inner) == 0 {
			continue
		}
		where.Path = append(where.Path, inner...)
		o.note(model.Problem{
			Severity: model.Info, Rule: "overlay", File: entry,
			Message: fmt.Sprintf("the jar holds jars or folders of classes (%d, such as %s): they were unpacked for the compiler only, the program runs from the jar", len(inner), filepath.Base(inner[0])),
		})
	}
	return nil
}

func (o *overlayDelivery) otherAgents(where *Origin) {
	agents := slices.DeleteFunc(slices.Clone(where.agents), func(agent string) bool { return agent == o.agent })
	if len(agents) == 0 {
		return
	}
	for i := range agents {
		agents[i] = filepath.Base(agents[i])
	}
	o.note(model.Problem{
		Severity: model.Warning, Rule: "agents",
		Message: "the program loads other agents (" + strings.Join(agents, ", ") + "): they see the classes with probes, and what they add is measured too",
		Hint:    "take them out of the launch, unless the model is to have their demands",
	})
}

func (o *overlayDelivery) note(p model.Problem) { o.Sources.Notes = append(o.Sources.Notes, p) }
