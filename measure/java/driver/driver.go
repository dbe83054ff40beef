// Package driver drives methods of a Java program, so that what their calls cost can be learnt
// without a launch of the program that varies their inputs.
//
// A generated class holds the typed call. A small runtime in Java (src/) makes inputs from types, finds
// which of them the method accepts and how large they may be, and measures places of that design in
// several JVMs. Methods that could do harm are refused.
package driver

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/internal/quantity"
	"beagle/model"
)

// Value is a knob of the design: which it is, and what it is set to.
type Value struct {
	Name string // as text.BYTESIZE
	To   float64
}

// Place is where in the design the method is measured: a value of each knob.
type Place []Value

// Range is what a knob was varied over.
type Range struct {
	Name      string
	Low, High float64
}

// Design is what was found of a method's inputs.
type Design struct {
	Places []Place
	Takes  []float64 // seconds of CPU that a call takes at each place
	Ranges []Range
	Ways   []Way   // which way of making a part was taken, where there are several
	Round  float64 // seconds of CPU that a call at each place takes together
}

// standIn is how a part is made that nothing implements.
const standIn = "a stand-in, whose methods do nothing"

// StandsIn is which part of the method's object has methods that do nothing, so that calls do less than in a program;
// empty: none.
func (x *Design) StandsIn() string {
	for _, w := range x.Ways {
		if name, _, _ := strings.Cut(w.Place, ":"); w.Taken == standIn && strings.HasPrefix(name, "this.") {
			return name
		}
	}
	return ""
}

// Way is how a part of the inputs is made.
type Way struct{ Place, Taken string }

// Observation is what calls at one place took in one launch.
type Observation struct {
	Place   int // index
	Launch  int // from 1
	Inputs  map[model.Variable]model.Value
	Seconds float64 // of CPU a call, in steady state
	Bytes   float64 // that the calling thread allocates in a call
	Calls   int64   // that were measured in it
}

// Launched is what one launch gave.
type Launched struct {
	Observations []Observation
	Settled      bool
	Share        float64 // of the wall time that the measuring thread had a processor
	Fresh        bool    // calls change their inputs, so that each got new ones
	Problems     []model.Problem
}

// Explore finds which inputs the method accepts, in at most some seconds; no call is to take more than limit seconds,
// and the design has so many places. The error, a model.Problem where a person can act, says why the method cannot be
// driven.
func (d *Driver) Explore(ctx context.Context, seconds, limit float64, places int) (Design, error) {
	d.limit = limit
	caps := map[string]float64{}
	var best Design // the one with the most places, and what its launch told
	var told report
	var refusal error // before methods were called on the object first, of which one may not return
	const again = 6
	for round := range again {
		more := []string{fmt.Sprintf("places\t%d", places)}
		if round == again-1 {
			more = append(more, "enough")
		}
		for name, most := range caps {
			more = append(more, fmt.Sprintf("cap\t%s\t%g", name, most))
		}
		slices.Sort(more)
		r, result, err := d.run(ctx, seconds, more)
		if err != nil {
			return Design{}, err
		}
		if wanted, open := r.all("wanted"), r.all("open"); len(wanted)+len(open) > 0 && r.last("never") == nil {
			if err := d.make(ctx, wanted, open); err != nil {
				return Design{}, err
			}
			continue
		}
		if (r.last("refused") != nil || r.last("unmakeable") != nil) && d.prepare() {
			refusal = d.failed(r, result)
			continue
		}
		if v := numbers(r.last("compiling")); len(v) == 2 {
			d.compiling, d.share = v[0], v[1]
		}
		design := d.design(r)
		if len(design.Places) == 0 && refusal != nil && (r.last("never") != nil || r.last("exit") != nil) {
			return Design{}, refusal
		}
		if len(design.Places) >= len(best.Places) {
			best, told = design, r
		}
		if round < again-1 && (smaller(caps, r.last("never")) || smaller(caps, r.last("exit"))) { // not so far the next time
			continue
		}
		if len(best.Places) == 0 {
			return Design{}, d.failed(r, result)
		}
		break
	}
	if len(best.Places) == 0 {
		return Design{}, d.problem("a call takes longer than "+fmt.Sprintf("%.0f s", max(2, 20*limit))+" whatever its inputs", "give it a longer time with --for, or smaller inputs of your own (drive: in beagle.yaml)")
	}
	for _, line := range told.all("alike") {
		d.choices = append(d.choices, "alike\t"+line[0]+"\t"+line[1])
	}
	for _, line := range told.all("choice") {
		d.choices = append(d.choices, "choice\t"+line[0]+"\t"+line[1])
	}
	return best, nil
}

// inputs of a call that did not return: {n.VALUE=48.0, text.BYTESIZE=16.0}.
var setTo = regexp.MustCompile(`([\w.$]+)=([\d.E]+)`)

// smaller lowers the caps of what was large where a call did not return; false: nothing was.
func smaller(caps map[string]float64, never []string) (some bool) {
	if len(never) != 2 {
		return false
	}
	for _, m := range setTo.FindAllStringSubmatch(never[0], -1) {
		const small = 16 // a method that does not return for so little does not return at all
		if to, err := strconv.ParseFloat(m[2], 64); err == nil && to > small {
			caps[m[1]], some = math.Floor(to*0.6), true
		}
	}
	return some
}

func (d *Driver) design(r report) (x Design) {
	for _, line := range r.all("place") {
		took, _ := strconv.ParseFloat(line[0], 64)
		x.Round += took
		x.Takes = append(x.Takes, took)
		x.Places = append(x.Places, placeOf(line[1:]))
	}
	for _, line := range r.all("knob") {
		low, _ := strconv.ParseFloat(line[1], 64)
		high, _ := strconv.ParseFloat(line[2], 64)
		x.Ranges = append(x.Ranges, Range{line[0], low, high})
	}
	for _, line := range r.all("choice") {
		x.Ways = append(x.Ways, Way{line[0], line[2]})
	}
	return x
}

func placeOf(words []string) (p Place) {
	for i := 0; i+1 < len(words); i += 2 {
		to, _ := strconv.ParseFloat(words[i+1], 64)
		p = append(p, Value{words[i], to})
	}
	return p
}

// Measure measures places in one launch of so many seconds.
func (d *Driver) Measure(ctx context.Context, places []Place, seconds float64) (Launched, error) {
	r, result, err := d.run(ctx, seconds, append(points(places), "groups\t"+d.groups(places, seconds)))
	if err != nil {
		return Launched{}, err
	}
	l := d.observations(r, len(places))
	d.share = l.Share
	if len(l.Observations) == 0 {
		return l, d.failed(r, result)
	}
	if r.last("done") == nil {
		l.Problems = append(l.Problems, d.failed(r, result))
	}
	if left := r.last("threads"); left != nil {
		d.note(&l, "threads", "calls leave threads behind: "+left[0]+" when a launch ended, e.g. "+strconv.Quote(left[1]), "they were ended with the JVM")
	}
	if printed := numbers(r.last("printed")); len(printed) == 1 || result.Dropped > 0 {
		bytes := float64(result.Dropped)
		for _, n := range printed {
			bytes += n
		}
		d.note(&l, "printed", "calls print: "+quantity.Short(bytes)+" bytes in a launch of "+quantity.Seconds(seconds)+", which went nowhere", "the cost has the making of these texts, not their way to a file or terminal")
	}
	return l, nil
}

// note adds what a person should know of all launches, the first time.
func (d *Driver) note(l *Launched, what, message, hint string) {
	if !slices.Contains(d.noted, what) {
		d.noted = append(d.noted, what)
		p := d.problem(message, hint)
		p.Severity = model.Info
		l.Problems = append(l.Problems, p)
	}
}

// points are places as a launch is told them.
func points(places []Place) (lines []string) {
	for _, p := range places {
		line := "point"
		for _, v := range p {
			line += fmt.Sprintf("\t%s\t%v", v.Name, v.To)
		}
		lines = append(lines, line)
	}
	return lines
}

type batches struct {
	round                          []int
	calls, ns, bytes, others, wall []float64
}

func (d *Driver) observations(r report, places int) (l Launched) {
	all := make([]batches, places)
	for _, line := range r.all("batch") {
		v := numbers(line)
		if len(v) != 7 || v[0] < 0 || int(v[0]) >= places {
			continue
		}
		b := &all[int(v[0])]
		b.round = append(b.round, int(v[1]))
		b.calls, b.ns, b.bytes, b.others = append(b.calls, v[2]), append(b.ns, v[3]), append(b.bytes, v[4]), append(b.others, v[5])
		b.wall = append(b.wall, v[6])
	}
	perByte, share := garbage(r, all)
	l.Share = share
	from, settled := steady(levels(all))
	l.Settled = settled
	for _, line := range r.all("seen") {
		place, err := strconv.Atoi(line[0])
		if err != nil || place < 0 || place >= places {
			continue
		}
		l.Fresh = l.Fresh || line[1] == "fresh"
		var calls, ns, bytes float64
		for i, round := range all[place].round {
			if round >= from {
				b := &all[place]
				calls += b.calls[i]
				ns += b.ns[i] + b.bytes[i]*perByte + b.others[i]
				bytes += b.bytes[i]
			}
		}
		if calls == 0 {
			continue
		}
		l.Observations = append(l.Observations, Observation{Place: place, Launch: d.runs, Inputs: SeenOf(line[2:]), Seconds: ns / calls / 1e9, Bytes: bytes / calls, Calls: int64(calls)})
	}
	return l
}

// garbage estimates the CPU time in ns that collecting garbage costs per allocated byte, and the share of wall time in which
// the measuring thread had a processor. Only the wall time of pauses is known; the share converts it to CPU time.
func garbage(r report, all []batches) (perByte, share float64) {
	var cpu, wall float64
	for i := range all {
		for j, ns := range all[i].ns {
			cpu, wall = cpu+ns, wall+all[i].wall[j]
		}
	}
	v := numbers(r.last("garbage"))
	if len(v) != 2 || v[1] <= 0 {
		return 0, min(cpu/max(wall, 1), 1)
	}
	share = min(cpu/max(wall-v[0], cpu, 1), 1)
	return v[0] / v[1] * share, share
}

// levels are the mean logarithms of the rounds' times by the medians of their places. A last round that the time cut
// short does not count: it would be the steady state of some places only.
func levels(all []batches) (rounds []float64) {
	sums, counts := map[int]float64{}, map[int]float64{}
	last := -1
	for p := range all {
		b := &all[p]
		var times []float64
		for i := range b.round {
			times = append(times, math.Log(max(b.ns[i]/b.calls[i], 1e-3)))
		}
		if len(times) == 0 {
			continue
		}
		sorted := slices.Sorted(slices.Values(times))
		for i, round := range b.round {
			sums[round] += times[i] - sorted[len(sorted)/2]
			counts[round]++
			last = max(last, round)
		}
	}
	for round := range last + 1 {
		if counts[round] > 0 {
			rounds = append(rounds, sums[round]/counts[round])
		}
	}
	if counts[last] < counts[last-1] {
		rounds = rounds[:len(rounds)-1]
	}
	return rounds
}

// numbers reads numbers; nil: one of them is none.
func numbers(words []string) (v []float64) {
	for _, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil
		}
		v = append(v, x)
	}
	return v
}

// SeenOf reads characterisations of inputs, a name and a value each. What is no characterisation is left out.
func SeenOf(words []string) map[model.Variable]model.Value {
	seen := map[model.Variable]model.Value{}
	for i := 0; i+1 < len(words); i += 2 {
		v, err := model.ParseVariable(words[i])
		if err != nil {
			continue
		}
		x, err := strconv.ParseFloat(words[i+1], 64)
		switch {
		case err == nil:
			seen[v] = model.NumberValue(x)
		case words[i+1] == "true" || words[i+1] == "false":
			seen[v] = model.BoolValue(words[i+1] == "true")
		default:
			seen[v] = model.TextValue(words[i+1])
		}
	}
	return seen
}
