package findings

import (
	"encoding/json"
	"slices"
	"time"

	"beagle/blackboard"
	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

type provenanceFile struct {
	Version  int          `json:"version"`
	Model    string       `json:"model"`        // the model that was calibrated
	SHA256   string       `json:"model_sha256"` // of that file
	Written  string       `json:"written_sha256"`
	Time     time.Time    `json:"time"`
	Seed     uint64       `json:"seed"`
	Rate     float64      `json:"processing_rate"`
	Elements []provenElem `json:"elements"`
}

type provenElem struct {
	ID          string               `json:"id"`
	Kind        string               `json:"kind"`
	Name        string               `json:"name"`
	Component   string               `json:"component"`
	Service     string               `json:"service"`
	Old         string               `json:"old,omitempty"`
	StoEx       string               `json:"stoex,omitempty"`
	Transitions []run.ProposedBranch `json:"transitions,omitempty"`
	By          string               `json:"by"` // the analyser, "mean" or "user"
	Samples     int64                `json:"samples"`
	Error       *model.Figure        `json:"relative_error,omitempty"`
	Noise       *float64             `json:"noise,omitempty"`
	Why         string               `json:"why,omitempty"`
	Within      *blackboard.Within   `json:"within,omitempty"` // up to where the value may be used; nil: no bound is known
	// Measured is up to where the numbers of its inputs were measured, by variable.
	Measured map[string]float64 `json:"measured,omitempty"`
}

// provenance is the side file <model>.beagle.json.
func (w *writer) provenance(c calibrated, inPlace bool) ([]byte, error) {
	p := provenanceFile{
		Version: 1, Model: w.cfg.Model, SHA256: w.file.digest, Written: hash.Digest(c.after),
		Time: time.Now().UTC().Truncate(time.Second), Seed: w.cfg.Seed, Rate: rateOf(*w.cfg),
	}
	for _, a := range c.accepted {
		e := provenElem{
			ID: a.element.PCMID, Kind: a.element.Kind.String(), Name: a.element.Name, Component: a.element.Component,
			Service: a.element.Service, Old: a.element.Old, StoEx: a.said.Text, Transitions: a.said.Transitions,
			By: "user", Samples: a.samples, Measured: a.measured,
		}
		switch {
		case a.mean != nil:
			e.By, e.Why = run.ByMean, a.mean.Words()
		case !a.edited:
			shown := a.state.Proposals[a.index]
			e.By, e.Why, e.Error = shown.Analyser, shown.Why, &shown.Error
			if a.index == 0 { // the judge's choice, of which alone it says so
				e.Within = a.state.Within
			}
		}
		if a.state.Noise >= 0 {
			e.Noise = &a.state.Noise
		}
		p.Elements = append(p.Elements, e)
	}
	if inPlace {
		p.Elements = append(p.Elements, earlier(w.cfg.Model+run.SideFile, p.Elements)...)
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

func earlier(path string, now []provenElem) []provenElem {
	content, err := safe.ReadFile(path, maxModel)
	if err != nil {
		return nil // there is none, or nobody can say what it said
	}
	var before provenanceFile
	if json.Unmarshal(content, &before) != nil {
		return nil
	}
	type of struct{ kind, id, name string }
	again := map[of]bool{}
	for i := range now {
		again[of{now[i].Kind, now[i].ID, now[i].Name}] = true
	}
	return slices.DeleteFunc(before.Elements, func(e provenElem) bool { return again[of{e.Kind, e.ID, e.Name}] })
}
