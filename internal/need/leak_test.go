package need

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestWhatEndsLateIsNoLeak(t *testing.T) {
	others := goleak.IgnoreCurrent()
	go time.Sleep(time.Second) // longer than goleak waits
	if err := Left(others); err != nil {
		t.Error(err)
	}
}
