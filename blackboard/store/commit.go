package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"strconv"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"beagle/blackboard"
	"beagle/internal/safe"
	"beagle/model"
)

// Commit keeps a contribution in one transaction. It is durable when Commit returns nil, and not there at all when it
// returns an error.
func (s *Store) Commit(c blackboard.Change) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.db.Begin()
	if err != nil {
		return s.explained(err)
	}
	w := &writer{tx: tx, contribution: c.Number, next: map[model.ElementID]int{}, known: s.next}
	w.exec("INSERT INTO contribution VALUES(?,?,?,?,?,?)", c.Number, c.Tool, s.stamp(), c.Ruled, c.Rounds, contributionSum(c.Number, c.Tool, c.Ruled, c.Rounds))
	for i := range c.Results {
		w.results(&c.Results[i])
	}
	for _, p := range c.Proposals {
		w.proposal(p)
	}
	for i := range c.Judged {
		w.judged(&c.Judged[i])
	}
	for key, value := range c.States {
		w.exec("INSERT OR REPLACE INTO state VALUES(?,?,?)", key, string(value), crc(key, string(value)))
	}
	w.exec("DELETE FROM to_measure")
	for _, id := range c.ToMeasure {
		w.exec("INSERT INTO to_measure VALUES(?,?)", string(id), crc(string(id)))
	}
	for _, p := range c.Problems {
		text := w.json(p)
		w.exec("INSERT INTO problem(contribution, value, crc) VALUES(?,?,?)", c.Number, text, crc(text))
	}
	w.exec(forgetLost)
	if w.err == nil {
		w.err = tx.Commit()
	}
	if w.err != nil {
		if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
			w.err = errors.Join(w.err, err)
		}
		return s.explained(w.err)
	}
	maps.Copy(s.next, w.next)
	return nil
}

type writer struct {
	tx           *sql.Tx
	contribution int
	next, known  map[model.ElementID]int
	err          error
}

func (w *writer) exec(query string, args ...any) {
	if w.err == nil {
		_, w.err = w.tx.Exec(query, args...)
	}
}

func (w *writer) json(value any) string {
	text, err := json.Marshal(value)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("writing %T: %w", value, err)
	}
	return string(text)
}

// results writes one element's observations.
func (w *writer) results(r *blackboard.ElementResults) {
	columns := w.json(r.Columns)
	w.exec("INSERT OR REPLACE INTO observed VALUES(?,?,?,?,?,?)", string(r.Element), columns, r.Observations, r.Missed, r.Total,
		observedSum(r, columns))
	w.exec("DELETE FROM parameterisation WHERE element=? AND number>=?", string(r.Element), r.Total) // where others stand for them now
	if w.err != nil || len(r.Groups) == 0 {
		return
	}
	insert, err := w.tx.Prepare("INSERT OR REPLACE INTO parameterisation VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
	if err != nil {
		w.err = err
		return
	}
	defer insert.Close()
	for i := range r.Groups {
		g := &r.Groups[i]
		inputs, value, samples := w.json(encodeInputs(g.Inputs)), w.json(encodeValue(g.Value)), w.json(encodeSamples(g.Samples))
		if w.err != nil {
			return
		}
		_, w.err = insert.Exec(string(r.Element), g.Index, inputs, value, g.N, g.Weight, g.Min, g.Max, g.Mean, g.M2,
			g.Launch, g.Seq, samples, new(checksum).group(r.Element, g, inputs, value, samples), g.Records, g.Launches, g.Last)
	}
}

func contributionSum(number int, tool string, ruled bool, rounds int) int64 {
	return crc(strconv.Itoa(number), tool, strconv.FormatBool(ruled), strconv.Itoa(rounds))
}

func observedSum(r *blackboard.ElementResults, columns string) int64 {
	return crc(string(r.Element), columns, exact(r.Observations), strconv.FormatInt(r.Missed, 10), strconv.Itoa(r.Total))
}

func (s *checksum) group(id model.ElementID, g *blackboard.Group, inputs, value, samples string) int64 {
	s.text(string(id))
	s.whole(int64(g.Index))
	s.text(inputs)
	s.text(value)
	s.whole(g.N)
	for _, x := range []float64{g.Weight, g.Min, g.Max, g.Mean, g.M2} {
		s.exact(x)
	}
	s.whole(int64(g.Launch))
	s.whole(g.Seq)
	s.text(samples)
	if g.Records != 0 {
		s.exact(g.Records)
	}
	s.text("launches")
	s.whole(g.Launches)
	s.whole(int64(g.Last))
	return s.sum()
}

func encodeSamples(samples []blackboard.Sample) [][]any {
	out := make([][]any, len(samples))
	for i, s := range samples {
		out[i] = []any{s.Value, s.Launch, s.Seq}
		if s.Weight != 0 {
			out[i] = append(out[i], s.Weight)
		}
	}
	return out
}

func (w *writer) proposal(p blackboard.Proposal) {
	id := string(p.Element)
	number, ok := w.next[p.Element]
	if !ok {
		number, ok = w.known[p.Element]
	}
	if !ok && w.err == nil {
		w.err = w.tx.QueryRow("SELECT count(*) FROM proposal WHERE element=?", id).Scan(&number)
	}
	w.next[p.Element] = number + 1
	text, tree := readable(p), w.json(encodeProposal(p))
	w.exec("INSERT INTO proposal VALUES(?,?,?,?,?,?,?,?)", id, number, p.Analyser, text, tree, p.Why, w.contribution,
		crc(id, strconv.Itoa(number), p.Analyser, tree, p.Why))
}

// keptVerdict is a verdict as it is kept, with what stood before it.
type keptVerdict struct {
	blackboard.Verdict
	Rounds []blackboard.RoundResult `json:"rounds,omitempty"`
}

type grade struct {
	Fitness any    `json:"fitness"`
	Error   any    `json:"relative_error"`
	Size    int    `json:"size"`
	Refused string `json:"refused,omitempty"`
}

func (w *writer) judged(j *blackboard.ElementJudged) {
	grades := make([]grade, len(j.Grades))
	for i, g := range j.Grades {
		grades[i] = grade{number(g.Fitness), number(g.RelativeError), g.Size, g.Refused}
	}
	history := make([]any, len(j.History))
	for i, x := range j.History {
		history[i] = number(x)
	}
	id, verdict, gradesText, historyText := string(j.Element), w.json(keptVerdict{j.Verdict, j.Rounds}), w.json(grades), w.json(history)
	w.exec("INSERT OR REPLACE INTO judgement VALUES(?,?,?,?,?)", id, verdict, gradesText, historyText, crc(id, verdict, gradesText, historyText))
}

func exact(x float64) string { return strconv.FormatFloat(x, 'x', -1, 64) }

var errChecksum = errors.New("a checksum does not match")

func damaged(err error) bool {
	return errors.Is(err, errChecksum) || errors.Is(err, errLost) || code(err) == lib.SQLITE_CORRUPT || code(err) == lib.SQLITE_NOTADB
}

func full(err error) bool {
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code() == lib.SQLITE_IOERR_SHMSIZE { // its file beside the store cannot grow
		return true
	}
	return code(err) == lib.SQLITE_FULL || safe.Full(err)
}

// code is SQLite's primary result code of an error; 0: it is another one.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc[T ~string | ~[]byte](columns ...T) int64 {
	sum := crc32.New(castagnoli)
	for _, c := range columns {
		_, _ = sum.Write([]byte(strconv.Itoa(len(c)) + ":"))
		_, _ = sum.Write([]byte(c))
	}
	return int64(sum.Sum32())
}
