package findings

import (
	"encoding/json"
	"time"

	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/run"
)

// WriteMeans writes measured means, in seconds, into the model of a configuration, as demands
// that have no value yet, and notes beside the model that they are means: whoever measures later
// replaces them. It gives how many it wrote.
func WriteMeans(cfg run.Config, means map[model.ElementID]run.MeasuredMean) (written int, err error) {
	m, err := adapter.Read(cfg.Model)
	if err != nil {
		return 0, err
	}
	side := provenanceFile{
		Version: 1, Model: cfg.Model, SHA256: hash.Digest(m.Bytes()),
		Time: time.Now().UTC().Truncate(time.Second), Seed: cfg.Seed, Rate: rateOf(cfg),
	}
	text := adapter.ExpressionsOf(cfg.Model)
	var changes []adapter.Change
	for _, e := range m.Elements() {
		mean, ran := means[e.ID]
		if !ran || e.Kind != model.InternalAction || !e.Unlearnt() {
			continue
		}
		said, err := text.Say(&e, expression.Constant(digits(mean.Mean*side.Rate)))
		if err != nil {
			continue // it keeps what it has
		}
		changes = append(changes, adapter.Change{Element: e, Expression: said})
		side.Elements = append(side.Elements, provenElem{
			ID: e.PCMID, Kind: e.Kind.String(), Name: e.Name, Component: e.Component, Service: e.Service, Old: e.Old,
			StoEx: said, By: run.ByMean, Samples: int64(mean.Times + 0.5), Why: mean.Words(),
		})
	}
	data, problems, err := m.Calibrate(changes)
	if err == nil {
		err = firstError(problems)
	}
	if err != nil || len(changes) == 0 {
		return 0, err
	}
	side.Written = hash.Digest(data)
	path := cfg.Model + run.SideFile
	side.Elements = append(side.Elements, earlier(path, side.Elements)...)
	said, err := json.MarshalIndent(side, "", "  ")
	if err != nil {
		return 0, err
	}
	if _, err := safe.WriteFile(cfg.Model, data, safe.WriteOptions{}); err != nil {
		return 0, err
	}
	_, err = safe.WriteFile(path, append(said, '\n'), safe.WriteOptions{})
	return len(changes), err
}
