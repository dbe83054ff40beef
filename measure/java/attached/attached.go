// Package attached measures methods of a JVM that already runs.
package attached

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"beagle/internal/hash"
	"beagle/measure/java/driver"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/model"
)

// JVM is a Java process of this machine.
type JVM struct {
	PID       int    `json:"pid"`
	Main      string `json:"main"`                // main class, jar or module; empty: its command line does not say
	Container string `json:"container,omitempty"` // name of its control group's or host, where it runs in other namespaces than we
	User      int    `json:"-"`                   // its effective user id

	inner   int    // process id in its own namespace
	root    string // its file system, as seen from here
	process *os.Process
	refused string // why nothing can be attached; empty: nothing is known against it
}

// Order is what to measure, and for how long.
type Order struct {
	Methods []string      // Class.method, with parameter types or without, classes and packages
	For     time.Duration // at the longest
	Calls   int64         // end as soon as so many calls of each method were timed; 0: only the time counts
	Budget  float64       // CPU time that probes may take, as a share of the time of one processor
}

// MostCalls is how many calls of a method are timed at most, evenly over the time: the learner takes seconds for so many.
const MostCalls = 20_000

// Watched is what was found of one method.
type Watched struct {
	Method       driver.Method
	Counted      int64 // calls, exactly
	Observations []driver.Observation
	Wall         int64 // observations of virtual threads, which have no CPU time: theirs is wall time
	Problems     []model.Problem
}

// Total is what all calls took, by those that were timed, in CPU seconds.
func (w *Watched) Total() float64 {
	sum := 0.0
	for _, o := range w.Observations {
		sum += o.Seconds
	}
	return sum / float64(max(len(w.Observations), 1)) * float64(w.Counted)
}

// Found is what was found in a JVM.
type Found struct {
	Watched  []*Watched
	Lasted   time.Duration // how long the probes were in
	Overhead time.Duration // CPU time of the probes, without going in
	CPU      time.Duration // of the program in that time, probes included
	GoingIn  time.Duration // CPU time of preparing and inserting the probes
	Classes  int           // that had probes
	Problems []model.Problem
}

//go:embed src/*.java
var files embed.FS

const packageName = "beagle_attached"

// jarred writes the agent.
func jarred(ctx context.Context, jar string) error {
	sources := map[string]string{"Sizes.java": strings.Replace(probe.Sources(probe.Package)["Sizes.java"], probe.Package, packageName, 1)}
	entries, err := files.ReadDir("src")
	if err != nil {
		return err
	}
	all := sources["Sizes.java"]
	for _, entry := range entries {
		text, err := files.ReadFile("src/" + entry.Name())
		if err != nil {
			return err
		}
		sources[entry.Name()] = string(text)
		all += string(text)
	}
	name := fmt.Sprintf("%s_%08x", packageName, uint32(hash.Text(all)))
	for file, text := range sources {
		sources[file] = strings.Replace(text, "package "+packageName+";", "package "+name+";", 1)
	}
	err = jdk.Jar(ctx, jar, sources, fmt.Sprintf("Agent-Class: %s.Agent\r\nCan-Retransform-Classes: true\r\nBoot-Class-Path: %s\r\n", name, filepath.Base(jar)))
	if err != nil {
		return model.Problem{
			Severity: model.Error, Rule: "attach", Message: "the agent could not be compiled: " + err.Error(),
			Hint: "put a JDK (javac) on the PATH of this machine; the JVM itself needs none",
		}
	}
	return nil
}

const starting = 30 * time.Second

// Measure measures methods of a JVM. The end of ctx ends the measuring early: the probes are taken out, and what was
// measured until then is in the result. So it is where the process ends. Tell gets how far it is; nil: nobody wants
// to know.
func Measure(ctx context.Context, jvm *JVM, order Order, tell func(*Found)) (*Found, error) {
	if jvm.refused != "" {
		return nil, problem(jvm, jvm.refused, "")
	}
	folder, err := jvm.folder()
	if err != nil {
		return nil, problem(jvm, "its folder for temporary files cannot be written: "+err.Error(), "")
	}
	defer os.RemoveAll(folder)
	jar := filepath.Join(folder, "agent.jar")
	if err := jarred(ctx, jar); err != nil {
		return nil, err
	}
	wanted := order.Calls
	if wanted == 0 {
		wanted = MostCalls
	}
	lines := []string{fmt.Sprintf("seconds\t%g", order.For.Seconds()), fmt.Sprintf("budget\t%g", order.Budget), fmt.Sprintf("wanted\t%d", wanted)}
	if order.Calls > 0 {
		lines = append(lines, "enough")
	}
	for _, m := range order.Methods {
		lines = append(lines, "match\t"+strings.ReplaceAll(m, "#", "."))
	}
	found := filepath.Join(folder, "found")
	for file, text := range map[string]string{filepath.Join(folder, "order"): strings.Join(lines, "\n") + "\n", found: ""} {
		if err := jdk.WriteFile(file, []byte(text)); err != nil {
			return nil, err
		}
	}
	file, err := os.Open(found) // stays readable where the container's file system goes with the process
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := jvm.give(folder); err != nil {
		return nil, err
	}
	if err := jvm.load(ctx, jar, jvm.there(folder)); err != nil {
		return nil, err
	}
	r := reader{file: file, found: &Found{}}
	err = r.follow(ctx, jvm, order, func() error { return jvm.load(context.WithoutCancel(ctx), jar, "") }, tell)
	return r.found, err
}

func problem(jvm *JVM, message, hint string) error {
	return model.Problem{Severity: model.Error, Rule: "attach", Message: fmt.Sprintf("process %d: %s", jvm.PID, message), Hint: hint}
}

var errGone = errors.New("the process ended")
