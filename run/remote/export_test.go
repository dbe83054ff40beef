//go:build unix

package remote

import (
	"bytes"
	"strings"
	"testing"

	"beagle/run/ended"
	"beagle/run/internal/fake"
)

func TestExportsSayWhatWasMeasured(t *testing.T) {
	fake.StateFolder(t)
	r := launched(t, fake.Project(t), "0s")
	fake.Wait(t, r)
	var lines, table, branch bytes.Buffer
	if err := ended.Export(&lines, r.ID(), "jsonl", ""); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(lines.String(), "\n"); n != 12+12+36 {
		t.Errorf("%d lines, want 12 for the loop, 12 for the branch, 36 demands", n)
	}
	if want := `{"element":"_items","inputs":{"n.VALUE":3},"value":7,"weight":3,"launch":1,"seq":4}`; !strings.Contains(lines.String(), want) {
		t.Errorf("%s is not in\n%s", want, lines.String())
	}
	if err := ended.Export(&table, r.ID(), "csv", fake.LoopID); err != nil {
		t.Fatal(err)
	}
	if want := "n.VALUE,value,weight,launch,seq,records\n0,1,3,1,1,1\n1,3,3,1,2,1\n"; !strings.HasPrefix(table.String(), want) {
		t.Errorf("the table begins with\n%s", table.String())
	}
	if err := ended.Export(&branch, r.ID(), "csv", fake.BranchID); err != nil || !strings.Contains(branch.String(), "\n6,_yes,3") {
		t.Errorf("%v\n%s", err, branch.String())
	}
	var demand bytes.Buffer
	if err := ended.Export(&demand, r.ID(), "csv", fake.DemandID); err != nil || !strings.Contains(demand.String(), ",value,weight,launch,seq,processor_time\n") {
		t.Errorf("%v\n%.200s", err, demand.String())
	}
	var events bytes.Buffer
	if problems, err := ended.ExportEvents(&events, r.ID()); err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	if n := strings.Count(events.String(), "\n"); int64(n) != r.Snapshot().Records {
		t.Errorf("%d events of %d", n, r.Snapshot().Records)
	}
	if want := `{"event":"loop","launch":1,"thread":0,"section":1,"count":7}`; !strings.Contains(events.String(), want) {
		t.Errorf("%s is not in\n%s", want, events.String()[:2000])
	}
	for _, wrong := range [][2]string{{"xml", ""}, {"csv", "_none"}, {"jsonl", "_none"}} {
		if err := ended.Export(&table, r.ID(), wrong[0], fake.LoopID[:0]+"_none"); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
}
