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

// What is done step by step has no two things that say that they go on.
func TestStepsAreSaidOneAfterAnother(t *testing.T) {
	said := &strings.Builder{}
	a := &App{Err: said}
	say, end := a.Steps()
	say("Asking Maven for the class path")
	say("Applying the rules")
	end()
	end()
	if got := said.String(); got != "Asking Maven for the class path\nApplying the rules\n" {
		t.Errorf("said: %q", got)
	}
}
