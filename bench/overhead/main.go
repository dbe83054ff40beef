// Command overhead measures what measuring costs: the wall time of the example
// project without probes, with the built-in probes and with Kieker, interleaved
// in one run on one machine.
//
//	go run ./bench/overhead [-n 5] [-clock cpu] [-program "upload --rounds 24"]
//	go run ./bench/overhead -python extensions/python/example [-launch 1]
//
// The second measures a Python program beside Python's own profiler, by processor
// time, the start of Python included.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/run/project"

	"beagle/examples"
	"beagle/measure"
	"beagle/measure/java"
	"beagle/measure/launch"
	"beagle/run"
	"beagle/statistics/robust"
)

func main() {
	n := flag.Int("n", 5, "runs of each kind")
	clock := flag.String("clock", "cpu", "clock of the probes: cpu or wall")
	program := flag.String("program", "upload", "arguments of the example program")
	python := flag.String("python", "", "measure this project's Python launch in place of the example in Java, e.g. extensions/python/example")
	number := flag.Int("launch", 1, "with -python: which of its launches")
	flag.Parse()
	log.SetFlags(0)
	if *python != "" {
		if err := comparePython(*n, *python, *number, os.Stdout); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := compare(*n, *clock, strings.Fields(*program), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

type kind struct {
	name   string
	once   func(number int) (seconds float64, events int64, err error)
	times  []float64
	events int64
}

func compare(n int, clock string, arguments []string, out io.Writer) error {
	dir, err := os.MkdirTemp("", "beagle-overhead-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.CopyFS(dir, examples.FS); err != nil {
		return err
	}
	project := filepath.Join(dir, "fileshare")
	command := append([]string{"java", "-cp", "target/classes", "fileshare.Main"}, arguments...)
	kinds := []*kind{plain(project, command)}
	for _, probe := range []string{"builtin", "kieker"} {
		k, err := probed(project, filepath.Join(dir, probe), probe, clock, command)
		if err != nil {
			return fmt.Errorf("%s: %w", probe, err)
		}
		kinds = append(kinds, k)
	}
	return inTurns(n, out, kinds)
}

// inTurns runs the kinds n times, each once in a turn, and reports.
func inTurns(n int, out io.Writer, kinds []*kind) error {
	for i := range n {
		for _, k := range kinds {
			seconds, events, err := k.once(i)
			if err != nil {
				return fmt.Errorf("%s: %w", k.name, err)
			}
			k.times, k.events = append(k.times, seconds), events
		}
	}
	report(out, kinds)
	return nil
}

func report(out io.Writer, kinds []*kind) {
	base := slices.Min(kinds[0].times) // other programs only ever add time
	fmt.Fprintf(out, "%-10s %10s %10s %10s %12s %14s\n", "probes", "least s", "median s", "overhead", "events", "ns per event")
	for _, k := range kinds {
		least := slices.Min(k.times)
		fmt.Fprintf(out, "%-10s %10.3f %10.3f %9.1f%%", k.name, least, robust.Median(slices.Clone(k.times)), 100*(least-base)/base)
		if k.events > 0 {
			fmt.Fprintf(out, " %12d %14.0f", k.events, 1e9*(least-base)/float64(k.events))
		}
		fmt.Fprintln(out)
	}
}

func plain(project string, command []string) *kind {
	built := false
	return &kind{name: "none", once: func(int) (float64, int64, error) {
		if !built {
			if err := runOK(launch.Spec{Name: "build", Dir: project, Command: build}); err != nil {
				return 0, 0, err
			}
			built = true
		}
		output := filepath.Join(project, "plain.log")
		if err := runOK(launch.Spec{Name: "program", Dir: project, Command: command, Output: output}); err != nil {
			return 0, 0, err
		}
		seconds, err := workTime(output)
		return seconds, 0, err
	}}
}

var build = []string{"javac", "-encoding", "UTF-8", "-d", "target/classes", "-sourcepath", "src/main/java", "src/main/java/fileshare/Main.java"}

func runOK(spec launch.Spec) error {
	result, err := launch.Run(context.Background(), spec)
	if err == nil && !result.OK() {
		err = fmt.Errorf("exit code %d: %s", result.ExitCode, result.Tail)
	}
	return err
}

func probed(dir, work, probe, clock string, command []string) (*kind, error) {
	prepared, err := project.Prepare(run.Config{
		Project: dir, Model: filepath.Join(dir, "model/fileshare.repository"),
		Links:   filepath.Join(dir, "model/fileshare_source_statement_links.xml"),
		Sources: []string{filepath.Join(dir, "src/main/java")},
	})
	if err != nil {
		return nil, err
	}
	tool := java.NewTool(java.Options{
		Project: dir, Sources: []string{filepath.Join(dir, "src/main/java")}, Build: build,
		Probe: probe, Clock: clock, WorkDir: work,
	})
	program, err := tool.Prepare(context.Background(), prepared.Order)
	if err != nil {
		return nil, err
	}
	return &kind{name: probe, once: func(number int) (float64, int64, error) {
		report, err := program.Launch(context.Background(), measure.Launch{Name: probe, Command: command}, int32(number+1), discard{})
		if err != nil {
			return 0, 0, err
		}
		if report.ExitCode != 0 || report.Lost != 0 {
			return 0, 0, fmt.Errorf("exit code %d, %d records lost: %s", report.ExitCode, report.Lost, fmt.Sprint(report.Problems))
		}
		seconds, err := workTime(report.Output)
		return seconds, report.Events, err
	}}, nil
}

type discard struct{}

// Events throws a batch away: only the probes' time is wanted.
func (discard) Events([]measure.Event) {}

// workTime is the time that the program says it took, without the start of
// the virtual machine.
func workTime(output string) (float64, error) {
	data, err := os.ReadFile(output)
	if err != nil {
		return 0, err
	}
	match := regexp.MustCompile(`rounds in ([0-9]+)[.,]([0-9]+) s`).FindSubmatch(data)
	if match == nil {
		return 0, fmt.Errorf("%s does not say how long the program took", output)
	}
	return strconv.ParseFloat(string(match[1])+"."+string(match[2]), 64)
}
