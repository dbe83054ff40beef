package project

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/observed"
	"beagle/model"
	"beagle/run"
)

// Tried is what one launch configuration did when it was tried once.
type Tried struct {
	Launch   measure.Launch           // that was made
	Elements map[model.ElementID]bool // of the model that were reached, of Of
	Of       int                      // elements that could have been reached
	Did      *observed.Launch         // what was observed of it
	Took     time.Duration            // from start to end
	TooLong  bool                     // it did not end within the limit
	Failed   string                   // how it ended, where that was not well
	Without  map[string]string        // of one that varies: first values with which it failed, where it did well with the last; nil: none
	Output   string                   // the beginning of what the program said
	Cause    string                   // the first error in all that it said; empty: none looks like one
	Last     string                   // the last that it said
}

// Reached is how many elements of the model were reached.
func (t *Tried) Reached() int { return len(t.Elements) }

// Trials says how launch configurations are tried.
type Trials struct {
	Within func(measure.Launch) time.Duration  // how long each is tried; 0: not at all
	As     func(measure.Launch) measure.Launch // how each is made where it is only tried
	Say    func(name string)                   // which one is tried now
	After  func(Tried) []measure.Launch        // is told of one that was tried; what else is tried then
	Inputs string                              // folder that gets some of the services' calls, for drivers; empty: none are kept
}

const maxSaid = 4 << 10

// How many executions of a probe are recorded one by one in a trial; later ones are sampled.
const (
	wholeInAll = 20_000_000 // of all probes
	leastWhole = 2_000      // as probes do by themselves
	mostWhole  = 200_000
)

func whole(order *measure.Order) int {
	return max(leastWhole, min(wholeInAll/max(1, len(order.Sections)+len(order.Services)), mostWhole))
}

// Trial tries launch configurations once each, with probes, and gives what they did; with an error what those did
// that were tried before it. One that varies is tried with its first and its last values.
func Trial(ctx context.Context, cfg run.Config, launches []measure.Launch, how Trials) ([]Tried, error) {
	cfg.Launch, cfg.Measure.Clock = launches, string(measure.WallTime) // no demand is learnt, and a look at the CPU clock takes long
	project, err := Prepare(cfg)
	if err != nil {
		return nil, err
	}
	if project.Order.Inputs = how.Inputs != ""; project.Order.Inputs {
		if how.Inputs, err = filepath.Abs(how.Inputs); err != nil {
			return nil, err
		}
		if err := errors.Join(os.RemoveAll(how.Inputs), os.MkdirAll(how.Inputs, 0o700)); err != nil {
			return nil, err
		}
	}
	work, err := os.MkdirTemp("", "beagle-trial-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	tool, err := NewTool(cfg, work, io.Discard, nil)
	if err != nil {
		return nil, err
	}
	prepared, err := tool.Prepare(ctx, project.Order)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	var all []Tried
	for queue := slices.Clone(launches); len(queue) > 0; queue = queue[1:] {
		limit := how.Within(queue[0])
		if limit <= 0 {
			continue
		}
		how.Say(queue[0].Name)
		one, err := try(ctx, project, prepared, queue[0], limit, how)
		if err != nil {
			return all, err
		}
		all = append(all, one)
		queue = append(queue, how.After(one)...)
	}
	return all, nil
}

// try makes one launch within a limit of time, or the first and the last combination of a launch that varies.
func try(ctx context.Context, p *Project, prepared measure.Preparation, l measure.Launch, limit time.Duration, how Trials) (Tried, error) {
	t := Tried{Launch: l, Of: len(p.Chosen)}
	observer, began := observed.New(&p.Order), time.Now()
	once := how.As(l)
	once.Repeat, once.Env = 1, maps.Clone(once.Env)
	if once.Env == nil {
		once.Env = map[string]string{}
	}
	once.Env["BEAGLE_FULL"] = strconv.Itoa(whole(&p.Order))
	if p.Order.Inputs {
		once.Env["BEAGLE_KEEP"] = how.Inputs
	}
	plan := measure.Plan([]measure.Launch{once})
	if len(plan) > 2 {
		plan = []measure.Launch{plan[0], plan[len(plan)-1]}
	}
	inLaunch, end := measure.Ended(ctx)
	defer end()
	within, cancel := context.WithTimeout(inLaunch, limit)
	defer cancel()
	for i, one := range plan {
		done, err := prepared.Launch(within, one, int32(i+1), observer)
		t.Output, t.Cause = beginning(done.Output), cmp.Or(t.Cause, safe.CauseIn(done.Output))
		t.Last = safe.EndOf(done.Output)
		switch {
		case ctx.Err() != nil:
			return t, ctx.Err()
		case errors.Is(within.Err(), context.DeadlineExceeded):
			t.TooLong = true
		case err != nil:
			t.Failed = model.AsProblem(err, "launch").Message
		case done.ExitCode != 0 || done.Signal != "":
			if i == 0 && len(plan) > 1 { // others may do well: a size of 1 is none of many programs
				t.Without, t.Cause = one.Values, ""
				continue
			}
			t.Failed = ending(done, time.Since(began))
			if said := cmp.Or(t.Cause, t.Last); said != "" {
				t.Failed += ": " + said
			}
		}
		if t.TooLong || t.Failed != "" {
			break
		}
	}
	if t.Failed != "" || t.TooLong {
		t.Without = nil
	}
	t.Took, t.Did = time.Since(began), observer.Result()
	t.Elements = map[model.ElementID]bool{}
	chosen := map[model.ElementID]bool{}
	for i := range p.Chosen {
		chosen[p.Chosen[i].ID] = true
	}
	for i, s := range p.Order.Sections {
		if t.Did.Reached[i] && inside(p, s, t.Did) && chosen[s.Element] {
			t.Elements[s.Element] = true
		}
	}
	return t, nil
}

func inside(p *Project, s measure.Section, did *observed.Launch) bool {
	if s.Service < 0 || s.Service >= len(did.Ran) {
		return true
	}
	_, linked := p.Entries[p.Order.Services[s.Service].SEFF]
	return !linked || did.Ran[s.Service]
}

func beginning(path string) string {
	if path == "" {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxSaid)) // what can be read is enough
	return string(text)
}
