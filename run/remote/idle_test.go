//go:build unix

package remote

import (
	"testing"

	"go.uber.org/goleak"

	"beagle/internal/need"
	"beagle/run"
	"beagle/run/internal/fake"
)

func TestAClosedScreenLeavesNoConnection(t *testing.T) {
	fake.StateFolder(t)
	closed, open := gate(t)
	defer open()
	r := launched(t, fake.Project(t), closed)
	others := goleak.IgnoreCurrent()
	second, err := Attach(r.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Detail(t.Context(), fake.LoopID, run.Aspect{}); err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if err := need.Left(others); err != nil {
		t.Error(err)
	}
}
