package traces

import (
	"fmt"
	"strings"
	"testing"
)

func TestNamesThatOutliveTheirSourcesAreBounded(t *testing.T) {
	names := newNames()
	long := strings.Repeat("x", 1<<16)
	var op, host int32
	for i := range 1000 {
		op = names.operation(fmt.Sprintf("%s%d()", long, i), "p.C")
		host = names.host(fmt.Sprintf("%s%d", long, i))
	}
	if got := names.Operation(op).Name; got != "(further operations)" && !strings.Contains(names.Operation(op).Signature, "further operations") {
		t.Errorf("the last operation is %.60q", got)
	}
	if got := names.Host(host); got != "(further hosts)" {
		t.Errorf("the last host is %.60q", got)
	}
	if names.bytes > maxNameBytes+2*nameSize+100 || len(names.operations) < 10 {
		t.Errorf("%d bytes of %d operations", names.bytes, len(names.operations))
	}
}

func TestWhatIsKeptOfASessionIsShort(t *testing.T) {
	if got := short(strings.Repeat("ü", 1000)); len(got) > 256 || !strings.HasPrefix(got, "üü") {
		t.Errorf("%d bytes are kept", len(got))
	}
	if got := short("abc"); got != "abc" {
		t.Errorf("%q", got)
	}
}
