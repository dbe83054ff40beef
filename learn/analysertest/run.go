// Package analysertest tests analysers on tables that carry the expected
// expression, as golang.org/x/tools/go/analysis/analysistest does with code.
//
// A table is a file testdata/NAME.csv with the target in the column y. Comments
// at its beginning say what is expected:
//
//	# kind: loop                   internal-action, loop, branch or call-parameter
//	# expect: 2 * n.VALUE          text of the best proposal, numbers rounded to one digit
//	# given: 20 * n.VALUE          ignored; for people
//
// "expect: nothing" says that the analyser must not propose anything.
package analysertest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"beagle/analysers/analyser"
	"beagle/analysers/csvtable"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Task is what an analyser is asked about one element.
type Task struct {
	Element            model.Element         // that the analyser is asked about
	Table              *model.Table          // measurements of the element
	Proposals, Related []blackboard.Proposal // of others
	Seed               uint64                // of what is random in the analyser
}

// Propose is what an analyser proposes. It sees proposals of the analysers that it
// improves, and those without an analyser.
func Propose(ctx context.Context, t testing.TB, a *analyser.Analyser, task Task) []blackboard.Proposal {
	t.Helper()
	pass := &analyser.Pass{Element: task.Element, Data: dataset.PrepareKind(task.Table, task.Element.Kind), Related: task.Related, Seed: task.Seed}
	for _, p := range task.Proposals {
		if p.Analyser == "" || a.Reads(p.Analyser) {
			pass.Proposals = append(pass.Proposals, p)
		}
	}
	if err := a.Run(ctx, pass); err != nil {
		t.Fatal(err)
	}
	return pass.Proposed
}

// Run checks the proposals for each table in testdata.
func Run(t *testing.T, a *analyser.Analyser) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.csv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".csv"), func(t *testing.T) { check(t, file, a) })
	}
}

// check learns from one table, has the judge choose, and compares with what the table's comments expect.
func check(t *testing.T, file string, a *analyser.Analyser) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var kind model.Kind
	if err := kind.UnmarshalText([]byte(comment(text, "kind"))); err != nil {
		t.Fatal(err)
	}
	table, err := csvtable.Read(bytes.NewReader(text), csvtable.Columns{Target: "y"})
	if err != nil {
		t.Fatal(err)
	}
	proposals := Propose(t.Context(), t, a, Task{Element: model.Element{ID: "y", Kind: kind}, Table: &table.Table, Seed: 1})
	got := "nothing"
	if len(proposals) > 0 {
		opinion := judge.Assess(kind, dataset.PrepareKind(&table.Table, kind), proposals, nil)
		if opinion.Verdict.Final < 0 {
			t.Fatalf("every proposal is refused: %+v", opinion.Grades)
		}
		got = expression.String(rounded(proposals[opinion.Verdict.Final].Expression))
	}
	if want := comment(text, "expect"); got != want {
		t.Errorf("learnt %s, want %s", got, want)
	}
}

// comment is what a line "# name: ..." of a script says; empty where there is none.
func comment(text []byte, name string) string {
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "# "+name+": "); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// rounded rounds an expression's fractions to one digit, so that expectations need not know the noise.
func rounded(n expression.Node) expression.Node {
	return expression.Map(n, func(n expression.Node) expression.Node {
		if c, ok := n.(expression.Constant); ok && float64(c) != float64(int(c)) {
			short, _ := strconv.ParseFloat(strconv.FormatFloat(float64(c), 'g', 1, 64), 64)
			return expression.Constant(short)
		}
		return n
	})
}
