// Command java measures what probes cost, beside Kieker's writers and an empty loop, in turns in one run of one JVM:
//
//	go run ./bench/java
//
// It needs Linux, a JDK of 17 or later and Maven, and takes less than a minute.
// Times are medians of the turns, and the least and the largest; CPU time is that
// of the whole process, so that of Kieker's writer on the second core is in it.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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
	if err := report(out); err != nil {
		return err
	}
	return parser()
}

type turns struct {
	name      string
	wall, cpu []float64
}

func report(out string) error {
	var all []*turns
	byName := map[string]*turns{}
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			return fmt.Errorf("the benchmark said %q", line)
		}
		t := byName[fields[0]]
		if t == nil {
			t = &turns{name: fields[0]}
			all, byName[t.name] = append(all, t), t
		}
		wall, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			return err
		}
		cpu, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			return err
		}
		t.wall, t.cpu = append(t.wall, wall), append(t.cpu, cpu)
	}
	fmt.Printf("%-30s %10s %20s %12s %20s\n", "", "wall ns", "", "CPU ns", "")
	for _, t := range all {
		fmt.Printf("%-30s %s   %s\n", t.name, spread(t.wall), spread(t.cpu))
	}
	section, kieker := byName["section, wall time"], byName["Kieker, binary file writer"]
	if section == nil || kieker == nil {
		return errors.New("the benchmark has no section or no Kieker any more")
	}
	var shares []float64
	for i := range section.cpu {
		shares = append(shares, kieker.cpu[i]/section.cpu[i])
	}
	slices.Sort(shares)
	fmt.Printf("CPU time of a section: 1/%.1f of that of Kieker's binary writer, from 1/%.1f to 1/%.1f of the same turn\n",
		shares[len(shares)/2], shares[0], shares[len(shares)-1])
	return nil
}

func spread(times []float64) string {
	sorted := slices.Sorted(slices.Values(times))
	return fmt.Sprintf("%10.1f  (%7.1f to %7.1f)", sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1])
}

// parser parses the runtime's own source again and again; the best counts.
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
