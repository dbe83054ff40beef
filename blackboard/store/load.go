package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"beagle/blackboard"
	"beagle/model"
)

// Load reads the whole blackboard.
func (s *Store) Load() (blackboard.Change, []model.Problem, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &reader{store: s, lost: map[model.ElementID]bool{}}
	c := blackboard.Change{States: map[string]json.RawMessage{}}
	if err := r.contributions(&c); err != nil {
		return c, nil, s.explained(err)
	}
	r.check()
	if s.Lost() != nil {
		r.broken("what was contributed last", errLost)
	}
	r.results(&c)
	r.proposals(&c)
	r.judgements(&c)
	r.states(&c)
	r.problems(&c)
	r.each("SELECT element, crc FROM to_measure", func(scan func(...any) bool) {
		var id string
		var sum int64
		if !scan(&id, &sum) {
			return
		}
		if sum != crc(id) {
			r.broken("what is to be measured", errChecksum)
		}
		c.ToMeasure = append(c.ToMeasure, model.ElementID(id))
	})
	r.facts()
	for id := range r.lost {
		if !slices.Contains(c.ToMeasure, id) {
			c.ToMeasure = append(c.ToMeasure, id)
		}
	}
	for _, p := range c.Proposals {
		s.next[p.Element]++
	}
	return c, r.found, nil
}

type reader struct {
	store *Store
	lost  map[model.ElementID]bool // elements whose results are incomplete
	found []model.Problem
}

func (r *reader) each(query string, row func(scan func(...any) bool)) {
	rows, err := r.store.db.Query(query)
	if err != nil {
		r.broken("part of the run", err)
		return
	}
	defer rows.Close()
	for rows.Next() {
		row(func(into ...any) bool {
			err := rows.Scan(into...)
			if err != nil {
				r.broken("a row", err)
			}
			return err == nil
		})
	}
	if err := rows.Err(); err != nil {
		r.broken("the rest of a table", err)
	}
}

func (r *reader) check() {
	r.each("PRAGMA quick_check(5)", func(scan func(...any) bool) {
		var finding string
		if scan(&finding) && finding != "ok" {
			r.broken("part of the run", errors.New(finding))
		}
	})
}

func (r *reader) contributions(c *blackboard.Change) error {
	rows, err := r.store.db.Query("SELECT number, tool, ruled, rounds, crc FROM contribution ORDER BY number")
	if err != nil {
		return err
	}
	defer rows.Close()
	for n := 0; rows.Next(); n++ {
		var number, rounds int
		var tool string
		var ruled bool
		var sum int64
		if err := rows.Scan(&number, &tool, &ruled, &rounds, &sum); err != nil {
			r.broken("a contribution", err)
			continue
		}
		switch {
		case sum != contributionSum(number, tool, ruled, rounds):
			r.broken("a contribution", errChecksum)
		case n > 0 && number != c.Number+1: // a run that was renewed begins with a later one
			r.broken("a contribution", errors.New("one is missing"))
		}
		c.Number, c.Ruled, c.Rounds = number, ruled, rounds
	}
	return rows.Err()
}

func (r *reader) facts() {
	for _, table := range []struct{ query, what string }{
		{"SELECT key, value, crc FROM run", "a fact about the run"}, {"SELECT element, value, crc FROM decision", "a decision"},
	} {
		r.each(table.query, func(scan func(...any) bool) {
			var of, value string
			var sum int64
			if scan(&of, &value, &sum) && sum != crc(of, value) {
				r.broken(table.what, errChecksum)
			}
		})
	}
}

func (r *reader) broken(what string, err error) {
	p := model.Problem{
		Severity: model.Warning, Rule: "store-damaged", File: r.store.path,
		Message: fmt.Sprintf("%s is damaged and left out: %v", what, err),
		Hint:    "check the disk; Beagle measures again what was lost",
	}
	if !slices.Contains(r.found, p) && len(r.found) < 100 {
		r.found = append(r.found, p)
	}
}

// results reads all observations in two passes over the tables, elements first.
func (r *reader) results(c *blackboard.Change) {
	at := map[model.ElementID]int{}
	var names [][]string // of the columns of each element
	var row checksum
	r.each("SELECT element, variables, observations, missed, parameterisations, crc FROM observed ORDER BY element", func(scan func(...any) bool) {
		var e blackboard.ElementResults
		var id, variables string
		var sum int64
		if !scan(&id, &variables, &e.Observations, &e.Missed, &e.Total, &sum) {
			return
		}
		e.Element = model.ElementID(id)
		if json.Unmarshal([]byte(variables), &e.Columns) != nil || sum != observedSum(&e, variables) {
			r.lose(e.Element, errChecksum)
			return
		}
		at[e.Element] = len(c.Results)
		c.Results = append(c.Results, e)
		names = append(names, namesOf(e.Columns))
	})
	r.each("SELECT * FROM parameterisation ORDER BY element, number", func(scan func(...any) bool) {
		var g blackboard.Group
		var id, inputs, value, samples string
		var sum int64
		if !scan(&id, &g.Index, &inputs, &value, &g.N, &g.Weight, &g.Min, &g.Max, &g.Mean, &g.M2, &g.Launch, &g.Seq, &samples, &sum, &g.Records, &g.Launches, &g.Last) {
			return
		}
		i, ok := at[model.ElementID(id)]
		if !ok {
			return
		}
		if sum != row.group(model.ElementID(id), &g, inputs, value, samples) {
			r.lose(model.ElementID(id), errChecksum)
			return
		}
		if err := decodeGroup(&g, inputs, value, samples, c.Results[i].Columns, names[i]); err != nil {
			r.lose(model.ElementID(id), err)
			return
		}
		c.Results[i].Groups = append(c.Results[i].Groups, g)
	})
	for i := range c.Results {
		if e := &c.Results[i]; !r.lost[e.Element] && len(e.Groups) != e.Total {
			r.lose(e.Element, fmt.Errorf("%d of %d parameterisations are there", len(e.Groups), e.Total))
		}
	}
	c.Results = slices.DeleteFunc(c.Results, func(e blackboard.ElementResults) bool { return r.lost[e.Element] })
}

func (r *reader) lose(id model.ElementID, err error) {
	r.lost[id] = true
	r.broken("what was measured of "+string(id), err)
}

func namesOf(columns []model.Variable) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.String()
	}
	return names
}

// decodeGroup reads the texts of a row.
func decodeGroup(g *blackboard.Group, inputs, value, samples string, columns []model.Variable, names []string) (err error) {
	var ok bool
	if g.Inputs, ok = quickInputs(inputs, names, columns); !ok {
		if g.Inputs, err = decodeInputs(inputs, columns); err != nil {
			return err
		}
	}
	if g.Value, ok = quickValue(value); !ok {
		var x any
		if err = json.Unmarshal([]byte(value), &x); err != nil {
			return err
		}
		if g.Value, err = decodeValue(x); err != nil {
			return err
		}
	}
	if g.Samples, ok = quickSamples(samples); ok {
		return nil
	}
	g.Samples = nil
	var kept [][]float64
	if err = json.Unmarshal([]byte(samples), &kept); err != nil {
		return err
	}
	for _, s := range kept {
		if len(s) != 3 && len(s) != 4 {
			return fmt.Errorf("a sample has %d numbers", len(s))
		}
		of := blackboard.Sample{Value: s[0], Launch: int32(s[1]), Seq: int64(s[2])}
		if len(s) == 4 {
			of.Weight = s[3]
		}
		g.Samples = append(g.Samples, of)
	}
	return nil
}

func (r *reader) proposals(c *blackboard.Change) {
	broken := map[model.ElementID]bool{}
	r.each("SELECT element, number, analyser, tree, why, crc FROM proposal ORDER BY element, number", func(scan func(...any) bool) {
		var p blackboard.Proposal
		var id, text string
		var number int
		var sum int64
		if !scan(&id, &number, &p.Analyser, &text, &p.Why, &sum) {
			return
		}
		p.Element = model.ElementID(id)
		err := errChecksum
		if sum == crc(id, strconv.Itoa(number), p.Analyser, text, p.Why) {
			err = decodeText(text, &p)
		}
		if err != nil {
			// Grades go by number, so what follows a lost proposal is lost, too.
			broken[p.Element] = true
			r.broken(fmt.Sprintf("proposal %d of %s", number+1, id), err)
		}
		if !broken[p.Element] {
			c.Proposals = append(c.Proposals, p)
		}
	})
}

func (r *reader) judgements(c *blackboard.Change) {
	r.each("SELECT * FROM judgement ORDER BY element", func(scan func(...any) bool) {
		var j blackboard.ElementJudged
		var id, verdict, gradesText, historyText string
		var sum int64
		if !scan(&id, &verdict, &gradesText, &historyText, &sum) {
			return
		}
		j.Element = model.ElementID(id)
		err := errChecksum
		if sum == crc(id, verdict, gradesText, historyText) {
			err = decodeJudged(&j, verdict, gradesText, historyText)
		}
		if err != nil {
			r.broken("the judgement of "+id, err)
			return
		}
		c.Judged = append(c.Judged, j)
	})
}

func decodeJudged(j *blackboard.ElementJudged, verdict, gradesText, historyText string) error {
	var grades []grade
	var history []any
	var kept keptVerdict
	for text, into := range map[string]any{verdict: &kept, gradesText: &grades, historyText: &history} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			return err
		}
	}
	j.Verdict, j.Rounds = kept.Verdict, kept.Rounds
	for i := range j.Rounds {
		if f := &j.Rounds[i].Fitness; !f.Finite() { // JSON has no number for it
			*f = model.Figure(math.Inf(1))
		}
	}
	for _, g := range grades {
		out := blackboard.Grade{Size: g.Size, Refused: g.Refused}
		var err error
		if out.Fitness, err = decodeNumber(g.Fitness); err != nil {
			return err
		}
		if out.RelativeError, err = decodeNumber(g.Error); err != nil {
			return err
		}
		j.Grades = append(j.Grades, out)
	}
	for _, x := range history {
		value, err := decodeNumber(x)
		if err != nil {
			return err
		}
		j.History = append(j.History, value)
	}
	return nil
}

func (r *reader) states(c *blackboard.Change) {
	r.each("SELECT key, value, crc FROM state", func(scan func(...any) bool) {
		var key, value string
		var sum int64
		if !scan(&key, &value, &sum) {
			return
		}
		if sum != crc(key, value) {
			r.broken("the state of "+key, errChecksum)
			return
		}
		c.States[key] = json.RawMessage(value)
	})
}

func (r *reader) problems(c *blackboard.Change) {
	r.each("SELECT value, crc FROM problem ORDER BY number", func(scan func(...any) bool) {
		var text string
		var sum int64
		var p model.Problem
		switch {
		case !scan(&text, &sum):
		case sum != crc(text) || json.Unmarshal([]byte(text), &p) != nil:
			r.broken("a finding", errChecksum)
		default:
			c.Problems = append(c.Problems, p)
		}
	})
}
