// Command figures prints every figure of docs/traces.md, in some minutes,
// on a machine with Go, Maven and a JDK and nothing else to do:
//
//	go run ./bench/traces/figures
//	go run ./bench/traces/figures memory tcp
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// parts are the benchmarks of bench/traces, in groups; live is not one of them.
var parts = []struct{ name, pattern, time string }{
	{"limits", "Limits", "0.5s"},
	{"memory", "Memory", "0.5s"},
	{"tcp", "TCP", "3x"},
	{"text", "Text", "2x"},
	{"kieker", "AgainstKieker", "1x"},
}

func main() {
	start := time.Now()
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
	fmt.Printf("\n%.0f s\n", time.Since(start).Seconds())
}

func run(wanted []string) error {
	names := []string{"live"}
	for _, part := range parts {
		names = append(names, part.name)
	}
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is no part %q; the parts are %s", name, strings.Join(names, ", "))
		}
	}
	dir, err := os.MkdirTemp("", "beagle-figures-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	benchmarks, send, beagle := filepath.Join(dir, "traces.test"), filepath.Join(dir, "send"), filepath.Join(dir, "beagle")
	for _, build := range [][]string{
		{"test", "-c", "-o", benchmarks, "beagle/bench/traces"},
		{"build", "-o", send, "beagle/bench/traces/send"},
		{"build", "-o", beagle, "beagle"},
	} {
		if err := shown(exec.Command("go", build...)); err != nil {
			return err
		}
	}
	source, err := exec.Command("go", "list", "-f", "{{.Dir}}", "beagle/bench/traces").Output()
	if err != nil {
		return err
	}
	for _, part := range parts {
		if len(wanted) > 0 && !slices.Contains(wanted, part.name) {
			continue
		}
		fmt.Printf("\n%s\n", part.name)
		command := exec.Command(benchmarks, "-test.run=^$", "-test.bench="+part.pattern, "-test.benchtime="+part.time)
		command.Dir = strings.TrimSpace(string(source))
		if err := shown(command); err != nil {
			return err
		}
	}
	if len(wanted) > 0 && !slices.Contains(wanted, "live") {
		return nil
	}
	fmt.Printf("\nlive\n")
	return live(beagle, send)
}

func shown(command *exec.Cmd) error {
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

// live offers 750,000 traces a second for ten seconds to beagle traces, and
// says how long the sender waited for it and what it saw.
func live(beagle, send string) error {
	const port = 19733
	address := "127.0.0.1:" + strconv.Itoa(port)
	receiver := exec.Command(beagle, "traces", "--listen", address, "--connections", "1", "--output", "text")
	out := &strings.Builder{}
	receiver.Stdout, receiver.Stderr = out, os.Stderr
	if err := receiver.Start(); err != nil {
		return err
	}
	time.Sleep(time.Second)
	if err := shown(exec.Command(send, "-to", address, "-rate", "750000", "-for", "10s")); err != nil {
		_ = receiver.Process.Signal(os.Interrupt)
		_ = receiver.Wait()
		return err
	}
	if err := receiver.Wait(); err != nil {
		return err
	}
	lines := strings.SplitN(out.String(), "\n", 4)
	fmt.Println(strings.Join(lines[:min(3, len(lines))], "\n"))
	return nil
}
