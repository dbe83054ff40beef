package extension

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"beagle/extension/wire"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
)

// Grade is the extension as a measure of fitness.
func (x *Extension) Grade(kind model.Kind, proposals []judge.Rated) ([]float64, error) {
	params := wire.GradeParams{Kind: kind.String()}
	for _, p := range proposals {
		params.Proposals = append(params.Proposals, wire.Graded{Text: p.Text, Error: p.Error, Size: p.Size, Depth: p.Depth, Cost: p.Cost})
	}
	var result wire.GradeResult
	if err := x.Call(context.Background(), wire.Grade, params, &result); err != nil {
		return nil, err
	}
	if len(result.Fitness) != len(proposals) {
		return nil, x.wrong("it gave %d grades to %d proposals", len(result.Fitness), len(proposals))
	}
	for i, f := range result.Fitness {
		if math.IsNaN(f) {
			result.Fitness[i] = math.Inf(1)
		}
	}
	return result.Fitness, nil
}

// Notify tells that a run has ended.
func (x *Extension) Notify(ctx context.Context, ended run.Ended) error {
	return x.Call(ctx, wire.Notify, wire.NotifyParams(ended), &wire.NotifyResult{})
}

// Report is a run's result in the extension's form.
func (x *Extension) Report(ctx context.Context, result json.RawMessage) (string, error) {
	var report wire.ReportResult
	if err := x.Call(ctx, wire.Report, wire.ReportParams{Result: result}, &report); err != nil {
		return "", err
	}
	if strings.TrimSpace(report.Text) == "" {
		return "", x.wrong("its report is empty")
	}
	return report.Text, nil
}
