package fakerun

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"beagle/model"
	"beagle/run"
)

// Fileshare is the elements of the file sharing service. One has no link.
func Fileshare() []model.Element {
	upload := []model.Input{{Name: "file", Index: 0, Type: "FILE"}}
	files := []model.Input{{Name: "files", Index: 0, Type: "FILES"}}
	at := func(file string, first int) []model.Section {
		return []model.Section{{Unit: "demo." + file, File: "src/main/java/demo/" + file + ".java", First: first, Last: first + 20}}
	}
	transition := func(id, name string, p float64, section model.Section) model.Option {
		return model.Option{ID: id, Name: name, Behaviour: id + "b", Section: &section, Probability: p}
	}
	cpu := model.Resource{Name: "CPU"}
	return []model.Element{
		{ID: "_hash#CPU", Kind: model.InternalAction, PCMID: "_hash", Name: "computeHash", Component: "Upload", Service: "upload", SEFF: "s1", Old: "0", Resource: cpu, Inputs: upload, Sections: at("Upload", 400), Line: 21},
		{ID: "_lookup#CPU", Kind: model.InternalAction, PCMID: "_lookup", Name: "lookUpHash", Component: "Upload", Service: "upload", SEFF: "s1", Old: "0.001", Resource: cpu, Inputs: upload, Sections: at("Upload", 600), Line: 25},
		{ID: "_known", Kind: model.Branch, PCMID: "_known", Name: "isKnown", Component: "Upload", Service: "upload", SEFF: "s1", Inputs: upload, Line: 30, Branches: []model.Option{
			transition("_t1", "known", 0.5, at("Upload", 700)[0]), transition("_t2", "new", 0.5, at("Upload", 760)[0]),
		}},
		{ID: "_store#file.BYTESIZE", Kind: model.CallParameter, PCMID: "_store", Name: "storeFile", Component: "Upload", Service: "upload", SEFF: "s1", Callee: "store", Argument: model.Variable{Name: "file", Char: model.ByteSize}, Inputs: upload, Sections: at("Upload", 900), Line: 40},
		{ID: "_each", Kind: model.Loop, PCMID: "_each", Name: "eachFile", Component: "Compression", Service: "compressAll", SEFF: "s2", Old: "10", Inputs: files, Sections: at("Compression", 300), Line: 52},
		{ID: "_deflate#CPU", Kind: model.InternalAction, PCMID: "_deflate", Name: "deflate", Component: "Compression", Service: "compressAll", SEFF: "s2", Old: "0", Resource: cpu, Inputs: files, Sections: at("Compression", 420), Line: 57},
		{ID: "_large", Kind: model.Branch, PCMID: "_large", Name: "isLarge", Component: "Compression", Service: "compressAll", SEFF: "s2", Inputs: files, Line: 61, Branches: []model.Option{
			transition("_t3", "large", 0.1, at("Compression", 500)[0]), transition("_t4", "small", 0.9, at("Compression", 560)[0]),
		}},
		{ID: "_sort#CPU", Kind: model.InternalAction, PCMID: "_sort", Name: "sortIndex", Component: "Storage", Service: "store", SEFF: "s3", Old: "0", Resource: cpu, Inputs: upload, Sections: at("Storage", 200), Line: 80},
		{ID: "_flush#HDD", Kind: model.InternalAction, PCMID: "_flush", Name: "flush", Component: "Storage", Service: "store", SEFF: "s3", Old: "0", Resource: model.Resource{Name: "HDD"}, Inputs: upload, Line: 84},
	}
}

// Many is a model of n elements in components of fifty.
func Many(n int) []model.Element {
	elements := make([]model.Element, n)
	for i := range elements {
		elements[i] = model.Element{
			ID: model.ElementID(fmt.Sprintf("_e%05d#CPU", i)), Kind: model.InternalAction, PCMID: fmt.Sprintf("_e%05d", i),
			Name: fmt.Sprintf("action%05d", i), Component: fmt.Sprintf("Component%03d", i/50), Service: fmt.Sprintf("service%d", i/10%5),
			SEFF: fmt.Sprintf("seff%d", i/10), Old: "0", Resource: model.Resource{Name: "CPU"},
			Sections: []model.Section{{Unit: "demo.Big", File: "Big.java", First: i, Last: i + 1}},
		}
	}
	return elements
}

// proposals are what round n knows of an element, best first.
func proposals(e *model.Element, n int) []run.Proposed {
	shrink := 1 / float64(n)
	list := []run.Proposed{
		{Analyser: "average", Fitness: model.Figure(40 + 20*shrink), Error: 0.62, Size: 1, Why: "the mean of all samples"},
	}
	best := run.Proposed{Analyser: "linear", Fitness: model.Figure(3 + 37*shrink), Error: model.Figure(0.038 + 0.4*shrink*shrink), Size: 5, Why: "least squares over 2 candidates"}
	share := 0.27
	other := 1 - share
	switch e.Kind {
	case model.InternalAction:
		best.StoEx, list[0].StoEx = "0.00035 + 1.2E-8 * file.BYTESIZE", "0.0124"
		best.InUnits, list[0].InUnits = "350 µs + 12 ns a byte of file", "12.4 ms"
		if e.Name == "sortIndex" {
			best.StoEx = ""
			best.Unsayable = "a logarithm is not in the portable part of StoEx"
		}
	case model.Loop:
		best.StoEx, list[0].StoEx, best.Error = "files.NUMBER_OF_ELEMENTS", "10", 0
	case model.CallParameter:
		best.StoEx, list[0].StoEx, best.Error = "file.BYTESIZE", "120000", 0
	case model.Branch:
		best.Transitions = []run.ProposedBranch{
			{ID: e.Branches[0].ID, Name: e.Branches[0].Name, Condition: "file.BYTESIZE > 65536"},
			{ID: e.Branches[1].ID, Name: e.Branches[1].Name, Condition: "NOT (file.BYTESIZE > 65536)"},
		}
		list[0].Transitions = []run.ProposedBranch{
			{ID: e.Branches[0].ID, Name: e.Branches[0].Name, Probability: &share},
			{ID: e.Branches[1].ID, Name: e.Branches[1].Name, Probability: &other},
		}
	}
	if n < 2 {
		return list
	}
	return append([]run.Proposed{best}, list...)
}

// Detail is forty measurements along a line, the same every time.
func (r *Run) Detail(_ context.Context, id model.ElementID, look run.Aspect) (run.Detail, error) {
	r.mu.Lock()
	failing := r.FailDetails > 0
	if failing {
		r.FailDetails--
	}
	r.mu.Unlock()
	if failing {
		return run.Detail{}, errGone
	}
	for _, e := range r.Snapshot().Elements {
		if e.ID == id {
			return r.look(&e, look), nil
		}
	}
	return run.Detail{}, errNoElement
}

// look adds what a person asked for: of texts only numbers can be tried.
func (r *Run) look(e *run.ElementState, look run.Aspect) run.Detail {
	d := r.detail(e)
	if look.Axis.Name != "" {
		d.Axis = look.Axis
	}
	level := func(y float64) []run.Point { return []run.Point{{X: 0, Y: y}, {X: 200000, Y: y}} }
	if len(d.Curve) > 0 && len(d.Categories) == 0 {
		d.Rivals = []run.Curve{{Proposal: 1, Points: level(d.Curve[len(d.Curve)/2].Y)}}
	}
	if look.Text == "" {
		return d
	}
	d.Own = &run.Own{Error: model.Unknown(), Problem: "this run can only try numbers"}
	if y, err := strconv.ParseFloat(look.Text, 64); err == nil {
		d.Own = &run.Own{Error: 0.62, Size: 1, Curve: level(y), Values: make([]*float64, len(d.Points))}
		for i := range d.Own.Values {
			d.Own.Values[i] = &y
		}
	}
	return d
}

func (r *Run) detail(e *run.ElementState) run.Detail {
	random := rand.New(rand.NewPCG(7, uint64(len(e.ID))))
	axis := model.Variable{Name: "file", Char: model.ByteSize}
	d := run.Detail{Element: e.ID, Axis: axis, Variables: []model.Variable{axis, {Name: "files", Char: model.NumberOfElements}}, Source: source()}
	if e.Samples == 0 {
		return d
	}
	y := func(x float64) float64 { return 0.00035 + 1.2e-8*x }
	switch e.Kind {
	case model.Loop, model.CallParameter:
		y = func(x float64) float64 { return math.Floor(x / 5000) }
	case model.Branch:
		y = func(x float64) float64 {
			if x > 65536 {
				return 0
			}
			return 1
		}
		d.Categories = []string{e.Branches[0].Name, e.Branches[1].Name}
	case model.InternalAction:
	}
	for range 60 {
		x := math.Floor(200000 * random.Float64())
		v := y(x)
		if e.Kind.Noisy() {
			v *= 1 + 0.12*random.NormFloat64()
		}
		point := run.Point{X: x, Y: v, N: 1}
		if e.Best != nil {
			said := y(x)
			point.P = &said
		}
		d.Points = append(d.Points, point)
	}
	if e.Best != nil {
		d.Evidence = examined(e)
		for i := range 81 {
			x := float64(i) * 2500
			d.Curve = append(d.Curve, run.Point{X: x, Y: y(x)})
		}
	}
	return d
}

// examined is what a judge might say of the first proposals.
func examined(e *run.ElementState) []run.Evidence {
	share := func(x float64) *float64 { return &x }
	best := run.Evidence{Rows: 60, Points: 58, Training: share(0), Validation: share(0), Extrapolation: share(0), Against: "clear: more than 1000 times as likely as the next"}
	switch e.Kind {
	case model.Branch:
		best.Transitions = []run.TransitionEvidence{{Taken: 320, Right: 320, Low: 0.25, High: 0.29}, {Taken: 864, Right: 864, Low: 0.71, High: 0.75}}
		best.Training, best.Validation, best.Extrapolation = share(0), share(0.006), share(0.021)
		best.Frequent = &run.Errors{Training: share(0.27), Validation: share(0.27), Extrapolation: share(0.46)}
	case model.InternalAction:
		best.Training, best.Validation, best.Extrapolation = share(0.038), share(0.041), share(0.092)
		best.Intervals = []run.Interval{{Value: 0.00035, Low: 0.00031, High: 0.00038}, {Value: 1.2e-8, Low: 1.1e-8, High: 1.3e-8}}
	case model.Loop, model.CallParameter:
	}
	plain := run.Evidence{Rows: 60, Points: 58, Training: share(0.62), Validation: share(0.63), Against: "lost by 96.0 nats to the best", Transitions: best.Transitions}
	if e.Kind == model.Branch {
		plain.Training, plain.Validation, plain.Extrapolation, plain.Frequent = share(0.27), share(0.27), share(0.46), best.Frequent
		plain.Brier = &run.Errors{Training: share(0.197), Validation: share(0.2), Extrapolation: share(0.29)}
	}
	if len(e.Proposals) < 2 {
		plain.Against = "nothing else was proposed"
		return []run.Evidence{plain}
	}
	return []run.Evidence{best, plain}
}

// source is a piece of Java that is shown beside an element.
func source() run.Source {
	return run.Source{
		File: "src/main/java/demo/Upload.java", First: 38, From: 41, To: 45,
		Lines: []string{
			"    public Receipt upload(StoredFile file) {", "        byte[] content = file.content();", "",
			"        MessageDigest digest = MessageDigest.getInstance(\"SHA-256\");", "        digest.update(content);",
			"        byte[] hash = digest.digest();", "", "        String key = Hex.encode(hash);", "",
			"        if (index.contains(key)) {", "            return Receipt.known(key);", "        }",
		},
	}
}
