// Command python measures what measuring a Python program costs, beside Python's own
// profiler: the processor time of a project's first launch without probes, with the
// probes of extensions/python, and under cProfile, in turns, in one run on one machine.
// The start of Python is part of all three.
//
//	go run ./bench/python [-n 7] [-project extensions/python/example] [-launch 1]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"

	"beagle/config"
	"beagle/extension"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/run/project"
	"beagle/statistics/robust"
)

func main() {
	n := flag.Int("n", 7, "runs of each kind")
	folder := flag.String("project", "extensions/python/example", "folder with a beagle.yaml that measures with python")
	number := flag.Int("launch", 1, "which of its launches, from 1")
	tool := flag.String("extension", "extensions/python/beagle-python", "the measurement tool")
	flag.Parse()
	log.SetFlags(0)
	if err := compare(*n, *folder, *number, *tool, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// kind is one way to run the program.
type kind struct {
	name   string
	once   func(number int32) (events int64, err error)
	times  []float64 // seconds of the processor
	events int64
}

func compare(n int, folder string, number int, extensionPath string, out io.Writer) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	used := extension.Use(context.Background(), []string{extensionPath})
	defer used.Close()
	settings, err := config.Load(config.Options{Project: folder})
	if err != nil {
		return err
	}
	analysis, err := settings.Config()
	if err != nil {
		return err
	}
	prepared, err := project.Prepare(analysis)
	if err != nil {
		return err
	}
	python, err := measure.Tools.Get("python")
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "beagle-python-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	program, err := python.New(measure.ToolOptions{Project: folder, Sources: analysis.Sources, WorkDir: work}).Prepare(context.Background(), prepared.Order)
	if err != nil {
		return err
	}
	defer func() { _ = program.Close() }()
	if number < 1 || number > len(analysis.Launch) {
		return fmt.Errorf("there are %d launches", len(analysis.Launch))
	}
	l := analysis.Launch[number-1]
	l.Dir = folder
	kinds := []*kind{
		{name: "none", once: func(int32) (int64, error) { return 0, plain(folder, l.Command) }},
		{name: "beagle", once: func(number int32) (int64, error) {
			report, err := program.Launch(context.Background(), l, number, discard{})
			if err == nil && (report.ExitCode != 0 || report.Lost != 0) {
				err = fmt.Errorf("exit code %d, %d records lost: %v", report.ExitCode, report.Lost, report.Problems)
			}
			return report.Events, err
		}},
		{name: "cProfile", once: func(int32) (int64, error) {
			return 0, plain(folder, slices.Concat(l.Command[:1], []string{"-m", "cProfile", "-o", os.DevNull}, l.Command[1:]))
		}},
	}
	for i := range n {
		for _, k := range kinds {
			before := childrensTime()
			events, err := k.once(int32(i + 1))
			if err != nil {
				return fmt.Errorf("%s: %w", k.name, err)
			}
			k.times, k.events = append(k.times, childrensTime()-before), events
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

func plain(folder string, command []string) error {
	result, err := launch.Run(context.Background(), launch.Spec{Name: "program", Dir: folder, Command: command})
	if err == nil && !result.OK() {
		err = fmt.Errorf("exit code %d: %s", result.ExitCode, result.Tail)
	}
	return err
}

type discard struct{}

func (discard) Events([]measure.Event) {}
