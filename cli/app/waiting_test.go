package app

import (
	"strings"
	"testing"
	"time"
)

func TestWhatTakesMinutesSaysSoEachMinute(t *testing.T) {
	said := &strings.Builder{}
	a := &App{Err: said}
	began := time.Now()
	minutes := make(chan time.Time)
	done := a.waiting("building", began, minutes)
	minutes <- began.Add(time.Minute)
	minutes <- began.Add(3 * time.Minute)
	done()
	if got := said.String(); got != "  still building, for 60 s\n  still building, for 180 s\n" {
		t.Errorf("said: %q", got)
	}
}
