// Package stacks writes call stacks with their times as profiles: folded stacks (flamegraph.pl, inferno),
// speedscope's JSON and pprof's protocol buffers.
package stacks

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"beagle/internal/safe"
	"beagle/model"
)

// Stack is a path through a tree of calls.
type Stack struct {
	Frames []string      // the outermost first
	Own    time.Duration // self time of the innermost frame, without its callees
}

// Form writes stacks in one format; the title names what was profiled.
type Form func(to io.Writer, title string, all []Stack) error

// Suffixes lists the endings of files' names for messages and help.
const Suffixes = ".folded, .speedscope.json or .pb.gz (pprof)"

// For is the form of a file by the ending of its name.
func For(path string) (Form, error) {
	switch {
	case strings.HasSuffix(path, ".folded"):
		return folded, nil
	case strings.HasSuffix(path, ".speedscope.json"):
		return speedscope, nil
	case strings.HasSuffix(path, ".pb.gz"):
		return pprof, nil
	}
	return nil, model.Problem{
		Severity: model.Error, File: path, Message: "no form of a profile has this ending",
		Hint: "end the name with " + Suffixes,
	}
}

// folded writes a line a stack: frames between semicolons, then nanoseconds.
func folded(to io.Writer, _ string, all []Stack) error {
	out := bufio.NewWriter(to)
	for _, s := range all {
		for i, frame := range s.Frames {
			if i > 0 {
				_ = out.WriteByte(';') // Flush tells of errors
			}
			_, _ = out.WriteString(strings.ReplaceAll(safe.Line(frame), ";", ":"))
		}
		fmt.Fprintf(out, " %d\n", s.Own.Nanoseconds())
	}
	return out.Flush()
}

// speedscope writes a sampled profile in which each stack is one sample.
func speedscope(to io.Writer, title string, all []Stack) error {
	type object = map[string]any
	frames, samples, weights, total := []object{}, [][]int{}, []int64{}, int64(0)
	number := map[string]int{}
	for _, s := range all {
		sample := make([]int, len(s.Frames))
		for i, frame := range s.Frames {
			at, known := number[frame]
			if !known {
				at = len(frames)
				number[frame] = at
				frames = append(frames, object{"name": safe.Line(frame)})
			}
			sample[i] = at
		}
		samples, weights, total = append(samples, sample), append(weights, s.Own.Nanoseconds()), total+s.Own.Nanoseconds()
	}
	return json.NewEncoder(to).Encode(object{
		"$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "beagle", "name": title,
		"shared": object{"frames": frames},
		"profiles": []object{{
			"type": "sampled", "name": title, "unit": "nanoseconds", "startValue": 0, "endValue": total,
			"samples": samples, "weights": weights,
		}},
	})
}

func pprof(to io.Writer, title string, all []Stack) error {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "time", Unit: "nanoseconds"}}, PeriodType: &profile.ValueType{Type: "time", Unit: "nanoseconds"},
		Period: 1, Comments: []string{title},
	}
	places := map[string]*profile.Location{}
	for _, s := range all {
		sample := &profile.Sample{Value: []int64{s.Own.Nanoseconds()}}
		for i := len(s.Frames) - 1; i >= 0; i-- { // pprof has the innermost first
			name := safe.Line(s.Frames[i])
			place := places[name]
			if place == nil {
				id := uint64(len(places) + 1)
				function := &profile.Function{ID: id, Name: name, SystemName: name}
				place = &profile.Location{ID: id, Line: []profile.Line{{Function: function}}}
				places[name] = place
				p.Function, p.Location = append(p.Function, function), append(p.Location, place)
			}
			sample.Location = append(sample.Location, place)
		}
		p.Sample = append(p.Sample, sample)
	}
	return p.Write(to)
}
