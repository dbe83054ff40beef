package show

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
)

var update = flag.Bool("update", false, "write testdata/reports.md anew")

const reportsPage = "testdata/reports.md"

// The page shows what Beagle says of each recorded log beside what Kieker says.
func TestThePageOfReportsIsWhatTheLogsGive(t *testing.T) {
	page := reports(t)
	if *update {
		if err := os.WriteFile(reportsPage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if known, err := os.ReadFile(reportsPage); err != nil || string(known) != page {
		t.Errorf("%s is not what the logs give now (%v); look at the difference after go test ./traces/show -update", reportsPage, err)
	}
}

var recordedLogs = []struct{ name, about, says string }{
	{"bookstore-executions", "Kieker's bookstore example, execution records, text", "6,540 executions, 1,635 traces, all valid, one assembly equivalence class"},
	{"trace-events", "Event records, text", "13 records, 2 traces"},
	{"repair-events", "Event records of which three exits are missing, text; read with repair", "drawings of the repaired trace"},
	{"moobench-binary-1.10", "Three of sixty files of a benchmark of 2014, binary", "25,000 records a file, nothing left over; traces that begin or end in other files"},
	{"eprints-perl", "A Perl probe, text", "50,002 records, two huge traces, said to be incomplete; of the first all 20,875 entries have their exits"},
}

func reports(t *testing.T) string {
	t.Helper()
	var page strings.Builder
	page.WriteString(`# Recorded logs: Beagle's reports beside Kieker's

Written by ` + "`go test ./traces/show -update`" + `, which fails where page and logs disagree. Drawings are compared by content: every node with its boxes and labels, every edge with its label and style.
`)
	for _, log := range recordedLogs {
		options := traces.Options{Repair: log.name == "repair-events"}
		engine := traces.NewEngine(options)
		sources, err := logs.Read(t.Context(), []string{need.Shared(t, "kieker/recorded/"+log.name)}, logs.Options{Open: engine.Open})
		if err != nil {
			t.Fatal(err)
		}
		r := engine.Result()
		fmt.Fprintf(&page, "\n## %s\n\n%s. Known of it: %s.\n\n```\n%s```\n", log.name, log.about, log.says, brief(t, r, sources))
		fmt.Fprint(&page, beside(t, log.name, r))
	}
	return page.String()
}

// brief is the beginning of the table that beagle traces prints.
func brief(t *testing.T, r traces.Result, sources []kieker.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := Table(&out, r, classes.Assembly(r.Classes), "assembly", NewBooks(&r, sources)); err != nil {
		t.Fatal(err)
	}
	const most = 9
	lines := strings.SplitAfter(out.String(), "\n")
	if len(lines) > most {
		lines = append(lines[:most], "...\n")
	}
	text := strings.Join(lines, "")
	for _, s := range sources {
		text += fmt.Sprintf("%s: %d records of %d bytes, %d of unknown classes, %d damaged places\n", s.Kind, s.Records, s.Bytes, s.Unknown, s.Broken)
	}
	return text
}

// beside compares with Kieker's own outputs, where the log came with some.
func beside(t *testing.T, log string, r traces.Result) string {
	t.Helper()
	var rows strings.Builder
	row := func(file, kiekers, ours string, equal bool) {
		verdict := "**no**"
		if equal {
			verdict = "yes"
		}
		fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", file, kiekers, ours, verdict)
	}
	drawn := func(lines []string) string {
		nodes := 0
		for _, line := range lines {
			if strings.HasPrefix(line, "node ") {
				nodes++
			}
		}
		return fmt.Sprintf("%d nodes, %d edges", nodes, len(lines)-nodes)
	}
	for _, d := range drawings() {
		if d.log == log {
			ours, kiekers := d.both(t)
			row(d.file, drawn(kiekers), drawn(ours), slices.Equal(ours, kiekers))
		}
	}
	if log == "bookstore-executions" {
		for _, k := range texts(r) {
			ours, kiekers := k.both(t)
			row(k.file, written(kiekers), written(ours), ours == kiekers)
		}
	}
	if rows.Len() == 0 {
		return ""
	}
	return "\n| Kieker's output | Kieker's | Beagle's | equal |\n|---|---|---|---|\n" + rows.String()
}

// written is a text in short: itself where it is one line.
func written(text string) string {
	if lines := strings.Count(text, "\n") + 1; lines > 1 {
		return fmt.Sprintf("%d lines", lines)
	}
	return text
}
