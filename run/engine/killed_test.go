package engine

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"beagle/blackboard"
	"beagle/internal/hash"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
	"beagle/run/ended"
	"beagle/run/folder"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// The test's binary conducts a run when it is called so, and dies as soon as a contribution is committed.
const (
	conducts = "conduct-and-die"
	died     = 77
)

func TestMain(m *testing.M) {
	if len(os.Args) != 4 || os.Args[1] != conducts {
		os.Exit(m.Run())
	}
	after, err := strconv.Atoi(os.Args[3])
	if err == nil {
		err = conductUntil(os.Args[2], after)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// conductUntil conducts a run until a contribution of this number is committed; 0: to its end.
func conductUntil(id string, after int) error {
	project.NewTool = func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error) {
		return &scattered{Program: &fake.Program{}}, nil
	}
	f, err := folder.Find(id)
	if err != nil {
		return err
	}
	s, err := Open(f)
	if err != nil {
		return err
	}
	seed := s.project.Config.Seed
	s.board = blackboard.Restore(s.board.Elements(), seed, mortal{s.store, after}, s.board.Whole())
	l, err := s.Begin(context.Background(), func(l *Local) error {
		l.analysis.Now = func() time.Time { return time.Time{} } // a slow machine learns between launches, too
		return nil
	})
	if err != nil {
		return err
	}
	<-l.Done
	if now := l.Machine.Status(); string(now.State) != string(run.Finished) {
		return fmt.Errorf("%s: %s", now.State, now.Reason)
	}
	return l.Close()
}

// mortal is a store whose process dies when it has taken in a contribution.
type mortal struct {
	blackboard.Journal
	after int
}

func (m mortal) Commit(c blackboard.Change) error {
	err := m.Journal.Commit(c)
	if err == nil && c.Number == m.after {
		os.Exit(died)
	}
	return err
}

// scattered is work(n) with times that scatter.
type scattered struct{ *fake.Program }

func (s *scattered) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	_, err := s.Program.Prepare(ctx, order)
	return s, err
}

func (s *scattered) Launch(_ context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	events, now := int64(0), int64(1e9)
	for i := range int64(300) {
		n := int64(hash.Mix(uint64(number), uint64(i)) % 40)
		took := 100_000 + n*10_000 + int64(hash.Mix(uint64(i), uint64(number))%5000)
		batch := []measure.Event{
			{Kind: measure.ServiceEntered, Time: now},
			{Kind: measure.ParameterCaptured, Char: model.ValueOf, Value: model.NumberValue(float64(n))},
			{Kind: measure.ParameterCaptured, Char: model.TypeOf, Value: model.TextValue(fmt.Sprint("type", i%3))},
			{Kind: measure.DemandCaptured, Time: now + 1, Wall: took, CPU: took},
			{Kind: measure.LoopCounted, Section: 1, Count: 2*n + 1},
			{Kind: measure.ServiceLeft, Time: now + took + 2, Wall: took + 2},
		}
		for j := range batch {
			batch[j].Launch, batch[j].Thread = number, 1
		}
		sink.Events(batch)
		events += int64(len(batch))
		now += took + 1000
	}
	return measure.LaunchReport{Events: events, Complete: true, There: &launch.Noise{}}, nil // the same machine each time
}

// outcome is all that a run keeps, and people see, without what is of the moment: times of the day, and how long the
// machine took.
func outcome(t *testing.T, f folder.Folder) string {
	t.Helper()
	e, err := ended.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s := e.Snapshot()
	var exported bytes.Buffer
	if err := ended.Export(&exported, e.ID(), "jsonl", ""); err != nil {
		t.Fatal(err)
	}
	var raw strings.Builder
	segments, err := filepath.Glob(f.Path("raw/*.seg"))
	if err != nil || len(segments) == 0 {
		t.Fatalf("raw events: %v %v", segments, err)
	}
	for _, path := range segments {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&raw, "%s %d %x\n", filepath.Base(path), len(data), hash.Digest(data))
	}
	seen, err := json.Marshal([]any{s.State, s.Reason, s.Elements, s.Validation, s.Problems, s.LaunchesDone, s.Records})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s\n%s\n%s\n%s", seen, kept(t, f), exported.String(), raw.String())
}

func kept(t *testing.T, f folder.Folder) string {
	t.Helper()
	db, err := sql.Open("sqlite", f.Store())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var all strings.Builder
	for _, query := range []string{
		"SELECT number, tool, ruled, rounds FROM contribution", "SELECT * FROM observed", "SELECT * FROM parameterisation", "SELECT * FROM proposal",
		"SELECT * FROM judgement", "SELECT * FROM to_measure", "SELECT * FROM problem", "SELECT key, json_remove(value, '$.took') FROM state",
	} {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		columns, _ := rows.Columns()
		row := make([]any, len(columns))
		for i := range row {
			row[i] = new(sql.RawBytes)
		}
		for rows.Next() {
			if err := rows.Scan(row...); err != nil {
				t.Fatal(err)
			}
			for _, cell := range row {
				fmt.Fprintf(&all, "%s|", *cell.(*sql.RawBytes))
			}
			all.WriteByte('\n')
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

func TestARunThatDiesAtAnyContributionEndsAsTheUndisturbedOneToTheByte(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	p.Config.Validate = true
	p.Config.Launch = []measure.Launch{{Name: "a", Command: []string{"true"}, Repeat: 3}, {Name: "b", Command: []string{"true"}, Repeat: 2}}
	conduct := func(f folder.Folder, after int) int {
		c := exec.CommandContext(t.Context(), os.Args[0], conducts, f.ID(), strconv.Itoa(after))
		out, err := c.CombinedOutput()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return 0
		case errors.As(err, &exit) && exit.ExitCode() == died:
			return died
		}
		t.Fatalf("%v: %s", err, out)
		return 1
	}
	undisturbed := fake.Prepared(t, p)
	conduct(undisturbed, 0)
	want := outcome(t, undisturbed)
	if !strings.Contains(want, `"held_out":true`) {
		t.Error("the launches did not judge the model")
	}
	// Of one run each process dies at the contribution after the one at which the last died; others die once.
	dying, deaths := fake.Prepared(t, p), 0
	for after := 1; conduct(dying, after) == died; after++ {
		deaths++
		if after%4 == 2 {
			f := fake.Prepared(t, p)
			conduct(f, after)
			conduct(f, 0)
			if got := outcome(t, f); got != want {
				t.Errorf("after a death at contribution %d: %s", after, firstDifference(got, want))
			}
		}
	}
	if got := outcome(t, dying); got != want {
		t.Errorf("after a death at each contribution: %s", firstDifference(got, want))
	}
	if deaths < 10 {
		t.Errorf("the run has %d contributions", deaths)
	}
	t.Logf("%d deaths, %d bytes compared", deaths, len(want))
}

func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	part := func(text string) string { return text[max(0, i-120):min(len(text), i+80)] }
	return fmt.Sprintf("%q\nnot\n%q", part(got), part(want))
}
