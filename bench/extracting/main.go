// Extracting makes up a Java program of many lines and extracts a model of it. It
// says how long javac took, how long all else took after it, and how much memory
// Beagle itself needed.
//
//	go run ./bench/extracting -lines 1000000 -services 5000
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	"beagle/extract"
	"beagle/extract/rules"
	"beagle/extract/structure"
)

// Services of a class, classes of a module.
const (
	ofClass  = 10
	ofModule = 25
)

func main() {
	lines := flag.Int("lines", 1_000_000, "lines of Java, about")
	services := flag.Int("services", 5000, "services, each of which becomes a SEFF")
	dir := flag.String("dir", "", "folder for the program, which stays (default: a temporary one)")
	flag.Parse()
	if err := measure(*dir, *lines, *services); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(dir string, lines, services int) error {
	if dir == "" {
		temporary, err := os.MkdirTemp("", "beagle-extracting")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temporary)
		dir = temporary
	}
	classes := (services + ofClass - 1) / ofClass
	written, err := program(dir, classes, lines/classes)
	if err != nil {
		return err
	}
	fmt.Printf("%d lines in %d classes with %d services\n", written, classes, classes*ofClass)
	var javac, attributed time.Time
	began := time.Now()
	most := watch()
	r, err := extract.Extract(context.Background(), extract.Options{Dir: filepath.Join(dir, "src"), Cache: filepath.Join(dir, "cache"), Name: "large", Choices: rules.Choices{By: rules.ByInterfaces}, Say: func(line string) {
		switch {
		case strings.HasPrefix(line, "Attributing"):
			javac = time.Now()
		case strings.HasPrefix(line, "javac has attributed"):
			attributed = time.Now()
		}
		fmt.Printf("%6.1f s  %s\n", time.Since(began).Seconds(), line)
	}})
	if err != nil {
		return err
	}
	extracted := time.Now()
	if _, err := r.Write(filepath.Join(dir, "model")); err != nil {
		return err
	}
	ended := time.Now()
	seffs, steps := 0, 0
	for _, c := range r.Model.Components {
		seffs += len(c.Services)
	}
	r.Model.Walk(func(*structure.Service, *structure.Step) { steps++ })
	fmt.Printf("%d components by %s, %d SEFFs, %d actions\n", len(r.Model.Components), r.Rule, seffs, steps)
	fmt.Printf("before javac %.1f s, javac itself %.1f s\n", javac.Sub(began).Seconds(), attributed.Sub(javac).Seconds())
	fmt.Printf("after javac  %.1f s: telling what it found %.1f s, rules %.1f s, writing %.1f s\n",
		ended.Sub(attributed).Seconds(), extracted.Sub(attributed).Seconds()-r.Ruled.Seconds(), r.Ruled.Seconds(), ended.Sub(extracted).Seconds())
	fmt.Printf("most memory of Beagle itself %d MB\n", most()>>20)
	return nil
}

// watch looks at how much memory the program has, until it is asked for the most.
func watch() func() uint64 {
	var most atomic.Uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		all := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		for {
			metrics.Read(all)
			most.Store(max(most.Load(), all[0].Value.Uint64()-all[1].Value.Uint64()))
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-stopped
		return most.Load()
	}
}

// program writes a program whose classes call those behind them.
func program(dir string, classes, linesOfClass int) (lines int, err error) {
	for i := range classes {
		module := fmt.Sprintf("m%d", i/ofModule)
		n, err := class(filepath.Join(dir, "src", module, "src", "main", "java", "large", module), module, i, classes, linesOfClass)
		if err != nil {
			return 0, err
		}
		lines += n
	}
	return lines, nil
}

func class(folder, module string, at, of, size int) (lines int, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return 0, err
	}
	name := fmt.Sprintf("Part%d", at)
	var i, c strings.Builder
	fmt.Fprintf(&i, "package large.%s;\n\npublic interface %s {\n", module, name)
	fmt.Fprintf(&c, "package large.%s;\n\npublic class %sWork implements %s {\n", module, name, name)
	var others []int
	for k := 1; k <= 4 && at+k*k < of; k++ {
		others = append(others, at+k*k)
		fmt.Fprintf(&c, "    private final large.m%d.Part%d part%d = new large.m%d.Part%dWork();\n", (at+k*k)/ofModule, at+k*k, at+k*k, (at+k*k)/ofModule, at+k*k)
	}
	body := size/ofClass - 8
	for s := range ofClass {
		fmt.Fprintf(&i, "    long serve%d(int n, String text);\n", s)
		fmt.Fprintf(&c, "\n    @Override\n    public long serve%d(int n, String text) {\n        long sum = n;\n", s)
		for line := 0; line < body; line++ {
			switch {
			case line%50 == 25 && len(others) > 0:
				fmt.Fprintf(&c, "        sum += part%d.serve%d(n + %d, text);\n", others[line/50%len(others)], (s+line)%ofClass, line)
			case line%50 == 45 && len(others) > 0:
				fmt.Fprintf(&c, "        for (int i = 0; i < n; i++) {\n            sum += part%d.serve%d(i, text);\n        }\n", others[line/50%len(others)], s)
				line += 2
			case line%10 == 3:
				c.WriteString("        sum += help(n, text);\n")
			case line%10 == 7:
				fmt.Fprintf(&c, "        if (sum > %d) {\n            sum -= text.length() * %dL;\n        }\n", line, line)
				line += 2
			default:
				fmt.Fprintf(&c, "        sum ^= Math.abs(sum * %d + n);\n", line)
			}
		}
		c.WriteString("        return sum;\n    }\n")
	}
	c.WriteString("\n    private static long help(int n, String text) {\n        return (long) n * text.hashCode();\n    }\n}\n")
	i.WriteString("}\n")
	for file, text := range map[string]string{name: i.String(), name + "Work": c.String()} {
		if err := os.WriteFile(filepath.Join(folder, file+".java"), []byte(text), 0o600); err != nil {
			return 0, err
		}
		lines += strings.Count(text, "\n")
	}
	return lines, nil
}
