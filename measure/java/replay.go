package java

import (
	"context"
	"errors"
	"slices"

	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
)

// onlyRecords reports whether nothing is launched: a program that was started by hand has recorded already.
func onlyRecords(launches []measure.Launch) bool {
	return len(launches) > 0 && !slices.ContainsFunc(launches, func(l measure.Launch) bool { return l.Records == "" })
}

// replay reads the records of a program that was started by hand, as if it were launched now.
func (p *preparation) replay(ctx context.Context, l *measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	decoder := &probe.Decoder{Table: p.sources.Table, Launch: number, Sink: sink}
	follower := probe.Follower{Only: l.Records, Decoder: decoder}
	ending, err := follower.Finish(measure.Reading(ctx))
	if err != nil {
		return measure.LaunchReport{}, model.AsProblem(err, "records")
	}
	report := measure.LaunchReport{Events: decoder.Events, Lost: ending.Lost, Complete: ending.Complete, Problems: ending.Problems}
	if stopped := measure.Reading(ctx).Err(); stopped != nil {
		return report, stopped
	}
	for _, problem := range ending.Problems {
		if problem.Severity == model.Error {
			return report, errors.Join(problem)
		}
	}
	report.Problems = append(report.Problems, p.elsewhere(decoder)...)
	report.Overheads, report.Runtime = decoder.Overheads(), ending.Runtime
	return report, nil
}
