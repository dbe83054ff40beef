package plain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/text"
	"beagle/tui/words"
)

// Review goes through the elements one by one, and then writes the model if the
// person says so.
func (t *Talk) Review(ctx context.Context, r run.Run, to run.Output) error {
	s := r.Snapshot()
	t.say("%s. Nothing is written before you say so.", quantity.Plural(len(s.Elements), "element", "elements"))
	if v := s.Validation; v != nil {
		t.say("Does the model predict the program? %s of launches that did not teach it:", quantity.Plural(int(v.Calls), "execution", "executions"))
		for _, words := range v.Verdict {
			t.say("- %s.", text.Safe(words))
		}
	}
	for i := 0; i >= 0 && i < len(s.Elements); {
		step, err := t.element(ctx, r, &s.Elements[i], i, len(s.Elements))
		if err != nil {
			return err
		}
		if step == 0 {
			break
		}
		i = max(0, i+step)
	}
	return t.write(ctx, r, to)
}

// element asks about one element. It gives the way to go on: 1 next, -1 back,
// 0 to the end.
func (t *Talk) element(ctx context.Context, r run.Run, e *run.ElementState, i, n int) (int, error) {
	t.say("")
	t.say("Element %d of %d: %s, %s in %s.", i+1, n, words.Name(&e.Element), words.One(e.Kind), words.Place(&e.Element))
	t.say("Old: %s", words.Old(&e.Element))
	if len(e.Proposals) == 0 {
		t.say("No expression was found; the old value stays.")
		return 1, nil
	}
	shown := min(best, len(e.Proposals))
	t.proposals(e, 0, shown)
	t.say("%s samples. %s", quantity.Count(e.Samples), text.Safe(e.Note))
	for {
		more := ""
		if shown < len(e.Proposals) {
			more = fmt.Sprintf(", m for %d more", len(e.Proposals)-shown)
		}
		line, err := t.ask(ctx, "Number of the proposal to accept"+more+", k keep old, e edit, b back, f finish", "1")
		if err != nil {
			return 0, err
		}
		if line == "m" {
			t.proposals(e, shown, len(e.Proposals))
			shown = len(e.Proposals)
			continue
		}
		step, done := t.decision(ctx, r, e, line)
		if done {
			return step, nil
		}
	}
}

// best is how many proposals are read out at first.
const best = 3

// proposals says some proposals of an element, a paragraph each.
func (t *Talk) proposals(e *run.ElementState, from, to int) {
	for at := from; at < to; at++ {
		p := &e.Proposals[at]
		t.say("Proposal %d: %s. Error %s, by %s.", at+1, words.Expression(p), words.ErrorOf(p), text.Safe(p.Analyser))
	}
}

// decision carries an answer out; done: the element is dealt with.
func (t *Talk) decision(ctx context.Context, r run.Run, e *run.ElementState, line string) (step int, done bool) {
	var d run.Decision
	switch line {
	case "b":
		return -1, true
	case "f":
		return 0, true
	case "k":
		d.Choice = run.Reject
	case "e":
		var ok bool
		if d, ok = t.edit(ctx, r, e); !ok {
			return 0, false
		}
	default:
		number, err := strconv.Atoi(line)
		if err != nil || number < 1 || number > len(e.Proposals) {
			t.say("There is no proposal %q.", text.Safe(line))
			return 0, false
		}
		if why := e.Proposals[number-1].Unsayable; why != "" {
			t.say("It cannot be written: %s.", text.Safe(why))
			return 0, false
		}
		d = run.Decision{Choice: run.Accept, Proposal: number - 1}
	}
	if err := r.Decide(ctx, e.ID, d); err != nil {
		t.say("That did not work: %s.", text.Safe(err.Error()))
		return 0, false
	}
	e.Decision = d
	expression, changed := words.Decided(e)
	if changed {
		t.say("New value: %s", expression)
	} else {
		t.say("The old value stays.")
	}
	return 1, true
}

// edit asks for an expression until it is valid; an empty line gives up.
func (t *Talk) edit(ctx context.Context, r run.Run, e *run.ElementState) (run.Decision, bool) {
	if e.Kind == model.Branch {
		t.say("The transitions of a branch can be edited on the screens, not here.")
		return run.Decision{}, false
	}
	for {
		line, err := t.ask(ctx, "Your expression, or nothing to go back", "")
		if err != nil || line == "" {
			return run.Decision{}, false
		}
		valid := true
		for _, p := range r.CheckExpression(e.ID, 0, line) {
			t.say("%s: %s. %s", p.Severity, words.Problem(&p), text.Safe(p.Hint))
			valid = valid && p.Severity != model.Error
		}
		if valid {
			return run.Decision{Choice: run.Edit, StoEx: line}, true
		}
	}
}

// write writes what was accepted, if the person says so.
func (t *Talk) write(ctx context.Context, r run.Run, to run.Output) error {
	s := r.Snapshot()
	accepted := 0
	for i := range s.Elements {
		if _, changed := words.Decided(&s.Elements[i]); changed {
			accepted++
		}
	}
	t.say("")
	if accepted == 0 {
		t.say("Nothing was accepted, so nothing is written.")
		return nil
	}
	for {
		answer, err := t.choose(ctx, quantity.Plural(accepted, "expression is", "expressions are")+" accepted.",
			answer{"l", "leave without writing"}, answer{"d", "show the change"}, answer{"w", "write"})
		switch {
		case err != nil:
			return err
		case answer == "l":
			t.say("Nothing was written. The decisions are kept: beagle review %s", text.Safe(r.ID()))
			return nil
		case answer == "w":
			return t.apply(ctx, r, to, s.Model)
		}
		diff, err := r.Diff(ctx)
		if err != nil {
			return err
		}
		for _, line := range text.Lines(diff) {
			t.say("%s", line)
		}
	}
}

// apply asks where to write, shows what would change, and writes.
func (t *Talk) apply(ctx context.Context, r run.Run, to run.Output, original string) error {
	if !to.InPlace {
		file, err := t.ask(ctx, "File to write", cmp.Or(to.File, run.Calibrated(original)))
		if err != nil {
			return err
		}
		to.File = file
	}
	written, err := r.Apply(ctx, to)
	if p := (model.Problem{}); errors.As(err, &p) && p.Rule == run.Occupied {
		answer, err := t.choose(ctx, text.Safe(to.File)+" is there already and was not written by this analysis.",
			answer{"l", "leave it and write nothing"}, answer{"r", "replace it and keep it as .bak"})
		if err != nil || answer == "l" {
			return err
		}
		to.Replace = true
		written, err = r.Apply(ctx, to)
		if err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	if written.Backup != "" {
		t.say("What was there before is in %s.", text.Safe(written.Backup))
	}
	t.say("Written: %s, %s changed. beagle apply --undo takes it back.", text.Safe(written.File), quantity.Plural(written.Changed, "value", "values"))
	for i := range written.Problems {
		t.say("%s: %s.", written.Problems[i].Severity, words.Problem(&written.Problems[i]))
	}
	return nil
}
