// Command record measures the sections of the measured suite with Beagle, as an
// ordinary project, and keeps what was recorded as data of the suite.
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

// campaign runs Beagle once and keeps what it exports.
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

// measured runs Beagle until everything has been measured, and then aborts: what was
// measured is kept, and learning is the benchmark's own work.
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
	// What is measured is analysed after each launch: the last one has to be over.
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

// settings are those of an ordinary project; launches have seeds of their own.
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

// priority is what launches are started with.
func (o options) priority() []string {
	if o.nice == 0 {
		return usual[o.condition]
	}
	return []string{"nice", "-n", fmt.Sprint(o.nice)}
}

// seed is the first seed of a campaign; those of conditions do not matter, for the
// same inputs under another condition are what is to be compared.
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
