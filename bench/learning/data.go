package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"beagle/model"
)

type setting struct {
	suite     string
	exact     bool    // counts, to be found exactly
	design    string  // random or grid
	noise     float64 // standard deviation of the logarithm
	outliers  bool    // 2 % of values times 3
	collinear bool    // one more input that follows the first
	rows      int
}

// campaign reports whether it is measured by launches of a program (campaign.go).
func (s setting) campaign() bool { return s.suite == "M" }

type table struct {
	problem problem
	setting setting
	seed    uint64
	inputs  []input
	train   [][]float64
	y       []float64
	inside  [][]float64 // held-out points in the measured range
	beyond  [][]float64 // held-out points on up to four times the range
	launch  []int32     // of each row of a campaign
	seq     []int64
	real    *recorded // the measured suite: what stands for a true function
}

func generate(p problem, s setting, seed uint64) *table {
	h := fnv.New64a()
	// The words of settings that are gone stay in the seed, so that a suite's tables stay the same.
	fmt.Fprintf(h, "%s {suite:%s exact:%v design:%s launches:false noise:%v outliers:%v warmUp:false distractors:0 collinear:%v rows:%d}",
		p.name, s.suite, s.exact, s.design, s.noise, s.outliers, s.collinear, s.rows)
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	t := &table{problem: p, setting: s, seed: seed, inputs: p.inputs}
	if s.collinear {
		t.inputs = append(t.inputs[:len(t.inputs):len(t.inputs)], input{name: "twin.VALUE"})
	}
	if s.campaign() {
		c := newCampaign(r)
		t.train = t.calls(r, c.rounds)
		t.inside, t.beyond = t.draw(r, 300, 1), t.draw(r, 300, 4)
		c.measure(t, r)
		return t
	}
	if s.design == "grid" {
		t.train = t.grid(r, s.rows)
	} else {
		t.train = t.draw(r, s.rows, 1)
	}
	r.IntN(4) // as above: the numbers drawn behind it stay the same
	t.inside = t.draw(r, 300, 1)
	t.beyond = t.draw(r, 300, 4)
	for _, x := range t.train {
		if s.decides() {
			t.y = append(t.y, decision{t}.decided(r, x))
			continue
		}
		y := p.truth(x)
		if s.noise > 0 {
			y *= math.Exp(s.noise * r.NormFloat64())
		}
		if s.outliers && r.IntN(50) == 0 {
			y *= 3
		}
		t.y = append(t.y, y)
	}
	return t
}

// grid takes every combination of few values of each input, with repetitions, as experiments for Extra-P are planned.
func (t *table) grid(r *rand.Rand, rows int) [][]float64 {
	numeric, others := 0, 1
	for _, in := range t.inputs {
		switch {
		case in.flag:
			others *= 2
		case in.levels != nil:
			others *= len(in.levels)
		default:
			numeric++
		}
	}
	levels := 2
	for levels < 10 && float64(others)*math.Pow(float64(levels+1), float64(numeric)) <= max(float64(rows), math.Pow(5, float64(numeric))) {
		levels++
	}
	points := [][]float64{{}}
	for j := range t.inputs {
		var next [][]float64
		for _, p := range points {
			for _, x := range t.values(j, levels) {
				next = append(next, append(p[:len(p):len(p)], x))
			}
		}
		points = next
	}
	var all [][]float64
	for range max(2, rows/len(points)) {
		all = append(all, points...)
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func (t *table) values(j, levels int) (all []float64) {
	in := t.inputs[j]
	count := levels
	if in.flag {
		count = 2
	} else if in.levels != nil {
		count = len(in.levels)
	}
	for i := range count {
		part := float64(i) / float64(max(count-1, 1))
		switch {
		case in.flag || in.levels != nil:
			all = append(all, float64(i))
		case in.fixed:
			all = append(all, math.Round(in.low+(in.high-in.low)*part))
		case in.low <= 0 || in.float:
			all = append(all, in.low+(in.high-in.low)*part)
		default:
			all = append(all, math.Round(in.low*math.Pow(in.high/in.low, part)))
		}
	}
	return slices.Compact(all)
}

// draw takes points, the numbers evenly over the logarithm of their range, or over the range itself where it holds
// zero.
func (t *table) draw(r *rand.Rand, rows int, grow float64) [][]float64 {
	out := make([][]float64, rows)
	for i := range out {
		x := make([]float64, len(t.inputs))
		for j, in := range t.inputs {
			low, high := in.low, in.high*grow
			switch {
			case in.name == "twin.VALUE":
				x[j] = math.Round(x[0] * 2 * math.Exp(0.05*r.NormFloat64()))
			case in.flag:
				x[j] = float64(r.IntN(2))
			case in.levels != nil:
				x[j] = float64(r.IntN(len(in.levels)))
			case in.fixed:
				x[j] = low + float64(r.IntN(int(in.high-low)+1))
			case in.share:
				x[j] = low + (high/grow-low)*r.Float64()
			case low <= 0 || in.float:
				x[j] = low*choose(low < 0, grow, 1) + (high-low*choose(low < 0, grow, 1))*r.Float64()
			default:
				x[j] = math.Round(math.Exp(math.Log(low) + r.Float64()*math.Log(high/low)))
			}
		}
		out[i] = x
	}
	return out
}

func (t *table) columns(points [][]float64) []model.Column {
	columns := make([]model.Column, len(t.inputs))
	for j, in := range t.inputs {
		c := model.Column{Variable: in.variable(), Kind: model.Number}
		if in.flag {
			c.Kind = model.Bool
		}
		if in.levels != nil {
			c.Kind, c.Levels = model.Text, in.levels
		}
		for _, x := range points {
			c.Num = append(c.Num, x[j])
		}
		columns[j] = c
	}
	return columns
}

func (in input) variable() model.Variable {
	v, err := model.ParseVariable(in.name)
	if err != nil {
		panic(err)
	}
	return v
}

func (t *table) texts() bool {
	return slices.ContainsFunc(t.inputs, func(in input) bool { return in.levels != nil })
}

func (t *table) table() *model.Table {
	return &model.Table{Columns: t.columns(t.train), Target: model.Column{Kind: model.Number, Num: t.y}, Launch: t.launch, Seq: t.seq}
}

func (t *table) folder(dir string) string {
	s := t.setting
	return filepath.Join(dir, fmt.Sprintf("%s-%s-%g", s.suite, s.design, s.noise), fmt.Sprintf("%s-%d", strings.ReplaceAll(t.problem.name, " ", "-"), t.seed))
}

// export writes a table as files that other programs can learn from.
func (t *table) export(dir string) error {
	dir = t.folder(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, part := range map[string]struct {
		points [][]float64
		y      []float64
	}{"train": {t.train, t.y}, "inside": {t.inside, t.right(t.inside, func(r *recorded) []float64 { return r.inside })}, "beyond": {t.beyond, t.right(t.beyond, func(r *recorded) []float64 { return r.beyond })}} {
		if err := t.write(filepath.Join(dir, name+".csv"), part.points, part.y); err != nil {
			return err
		}
	}
	matters := map[string]bool{}
	for j, in := range t.inputs {
		matters[in.name] = t.real != nil || t.matters(j) // of real code the forms say it
	}
	meta, err := json.Marshal(map[string]any{
		"problem": t.problem.name, "family": t.problem.family, "seed": t.seed,
		"noise": t.setting.noise, "matters": matters, "decision": t.setting.decides(),
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "meta.json"), meta, 0o644)
}

func (t *table) write(path string, points [][]float64, y []float64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := csv.NewWriter(file)
	record := make([]string, len(t.inputs)+1)
	for j, in := range t.inputs {
		record[j] = in.name
	}
	record[len(t.inputs)] = "y"
	if err := w.Write(record); err != nil {
		return err
	}
	for i, x := range points {
		for j, in := range t.inputs {
			switch {
			case in.flag:
				record[j] = fmt.Sprint(x[j] == 1)
			case in.levels != nil:
				record[j] = in.levels[int(x[j])]
			default:
				record[j] = strconv.FormatFloat(x[j], 'g', -1, 64)
			}
		}
		record[len(t.inputs)] = strconv.FormatFloat(y[i], 'g', -1, 64)
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
