package classes

import (
	"fmt"
	"strings"
	"testing"
)

func TestNamesThatOutliveTheirSourcesAreBounded(t *testing.T) {
	names := NewNames()
	long := strings.Repeat("x", 1<<16)
	var op, host int32
	for i := range 1000 {
		op = names.OperationNumber(fmt.Sprintf("%s%d()", long, i), "p.C")
		host = names.HostNumber(fmt.Sprintf("%s%d", long, i))
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
