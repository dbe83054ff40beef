// Command nested measures how far times are from the truth where sections are
// short, or timed inside one another: a chain of multiplications of known
// length, timed by the program itself over ten executions without any probe,
// beside what sections of it record with all probes at once and in passes of
// their own.
//
//	go run ./bench/nested
//
// It needs a JDK.
package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure"
	"beagle/measure/java"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/statistics/robust"
)

//go:embed Nest.java
var source string

func main() {
	log.SetFlags(0)
	if err := compare(); err != nil {
		log.Fatal(err)
	}
}

// Sections and services of the program.
const (
	outer = iota
	inner
	body
)

func compare() error {
	dir, err := os.MkdirTemp("", "beagle-nested-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "Nest.java")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		return err
	}
	truth, times, err := plain(dir)
	if err != nil {
		return err
	}
	all, err := probed(dir, file, outer, inner, body)
	if err != nil {
		return err
	}
	outerAlone, err := probed(dir, file, outer)
	if err != nil {
		return err
	}
	innerAlone, err := probed(dir, file, inner)
	if err != nil {
		return err
	}
	fmt.Printf("%8s | %10s %18s %18s | %10s %18s %18s %8s\n", "steps", "inner ns", "with all probes", "alone", "outer ns", "with all probes", "alone", "taken")
	for _, steps := range slices.Sorted(keys(truth)) {
		t, n := truth[steps], float64(times[steps])
		off := func(got, want float64) string { return fmt.Sprintf("%9.0f %+6.0f %%", got, 100*(got/want-1)) }
		a := all[outer][steps]
		fmt.Printf("%8d | %10.0f %18s %18s | %10.0f %18s %18s %6.0f %%\n", steps, t/n, off(all[inner][steps].time, t/n), off(innerAlone[inner][steps].time, t/n),
			t, off(a.time, t), off(outerAlone[outer][steps].time, t), 100*a.share)
	}
	return nil
}

func keys(m map[int]float64) func(func(int) bool) {
	return func(yield func(int) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

var build = []string{"javac", "-d", "classes", "Nest.java"}

// plain is the median time of the outer section in ns, by steps, and how often
// the inner one is executed in it.
func plain(dir string) (truth map[int]float64, times map[int]int, err error) {
	output := filepath.Join(dir, "plain.log")
	for _, command := range [][]string{build, {"java", "-cp", "classes", "Nest", "print"}} {
		result, err := launch.Run(context.Background(), launch.Spec{Name: command[0], Dir: dir, Command: command, Output: output})
		if err != nil {
			return nil, nil, err
		}
		if !result.OK() {
			return nil, nil, errors.New(result.Tail)
		}
	}
	log, err := os.Open(output)
	if err != nil {
		return nil, nil, err
	}
	defer log.Close()
	truth, times = map[int]float64{}, map[int]int{}
	measured := map[int][]float64{}
	for lines := bufio.NewScanner(log); lines.Scan(); {
		var steps, n int
		var ns float64
		if got, _ := fmt.Sscan(lines.Text(), &steps, &n, &ns); got == 3 {
			measured[steps], times[steps] = append(measured[steps], ns), n
		}
	}
	for steps, all := range measured {
		truth[steps] = robust.Median(all)
	}
	return truth, times, nil
}

// section is what a section of a length recorded.
type section struct {
	time  float64 // median, in ns, without probes
	share float64 // of the recorded time that was taken out for probes, at a mean
}

// probed measures with probes at some of the sections.
func probed(dir, file string, sections ...int) (map[int]map[int]section, error) {
	at := func(first, last string) model.Section {
		return model.Section{Unit: "Nest", File: file, First: strings.Index(source, first), Last: strings.Index(source, last)}
	}
	steps := []model.Input{{Name: "steps"}}
	whole := []measure.Section{
		{Kind: measure.Demand, Code: at("long sum = x;", "for (int i = 0; i < times"), PCMID: "outer"},
		{Kind: measure.Demand, Code: at("long result", "long result"), PCMID: "inner", Service: 1},
		{Kind: measure.LoopBody, Code: at("sum = inner", "sum = inner"), PCMID: "loop"},
	}
	order := measure.Order{Services: []measure.Service{
		{SEFF: "outer", Name: "outer", Inputs: steps, Code: whole[outer].Code}, {SEFF: "inner", Name: "inner", Inputs: steps, Code: whole[inner].Code},
	}}
	if len(sections) == 1 && sections[0] == outer {
		order.Services = order.Services[:1] // as the controller orders it
	}
	for _, s := range sections {
		order.Sections = append(order.Sections, whole[s])
	}
	if len(sections) == 1 && sections[0] == inner {
		order.Services, order.Sections[0].Service = order.Services[1:], 0
	}
	work, err := os.MkdirTemp("", "beagle-nested-work-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	tool := java.NewTool(java.Options{Project: dir, WorkDir: work, Build: build, Delivery: java.Copy, Probe: "builtin", Clock: "wall"})
	p, err := tool.Prepare(context.Background(), order)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	got := &events{by: map[int]map[int][]float64{}, order: order}
	report, err := p.Launch(context.Background(), measure.Launch{Name: "nest", Command: []string{"java", "-cp", "classes", "Nest"}}, 1, got)
	if err != nil || !report.Complete {
		return nil, errors.Join(err, fmt.Errorf("%+v", report))
	}
	result := map[int]map[int]section{}
	for i, s := range sections {
		if order.Sections[i].Kind != measure.Demand {
			continue
		}
		result[s] = map[int]section{}
		for steps, all := range got.by[i] {
			late := all[len(all)*4/5:] // compiled by then
			result[s][steps] = section{robust.Median(late), got.share(i, steps)}
		}
	}
	return result, nil
}

// events keeps the times of sections by the steps of the innermost service.
type events struct {
	order  measure.Order
	steps  []int
	by     map[int]map[int][]float64
	nested map[[2]int]float64
}

// Events follows entries and exits of services and keeps what was recorded between them.
func (e *events) Events(batch []measure.Event) {
	for _, x := range batch {
		switch x.Kind {
		case measure.ServiceEntered:
			e.steps = append(e.steps, 0)
		case measure.ServiceLeft:
			e.steps = e.steps[:len(e.steps)-1]
		case measure.ParameterCaptured:
			if x.Index == 0 && x.Char == model.ValueOf {
				e.steps[len(e.steps)-1] = int(x.Value.Num)
			}
		case measure.DemandCaptured:
			if len(e.steps) == 0 {
				continue
			}
			i, steps := int(x.Section), e.steps[len(e.steps)-1]
			if e.by[i] == nil {
				e.by[i] = map[int][]float64{}
			}
			e.by[i][steps] = append(e.by[i][steps], float64(x.Wall))
			if e.nested == nil {
				e.nested = map[[2]int]float64{}
			}
			e.nested[[2]int{i, steps}] += float64(x.Nested)
		default:
		}
	}
}

// share is units of probes inside for each ns: to be multiplied by their cost.
func (e *events) share(i, steps int) float64 {
	sum := 0.0
	for _, t := range e.by[i][steps] {
		sum += t
	}
	if sum == 0 {
		return 0
	}
	const unit = 15 // ns, about
	inside := e.nested[[2]int{i, steps}] * unit
	return inside / (sum + inside)
}
