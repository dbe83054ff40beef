package java

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/model"
)

// endless serves until it is killed, and says after each how many it has served.
const endless = `package demo;

public class Endless {
    static int serve(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(ProcessHandle.current().pid());
        for (int k = 1;; k++) {
            serve(k % 7);
            System.out.println("served " + k);
            Thread.sleep(1);
        }
    }
}
`

// killer ends the program when enough of its events were seen, while it runs, and
// when its output, which comes another way, says which process it is.
type killer struct {
	collected
	t      *testing.T
	output string
	killed bool
}

func (k *killer) Events(batch []measure.Event) {
	k.collected.Events(batch)
	if k.killed || len(k.events) <= 300 {
		return
	}
	text, _ := os.ReadFile(k.output)
	pid, _, whole := strings.Cut(string(text), "\n")
	if !whole {
		return
	}
	k.killed = true
	number, err := strconv.Atoi(pid)
	if err != nil {
		k.t.Error(err)
		return
	}
	process, err := os.FindProcess(number)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		k.t.Error(err)
	}
}

// What was recorded before kill -9 is kept, to the last execution that ended.
func TestKilledProgramKeepsItsRecords(t *testing.T) {
	need.Java(t)
	for _, probe := range []string{"builtin", "kieker"} {
		t.Run(probe, func(t *testing.T) {
			if probe == "kieker" {
				need.Maven(t)
			}
			project, work := t.TempDir(), t.TempDir()
			file := filepath.Join(project, "src", "demo", "Endless.java")
			need.File(t, file, endless)
			code := model.Section{
				Unit: "demo.Endless", File: file,
				First: strings.Index(endless, "sum += i;"), Last: strings.Index(endless, "sum += i;"),
			}
			p, err := NewTool(Options{
				Project: project, WorkDir: work, Probe: probe,
				Build: []string{"javac", jdk.Quick, "-d", "classes", "-sourcepath", "src", "src/demo/Endless.java"},
			}).Prepare(context.Background(), measure.Order{Sections: []measure.Section{{Kind: measure.LoopBody, Code: code, PCMID: "l"}}})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			sink := &killer{t: t, output: filepath.Join(work, "launch-1.log")}
			report, err := p.Launch(ctx, measure.Launch{
				Name: "main", Command: []string{"java", "-cp", "classes", "demo.Endless"},
				Env: map[string]string{"BEAGLE_FULL": "1000000"}, // however late it is killed, nothing is left out
			}, 1, sink)
			if err != nil {
				t.Fatal(err)
			}
			if report.Signal != "KILL" || report.Complete {
				t.Errorf("signal %q, complete %v", report.Signal, report.Complete)
			}
			said := map[string]string{"builtin": "its records are kept", "kieker": "records may be lost"}
			if !strings.Contains(fmt.Sprint(report.Problems), said[probe]) {
				t.Errorf("problems: %v", report.Problems)
			}
			output, err := os.ReadFile(report.Output)
			if err != nil {
				t.Fatal(err)
			}
			served := strings.Count(string(output), "served")
			if probe == "builtin" && len(sink.events) < served || len(sink.events) < 300 {
				t.Errorf("%d served, %d recorded", served, len(sink.events))
			}
			for i, e := range sink.events {
				if e.Kind != measure.LoopCounted || e.Count != int64((i+1)%7) {
					t.Fatalf("event %d: %+v", i, e)
				}
			}
		})
	}
}
