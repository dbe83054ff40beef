// Command record measures the sections of the measured suite with Beagle, as an ordinary project.
//
//	go run ./bench/learning/realcode/record -condition quiet -campaigns 10
//	go run ./bench/learning/realcode/record -pack
//
// It needs Linux, a JDK, Maven and, for real-time priorities and control groups,
// root. README.md of the suite says what the conditions are.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"beagle/bench/learning/realcode"
)

type options struct {
	condition       string
	from, campaigns int
	launches, calls int
	work, data      string
	wrap            string
	only            string
	nice            int
	pack            bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var o options
	flag.StringVar(&o.condition, "condition", "quiet", "quiet, busy or throttled")
	flag.IntVar(&o.from, "from", 1, "number of the first campaign")
	flag.IntVar(&o.campaigns, "campaigns", 1, "campaigns to learn from; 0: only the launches held out")
	flag.IntVar(&o.launches, "launches", 3, "launches of a campaign, of those held out, and of those beyond the range")
	flag.IntVar(&o.calls, "calls", 240, "calls of each section in a launch")
	flag.StringVar(&o.work, "work", filepath.Join(os.TempDir(), "beagle-real"), "folder for the project, artifacts and recordings")
	flag.StringVar(&o.data, "data", "bench/learning/realcode/data", "folder for the suite's data, with -pack")
	flag.StringVar(&o.wrap, "wrap", "", "program and arguments before each launch's, such as a lock")
	flag.StringVar(&o.only, "only", "", "only these sections, with blanks between, to try something")
	flag.IntVar(&o.nice, "nice", 0, "niceness of launches, where a machine is shared; 0: real-time priority quiet, and -10 otherwise")
	flag.BoolVar(&o.pack, "pack", false, "only turn recordings into data")
	flag.Parse()
	if err := record(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		stop()
		os.Exit(1)
	}
}

func record(ctx context.Context, o options) error {
	if o.pack {
		return pack(o.work, o.data)
	}
	condition, ok := conditions[o.condition]
	if !ok {
		return fmt.Errorf("there is no condition %q: quiet, busy or throttled", o.condition)
	}
	work, err := filepath.Abs(o.work)
	if err != nil {
		return err
	}
	o.work = work
	sections, err := realcode.Sections()
	if err != nil {
		return err
	}
	if err := errors.Join(artifacts(ctx, o.work), project(o.work, sections)); err != nil {
		return err
	}
	beagle := filepath.Join(o.work, "beagle")
	if err := run(ctx, ".", "go", "build", "-o", beagle, "beagle"); err != nil {
		return err
	}
	undo, err := condition.begin(ctx, o.priority())
	defer undo()
	if err != nil {
		return err
	}
	parts := []string{"held", "beyond"}
	if o.campaigns > 0 {
		parts = nil
		for i := range o.campaigns {
			parts = append(parts, fmt.Sprint(o.from+i))
		}
	}
	for _, part := range parts {
		if err := o.campaign(ctx, condition, part); err != nil {
			return fmt.Errorf("%s %s: %w", o.condition, part, err)
		}
	}
	return nil
}

func (o options) campaign(ctx context.Context, c condition, part string) error {
	settings := filepath.Join(o.work, "beagle.yaml")
	if err := os.WriteFile(settings, []byte(o.settings(c, part)), 0o644); err != nil {
		return err
	}
	home := filepath.Join(o.work, "home", o.condition+"-"+part)
	if err := os.RemoveAll(home); err != nil {
		return err
	}
	beagle := func(stdout string, arguments ...string) error {
		cmd := exec.CommandContext(ctx, filepath.Join(o.work, "beagle"), arguments...)
		cmd.Dir, cmd.Stderr = o.work, os.Stderr
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+home, "XDG_CONFIG_HOME="+home)
		out, err := os.Create(stdout)
		if err != nil {
			return err
		}
		cmd.Stdout = out
		err = cmd.Run()
		return errors.Join(err, out.Close())
	}
	base := filepath.Join(o.work, "recordings", o.condition+"-"+part)
	if err := os.MkdirAll(filepath.Dir(base), 0o755); err != nil {
		return err
	}
	if err := o.measured(ctx, home); err != nil {
		return err
	}
	return beagle(base+".jsonl", "export", "--output", "jsonl")
}

// measured runs Beagle until everything has been measured, and then aborts.
func (o options) measured(ctx context.Context, home string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(o.work, "beagle"), "run", "--dry-run")
	cmd.Dir = o.work
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+home, "XDG_CONFIG_HOME="+home)
	said, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	// What is measured is analysed after each launch.
	last, aborted := fmt.Sprintf("launch %[1]d of %[1]d", o.launches), false
	launched := false
	for lines := bufio.NewScanner(said); lines.Scan(); {
		fmt.Fprintln(os.Stderr, lines.Text())
		launched = launched || strings.Contains(lines.Text(), last)
		if launched && !aborted && strings.Contains(lines.Text(), "analysing") {
			aborted = true
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				return err
			}
		}
	}
	if err := cmd.Wait(); err != nil && !aborted {
		return err
	}
	return nil
}

func (o options) settings(c condition, part string) string {
	var b strings.Builder
	b.WriteString(`model: sections.repository
links: links.xml
sources: [src]
build: [javac, -nowarn, -encoding, UTF-8, -cp, "lib/*", -d, classes, -sourcepath, src, src/sections/Main.java]
measure: {launches: 1}
timeout: {kind: none}
launch:
`)
	for i := range o.launches {
		kind, seed := "usual", o.seed(part)+i
		if part == "beyond" {
			kind = "beyond"
		}
		command := append(strings.Fields(o.wrap), c.command(o.priority())...)
		command = append(command, "java", "-Xbatch", "-XX:CompileThresholdScaling=0.2", "-cp", "classes:lib/*", "sections.Main", fmt.Sprint(seed), fmt.Sprint(o.calls), kind)
		command = append(command, strings.Fields(o.only)...)
		fmt.Fprintf(&b, "  - {name: %s %d, command: [%q", part, i+1, command[0])
		for _, argument := range command[1:] {
			fmt.Fprintf(&b, ", %q", argument)
		}
		b.WriteString("]}\n")
	}
	return b.String()
}

func (o options) priority() []string {
	if o.nice == 0 {
		return usual[o.condition]
	}
	return []string{"nice", "-n", fmt.Sprint(o.nice)}
}

// seed is the first seed of a campaign.
func (o options) seed(part string) int {
	switch part {
	case "held":
		return 9000
	case "beyond":
		return 9500
	}
	var n int
	_, _ = fmt.Sscan(part, &n)
	return 100 * n
}

func run(ctx context.Context, dir, name string, arguments ...string) error {
	cmd := exec.CommandContext(ctx, name, arguments...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// published are the artifacts whose code is measured, by their coordinates.
var published = []string{
	"org.apache.commons:commons-lang3:3.14.0", "org.apache.commons:commons-text:1.12.0",
	"org.apache.commons:commons-compress:1.27.1", "org.apache.commons:commons-collections4:4.4",
	"org.apache.commons:commons-math3:3.6.1", "org.apache.commons:commons-csv:1.11.0",
	"commons-codec:commons-codec:1.17.0", "com.google.guava:guava:33.2.1-jre", "com.google.code.gson:gson:2.11.0",
	"com.fasterxml.jackson.core:jackson-databind:2.17.2", "org.jsoup:jsoup:1.18.1", "org.yaml:snakeyaml:2.2",
	"org.jgrapht:jgrapht-core:1.5.2", "org.eclipse.collections:eclipse-collections:11.1.0", "com.carrotsearch:hppc:0.9.1",
	"org.hdrhistogram:HdrHistogram:2.2.2", "org.locationtech.jts:jts-core:1.19.0", "org.ejml:ejml-ddense:0.43.1",
	"info.debatty:java-string-similarity:2.0.0", "org.bouncycastle:bcprov-jdk18on:1.78.1", "org.tukaani:xz:1.9",
	"org.iq80.snappy:snappy:0.4", "com.fasterxml.jackson.dataformat:jackson-dataformat-cbor:2.17.2",
	"org.ahocorasick:ahocorasick:0.6.3", "org.apache.lucene:lucene-core:9.10.0",
	"io.vavr:vavr:0.10.4", "org.pcollections:pcollections:4.0.2", "it.unimi.dsi:fastutil-core:8.5.13",
	"org.roaringbitmap:RoaringBitmap:1.0.6", "colt:colt:1.2.0", "gov.nist.math:jama:1.0.3", "io.github.java-diff-utils:java-diff-utils:4.12",
	"org.mindrot:jbcrypt:0.4", "org.commonmark:commonmark:0.22.0", "org.json:json:20240303", "com.ning:compress-lzf:1.1.2",
	"com.tdunning:t-digest:3.3", "com.samskivert:jmustache:1.15", "org.ow2.asm:asm:9.7", "com.google.re2j:re2j:1.7",
}

func artifacts(ctx context.Context, work string) error {
	lib := filepath.Join(work, "lib")
	if _, err := os.Stat(lib); err == nil {
		return nil // fetched before
	}
	var pom strings.Builder
	pom.WriteString("<project><modelVersion>4.0.0</modelVersion><groupId>real</groupId><artifactId>real</artifactId><version>1</version><packaging>pom</packaging><dependencies>\n")
	for _, coordinates := range published {
		part := strings.Split(coordinates, ":")
		pom.WriteString("<dependency><groupId>" + part[0] + "</groupId><artifactId>" + part[1] + "</artifactId><version>" + part[2] + "</version></dependency>\n")
	}
	pom.WriteString("</dependencies></project>\n")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), []byte(pom.String()), 0o644); err != nil {
		return err
	}
	return run(ctx, work, "mvn", "-q", "-B", "dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory="+lib)
}

type condition struct {
	command func(priority []string) []string // before java
	begin   func(_ context.Context, priority []string) (end func(), err error)
}

// throttle is the control group of what gets half a core (version 1 of the kernel's interface).
const throttle = "/sys/fs/cgroup/cpu/beagle-real"

// usual are the priorities of launches: of the quiet condition real-time, of the others above all that is not told to
// be as important.
var usual = map[string][]string{
	"quiet": {"chrt", "-r", "10"}, "busy": {"nice", "-n", "-10"}, "throttled": {"nice", "-n", "-10"},
}

var conditions = map[string]condition{
	// Whatever else runs cannot take the processor away.
	"quiet": {
		command: func(priority []string) []string { return append(slices.Clip(priority), "taskset", "-c", "1") },
		begin:   nothing,
	},
	// Two programs that never wait, at the same priority on the same core.
	"busy": {
		command: func(priority []string) []string { return append(slices.Clip(priority), "taskset", "-c", "1") },
		begin:   neighbours,
	},
	// A container's limit: 50 ms in every 100 ms.
	"throttled": {
		command: func(priority []string) []string {
			return append(slices.Clip(priority), "sh", "-c", `echo $$ > `+throttle+`/tasks && exec "$@"`, "sh")
		},
		begin: limited,
	},
}

func nothing(context.Context, []string) (func(), error) { return func() {}, nil }

func neighbours(ctx context.Context, priority []string) (func(), error) {
	var all []*exec.Cmd
	end := func() {
		for _, c := range all {
			_ = c.Process.Kill()
			_ = c.Wait() // killed, so it says so
		}
	}
	for range 2 {
		neighbour := append(slices.Clip(priority), "taskset", "-c", "1", "yes")
		c := exec.CommandContext(ctx, neighbour[0], neighbour[1:]...)
		if err := c.Start(); err != nil { // what it says goes nowhere
			return end, err
		}
		all = append(all, c)
	}
	return end, nil
}

func limited(context.Context, []string) (func(), error) {
	end := func() { _ = os.Remove(throttle) }
	if err := os.MkdirAll(throttle, 0o755); err != nil {
		return end, fmt.Errorf("no control group can be made: %w", err)
	}
	write := func(name, value string) error {
		return os.WriteFile(filepath.Join(throttle, name), []byte(value), 0o644)
	}
	return end, errors.Join(write("cpu.cfs_period_us", "100000"), write("cpu.cfs_quota_us", "50000"))
}
