package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// undisturbed measures and asserts what depends on measured times, and does so
// once more where that fails. Neighbours of a machine that is shared may take a
// quarter of its processors for a minute, and then what is learnt from the times
// of that minute is off; what is wrong with Beagle is wrong the second time, too.
// Whatever no neighbour can change is asserted with the test itself.
func undisturbed(t *testing.T, measure func(times testing.TB)) {
	t.Helper()
	first := attempted(t, measure)
	if len(first) == 0 || t.Failed() {
		return
	}
	t.Logf("measured again, because:\n%s", strings.Join(first, "\n"))
	for _, why := range attempted(t, measure) {
		t.Error(why)
	}
}

// attempted measures, and returns what failed.
func attempted(t *testing.T, measure func(testing.TB)) (failures []string) {
	a := &attempt{TB: t}
	defer func() {
		if cause := recover(); cause != nil && cause != any(a) {
			panic(cause)
		}
		failures = a.failures
	}()
	measure(a)
	return nil
}

// attempt is a test whose failures are not yet the test's.
type attempt struct {
	testing.TB
	failures []string
}

func (a *attempt) fail(text string) { a.failures = append(a.failures, text) }

func (a *attempt) Error(of ...any)                 { a.fail(strings.TrimSuffix(fmt.Sprintln(of...), "\n")) }
func (a *attempt) Errorf(format string, of ...any) { a.fail(fmt.Sprintf(format, of...)) }
func (a *attempt) Fatal(of ...any)                 { a.Error(of...); panic(a) }
func (a *attempt) Fatalf(format string, of ...any) { a.Errorf(format, of...); panic(a) }

func TestOnlyWhatFailsTwiceFails(t *testing.T) {
	for _, c := range []struct {
		name  string
		fails []bool // each attempt
		times int    // that it is measured
	}{
		{"always right", []bool{false, true}, 1},
		{"disturbed once", []bool{true, false}, 2},
	} {
		measured := 0
		undisturbed(t, func(times testing.TB) {
			measured++
			if c.fails[measured-1] {
				times.Fatalf("attempt %d", measured)
			}
		})
		if measured != c.times {
			t.Errorf("%s: measured %d times", c.name, measured)
		}
	}
	twice := attempted(t, func(times testing.TB) { times.Errorf("%s", "a"); times.Fatal("b", 1); times.Error("c") })
	if !slices.Equal(twice, []string{"a", "b 1"}) {
		t.Errorf("failures: %q", twice)
	}
}
