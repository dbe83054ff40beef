package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"beagle/config"
	"beagle/extension"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/run/project"
)

// comparePython measures a launch, by its number from 1, of a project whose
// beagle.yaml measures with the extension python: the processor time of the whole
// process, without probes, with them, and under Python's own profiler.
func comparePython(n int, folder string, number int, out io.Writer) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	used := extension.Use(context.Background(), []string{"extensions/python/beagle-python"})
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
	once := func(work func() (int64, error)) func(int) (float64, int64, error) {
		return func(int) (float64, int64, error) {
			before := childrensTime()
			events, err := work()
			return childrensTime() - before, events, err
		}
	}
	command := func(command []string) func() (int64, error) {
		return func() (int64, error) {
			return 0, runOK(launch.Spec{Name: "program", Dir: folder, Command: command})
		}
	}
	started := int32(0)
	probes := func() (int64, error) {
		started++
		report, err := program.Launch(context.Background(), l, started, discard{})
		if err == nil && (report.ExitCode != 0 || report.Lost != 0) {
			err = fmt.Errorf("exit code %d, %d records lost: %v", report.ExitCode, report.Lost, report.Problems)
		}
		return report.Events, err
	}
	profiled := slices.Concat(l.Command[:1], []string{"-m", "cProfile", "-o", os.DevNull}, l.Command[1:])
	return inTurns(n, out, []*kind{
		{name: "none", once: once(command(l.Command))},
		{name: "beagle", once: once(probes)},
		{name: "cProfile", once: once(command(profiled))},
	})
}
