package learn_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"beagle/analysers"
	"beagle/analysers/csvtable"
	"beagle/blackboard"
	"beagle/control"
	"beagle/internal/need"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
)

// campaign is a measurer that has one launch of a table after another, and has
// more measured as long as there are any, as an analysis of a program does.
type campaign struct {
	element model.ElementID
	table   *model.Table
	left    []int32
}

func (c *campaign) Step(_ context.Context, to blackboard.MeasurementView) error {
	var all []blackboard.Observation
	for row, launch := range c.table.Launch {
		if launch != c.left[0] {
			continue
		}
		o := blackboard.Observation{Value: model.NumberValue(c.table.Target.Num[row]), Launch: launch, Seq: c.table.Seq[row]}
		for i := range c.table.Columns {
			o.Inputs = append(o.Inputs, blackboard.Assignment{Variable: c.table.Columns[i].Variable, Value: model.NumberValue(c.table.Columns[i].Num[row])})
		}
		all = append(all, o)
	}
	c.left = c.left[1:]
	to.AddResults(c.element, all)
	to.Measured(c.element)
	return nil
}

func (c *campaign) More(to blackboard.MeasurementView) (string, error) {
	if len(c.left) == 0 {
		return "", nil
	}
	to.Measure(c.element)
	return "the next launch", nil
}

// exported is a table as "beagle export" writes it, read as "beagle fit" does.
func exported(t *testing.T, table *model.Table) *model.Table {
	t.Helper()
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	var header []string
	for i := range table.Columns {
		header = append(header, table.Columns[i].Variable.String())
	}
	_ = out.Write(append(header, "value", "weight", "launch", "seq"))
	exact := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for row := range table.Rows() {
		var record []string
		for i := range table.Columns {
			record = append(record, exact(table.Columns[i].Num[row]))
		}
		_ = out.Write(append(record, exact(table.Target.Num[row]), exact(table.Weight[row]), strconv.Itoa(int(table.Launch[row])), strconv.FormatInt(table.Seq[row], 10)))
	}
	out.Flush()
	read, err := csvtable.Read(&text, csvtable.Columns{Target: "value"})
	if err != nil {
		t.Fatal(err)
	}
	return &read.Table
}

// agree has a table learnt as launches of a program bring it, judged after each of
// them, and from the export of that analysis.
func agree(t *testing.T, table *model.Table) {
	t.Helper()
	element := model.Element{ID: "_a", Kind: model.InternalAction}
	measurer := &campaign{element: element.ID, table: table}
	seen := map[int32]bool{}
	for _, launch := range table.Launch {
		if !seen[launch] {
			seen[launch] = true
			measurer.left = append(measurer.left, launch)
		}
	}
	a := control.Analysis{
		Board: blackboard.New([]model.Element{element}, 1, nil), Machine: control.NewMachine(nil),
		Measurer: measurer, Analysers: analysers.All(), Judge: judge.New(judge.Options{}),
	}
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	verdict := a.Board.Judgement(element.ID).Verdict
	measured := expression.String(a.Board.Proposals(element.ID)[verdict.Final].Expression)
	result := learnt(t, exported(t, a.Board.Table(element.ID)), model.InternalAction)
	if fitted := expression.String(result.Proposals[0].Expression); fitted != measured || judge.Reason(&result.Verdict) != judge.Reason(verdict) {
		t.Errorf("the analysis says %s (%s), its export %s (%s)", measured, judge.Reason(verdict), fitted, judge.Reason(&result.Verdict))
	}
}

// Whoever exports what was measured and learns from it must get what the analysis
// said: the order of the rows, what was learnt before from fewer launches and how
// many launches there were are no measurements.
func TestAnAnalysisAndTheExportOfItsMeasurementsSayTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	left, right := column("left", model.NumberOfElements), column("right", model.NumberOfElements)
	table := &model.Table{Target: model.Column{Kind: model.Number}}
	for launch, speed := range []float64{1, 1.3, 0.9, 1.1} {
		for seq := range 300 {
			a, b := math.Ceil(math.Exp(5.5*r.Float64())), math.Ceil(math.Exp(5.5*r.Float64()))
			cold := 1 + 3*math.Exp(-float64(seq)/40)
			left.Num, right.Num = append(left.Num, a), append(right.Num, b)
			table.Target.Num = append(table.Target.Num, (2e-6+4e-9*a*b)*speed*cold*math.Exp(0.3*r.NormFloat64()))
			table.Launch, table.Seq = append(table.Launch, int32(launch+1)), append(table.Seq, int64(seq))
		}
	}
	table.Columns = []model.Column{left, right}
	agree(t, table)
}

// Three exports of campaigns that measured a longest common subsequence, of which the
// analysis once said a constant and the export a product.
func TestCampaignsOfALongestCommonSubsequenceAreLearntAlikeFromTheirExports(t *testing.T) {
	paths := []string{"learning/lcs-1.csv", "learning/lcs-2.csv", "learning/lcs-3.csv"}
	if !need.Long() {
		paths = paths[1:2] // the largest takes a minute under the race detector
	}
	for _, path := range paths {
		file, err := os.Open(need.Shared(t, path))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		read, err := csvtable.Read(file, csvtable.Columns{Target: "value"})
		if err != nil {
			t.Fatal(err)
		}
		agree(t, &read.Table)
	}
}
