package java

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/safe"

	"beagle/measure/java/probe"
	"beagle/measure/java/probed"
	"beagle/measure/launch"
	"beagle/model"
)

// maxRounds bounds how often a build is tried again without the probes that the compiler rejected.
const maxRounds = 6

func (c *copyDelivery) Build(ctx context.Context) error {
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
		case c.merge(string(text)):
			dropped = true
		default:
			if dropped, err = probed.DropRejected(c.Sources, c.Place, result.Output); err != nil {
				return err
			}
		}
		if !dropped {
			hint, output := "see whether the build succeeds in the project itself", "what it says"
			if !c.Brief {
				output = result.Output
				hint += "; its output is in " + output
			}
			if misplaced(string(text)) {
				hint = "the module's parent lies outside of the project's folder, so it is not in the copy: put beagle.yaml into the folder of the parent and build the module from there (mvn -pl MODULE -am), or remove build, or set measure.delivery: overlay"
			} else if !result.Stopped && c.buildsWithoutProbes(ctx) {
				hint = "without probes the copy is built: this is an error of Beagle's, please report it with " + output
			}
			return model.Problem{
				Severity: model.Error, Rule: "build", File: result.Output, Hint: hint,
				Message: fmt.Sprintf("the build of the instrumented copy failed (exit code %d)%s:\n%s", result.ExitCode, because(result.Output), result.Tail),
			}
		}
	}
}

// buildsWithoutProbes takes all probes out of the copy, which cannot be built with them.
func (c *copyDelivery) buildsWithoutProbes(ctx context.Context) bool {
	for _, path := range c.Sources.Paths() {
		target, err := c.Place.Of(path)
		if err != nil || os.Remove(target) != nil {
			return false
		}
		if _, err := copyFile(path, target); err != nil {
			return false
		}
	}
	if c.Sources.About().Runtimes.Remove(c.Place) != nil {
		return false
	}
	c.Say("building the copy without probes, to see whether they are the cause")
	command, env, err := c.unchecked(c.arguments(c.Builder), map[string]string{})
	if err != nil {
		return false
	}
	result, err := launch.Run(ctx, launch.Spec{
		Name: "build", Command: command, Dir: c.Place.Copy, Env: env, Output: filepath.Join(c.Work, "build-without-probes.log"),
	})
	return err == nil && result.OK()
}

func (c *copyDelivery) merge(log string) bool {
	merged, err := c.Sources.About().Runtimes.Merge(c.Place, strings.NewReader(log))
	return merged && err == nil
}

// javacOptions is an environment variable of which javac, from 9, takes arguments before its own.
const javacOptions = "JDK_JAVAC_OPTIONS"

func misses(log string) bool {
	return strings.Contains(log, "package "+probe.Package) && strings.Contains(log, "does not exist")
}

func misplaced(log string) bool {
	return strings.Contains(log, "Non-resolvable parent POM") && strings.Contains(log, "wrong local POM")
}

func quoted(files []string) string {
	var text strings.Builder
	for _, file := range files {
		text.WriteString(` "` + file + `"`)
	}
	return text.String()
}

// javacIn is where a command names javac, itself or behind something like env; -1: nowhere.
func javacIn(command []string) int {
	return slices.IndexFunc(command, func(argument string) bool {
		return strings.TrimSuffix(filepath.Base(argument), ".exe") == "javac"
	})
}

// makeOutputs makes the folders that javac is told to write to: that of Java 8 does not, and those that the project
// had are no part of the copy.
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

// runtimeFiles are the runtime's sources, once for each package of it.
func (c *copyDelivery) runtimeFiles(arguments []string) (files []string) {
	if slices.ContainsFunc(arguments, func(a string) bool { return strings.HasPrefix(a, "--module-source-path") }) {
		return nil
	}
	byPackage := map[string]string{}
	for root, name := range c.Sources.About().Runtimes.Homes() {
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

func because(output string) string {
	if cause := safe.CauseIn(output); cause != "" {
		return ", first with " + cause
	}
	return ""
}
