package copied

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure/java/probe"
	"beagle/measure/java/probed"
	"beagle/measure/launch"
	"beagle/model"
)

// maxRounds bounds how often a build is tried again without the probes that the
// compiler rejected.
const maxRounds = 6

// Build builds the copy. What the compiler rejects is taken out.
func (c *Copy) Build(ctx context.Context) error {
	command, env := c.arguments(c.Builder), map[string]string{}
	if i := javacIn(command); i >= 0 {
		if err := makeOutputs(c.Place.Copy, command[i+1:]); err != nil {
			return err
		}
		command = append(command, c.runtimeFiles(command[i+1:])...)
	}
	command, env, err := c.unchecked(command, env)
	if err != nil {
		return err
	}
	for round := 1; ; round++ {
		c.Say("building: " + strings.Join(c.Builder, " "))
		result, err := launch.Run(ctx, launch.Spec{
			Name: "build", Command: command, Dir: c.Place.Copy, Env: env, Output: filepath.Join(c.Work, "build.log"),
		})
		if err != nil || result.OK() {
			return err
		}
		text, err := os.ReadFile(result.Output)
		if err != nil {
			return err
		}
		if step := failedCheck(string(text)); step != "" {
			return model.Problem{
				Severity: model.Error, Rule: "build", File: result.Output, Hint: notChecked(step),
				Message: fmt.Sprintf("the build of the instrumented copy failed in %s, which compiles nothing:\n%s", step, result.Tail),
			}
		}
		dropped := false
		switch {
		case round >= maxRounds || result.Stopped:
		case env[javacOptions] == "" && misses(result.Tail): // a script that names the files it compiles
			env[javacOptions] = strings.TrimSpace(os.Getenv(javacOptions) + quoted(c.runtimeFiles(nil)))
			dropped = true
		default:
			if dropped, err = probed.DropRejected(c.Sources, c.Place, result.Output); err != nil {
				return err
			}
		}
		if !dropped {
			return model.Problem{
				Severity: model.Error, Rule: "build", File: result.Output,
				Message: fmt.Sprintf("the build of the instrumented copy failed (exit code %d):\n%s", result.ExitCode, result.Tail),
				Hint:    "see whether the build succeeds in the project itself; its output is in " + result.Output,
			}
		}
	}
}

// javacOptions is an environment variable of which javac, from 9, takes
// arguments before its own.
const javacOptions = "JDK_JAVAC_OPTIONS"

// misses reports whether the compiler did not find the probes' class.
func misses(log string) bool {
	return strings.Contains(log, "package "+probe.Package) && strings.Contains(log, "does not exist")
}

func quoted(files []string) string {
	var text strings.Builder
	for _, file := range files {
		text.WriteString(` "` + file + `"`)
	}
	return text.String()
}

// javacIn is where a command names javac, itself or behind something like env;
// -1: nowhere.
func javacIn(command []string) int {
	return slices.IndexFunc(command, func(argument string) bool {
		return strings.TrimSuffix(filepath.Base(argument), ".exe") == "javac"
	})
}

// makeOutputs makes the folders that javac is told to write to: that of Java 8
// does not, and those that the project had are no part of the copy.
func makeOutputs(dir string, arguments []string) error {
	before := ""
	for _, argument := range arguments {
		names := before == "-d" || before == "-s" || before == "-h"
		if before = argument; !names {
			continue
		}
		if !filepath.IsAbs(argument) {
			argument = filepath.Join(dir, argument)
		}
		if err := os.MkdirAll(argument, 0o755); err != nil {
			return fmt.Errorf("the folder for classes cannot be made: %w", err)
		}
	}
	return nil
}

// runtimeFiles are the runtime's sources, once for each package of it: javac finds
// them by itself only below a source path that it has been given. With modules
// below one folder each has its own place, which javac knows.
func (c *Copy) runtimeFiles(arguments []string) (files []string) {
	if slices.ContainsFunc(arguments, func(a string) bool { return strings.HasPrefix(a, "--module-source-path") }) {
		return nil
	}
	byPackage := map[string]string{}
	for root, name := range c.Sources.About().Runtimes.Packages {
		place, err := c.Place.Of(root)
		if err != nil {
			continue // its sources are no part of the copy either
		}
		folder := filepath.Join(place, name)
		if present, ok := byPackage[name]; !ok || folder < present {
			byPackage[name] = folder
		}
	}
	for _, folder := range byPackage {
		for name := range probe.Sources(probe.Package) {
			files = append(files, filepath.Join(folder, name))
		}
	}
	slices.Sort(files)
	return files
}
