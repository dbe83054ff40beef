package java

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"beagle/internal/foreign"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/measure/java/probed"
	"beagle/measure/launch"
	"beagle/model"
)

// Instrumented reports what instrumenting a tree did.
type Instrumented struct {
	Files int             // rewritten
	Sites int             // that got probes
	Table probe.Table     // what the probes' numbers mean
	Notes []model.Problem // sections that were widened, narrowed, moved or refused
	Lost  int             // sites that got probes, and lost them again because they do not compile
	Tried Tried           // whether the result compiles

	Env    map[string]string // what the program needs in its environment to record; of an overlay, what its agent works on, too
	Option string            // of an overlay: the option of java that loads it
	Maven  string            // of a copy of a Maven project: options without which its checks of sources may end a build
}

// Compile says how it is seen whether an instrumented copy compiles.
type Compile struct {
	Skip   bool          // it is not
	Path   []string      // class path; what the copy holds itself need not be there
	Home   string        // Java home whose javac is taken; empty: the one on the PATH
	Build  []string      // command that builds the copy, where there is no class path
	Within time.Duration // how long javac may take in all; 0: five minutes
	Log    io.Writer     // progress in words; may be nil
}

// CompileAs says how a program's launches and build have its copy compiled.
func CompileAs(o Options) (c Compile) {
	project, err := filepath.Abs(o.Project)
	if err != nil {
		return c
	}
	for i := range o.Launches {
		where, known, err := Where(project, &o.Launches[i])
		if !known || err != nil {
			continue
		}
		for _, entry := range where.Path {
			if _, err := os.Stat(entry); err == nil && !slices.Contains(c.Path, entry) {
				c.Path = append(c.Path, entry)
			}
		}
		c.Home = where.Home
	}
	c.Build = o.Build
	return c
}

func (c *Compile) say(text string) {
	o := Options{Log: c.Log}
	o.say(text)
}

type counted interface {
	probed.Set
	Count() (files, sites int)
}

// Instrument copies a project, writes the instrumented sources of an order into the copy, and stops: for people to
// look at.
func Instrument(ctx context.Context, project string, order measure.Order, clock, out string, c Compile) (Instrumented, error) {
	result, err := c.newCopy(ctx, project, out, func(place probed.Place) (counted, error) {
		sources := probed.Rewrite(order, clock != "wall", false)
		return sources, sources.Write(place)
	})
	if err != nil {
		return result, err
	}
	result.Env = map[string]string{stackVariable: StackOption}
	return result, result.recordsTo(out, order)
}

func (i *Instrumented) recordsTo(out string, order measure.Order) error {
	folder, err := filepath.Abs(filepath.Join(out, RecordsFolder))
	if err != nil {
		return err
	}
	i.Env[probe.EnvOut] = folder
	i.Env[probe.EnvTable] = strconv.FormatInt(i.Table.Hash(), 10)
	return WriteMeaning(folder, Meaning{Table: i.Table, Order: order})
}

// InstrumentEverything copies a tree and puts probes at all statements, branches, loops, calls and methods of its
// Java sources: a test of instrumentation on any project.
func InstrumentEverything(ctx context.Context, tree, out string, c Compile) (Instrumented, error) {
	return c.newCopy(ctx, tree, out, func(place probed.Place) (counted, error) {
		return probed.RewriteEverything(ctx, place)
	})
}

// newCopy copies a project into a new folder, puts probes into the copy, and sees whether it compiles.
func (c *Compile) newCopy(ctx context.Context, project, out string, rewrite func(probed.Place) (counted, error)) (result Instrumented, err error) {
	var place probed.Place
	if place.Project, err = filepath.Abs(project); err != nil {
		return result, err
	}
	if info, err := os.Stat(place.Project); err != nil || !info.IsDir() {
		p := model.Problem{Severity: model.Error, File: place.Project, Message: "there is no such folder", Hint: "name the folder of a project with Java sources"}
		if err == nil {
			p.Message = "this is a file, no folder"
		}
		if what, _ := foreign.File(place.Project); what != "" {
			p.Message = "this is no folder but " + what
		}
		return result, p
	}
	if place.Copy, err = filepath.Abs(out); err != nil {
		return result, err
	}
	undo, err := newFolder(place.Copy)
	if err != nil {
		return result, err
	}
	defer undo(&err)
	made := &copyDelivery{Place: place, Builder: c.Build, Work: place.Copy, Say: c.say}
	if err := made.Tree(ctx); err != nil {
		return result, err
	}
	sources, err := rewrite(place)
	if err != nil {
		return result, err
	}
	if counted := resultOf(sources); counted.Files == 0 {
		return result, nothing(place.Project, counted.Notes)
	}
	made.Sources = sources
	tried, err := c.try(ctx, made)
	result = resultOf(sources)
	result.Tried = tried
	if _, missing := os.Stat(filepath.Join(place.Copy, "pom.xml")); missing == nil {
		result.Maven = MavenOptions()
	}
	return result, err
}

func nothing(project string, notes []model.Problem) error {
	p := model.Problem{
		Severity: model.Error, Rule: "no-probes", File: project, Message: "no probe was put anywhere: there are no Java sources with code in this folder",
		Hint: "name the folder of a project with Java sources",
	}
	if language, files := foreign.Sources(project); files > 0 {
		p.Message = fmt.Sprintf("no probe was put anywhere: there are no Java sources in this folder, but %s of %s", quantity.Plural(files, "file", "files"), language)
		p.Hint = "Beagle measures Java programs; of others it learns from recorded Kieker logs (beagle run --logs)"
	} else if len(notes) > 0 {
		p.Message += "; first, " + notes[0].Error()
	}
	return p
}

// try compiles a copy, and takes the probes back that it does not compile with.
func (c *Compile) try(ctx context.Context, made *copyDelivery) (result Tried, err error) {
	paths := len(made.Sources.Paths())
	if c.Skip || paths == 0 {
		return result, nil
	}
	if len(c.Path) > 0 || len(c.Build) == 0 {
		t := Trial{Sources: made.Sources, Place: made.Place, Path: c.Path, Home: c.Home, Within: c.Within, Say: c.say}
		return t.Run(ctx)
	}
	if made.Work, err = os.MkdirTemp("", "beagle-build-"); err != nil {
		return result, err
	}
	made.Brief = true
	defer os.RemoveAll(made.Work)
	if err := made.Build(ctx); err != nil {
		said := model.AsProblem(err, "compile")
		said.File = "" // it is gone then
		return result, said
	}
	return Tried{By: strings.Join(c.Build, " "), Files: paths}, nil
}

func resultOf(sources counted) (result Instrumented) {
	about := sources.About()
	result.Table, result.Notes, result.Lost = about.Table, about.Notes, about.Lost
	result.Files, result.Sites = sources.Count()
	return result
}

// InstrumentOverlay writes what an overlay replaces in the program as it is built, and stops: the rewritten sources,
// their classes, and the agent that loads them.
func InstrumentOverlay(ctx context.Context, o Options, order measure.Order, out string) (result Instrumented, err error) {
	if len(o.Launches) == 0 {
		return result, model.Problem{
			Severity: model.Error, Rule: "no-launch", Message: "no launch configuration says where the program's classes are", Hint: "add one under launch: in beagle.yaml",
		}
	}
	if out, err = filepath.Abs(out); err != nil {
		return result, err
	}
	undo, err := newFolder(out)
	if err != nil {
		return result, err
	}
	defer undo(&err)
	sources := probed.Rewrite(order, o.Clock != "wall", true)
	over := &overlayDelivery{Sources: sources, Launches: o.Launches, Anyway: o.Delivery == Overlay, Say: o.say}
	if over.Project, err = filepath.Abs(o.Project); err != nil {
		return result, err
	}
	if err := over.Write(out); err != nil {
		return result, err
	}
	if len(sources.Files) > 0 {
		if err := over.Prepare(ctx, &o.Launches[0]); err != nil {
			return result, err
		}
	}
	result = resultOf(sources)
	result.Env, result.Option = over.Environment()
	return result, result.recordsTo(out, order)
}

// Methods with probes have larger stack frames: those of a recursive method with a service, a loop and a demand were
// 1.6 times as large, those with probes at every statement 2.3 times.
const (
	// StackOption stands for what the program does not say: the JVM's own size is 1 MB, or 2 MB on AArch64.
	StackOption = "-Xss4m"
	stackTimes  = 2 // where the program says how much
	// stackVariable has options that every launcher since Java 9 reads.
	stackVariable = "JDK_JAVA_OPTIONS"
)

// moreStack gives the JVMs of a launch more stack: a plain java command by its option, all else by a variable.
func moreStack(command []string, env map[string]string) []string {
	if !jdk.IsJava(command[0]) {
		env[stackVariable] = strings.TrimSpace(StackOption + " " + launch.Variable(env, stackVariable))
		return command
	}
	asked := false
	command = slices.Clone(command)
	for i, option := range command {
		if size, ok := strings.CutPrefix(option, "-Xss"); ok && i > 0 {
			digits := strings.TrimRight(size, "kKmMgG")
			if n, err := strconv.Atoi(digits); err == nil && 0 < n && n < 1<<30 {
				command[i] = "-Xss" + strconv.Itoa(stackTimes*n) + size[len(digits):]
				asked = true
			}
		}
	}
	if !asked {
		command = slices.Insert(command, 1, StackOption)
	}
	return command
}

// newFolder makes a folder.
func newFolder(path string) (undo func(failed *error), err error) {
	entries, err := os.ReadDir(path)
	made := os.IsNotExist(err)
	switch {
	case made:
		err = os.MkdirAll(path, 0o755)
	case len(entries) > 0:
		err = model.Problem{
			Severity: model.Error, File: path, Rule: "instrument",
			Message: "the folder is not empty", Hint: fmt.Sprintf("name a new folder, or remove %s first", path),
		}
	}
	return func(failed *error) {
		if *failed == nil {
			return
		}
		entries, _ := os.ReadDir(path)
		for _, entry := range entries {
			_ = os.RemoveAll(filepath.Join(path, entry.Name()))
		}
		if made {
			_ = os.Remove(path)
		}
		var p model.Problem
		if errors.As(*failed, &p) && strings.HasPrefix(p.File, path+string(filepath.Separator)) {
			p.File = "" // a log that is gone; its end is in the message
			*failed = p
		}
	}, err
}
