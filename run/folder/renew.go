package folder

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

// Changed says what to do with a run whose inputs are no longer what it began with.
type Changed uint8

// The choices.
const (
	Stop       Changed = iota // refuse, and list the changes
	Unaffected                // go on with the elements whose own code and model did not change
	Anew                      // go on with all, and measure the affected ones anew
)

// ChangedError lists the inputs that changed since the run began.
type ChangedError struct {
	Changes  []Change        // the inputs, in the order of the beginning
	Affected []model.Element // elements whose results may be wrong now
}

func (e *ChangedError) Error() string {
	lines := make([]string, len(e.Changes))
	for i, c := range e.Changes {
		lines[i] = c.String()
	}
	return fmt.Sprintf("inputs have changed since the run began (%d elements are affected): %s", len(e.Affected), strings.Join(lines, "; "))
}

// Renew brings a run up to the present inputs.
func (f Folder) Renew(cfg *run.Config, changed Changed, there ...model.ElementID) error {
	lock, err := f.Take()
	if err != nil {
		return err
	}
	defer lock.Close()
	db, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	b, err := BeginningOf(db)
	if err != nil {
		return err
	}
	st, err := StatusOf(db)
	if err != nil {
		return err
	}
	if st.State == run.Finished && len(there) == 0 {
		return model.Problem{Severity: model.Error, Rule: "run-finished", Message: "the run " + b.Run + " has finished", Hint: "look at it with beagle review " + b.Run}
	}
	whole, damage, err := db.Load()
	if err != nil {
		return err
	}
	changes := b.changes()
	if cfg != nil {
		changes = append(changes, b.commands(cfg)...)
	}
	if len(changes) == 0 && len(damage) == 0 && len(there) == 0 {
		return nil
	}
	next, affected := b, []model.Element(nil)
	if len(changes) > 0 {
		if next, affected, err = b.renewed(cfg, changes); err != nil {
			return err
		}
		if changed == Stop {
			return &ChangedError{changes, affected}
		}
	}
	forget(&whole, affected)
	if changed != Unaffected {
		startRound(&whole)
	}
	if changed == Unaffected {
		next.Elements = slices.DeleteFunc(next.Elements, func(e model.Element) bool { return among(affected, e.ID) })
		if len(next.Elements) == 0 {
			return model.Problem{
				Severity: model.Error, Rule: run.InputsChanged, Message: "every element is affected by what changed, so nothing would be left of run " + b.Run,
				Hint: "beagle resume " + b.Run + " --changed anew measures all again; beagle review " + b.Run + " shows what was learnt",
			}
		}
	}
	if err := measureThere(&whole, next.Config.Launch, there); err != nil {
		return err
	}
	next.Problems = append(next.Problems, damage...)
	if err := db.Close(); err != nil {
		return err
	}
	return f.rewrite(next, st, whole)
}

func (b *Beginning) commands(cfg *run.Config) (changes []Change) {
	add := func(what string, same bool) {
		if !same {
			changes = append(changes, Change{What: what, File: b.Config.Project, How: "not what the run began with"})
		}
	}
	add("build", slices.Equal(b.Config.Build, cfg.Build))
	add("launch", reflect.DeepEqual(b.Config.Launch, cfg.Launch))
	add("measure", reflect.DeepEqual(how(b.Config.Measure), how(cfg.Measure)))
	return changes
}

// how is the way of measuring, without how often and what is kept of it.
func how(m run.Measure) run.Measure {
	m.Precision, m.Budget, m.Launches, m.Keep = 0, 0, 0, 0
	return m
}

func (b *Beginning) renewed(cfg *run.Config, changes []Change) (Beginning, []model.Element, error) {
	config := b.Config
	if cfg != nil {
		config.Build, config.Launch, config.Measure = cfg.Build, cfg.Launch, cfg.Measure
	}
	p, err := project.Prepare(config)
	if err != nil {
		return *b, nil, err
	}
	next, err := newBeginning(b.Run, p, b.Created)
	if err != nil {
		return *b, nil, err
	}
	everything := slices.ContainsFunc(changes, func(c Change) bool {
		return c.What == "build" || c.What == "launch" || c.What == "measure" || c.What == "log"
	})
	files := map[string]bool{}
	for _, c := range changes {
		files[c.File] = true
	}
	var affected []model.Element
	for _, e := range next.Elements {
		i := slices.IndexFunc(b.Elements, func(old model.Element) bool { return old.ID == e.ID })
		if everything || i < 0 || !sameElement(e, b.Elements[i]) || slices.ContainsFunc(sourceFiles(&e), func(f string) bool { return files[f] }) {
			affected = append(affected, e)
		}
	}
	return next, affected, nil
}

func sameElement(a, b model.Element) bool {
	a.Line, b.Line = 0, 0
	return reflect.DeepEqual(a, b)
}

func sourceFiles(e *model.Element) (files []string) {
	for _, s := range e.Sections {
		files = append(files, s.File)
	}
	for _, o := range e.Branches {
		if o.Section != nil {
			files = append(files, o.Section.File)
		}
	}
	return files
}

func among(elements []model.Element, id model.ElementID) bool {
	return slices.ContainsFunc(elements, func(e model.Element) bool { return e.ID == id })
}

func forget(whole *blackboard.Change, elements []model.Element) {
	gone := func(id model.ElementID) bool { return among(elements, id) }
	whole.Results = slices.DeleteFunc(whole.Results, func(r blackboard.ElementResults) bool { return gone(r.Element) })
	whole.Proposals = slices.DeleteFunc(whole.Proposals, func(p blackboard.Proposal) bool { return gone(p.Element) })
	whole.Judged = slices.DeleteFunc(whole.Judged, func(j blackboard.ElementJudged) bool { return gone(j.Element) })
	whole.ToMeasure = slices.DeleteFunc(whole.ToMeasure, gone)
	for i := range elements {
		whole.ToMeasure = append(whole.ToMeasure, elements[i].ID)
	}
}

func measureThere(whole *blackboard.Change, launches []measure.Launch, there []model.ElementID) error {
	if len(there) == 0 {
		return nil
	}
	var asked blackboard.Asked
	if text, ok := whole.States[blackboard.AskedKey]; ok {
		if err := json.Unmarshal(text, &asked); err != nil {
			return err
		}
	}
	asked = blackboard.Asked{Rounds: asked.Rounds + 1, Where: map[model.ElementID][]blackboard.Assigned{}}
	for _, id := range there {
		var verdict *blackboard.Verdict
		if i := slices.IndexFunc(whole.Judged, func(j blackboard.ElementJudged) bool { return j.Element == id }); i >= 0 {
			verdict = &whole.Judged[i].Verdict
		}
		place, err := campaign.Decides(verdict, launches)
		if err != nil {
			return err
		}
		asked.Where[id] = place
		if !slices.Contains(whole.ToMeasure, id) {
			whole.ToMeasure = append(whole.ToMeasure, id)
		}
	}
	text, err := json.Marshal(asked)
	whole.States[blackboard.AskedKey], whole.Ruled = text, false
	return err
}

// startRound has the next round begin with its first launch: what is measured anew needs all of them.
func startRound(whole *blackboard.Change) {
	if campaign.StartAgain(whole.States) != nil {
		return
	}
	whole.Ruled = false
}

func (f Folder) rewrite(b Beginning, st Status, whole blackboard.Change) error {
	fresh := f.Path("run.db.new")
	for _, name := range []string{fresh, fresh + "-wal", fresh + "-shm"} {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	old, err := store.Open(f.Store())
	if err != nil {
		return err
	}
	decisions, err := old.Decisions()
	var written json.RawMessage
	wrote := false
	if err == nil {
		wrote, err = old.Get(WrittenKey, &written)
	}
	_ = old.Close()
	if err != nil {
		return err
	}
	db, err := store.Open(fresh)
	if err != nil {
		return err
	}
	if err := fill(db, b, st, whole); err != nil {
		_ = db.Close()
		return err
	}
	if wrote {
		if err := db.Put(WrittenKey, written); err != nil {
			_ = db.Close()
			return err
		}
	}
	for id, text := range decisions {
		if slices.ContainsFunc(whole.Judged, func(j blackboard.ElementJudged) bool { return j.Element == id }) {
			if err := db.Decide(id, text); err != nil {
				_ = db.Close()
				return err
			}
		}
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := replace(f.Store(), fresh); err != nil {
		return err
	}
	db, err = store.Open(f.Store())
	if err != nil {
		return err
	}
	defer db.Close()
	return b.keep(db, f.Path("run.json"))
}

func fill(db *store.Store, b Beginning, st Status, whole blackboard.Change) error {
	if err := db.Put(beginningKey, b); err != nil {
		return err
	}
	st.Updated = time.Now().UTC()
	if err := db.Put(StatusKey, st); err != nil {
		return err
	}
	whole.Number = max(1, whole.Number)
	return db.Commit(whole)
}
