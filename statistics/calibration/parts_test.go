package calibration_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
)

// What chance decides of large inputs has its mean, and what is exact of small ones stays.
func TestAPartThatIsExactIsNotMovedByAnother(t *testing.T) {
	table := measured(900, func(r *rand.Rand, n float64) float64 {
		if n < 200 {
			return n
		}
		return math.Round(n * 4 * r.Float64() * r.Float64() * r.Float64())
	})
	small := expression.Binary{Op: expression.Less, Left: n, Right: expression.Constant(200)}
	typical := expression.If{Cond: small, Then: n, Else: expression.Binary{Op: expression.Mul, Left: expression.Constant(0.3), Right: n}}
	m := calibration.Of(dataset.PrepareKind(table, model.Loop), typical)
	if m == nil || !m.Calibrated {
		t.Fatalf("%+v, want another level", m)
	}
	if share := totals(t, table, m.Expression); math.Abs(share-1) > 0.01 {
		t.Errorf("the modelled total is %.3f of the measured one with %s", share, expression.String(m.Expression))
	}
	if written, ok := m.Expression.(expression.If); !ok || written.Then != expression.Node(n) {
		t.Errorf("%s, want what is exact as it was", expression.String(m.Expression))
	}
}
