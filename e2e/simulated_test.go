package e2e

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/run/project"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/control"
	"beagle/internal/need"
	"beagle/judge"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/pcm/stoex"
	"beagle/run"
)

// The example measured in simulation: events as the probes would send them, of
// a machine whose noise is known. It shows, in seconds and without Java, that
// the same structure is learnt again and again.

// simulator is a measurement tool for the example.
type simulator struct {
	order measure.Order
	noise noise
	seed  uint64
}

// noise is what the machine adds to times.
type noise struct {
	sigma    float64 // of the logarithm
	outliers float64 // share of the times that are disturbed, up to tenfold
	warmUp   float64 // share of the warming up after which the program is as fast as it gets; before, up to tenfold slower
}

func (s *simulator) Name() string { return "simulator" }
func (s *simulator) Prepare(_ context.Context, order measure.Order) (measure.Preparation, error) {
	s.order = order
	return s, nil
}
func (s *simulator) Notes() []model.Problem { return nil }
func (s *simulator) Close() error           { return nil }

func (s *simulator) Launch(_ context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	p := &player{simulator: s, sink: sink, launch: number, random: rand.New(rand.NewPCG(s.seed, uint64(number)))}
	switch l.Name {
	case "uploads":
		p.uploads()
	case "sharing":
		p.sharing()
	default:
		p.names()
	}
	return measure.LaunchReport{Events: p.events, Complete: true}, nil
}

// player plays one launch.
type player struct {
	*simulator
	sink   measure.Sink
	launch int32
	random *rand.Rand
	events int64
	warm   float64 // share of the warming up that is done
}

func (p *player) send(e measure.Event) {
	e.Launch = p.launch
	p.events++
	p.sink.Events([]measure.Event{e})
}

func (p *player) service(name string, values map[int32][]measure.Event, body func()) {
	i := int32(slices.IndexFunc(p.order.Services, func(s measure.Service) bool { return s.Name == name }))
	p.send(measure.Event{Kind: measure.ServiceEntered, Section: i})
	p.values(values)
	body()
	p.send(measure.Event{Kind: measure.ServiceLeft, Section: i})
}

func (p *player) values(values map[int32][]measure.Event) {
	for i := range int32(len(values)) {
		for _, e := range values[i] {
			e.Kind, e.Index = measure.ParameterCaptured, i
			p.send(e)
		}
	}
}

func (p *player) section(pcmID string, branch int) int32 {
	return int32(slices.IndexFunc(p.order.Sections, func(s measure.Section) bool {
		return s.PCMID == pcmID && (s.Kind != measure.Transition || s.Branch == branch)
	}))
}

func (p *player) demand(id string, microseconds float64) {
	factor := math.Exp(p.noise.sigma * p.random.NormFloat64())
	if p.random.Float64() < p.noise.outliers {
		factor *= 1 + 9*p.random.Float64()
	}
	if p.warm < p.noise.warmUp {
		factor *= 10 - 9*p.warm/p.noise.warmUp
	}
	ns := int64(1000 * microseconds * factor)
	p.send(measure.Event{Kind: measure.DemandCaptured, Section: p.section(id, 0), Wall: ns + 50, CPU: ns})
}

func (p *player) loop(id string, n int, body func()) {
	for range n {
		body()
	}
	p.send(measure.Event{Kind: measure.LoopCounted, Section: p.section(id, 0), Count: int64(n)})
}

func (p *player) branch(id string, first bool) {
	taken := 1
	if first {
		taken = 0
	}
	p.send(measure.Event{Kind: measure.SectionEntered, Section: p.section(id, taken)})
}

func (p *player) call(id string, values []measure.Event, callee func()) {
	p.send(measure.Event{Kind: measure.CallEntered, Section: p.section(id, 0)})
	p.values(map[int32][]measure.Event{0: values})
	callee()
	p.send(measure.Event{Kind: measure.CallLeft, Section: p.section(id, 0)})
}

func is(char model.Characterisation, x float64) measure.Event {
	return measure.Event{Char: char, Value: model.NumberValue(x)}
}

func content(n int) []measure.Event {
	return []measure.Event{is(model.NumberOfElements, float64(n)), is(model.ByteSize, float64(n))}
}

func number(n int) []measure.Event { return []measure.Event{is(model.ValueOf, float64(n))} }

// spread are sizes as Main.java makes them.
func (p *player) spread(low, high, n int) (sizes []int) {
	step := math.Log(float64(high)/float64(low)) / float64(n)
	for i := range n {
		sizes = append(sizes, int(math.Round(float64(low)*math.Exp(step*(float64(i)+p.random.Float64())))))
	}
	return sizes
}

// rounds makes middling calls to warm up, then the calls of twelve rounds, each
// in random order.
func (p *player) rounds(middling func(i int), round func() []func()) {
	for i := range 120 {
		p.warm = float64(i) / 120
		middling(i)
	}
	p.warm = 1
	for range 12 {
		calls := round()
		p.random.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
		for _, call := range calls {
			call()
		}
	}
}

func (p *player) middling(low, high float64) int {
	return int(math.Round(low * math.Pow(high/low, p.random.Float64())))
}

var kinds = []string{"TEXT", "IMAGE", "ARCHIVE"}

func (p *player) uploads() {
	middling := func(i int) { p.upload(p.middling(8*1024, 128*1024), kinds[i%3]) }
	p.rounds(middling, func() (calls []func()) {
		for _, size := range append(p.spread(2048, 512*1024, 24), 65536, 65537) {
			for _, kind := range kinds {
				calls = append(calls, func() { p.upload(size, kind) })
			}
		}
		return calls
	})
}

func (p *player) upload(size int, kind string) {
	text := measure.Event{Char: model.ValueOf, Value: model.TextValue(kind)}
	n := float64(size)
	p.service("upload", map[int32][]measure.Event{0: content(size), 1: {text}}, func() {
		p.demand("_digest", 3+0.003*n)
		digest := []measure.Event{is(model.ByteSize, 128), is(model.NumberOfElements, 64)}
		p.call("_isForbidden", digest, func() {
			p.service("contains", map[int32][]measure.Event{0: digest}, func() { p.demand("_lookUp", 25) })
		})
		p.branch("_isText", kind == "TEXT")
		if kind == "TEXT" {
			p.demand("_countWords", 1+0.003*n)
		}
		p.branch("_isLarge", size > 65536)
		if size > 65536 {
			chunks := (size + 4095) / 4096
			p.call("_storeChunked", number(chunks), func() {
				p.service("storeChunked", map[int32][]measure.Event{0: number(chunks)}, func() {
					p.loop("_eachChunk", chunks, func() { p.demand("_writeChunk", 4) })
				})
			})
			return
		}
		p.call("_store", content(size), func() {
			p.service("store", map[int32][]measure.Event{0: content(size)}, func() { p.demand("_write", 0.5+0.001*n) })
		})
	})
}

func (p *player) sharing() {
	p.rounds(func(i int) { p.share(p.middling(2, 12), i%2 == 0) }, func() (calls []func()) {
		for _, n := range p.spread(1, 40, 12) {
			for _, keep := range []bool{true, false} {
				calls = append(calls, func() { p.share(n, keep) })
			}
		}
		return calls
	})
}

func (p *player) share(n int, keep bool) {
	files := []measure.Event{is(model.NumberOfElements, float64(n))}
	p.service("share", map[int32][]measure.Event{0: files, 1: {{Char: model.ValueOf, Value: model.BoolValue(keep)}}}, func() {
		p.demand("_session", 40)
		p.loop("_eachFile", n, func() { p.demand("_pack", 250) })
		p.branch("_keeps", keep)
		id, size := "_reserveAll", n*8192
		if !keep {
			id, size = "_reserveHalf", n*4096
		}
		p.call(id, number(size), func() {
			p.service("reserve", map[int32][]measure.Event{0: number(size)}, func() { p.demand("_account", 30) })
		})
	})
}

func (p *player) names() {
	p.rounds(func(int) { p.index(p.middling(100, 600)) }, func() (calls []func()) {
		for _, n := range p.spread(40, 1_500, 60) {
			calls = append(calls, func() { p.index(n) })
		}
		return calls
	})
}

func (p *player) index(n int) {
	names := []measure.Event{is(model.NumberOfElements, float64(n))}
	p.service("index", map[int32][]measure.Event{0: names}, func() {
		p.demand("_sort", 1+0.012*float64(n)*math.Log2(float64(n)))
	})
}

// simulate analyses the example in simulation and returns its elements with
// what was learnt as their expressions.
func simulate(t *testing.T, seed uint64, n noise) map[model.ElementID]model.Element {
	t.Helper()
	dir := fileshare(t)
	project, err := project.Prepare(run.Config{
		Project: dir, Model: dir + "/model/fileshare.repository", Links: dir + "/model/fileshare_source_statement_links.xml",
		Sources: []string{dir + "/src/main/java"},
	})
	if err != nil {
		t.Fatal(err)
	}
	board := blackboard.New(project.Chosen, seed, nil)
	analysis := control.Analysis{
		Board: board, Machine: control.NewMachine(func() {}),
		Measurer: &campaign.Controller{
			Tool: &simulator{noise: n, seed: seed}, Entries: project.Entries, Clock: measure.CPUTime,
			Launches: []measure.Launch{{Name: "uploads", Repeat: 2}, {Name: "sharing", Repeat: 2}, {Name: "index of names", Repeat: 2}},
		},
		Analysers: analysers.All(), Judge: judge.New(judge.Options{}),
	}
	if err := analysis.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	learnt := map[model.ElementID]model.Element{}
	for _, e := range project.Chosen {
		verdict := board.Judgement(e.ID).Verdict
		if verdict == nil || verdict.Final < 0 {
			t.Errorf("%s: nothing was learnt: %+v", e.ID, verdict)
			learnt[e.ID] = e
			continue
		}
		learnt[e.ID] = say(t, e, board.Proposals(e.ID)[verdict.Final])
	}
	return learnt
}

// say puts what was learnt in the place of what the model says.
func say(t *testing.T, e model.Element, p blackboard.Proposal) model.Element {
	t.Helper()
	if e.Kind != model.Branch {
		text, err := stoex.Print(p.Expression, stoex.PlaceOf(e), e.Inputs...)
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
		}
		e.Old = text
		return e
	}
	e.Branches = slices.Clone(e.Branches)
	for i, b := range p.Branches {
		option := &e.Branches[i]
		option.Guarded, option.Condition, option.Probability = b.Guard != nil, "", b.Probability
		if b.Guard == nil {
			continue
		}
		text, err := stoex.Print(b.Guard, stoex.PlaceOf(e), e.Inputs...)
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
		}
		option.Condition = text
	}
	return e
}

func TestTheExampleIsLearntFromNoisyMeasurementsAgainAndAgain(t *testing.T) {
	t.Parallel() // after those that measure times
	seeds := uint64(4)
	if need.Long() {
		seeds = 50
	}
	for name, n := range map[string]noise{
		"quiet": {sigma: 0.03, outliers: 0.01, warmUp: 0.3},
		"noisy": {sigma: 0.15, outliers: 0.1, warmUp: 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range seeds {
				says(t, t, simulate(t, seed+1, n))
				if t.Failed() {
					t.Fatalf("with seed %d", seed+1)
				}
			}
		})
	}
}
