package control

import (
	"context"
	"time"
)

// A person who aborts does not wait long for what is learnt: all of it takes partTime at
// most, and the judge, who speaks last, has what analysers leave of it.
const (
	partTime      = 5 * time.Second
	partAnalysers = 3 * time.Second
)

// part learns from what was measured before an abort, so that every end of an analysis shows expressions. Nothing but
// the time that it may take is different from the turns that the analysis would have had: one that is taken up goes
// on from there. Where time is over before all analysers had their turns, the judge is asked only if it never was:
// what some analysers say is worse than what all said of fewer measurements.
func (a *Analysis) part(ctx context.Context) error {
	if !a.observed() || !a.Machine.part() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, partTime)
	defer cancel()
	inTime, cancel := context.WithTimeout(ctx, partAnalysers)
	defer cancel()
	able := a.able()
	for able != nil && inTime.Err() == nil && a.Machine.part() {
		if err := a.turn(inTime, able); err != nil {
			return err
		}
		able = a.able()
	}
	if !a.Machine.part() || a.Board.JustRuled() || able != nil && a.Board.Rounds() > 0 {
		return nil
	}
	_, err := a.rule(ctx, atAbort)
	return err
}
