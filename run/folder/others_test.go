package folder

import (
	"context"
	"errors"
	"testing"

	"github.com/adrg/xdg"
)

func TestOneAnalysisWaitsForTheTurnOfAnother(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	release, err := Turn(t.Context(), func([]Info) { t.Error("nobody is there to wait for") })
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, err := Turn(ctx, func([]Info) { cancel(stop) }); !errors.Is(err, stop) {
		t.Errorf("the second one did not wait: %v", err)
	}
	release()
	again, err := Turn(t.Context(), func([]Info) {})
	if err != nil {
		t.Fatal(err)
	}
	again()
}
