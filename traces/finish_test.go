package traces

import (
	"strings"
	"testing"
)

func TestWhatIsKeptOfASessionIsShort(t *testing.T) {
	if got := short(strings.Repeat("ü", 1000)); len(got) > 256 || !strings.HasPrefix(got, "üü") {
		t.Errorf("%d bytes are kept", len(got))
	}
	if got := short("abc"); got != "abc" {
		t.Errorf("%q", got)
	}
}
