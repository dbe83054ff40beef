package java

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/measure/launch"
	"beagle/model"
)

type kiekerProbes struct {
	Wanted string            // its jar, or its version on Maven Central; empty: the newest that the launch's Java runs
	Work   string            // folder for what is fetched and compiled
	Say    func(text string) // told of progress, in words; nil: nobody is

	paths map[string]string // by jar or version and packages: Kieker, what it needs, and our classes that use it
}

// Versions of Kieker on Maven Central: the newest that Java 11 runs, and the last that Java 8 does.
const (
	kiekerVersion = "2.0.2"
	kiekerJava8   = "1.15.4"
)

// needs is what Kieker's library cannot do without.
var needs = []artifact{
	{"org.slf4j", "slf4j-api", "2.0.16"},
	{"org.slf4j", "slf4j-nop", "2.0.16"}, // Kieker's words must not mix with the program's output
	{"org.jctools", "jctools-core", "4.0.5"},
}

// Find finds the Kieker that is asked for, or the one for the java on the PATH.
func (k *kiekerProbes) Find(ctx context.Context) error {
	_, err := k.classPath(ctx, "java", []string{probe.Package})
	return err
}

func (k *kiekerProbes) classPath(ctx context.Context, java string, packages []string) (string, error) {
	wanted := k.Wanted
	if wanted == "" {
		wanted = kiekerVersion
		if major, err := javaVersion(ctx, java); err == nil && major < 11 {
			wanted = kiekerJava8
		}
	}
	key := wanted + " " + strings.Join(packages, " ")
	if path, ok := k.paths[key]; ok {
		return path, nil
	}
	work := filepath.Join(k.Work, "kieker", strconv.Itoa(len(k.paths)))
	if err := os.MkdirAll(work, 0o700); err != nil {
		return "", fmt.Errorf("the folder for Kieker cannot be made: %w", err)
	}
	jar := wanted
	if !strings.HasSuffix(jar, ".jar") {
		k.Say("looking for Kieker " + wanted)
		var err error
		if jar, err = (artifact{"net.kieker-monitoring", "kieker", wanted}).find(ctx, work); err != nil {
			return "", err
		}
	} else if _, err := os.Stat(jar); err != nil {
		return "", model.Problem{Severity: model.Error, File: jar, Message: "Kieker's jar cannot be read: " + safe.Cause(err).Error(), Hint: "correct measure.kieker", Rule: "kieker"}
	}
	path := []string{jar}
	for _, a := range needs {
		found, err := a.find(ctx, work)
		if err != nil {
			return "", err
		}
		path = append(path, found)
	}
	ours, err := compileKieker(ctx, work, path, packages)
	if err != nil {
		return "", err
	}
	if k.paths == nil {
		k.paths = map[string]string{}
	}
	k.paths[key] = strings.Join(append(path, ours), string(filepath.ListSeparator))
	return k.paths[key], nil
}

func compileKieker(ctx context.Context, work string, path, packages []string) (string, error) {
	folder, out := filepath.Join(work, "src"), filepath.Join(work, "classes")
	if err := os.MkdirAll(out, 0o700); err != nil {
		return "", err
	}
	command := []string{"javac", jdk.Quick, "-nowarn", "-source", "8", "-target", "8", "-encoding", "UTF-8", "-cp", strings.Join(path, string(filepath.ListSeparator)), "-d", out}
	for name, text := range probe.KiekerSources(packages) {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := jdk.WriteFile(file, []byte(text)); err != nil {
			return "", err
		}
		command = append(command, file)
	}
	result, err := launch.Run(ctx, launch.Spec{Name: "compiling the probes", Command: command})
	if err != nil {
		return "", err
	}
	if !result.OK() {
		return "", model.Problem{
			Severity: model.Error, Rule: "kieker", File: path[0], Message: "the probes do not compile with this version of Kieker:\n" + result.Tail,
			Hint: "use Kieker " + kiekerVersion + ", or " + kiekerJava8 + " for Java 8",
		}
	}
	return out, nil
}

type artifact struct{ group, name, version string }

func (a artifact) find(ctx context.Context, work string) (string, error) {
	if home, err := os.UserHomeDir(); err == nil {
		file := filepath.Join(home, ".m2", "repository", filepath.Join(strings.Split(a.group, ".")...), a.name, a.version, a.name+"-"+a.version+".jar")
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			return file, nil
		}
	}
	dir := filepath.Join(work, "lib")
	coordinates := a.group + ":" + a.name + ":" + a.version
	result, err := launch.Run(ctx, launch.Spec{
		Name: "fetching " + coordinates,
		Command: []string{
			"mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
			"-Dartifact=" + coordinates, "-DoutputDirectory=" + dir,
		},
		Dir: work,
	})
	hint := "see whether Maven reaches its repository, or name Kieker's jar as measure.kieker; probe: builtin needs neither"
	if err != nil {
		p := model.AsProblem(err, "kieker")
		p.Hint = hint
		return "", p
	}
	file := filepath.Join(dir, a.name+"-"+a.version+".jar")
	if _, err := os.Stat(file); err != nil || !result.OK() {
		return "", model.Problem{Severity: model.Error, Rule: "kieker", Message: "Maven did not fetch " + coordinates + ":\n" + result.Tail, Hint: hint}
	}
	return file, nil
}

var versionLine = regexp.MustCompile(`version "(?:1\.)?(\d+)`)

func javaVersion(ctx context.Context, java string) (int, error) {
	result, err := launch.Run(ctx, launch.Spec{Name: "java -version", Command: []string{java, "-version"}})
	if err != nil {
		return 0, err
	}
	match := versionLine.FindStringSubmatch(result.Tail)
	if match == nil {
		return 0, fmt.Errorf("java -version says %q", result.Tail)
	}
	return strconv.Atoi(match[1])
}
