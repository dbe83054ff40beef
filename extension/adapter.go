package extension

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"beagle/extension/wire"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/pcm/stoex"
)

// Adapter is the extension as a model adapter.
func (x *Extension) Adapter(said wire.InitializeResult) (*Models, error) {
	if said.Adapter == nil || len(said.Adapter.Suffixes) == 0 {
		return nil, x.wrong("it reads models, and does not say what names of model files end in")
	}
	for _, suffix := range said.Adapter.Suffixes {
		if len(suffix) < 2 || suffix[0] != '.' || safe.Line(suffix) != suffix {
			return nil, x.wrong("it names the models *%s; a suffix is such as .lqnx", suffix)
		}
		for _, id := range adapter.Adapters.IDs() {
			if other, err := adapter.Adapters.Get(id); err == nil && slices.Contains(other.Suffixes(), suffix) {
				return nil, x.wrong("models named *%s are those of %s already", suffix, id)
			}
		}
	}
	return &Models{x: x, suffixes: said.Adapter.Suffixes, means: said.Adapter.Means, known: map[string]spoken{}}, nil
}

// Models asks an extension about models and their expressions.
type Models struct {
	x        *Extension
	suffixes []string
	means    bool // see adapter.Means

	mu    sync.Mutex
	known map[string]spoken // by element and expression: screens ask again and again
}

type spoken struct {
	text string
	err  error
}

const (
	maxModel      = 8 << 20 // bytes of a file
	maxElements   = 100_000
	maxKnownTexts = 10_000 // expressions
)

// sayingWithin is how long an expression may take to be said or judged: a person waits at the keyboard.
const sayingWithin = 5 * time.Second

// Suffixes implements adapter.Adapter.
func (m *Models) Suffixes() []string { return m.suffixes }

// MeansOnly implements adapter.Means.
func (m *Models) MeansOnly() bool { return m.means }

func (m *Models) Read(path string) (adapter.Model, error) {
	data, err := safe.ReadFile(path, maxModel)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "file", File: path, Message: fmt.Sprintf("the model cannot be read: %v", safe.Cause(err))}
	}
	return m.parse(path, data)
}

// Say implements adapter.Expressions.
func (m *Models) Say(e *model.Element, x expression.Node) (string, error) {
	text, err := stoex.Print(x, stoex.Anywhere, e.Inputs...)
	if err != nil {
		return "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	key := string(e.ID) + "\x00" + text
	if known, ok := m.known[key]; ok {
		return known.text, known.err
	}
	result, err := m.say(wire.SayParams{Element: elementOf(e), Expression: text})
	if err == nil && (strings.TrimSpace(result.Text) == "" || len(result.Text) > maxText) {
		err = m.x.wrong("it says `%s` in %d bytes", safe.Clip(text), len(result.Text))
	}
	var refusal RefusalError
	if err != nil && !errors.As(err, &refusal) {
		return "", err // it may live again
	}
	if len(m.known) >= maxKnownTexts {
		clear(m.known)
	}
	text = safe.Line(result.Text)
	m.known[key] = spoken{text, err}
	return text, err
}

// SayGuards implements adapter.Expressions.
func (m *Models) SayGuards(e *model.Element, guards []expression.Node) ([]string, error) {
	params := wire.SayParams{Element: elementOf(e)}
	for _, g := range guards {
		text := ""
		if g != nil {
			var err error
			if text, err = stoex.Print(g, stoex.Guard, e.Inputs...); err != nil {
				return nil, err
			}
		}
		params.Guards = append(params.Guards, text)
	}
	result, err := m.say(params)
	if err == nil && len(result.Guards) != len(guards) {
		err = m.x.wrong("it gives %d of %d guards", len(result.Guards), len(guards))
	}
	for i := range result.Guards {
		result.Guards[i] = safe.Line(result.Guards[i])
	}
	return result.Guards, err
}

func (m *Models) say(params wire.SayParams) (result wire.SayResult, err error) {
	err = m.ask(wire.SayInModel, params, &result)
	return result, err
}

// ask asks the extension, and waits for a bounded time: a person is waiting too.
func (m *Models) ask(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), sayingWithin)
	defer cancel()
	return m.x.Call(ctx, method, params, result)
}

// SayScatter implements adapter.Expressions: an extension says means only.
func (m *Models) SayScatter(string, adapter.Scatter) string { return "" }

// Check implements adapter.Expressions.
func (m *Models) Check(e *model.Element, text string) []model.Problem {
	element := elementOf(e)
	return m.judge(wire.JudgeParams{Element: &element, Text: text})
}

// CheckGuards implements adapter.Expressions.
func (m *Models) CheckGuards(texts []string) []model.Problem {
	return m.judge(wire.JudgeParams{Guards: texts})
}

func (m *Models) judge(params wire.JudgeParams) []model.Problem {
	var result wire.JudgeResult
	if err := m.ask(wire.JudgeText, params, &result); err != nil {
		return []model.Problem{model.AsProblem(err, "extension")}
	}
	return problems(result.Problems)
}

type modelFile struct {
	*Models
	path     string
	data     []byte
	services []model.Service
	steps    map[string][]model.Step
	elements []model.Element
	problems []model.Problem
}

var (
	_ adapter.Adapter = (*Models)(nil)
	_ adapter.Means   = (*Models)(nil)
	_ adapter.Model   = (*modelFile)(nil)
)

func (f *modelFile) Bytes() []byte { return f.data }

func (f *modelFile) Elements() []model.Element { return f.elements }

func (f *modelFile) Services() []model.Service { return f.services }

func (f *modelFile) Steps(seff string) []model.Step { return f.steps[seff] }

func (f *modelFile) Problems() []model.Problem { return f.problems }

// Calibrate implements adapter.Model: the extension says which places change, so that all else stays.
func (f *modelFile) Calibrate(changes []adapter.Change) ([]byte, []model.Problem, error) {
	params := wire.ChangeParams{Path: f.path, Text: string(f.data), Changes: []wire.ModelChange{}}
	for i := range changes {
		c := &changes[i]
		change := wire.ModelChange{Element: elementOf(&c.Element), Text: c.Expression}
		for _, t := range c.Transitions {
			change.Transitions = append(change.Transitions, wire.ModelTransition{ID: t.ID, Guard: t.Condition, Probability: t.Probability})
		}
		params.Changes = append(params.Changes, change)
	}
	if len(params.Changes) == 0 {
		return f.data, nil, nil
	}
	var result wire.ChangeResult
	if err := f.x.Call(context.Background(), wire.ChangeModel, params, &result); err != nil {
		return nil, nil, err
	}
	data, err := edited(string(f.data), result.Edits)
	if err != nil {
		return nil, nil, f.x.wrong("its edits of %s: %v", f.path, err)
	}
	after, err := f.parse(f.path, data)
	if err != nil {
		return nil, nil, err
	}
	var introduced []model.Problem
	for _, p := range after.problems {
		if !slices.ContainsFunc(f.problems, func(old model.Problem) bool { return old.Message == p.Message && old.Element == p.Element }) {
			introduced = append(introduced, p)
		}
	}
	return data, introduced, nil
}

func edited(text string, edits []wire.Edit) ([]byte, error) {
	var out []byte
	units, at, copied := 0, 0, 0
	// offset is the byte at which a code unit begins; edits come in order.
	offset := func(unit int) int {
		for at < len(text) && units < unit {
			r, size := utf8.DecodeRuneInString(text[at:])
			at += size
			units++
			if r > 0xFFFF {
				units++
			}
		}
		if units != unit {
			return -1
		}
		return at
	}
	for _, e := range edits {
		from := offset(e.At)
		to := offset(e.End)
		if from < copied || to < from || !utf8.ValidString(e.Text) || len(e.Text) > maxText {
			return nil, fmt.Errorf("the one from %d to %d is out of order, outside of the file, or has %d bytes", e.At, e.End, len(e.Text))
		}
		out = append(append(out, text[copied:from]...), e.Text...)
		copied = to
	}
	return append(out, text[copied:]...), nil
}

func problems(said []wire.Problem) (all []model.Problem) {
	for _, p := range said[:min(len(said), maxTold)] {
		severity := model.Severity(p.Severity)
		if severity != model.Info && severity != model.Error {
			severity = model.Warning
		}
		all = append(all, model.Problem{
			Severity: severity, Rule: "extension", Message: safe.Line(p.Message), Hint: safe.Line(p.Hint),
			File: safe.Line(p.File), Line: max(0, p.Line), Element: model.ElementID(safe.Line(p.Element)),
		})
	}
	return all
}

const maxTold = 200

func elementOf(e *model.Element) wire.ModelElement {
	w := wire.ModelElement{
		ID: string(e.ID), Step: e.PCMID, Kind: e.Kind.String(), Name: e.Name, Service: e.SEFF, Line: e.Line, Value: e.Old,
		Body: e.Body, Resource: e.Resource.Name, Callee: e.Callee, Position: e.Position,
	}
	if e.Kind == model.CallParameter {
		w.Argument = e.Argument.String()
	}
	for i := range e.Branches {
		o := &e.Branches[i]
		t := wire.ModelTransition{ID: o.ID, Name: o.Name, Behaviour: o.Behaviour, Guard: o.Condition}
		if !o.Guarded {
			t.Probability = &o.Probability
		}
		w.Transitions = append(w.Transitions, t)
	}
	return w
}
