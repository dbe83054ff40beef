package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/cli/app"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/project"
)

// keptOfBefore is a run of a program with 600 demands, as a Beagle kept it that knew schema 1 of the store.
func keptOfBefore(t *testing.T) {
	t.Helper()
	t.Cleanup(xdg.Reload)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	p := &project.Project{Config: run.Config{Model: filepath.Join(t.TempDir(), "shop.repository"), Seed: 1}, Chosen: make([]model.Element, 600)}
	for i := range p.Chosen {
		id := fmt.Sprintf("_a%d", i)
		p.Chosen[i] = model.Element{
			ID: model.ElementID(id), PCMID: id, Kind: model.InternalAction, Name: "action " + id, Component: "Shop", Service: "order",
			Sections: []model.Section{{Unit: "shop.Shop", File: "Shop.java", First: i, Last: i}},
		}
	}
	f, err := folder.New(p.Config.Model, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Begin(f, p, time.Now()); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(f.Store())
	if err != nil {
		t.Fatal(err)
	}
	board := blackboard.New(p.Chosen, 1, db)
	c := board.Contribute("measure")
	for i := range 20 {
		c.AddResults(p.Chosen[0].ID, []blackboard.Observation{{Value: model.NumberValue(1e-3), Launch: 1, Seq: int64(i)}})
	}
	if err := errors.Join(
		c.Commit(), db.Put(folder.ValidationKey, run.Validation{}), db.Put(folder.StatusKey, folder.Status{State: run.Finished}), db.SetOldest(1), db.Close(),
	); err != nil {
		t.Fatal(err)
	}
}

func TestWhatAnOlderBeagleMeasuredWrongIsSaidOnceByEveryCommandThatShowsIt(t *testing.T) {
	keptOfBefore(t)
	for _, c := range []struct {
		what    string
		command func(*app.App) *cobra.Command
		output  string
		args    []string
		inJSON  bool
	}{
		{"learn", NewLearn, app.Text, nil, false},
		{"learn, JSON", NewLearn, app.JSON, nil, true},
		{"validate", NewValidate, app.Text, nil, false},
		{"validate, JSON", NewValidate, app.JSON, nil, true},
		{"export", NewExport, "jsonl", nil, false},
		{"export of a table", NewExport, "csv", []string{"--element", "_a0"}, false},
	} {
		var out, errs bytes.Buffer
		a := &app.App{Out: &out, Err: &errs}
		command := c.command(a)
		a.Output = c.output
		command.SetArgs(c.args)
		command.SilenceErrors, command.SilenceUsage = true, true
		_ = command.ExecuteContext(t.Context()) // elements without expressions are an exit code
		said := strings.Join(strings.Fields(out.String()+errs.String()), " ")
		if n := strings.Count(said, "lost short executions of 88 demands"); n == 0 || n > 1 && !c.inJSON {
			t.Errorf("%s says it %d times: %s", c.what, n, said)
		}
		if !c.inJSON {
			continue
		}
		var parsed struct {
			Problems []model.Problem `json:"problems"`
		}
		if err := json.Unmarshal(out.Bytes(), &parsed); err != nil || len(parsed.Problems) != 1 || parsed.Problems[0].Rule != run.Outdated {
			t.Errorf("%s: %v, %v", c.what, parsed.Problems, err)
		}
	}
}
