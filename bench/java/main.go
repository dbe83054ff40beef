// Command java measures what probes cost, beside Kieker's writers and an empty
// loop, in one run of one JVM:
//
//	go run ./bench/java
//
// It needs a JDK and Maven. Wall time is the best of seven rounds; CPU time is
// that of the whole process over all rounds, so that of Kieker's writer on the
// second core is in it.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"beagle/measure/java/probe"
	"beagle/measure/java/syntax"
)

//go:embed Bench.java
var source string

func main() {
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure() error {
	dir, err := os.MkdirTemp("", "beagle-bench-java-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, err := jars(filepath.Join(dir, "lib"))
	if err != nil {
		return err
	}
	classes := filepath.Join(dir, "classes")
	command := []string{"javac", "-nowarn", "-cp", path, "-d", classes}
	sources := probe.Sources(probe.Package)
	sources["Bench.java"] = source
	for name, text := range sources {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
		command = append(command, file)
	}
	if _, err := run(nil, command...); err != nil {
		return err
	}
	records := filepath.Join(dir, "records")
	if err := os.Mkdir(records, 0o700); err != nil {
		return err
	}
	out, err := run([]string{probe.EnvOut + "=" + records, probe.EnvFull + "=1000000000", probe.EnvLimit + "=8000000000"},
		"java", "-Xmx1g", "-cp", classes+string(filepath.ListSeparator)+path, "Bench", records)
	if err != nil {
		return err
	}
	fmt.Printf("%-30s %12s %12s\n", "", "wall ns", "CPU ns")
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		fields := append(strings.Split(line, "\t"), "", "")
		fmt.Printf("%-30s %12s %12s\n", fields[0], fields[1], fields[2])
	}
	return parser()
}

// parser parses the runtime's own source again and again; the best counts, so
// that other programs on the machine do not.
func parser() error {
	text := probe.Sources(probe.Package)["P.java"]
	best, begin := time.Hour, time.Now()
	for time.Since(begin) < time.Second {
		start := time.Now()
		if _, err := syntax.Parse(text); err != nil {
			return err
		}
		best = min(best, time.Since(start))
	}
	fmt.Printf("%-30s %12.0f MB/s\n", "parser", float64(len(text))/1e6/best.Seconds())
	return nil
}

func jars(dir string) (string, error) {
	for _, artifact := range []string{
		"net.kieker-monitoring:kieker:2.0.2", "org.slf4j:slf4j-api:2.0.16", "org.slf4j:slf4j-nop:2.0.16", "org.jctools:jctools-core:4.0.5",
	} {
		if _, err := run(nil, "mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy", "-Dartifact="+artifact, "-DoutputDirectory="+dir); err != nil {
			return "", err
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.jar"))
	if len(found) != 4 && err == nil {
		err = errors.New("no jar of Kieker came from Maven")
	}
	return strings.Join(found, string(filepath.ListSeparator)), err
}

func run(env []string, command ...string) (string, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", command[0], err, out, problems.String())
	}
	return string(out), nil
}
