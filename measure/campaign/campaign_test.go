package campaign

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
	"beagle/statistics/launches"
)

// machine is a fake tool: a program work(n) with a demand and a loop, whose
// times differ from launch to launch by the given factors.
type machine struct {
	factors   []float64 // by number of the launch, over and over
	takes     time.Duration
	overheads []measure.Overhead // of launches that record more than one demand
	fails     func(number int32) bool
	launched  []string
	orders    []measure.Order
}

func (m *machine) Name() string { return "machine" }

func (m *machine) Prepare(_ context.Context, order measure.Order) (measure.Preparation, error) {
	m.orders = append(m.orders, order)
	return &prepared{m, order}, nil
}

type prepared struct {
	*machine
	order measure.Order
}

func (p *prepared) Notes() []model.Problem { return nil }
func (p *prepared) Close() error           { return nil }

func (p *prepared) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	p.launched = append(p.launched, l.Name)
	time.Sleep(p.takes)
	if p.fails != nil && p.fails(number) {
		return measure.LaunchReport{ExitCode: 1}, nil
	}
	report := measure.LaunchReport{Complete: true}
	for n := range int64(60) {
		events := []measure.Event{{Kind: measure.ServiceEntered}, {Kind: measure.ParameterCaptured, Char: model.ValueOf, Value: model.NumberValue(float64(n%12 + 1))}}
		for i, s := range p.order.Sections {
			switch s.Kind {
			case measure.Demand:
				wall := int64(1e5 * float64(n%12+1) * p.factors[int(number-1)%len(p.factors)])
				events = append(events, measure.Event{Kind: measure.DemandCaptured, Section: int32(i), Wall: wall, CPU: wall, Time: n*1e9 + 1})
			case measure.LoopBody:
				events = append(events, measure.Event{Kind: measure.LoopCounted, Section: int32(i), Count: n % 12})
			case measure.Transition:
				if int64(s.Branch) == n%2 {
					events = append(events, measure.Event{Kind: measure.SectionEntered, Section: int32(i)})
				}
			default:
			}
		}
		events = append(events, measure.Event{Kind: measure.ServiceLeft})
		for i := range events {
			events[i].Launch = number
		}
		sink.Events(events)
		report.Events += int64(len(events))
	}
	if len(p.order.Sections) > 1 {
		report.Overheads = p.overheads
	}
	return report, ctx.Err()
}

// scatterOf is how far the launches agree on an element.
func scatterOf(board *blackboard.Board, id model.ElementID) launches.Scatter {
	_, s := launches.Level(board.Table(id))
	return s
}

// campaign runs launches until nothing is worth more, as the loop does, and
// says why each round was made.
func campaign(t *testing.T, c *Controller, board *blackboard.Board) (whys []string) {
	t.Helper()
	for range 100 {
		if err := steps(t, c, board, 100); err != nil {
			t.Fatal(err)
		}
		view := board.Contribute("judge")
		why, err := c.More(view)
		if err != nil {
			t.Fatal(err)
		}
		if why == "" {
			return whys
		}
		whys = append(whys, why)
		if err := view.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the campaign does not end")
	return nil
}

var demandAndLoop = []model.Element{demand, loop}

func newCampaign(m *machine, launches []measure.Launch, wanted Campaign) (*Controller, *blackboard.Board) {
	board := blackboard.New(demandAndLoop, 1, nil)
	return &Controller{Tool: m, Launches: launches, Clock: measure.AutoClock, Campaign: wanted}, board
}

func TestLaunchesAreRepeatedUntilTheIntervalIsNarrowEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{factors: []float64{1, 1.1, 1, 1, 1.1, 1.1, 1.1, 1}, takes: time.Second}
		c, board := newCampaign(m, []measure.Launch{{Name: "a"}}, Campaign{Precision: 0.05, Budget: time.Hour})
		whys := campaign(t, c, board)
		s := scatterOf(board, "cpu")
		if s.HalfWidth > 0.05 || s.Launches > 12 || len(m.launched) != s.Launches || len(m.orders) != 1 {
			t.Errorf("%d launches, %d builds, scatter %+v\n%s", len(m.launched), len(m.orders), s, strings.Join(whys, "\n"))
		}
		if len(whys) < 2 || !strings.HasPrefix(whys[0], "1 demand is known from one launch, wanted ±5 %: 4 launches more") {
			t.Errorf("reasons\n%s", strings.Join(whys, "\n"))
		}
	})
}

// Tests call a service with few inputs, and probes disturb short calls: a driver's launches say what its calls take.
// How often a loop runs is exact everywhere.
func TestADemandIsLearntFromTheLaunchesThatDriveItsService(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{factors: []float64{5, 1}}
		c, board := newCampaign(m, []measure.Launch{{Name: "tests"}, {Name: "driver", Drives: demand.SEFF}}, Campaign{})
		if err := steps(t, c, board, 2); err != nil {
			t.Fatal(err)
		}
		for id, want := range map[model.ElementID]bool{"cpu": false, "loop": true} {
			if got := slices.Contains(board.Table(id).Launch, 1); got != want || id == demand.ID && !slices.Contains(board.Table(id).Launch, 2) {
				t.Errorf("%s is learnt from the tests: %t, want %t", id, got, want)
			}
		}
		if took := StateOf(board).Untaught["cpu"]; len(took) != 1 || took[0].Launch != 1 || !(took[0].Seconds > 0) {
			t.Errorf("of the tests %+v is known", took)
		}
	})
}

// A driver calls one implementation: how often each runs, the program says, where it is launched, too.
func TestTheProgramSaysHowOftenEachImplementationRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		of := func(at int, class string) *model.Section {
			return &model.Section{Unit: "demo.Work", First: at, Last: at, Of: class}
		}
		which := model.Element{ID: "which", PCMID: "which", Kind: model.Branch, SEFF: "work", Service: "work", Branches: []model.Option{{Section: of(30, "demo.Disk")}, {Section: of(40, "demo.Mirror")}}}
		decision := which
		decision.ID, decision.PCMID, decision.Branches = "decision", "decision", []model.Option{{Section: of(50, "demo.Disk")}, {Section: of(60, "demo.Disk")}}
		driver, tests := measure.Launch{Name: "driver", Drives: which.SEFF}, measure.Launch{Name: "tests"}
		for _, launches := range [][]measure.Launch{{driver, tests}, {driver, driver}} {
			board := blackboard.New([]model.Element{which, decision}, 1, nil)
			c := &Controller{Tool: &machine{factors: []float64{1}}, Launches: launches, Clock: measure.AutoClock}
			if err := steps(t, c, board, 2); err != nil {
				t.Fatal(err)
			}
			taught := func(id model.ElementID) (times float64) {
				for _, weight := range board.Table(id).Weight {
					times += weight
				}
				return times
			}
			both, one := taught("decision"), taught("which")
			if alone := launches[1].Drives != ""; both != 120 || alone != (one == 120) || !alone && one != 60 {
				t.Errorf("%s: %g executions say which implementation runs, %g how a decision is taken", launches[1].Name, one, both)
			}
		}
	})
}

// A driver may end without a call: what others bring is better than nothing.
func TestOthersTeachADemandWhoseDriverBroughtNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{factors: []float64{1}, fails: func(number int32) bool { return number == 1 }}
		c, board := newCampaign(m, []measure.Launch{{Name: "driver", Drives: demand.SEFF}, {Name: "tests"}}, Campaign{})
		if err := steps(t, c, board, 2); err != nil {
			t.Fatal(err)
		}
		if got := board.Table("cpu").Launch; !slices.Contains(got, 2) {
			t.Errorf("nothing is learnt: launches %v", got)
		}
	})
}

func TestLaunchesThatAgreeAreNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{factors: []float64{1, 1.001, 0.999}, takes: time.Second}
		c, board := newCampaign(m, []measure.Launch{{Name: "a", Repeat: 5}}, Campaign{Precision: 0.05, Budget: time.Hour})
		if whys := campaign(t, c, board); len(m.launched) != 5 {
			t.Errorf("launched %v\n%v", m.launched, whys)
		}
	})
}

func TestFewLaunchesThatAgreeAreNotBelieved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// Three launches that were compiled in the same way, then the other way.
		m := &machine{factors: []float64{1, 1.001, 0.999, 1.4, 1, 1.4, 1.4}, takes: time.Second}
		c, board := newCampaign(m, []measure.Launch{{Name: "a", Repeat: 3}}, Campaign{Precision: 0.05, Budget: time.Hour, Launches: 20})
		whys := strings.Join(campaign(t, c, board), "\n")
		s := scatterOf(board, "cpu")
		if s.Launches < 12 || math.Abs(s.Kinds-1.4) > 0.03 || s.Slower < 3 || s.Slower > s.Launches-3 {
			t.Errorf("%+v\n%s", s, whys)
		}
		if !strings.Contains(whys, "1 demand is known from fewer than 5 launches, which may all be of one kind: ") {
			t.Errorf("reasons\n%s", whys)
		}
	})
}

func TestTheBudgetBoundsTheRepetitions(t *testing.T) {
	for _, test := range []struct {
		campaign Campaign
		want     int
	}{
		{Campaign{Precision: 0.01}, 2},                                   // no budget: as configured
		{Campaign{Precision: 0.01, Budget: 6 * time.Second}, 7},          // five of 1.1 s
		{Campaign{Precision: 0.01, Budget: time.Hour, Launches: 11}, 10}, // the eleventh would hardly narrow it
		{Campaign{Precision: 0.9, Budget: time.Hour}, 4},                 // soon narrow enough
		{Campaign{Budget: time.Hour}, 2},                                 // not wanted
		{Campaign{Precision: 0.01, Budget: time.Second}, 2},              // not one fits
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &machine{factors: []float64{1, 1.5, 1.5, 1, 0.8}, takes: 1100 * time.Millisecond}
			c, board := newCampaign(m, []measure.Launch{{Name: "a", Repeat: 2}}, test.campaign)
			whys := campaign(t, c, board)
			if len(m.launched) != test.want {
				t.Errorf("%+v: %d launches, want %d\n%s", test.campaign, len(m.launched), test.want, strings.Join(whys, "\n"))
			}
		})
	}
}

func TestOnlyTheConfigurationsThatReachADemandAreRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{factors: []float64{1, 1.2, 1.3}, takes: time.Second}
		m.fails = func(number int32) bool { return m.launched[number-1] == "never gets there" }
		c, board := newCampaign(m, []measure.Launch{{Name: "never gets there"}, {Name: "a"}}, Campaign{Precision: 0.1, Budget: 10 * time.Second})
		campaign(t, c, board)
		if got := strings.Count(strings.Join(m.launched, ","), "never gets there"); got != 1 || len(m.launched) < 5 {
			t.Errorf("launched %v", m.launched)
		}
	})
}

func TestACampaignGoesOnWhereItWasLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{factors: []float64{1, 1.3, 1.1, 0.9}, takes: time.Second}
		launches, wanted := []measure.Launch{{Name: "a"}, {Name: "b"}}, Campaign{Precision: 0.1, Budget: 20 * time.Second}
		c, board := newCampaign(m, launches, wanted)
		campaign(t, c, board)
		undisturbed := fmt.Sprint(m.launched)

		m.launched = nil
		_, board = newCampaign(m, launches, wanted)
		for range 100 { // a new process for every step
			board = blackboard.Restore(demandAndLoop, 1, nil, board.Whole())
			c := &Controller{Tool: m, Launches: launches, Clock: measure.AutoClock, Campaign: wanted}
			if err := steps(t, c, board, 1); err != nil {
				t.Fatal(err)
			}
			if len(board.ToMeasure()) > 0 {
				continue
			}
			view := board.Contribute("judge")
			if why, err := c.More(view); err != nil || why == "" {
				break
			}
			if err := view.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(m.launched); got != undisturbed {
			t.Errorf("launched %s, undisturbed %s", got, undisturbed)
		}
	})
}

func TestDemandsThatProbesInsideDisturbAreSaidToBeUnreliable(t *testing.T) {
	m := &machine{factors: []float64{1}, overheads: []measure.Overhead{{Section: 0, Recorded: 6e7, Own: 1e4, Nested: 3e7}}}
	c, board := newCampaign(m, []measure.Launch{{Name: "a"}}, Campaign{})
	campaign(t, c, board)
	if len(m.orders) != 1 || !strings.Contains(problemsOf(board), "that of probes inside it") || board.Observations("cpu") == 0 {
		t.Errorf("%d orders, problems:\n%s", len(m.orders), problemsOf(board))
	}
}
