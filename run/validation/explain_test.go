package validation

import "testing"

// A pass that measures some actions only says nothing of how a service's time is divided.
func TestOnlyLaunchesWithAllPartsSayWhereTimeGoes(t *testing.T) {
	call := func(launch int32, parts ...string) predictedCall {
		e := &execution{launch: launch}
		for _, id := range parts {
			e.parts = append(e.parts, measuredPart{id: id})
		}
		return predictedCall{execution: e}
	}
	whole := wholeLaunches([]predictedCall{call(1, "read"), call(1, "write"), call(2, "read")})
	if !whole[1] || whole[2] {
		t.Errorf("whole launches are %v", whole)
	}
}

func TestOfSampledExecutionsOnlyTheSumCounts(t *testing.T) {
	var each, sampled spentIn
	for _, measured := range []float64{1, 3} {
		each.add(measured, 2, &predictedCall{execution: &execution{weight: 1}})
		sampled.add(measured, 2, &predictedCall{execution: &execution{weight: 1, sampled: true}})
	}
	if each.off != 2 || sampled.off != 0 || sampled.net != 0 {
		t.Errorf("executions are %g off, sampled ones %g and %g in all", each.off, sampled.off, sampled.net)
	}
}
