package store

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

var (
	demand   = model.Element{ID: "_a#CPU", Kind: model.InternalAction}
	loop     = model.Element{ID: "_l", Kind: model.Loop}
	branchy  = model.Element{ID: "_b", Kind: model.Branch}
	elements = []model.Element{demand, loop, branchy}
	size     = model.Variable{Name: "file", Char: model.ByteSize}
	kind     = model.Variable{Name: "a \"quoted\".näme", Char: model.ValueOf}
)

// relaxed opens a store without waiting for the disk.
func relaxed(t testing.TB, path string) *Store {
	t.Helper()
	s, err := open(path, "OFF")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func randomNode(r *rand.Rand, depth int) expression.Node {
	if depth == 0 {
		switch r.IntN(3) {
		case 0:
			return expression.Constant(r.NormFloat64() * math.Pow(10, float64(r.IntN(20)-10)))
		case 1:
			return expression.Text("x\"y")
		default:
			return expression.Variable{Variable: size}
		}
	}
	switch r.IntN(3) {
	case 0:
		return expression.Unary{Func: expression.Neg + expression.Func(r.IntN(int(expression.Sin))), Arg: randomNode(r, depth-1)}
	case 1:
		return expression.If{Cond: randomNode(r, depth-1), Then: randomNode(r, 0), Else: randomNode(r, depth-1)}
	default:
		return expression.Binary{Op: expression.Add + expression.Op(r.IntN(int(expression.Xor))), Left: randomNode(r, depth-1), Right: randomNode(r, 0)}
	}
}

func randomTurn(t *testing.T, b *blackboard.Board, r *rand.Rand) {
	t.Helper()
	c := b.Contribute(fmt.Sprint("tool", r.IntN(3)))
	for range r.IntN(200) {
		var inputs []blackboard.Assignment
		if r.IntN(4) > 0 {
			inputs = append(inputs, blackboard.Assignment{Variable: size, Value: model.NumberValue(r.NormFloat64())})
		}
		values := []model.Value{model.TextValue("tab\t\x01"), model.BoolValue(true), model.NumberValue(1e300), model.TextValue("")}
		if r.IntN(2) > 0 {
			inputs = append(inputs, blackboard.Assignment{Variable: kind, Value: values[r.IntN(4)]})
		}
		c.AddResults(elements[r.IntN(3)].ID, []blackboard.Observation{{
			Inputs: inputs, Value: model.NumberValue(float64(r.IntN(50)) / 3), Launch: int32(r.IntN(3)), Seq: r.Int64N(1e9), Weight: r.Float64() * 3, Records: float64(r.IntN(3)),
		}})
	}
	for range r.IntN(3) {
		p := blackboard.Proposal{Element: elements[r.IntN(2)].ID, Why: "why\nnot", Expression: randomNode(r, r.IntN(5))}
		if r.IntN(3) == 0 {
			p.Element, p.Expression = branchy.ID, nil
			p.Branches = []blackboard.BranchProposal{{Probability: r.Float64()}, {Guard: randomNode(r, 2)}}
		}
		c.Propose(p)
	}
	if r.IntN(3) > 0 {
		_ = c.SetState(fmt.Sprint("state", r.IntN(2)), map[string]any{"x": r.Float64(), "y": []string{"<&>"}})
	}
	for _, e := range elements {
		if r.IntN(2) > 0 {
			c.Measure(e.ID)
		} else {
			c.Measured(e.ID)
		}
	}
	if r.IntN(4) == 0 {
		c.Ruled()
		for _, e := range elements {
			grades := make([]blackboard.Grade, len(b.Proposals(e.ID)))
			for i := range grades {
				grades[i] = blackboard.Grade{Fitness: math.Inf(r.IntN(2)), RelativeError: r.Float64(), Size: i, Refused: "r"}
			}
			noise := []model.Figure{model.Unknown(), 0.25}[r.IntN(2)]
			c.Judge(e.ID, grades, blackboard.Verdict{Final: len(grades) - 1, Noise: noise, Finding: blackboard.Misfits, Notes: []string{"w"}, Misfit: "because"})
		}
	}
	if r.IntN(3) == 0 {
		c.Problem(model.Problem{Severity: model.Warning, Message: fmt.Sprint("m", r.IntN(9))})
	}
	if err := c.Commit(); err != nil && !errors.Is(err, blackboard.ErrEmpty) {
		t.Fatal(err)
	}
}

// text is everything that a board holds.
func text(b *blackboard.Board) string { return fmt.Sprintf("%+v", b.Whole()) }

func TestBoardIsRebuiltExactlyWhateverItsHistory(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 3))
		path := filepath.Join(t.TempDir(), "run.db")
		s := relaxed(t, path)
		original := blackboard.New(elements, seed, s)
		for range 1 + r.IntN(12) {
			randomTurn(t, original, r)
			if r.IntN(3) == 0 { // a crash: the board is rebuilt from the file and goes on
				_ = s.Close()
				s = relaxed(t, path)
				whole, problems, err := s.Load()
				if err != nil || len(problems) > 0 {
					t.Fatal(err, problems)
				}
				rebuilt := blackboard.Restore(elements, seed, s, whole)
				if text(rebuilt) != text(original) {
					t.Fatalf("seed %d: rebuilt\n%s\nwas\n%s", seed, text(rebuilt), text(original))
				}
				original = rebuilt
			}
		}
	}
}

// Groups that are given up leave the file, too.
func TestABoardThatGaveUpGroupsIsRebuilt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	s := relaxed(t, path)
	original := blackboard.New(elements, 1, s)
	for launch := range int32(3) {
		c := original.Contribute("m")
		for i := range int64(2500) {
			o := blackboard.Observation{Inputs: []blackboard.Assignment{{Variable: size, Value: model.NumberValue(float64(i)*3 + float64(launch))}}, Value: model.NumberValue(float64(i % 5)), Launch: launch, Seq: i}
			for _, e := range elements {
				c.AddResults(e.ID, []blackboard.Observation{o})
			}
		}
		if err := c.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	_ = s.Close()
	whole, problems, err := relaxed(t, path).Load()
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if text(blackboard.Restore(elements, 1, s, whole)) != text(original) {
		t.Error("another board")
	}
}

func TestFactsAndDecisionsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	s := relaxed(t, path)
	if err := s.Put("state", "running"); err != nil {
		t.Fatal(err)
	}
	if err := s.Decide(loop.ID, map[string]string{"choice": "accept"}); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	s = relaxed(t, path)
	var state string
	if ok, err := s.Get("state", &state); !ok || err != nil || state != "running" {
		t.Errorf("%q %v %v", state, ok, err)
	}
	type whole struct{ First, Wanted, Last []string }
	if err := s.Put("object", whole{Wanted: []string{"a", "b"}, Last: []string{"c"}}); err != nil {
		t.Fatal(err)
	}
	var wanted []string
	if ok, err := s.GetField("object", "Wanted", &wanted); !ok || err != nil || !slices.Equal(wanted, []string{"a", "b"}) {
		t.Errorf("field %v (%t, %v)", wanted, ok, err)
	}
	wanted = nil
	if ok, err := s.GetField("object", "Absent", &wanted); !ok || err != nil || wanted != nil {
		t.Errorf("a field that is not there: %v (%t, %v)", wanted, ok, err)
	}
	var number int
	if _, err := s.GetField("object", "Last", &number); err == nil {
		t.Error("a field of another form is read")
	}
	if ok, err := s.Get("nothing", &state); ok || err != nil {
		t.Errorf("a fact that was never put: %v %v", ok, err)
	}
	if d, err := s.Decisions(); err != nil || string(d[loop.ID]) != `{"choice":"accept"}` {
		t.Errorf("%s %v", d, err)
	}
}

func TestWhatAnotherVersionWroteIsSaidWithWhatToDo(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "2026-11-21-shop")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	s := relaxed(t, filepath.Join(folder, "run.db"))
	if err := s.Put("status", "a text where numbers are wanted"); err != nil {
		t.Fatal(err)
	}
	var numbers []int
	_, err := s.Get("status", &numbers)
	var p model.Problem
	if !errors.As(err, &p) || !strings.Contains(p.Message, "another version of Beagle") || !strings.HasSuffix(p.Hint, "beagle rm 2026-11-21-shop") {
		t.Errorf("%v, hint %q", err, p.Hint)
	}
}

func TestFileIsTheUsersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Put("a", 1); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
}

func TestOpenRefusesWhatIsNotOurs(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign.db")
	s := relaxed(t, foreign)
	if _, err := s.db.Exec("PRAGMA application_id=7"); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	newer := filepath.Join(dir, "newer.db")
	s = relaxed(t, newer)
	if _, err := s.db.Exec("PRAGMA user_version=99"); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	noise := filepath.Join(dir, "noise.db")
	if err := os.WriteFile(noise, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{foreign: "not a Beagle run", newer: "another version of Beagle wrote the run (schema 99", noise: "damaged"} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// filled is a store with some content, closed, and its content.
func filled(t *testing.T) (path string, board *blackboard.Board) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "run.db")
	s := relaxed(t, path)
	r := rand.New(rand.NewPCG(1, 1))
	board = blackboard.New(elements, 1, s)
	for range 8 {
		randomTurn(t, board, r)
	}
	_ = s.Close()
	return path, board
}

func TestDamageIsNoticedAndTheGoodPartUsed(t *testing.T) {
	path, board := filled(t)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	healthy := text(board)
	r := rand.New(rand.NewPCG(2, 2))
	noticed := 0
	for range 60 {
		bad := bytes.Clone(good)
		if r.IntN(3) == 0 {
			bad = bad[:r.IntN(len(bad))]
		} else {
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		}
		damagedPath := filepath.Join(t.TempDir(), "run.db")
		if err := os.WriteFile(damagedPath, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := open(damagedPath, "OFF")
		if err != nil {
			noticed++
			continue
		}
		whole, problems, err := s.Load()
		if err != nil || len(problems) > 0 {
			noticed++
		} else if now := text(blackboard.Restore(elements, 1, nil, whole)); now != healthy && whole.Number > 0 {
			t.Errorf("damage went unnoticed:\n%s\nis not\n%s", now, healthy)
		}
		_ = s.Close()
	}
	if noticed == 0 {
		t.Error("no damage was noticed at all")
	}
}

func TestFullDiskLosesNothingThatWasCommitted(t *testing.T) {
	path, board := filled(t)
	s := relaxed(t, path)
	var pages int
	if err := s.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec(fmt.Sprintf("PRAGMA max_page_count=%d", pages)); err != nil {
		t.Fatal(err)
	}
	whole, _, err := s.Load()
	if err != nil {
		t.Fatal(err)
	}
	restored := blackboard.Restore(elements, 1, s, whole)
	c := restored.Contribute("large")
	if err := c.SetState("large", strings.Repeat("x", 1<<20)); err != nil {
		t.Fatal(err)
	}
	err = c.Commit()
	if err == nil || !strings.Contains(err.Error(), "disk is full that holds ") {
		t.Fatalf("commit on a full disk: %v", err)
	}
	if text(restored) != text(board) {
		t.Error("the refused contribution changed the board")
	}
	if _, err := s.db.Exec(fmt.Sprintf("PRAGMA max_page_count=%d", pages+10_000)); err != nil {
		t.Fatal(err)
	}
	if err := c.Commit(); err != nil {
		t.Errorf("after room was made: %v", err)
	}
}

func FuzzExpressionsSurviveTheStore(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, seed uint64, depth int) {
		node := randomNode(rand.New(rand.NewPCG(seed, 9)), max(0, min(depth, 12)))
		w := &writer{}
		var got blackboard.Proposal
		if err := decodeText(w.json(encodeProposal(blackboard.Proposal{Expression: node})), &got); err != nil {
			t.Fatal(err)
		}
		if got.Expression != node {
			t.Fatalf("%s became %s", expression.String(node), expression.String(got.Expression))
		}
	})
}

func FuzzReadingExpressionsNeverPanics(f *testing.F) {
	f.Add(`{"expression":["+",1,{"var":"n.VALUE"}]}`)
	f.Add(`{"branches":[{"guard":["<",1,2]},{"probability":{"number":"NaN"}}]}`)
	f.Add(`{"expression":[[[[]]]]}`)
	f.Fuzz(func(_ *testing.T, text string) {
		var p blackboard.Proposal
		_ = decodeText(text, &p)
	})
}

func BenchmarkCommit(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "run.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	board := blackboard.New(elements, 1, s)
	for i := 0; b.Loop(); i++ {
		c := board.Contribute("bench")
		_ = c.SetState("i", i)
		if err := c.Commit(); err != nil {
			b.Fatal(err)
		}
	}
}
