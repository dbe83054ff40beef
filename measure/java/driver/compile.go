package driver

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/measure/java/jdk"
	"beagle/measure/launch"
	"beagle/model"
)

// Driver calls one method.
type Driver struct {
	Method  *Method
	Source  string // file with the generated source
	Changed bool   // by a person
	Given   string // class with inputs(Random); empty: inputs are made

	x         *Index
	work      string  // folder of this process's launches
	classes   string  // folder of this driver's own
	compiled  string  // what comes before the class path: folder of what was compiled with others, or nothing
	compiling float64 // seconds that the JVM's compilers took to explore it
	share     float64 // of the time that the driven thread had a processor in the last launch
	limit     float64 // seconds that the longest call may take
	choices   []string
	makers    []string // what launches are told of classes that have no constructors of their own
	runs      int
	prepared  bool     // launches know what may be called on the object first
	noted     []string // what was said of its launches
}

// Compile generates the drivers of several methods and compiles them at once, into a folder that has to stay, beside
// which more is written: a compiler of its own for each takes ten times as long. Where one does not compile, none is
// kept, and New says of which.
func (x *Index) Compile(ctx context.Context, folder string, methods ...*Method) error {
	if len(methods) == 0 {
		return nil
	}
	var sources []string
	for _, m := range methods {
		source, _, err := x.keep(m)
		if err != nil {
			return err
		}
		sources = append(sources, source)
	}
	if x.compile(ctx, folder, sources...) != nil {
		return ctx.Err()
	}
	for _, m := range methods {
		x.compiled[m.qualified()] = folder
	}
	return nil
}

// New generates and compiles the driver of a method. Work is an empty folder, which the caller removes;
// given a class with "static Stream<Object[]> inputs(Random)", or empty.
func (x *Index) New(ctx context.Context, m *Method, work, given string) (*Driver, error) {
	java := x.java()
	if newest := java + 44; java > 0 && x.newest > newest {
		return nil, model.Problem{
			Severity: model.Error, Rule: "jdk", Message: fmt.Sprintf("the program's classes are made for Java %d, and %s is Java %d", x.newest-44, x.launcher(), java),
			Hint: fmt.Sprintf("put a JDK %d or newer first on the PATH, or into JAVA_HOME", x.newest-44),
		}
	}
	source, changed, err := x.keep(m)
	if err != nil {
		return nil, err
	}
	d := &Driver{Method: m, Source: source, Changed: changed, Given: given, x: x, work: work, classes: filepath.Join(work, "classes")}
	if folder := x.compiled[m.qualified()]; folder != "" {
		d.compiled = folder + string(filepath.ListSeparator)
		return d, nil
	}
	if err := x.compile(ctx, d.classes, source); err != nil {
		hint := "name another method, or give a hint to the source: it is yours to change"
		if changed {
			hint = "mend it, or remove it: then it is generated again"
		}
		return nil, model.Problem{Severity: model.Error, Rule: "driver", File: source, Message: "the driver does not compile: " + err.Error(), Hint: hint}
	}
	return d, nil
}

// compile compiles sources into a folder of classes, which gets the runtime, too; beside it lies what the compiler is
// told. The error is what the compiler said first.
func (x *Index) compile(ctx context.Context, classes string, sources ...string) error {
	compiler := jdk.Compiler(x.Home)
	runtime, err := layRuntime(compiler, classes+".runtime", classes)
	if err != nil {
		return err
	}
	path := classes + string(filepath.ListSeparator) + x.classPath()
	arguments := slices.Concat([]string{"-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", classes, "-cp", path}, sources, runtime)
	list := classes + ".args"
	if err := jdk.WriteFile(list, jdk.ArgumentFile(arguments)); err != nil {
		return err
	}
	result, err := launch.Run(ctx, launch.Spec{Name: "javac", Command: []string{compiler, jdk.English, jdk.Quick, "@" + list}, Dir: classes})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case !result.OK():
		return errors.New(safe.Line(firstError(result.Tail)))
	case runtime != nil:
		return keepRuntime(compiler, classes)
	}
	return nil
}

func firstError(said string) string {
	lines := strings.Split(said, "\n")
	for _, line := range lines {
		if strings.Contains(line, "error:") {
			return line[strings.LastIndexAny(line[:strings.Index(line, "error:")], `/\`)+1:]
		}
	}
	return strings.Join(lines[max(0, len(lines)-3):], " ")
}

func (x *Index) classPath() string {
	return strings.Join(append(append([]string{}, x.Own...), x.ClassPath...), string(filepath.ListSeparator))
}

func (x *Index) launcher() string {
	if x.Home != "" {
		return filepath.Join(x.Home, "bin", "java")
	}
	return jdk.Java()
}

var releaseLine = regexp.MustCompile(`(?m)^JAVA_VERSION="(?:1\.)?(\d+)`)

// java is the version of the JDK that runs the program; 0: it does not say.
func (x *Index) java() int {
	found, err := exec.LookPath(x.launcher())
	if err != nil {
		return 0
	}
	if found, err = filepath.EvalSymlinks(found); err != nil {
		return 0
	}
	home := filepath.Dir(filepath.Dir(found))
	for _, dir := range []string{home, filepath.Dir(home)} { // Java 8 has a JRE in its JDK
		if data, err := safe.ReadFile(filepath.Join(dir, "release"), 1<<16); err == nil {
			if m := releaseLine.FindSubmatch(data); m != nil {
				version, _ := strconv.Atoi(string(m[1])) // digits
				return version
			}
		}
	}
	return 0
}
