package traces

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"beagle/traces/kieker/logs"
)

// recording is a recorded socket stream of one trace of one call. Every program
// numbers its strings for itself.
func recording(trace uint64, operation string) []byte {
	be := binary.BigEndian
	var out []byte
	const prefix = "kieker.common.record.flow.trace."
	for id, text := range []string{prefix + "TraceMetadata", prefix + "operation.BeforeOperationEvent", prefix + "operation.AfterOperationEvent", "session", "host of " + operation, "void a.B." + operation + "()", "a.B"} {
		out = be.AppendUint32(out, 0xffffffff)
		out = be.AppendUint32(out, uint32(id))
		out = be.AppendUint32(out, uint32(len(text)))
		out = append(out, text...)
	}
	out = be.AppendUint64(be.AppendUint32(out, 0), ^uint64(0))
	out = be.AppendUint64(be.AppendUint64(out, trace), 1)
	out = be.AppendUint32(be.AppendUint32(out, 3), 4)
	out = be.AppendUint32(be.AppendUint64(out, ^uint64(0)), 0xffffffff)
	for order := range uint32(2) {
		out = be.AppendUint64(be.AppendUint32(out, 1+order), ^uint64(0))
		out = be.AppendUint64(be.AppendUint64(out, uint64(1000+order)), trace)
		out = be.AppendUint32(be.AppendUint32(be.AppendUint32(out, order), 5), 6)
	}
	return out
}

func TestStreamsInOneFolderKeepTheirNames(t *testing.T) {
	dir := t.TempDir()
	for trace, operation := range []string{"first", "second", "third"} {
		if err := os.WriteFile(filepath.Join(dir, operation+".bin"), recording(uint64(trace+1), operation), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	engine := NewEngine(Options{})
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	r := engine.Result()
	if r.Valid != 3 || len(r.Classes) != 3 {
		t.Fatalf("%d valid traces in %d classes, want 3 in 3", r.Valid, len(r.Classes))
	}
	for _, c := range r.Classes {
		name := r.Names.Operation(c.Ops[0]).Name
		if want := map[int64]string{1: "first", 2: "second", 3: "third"}[c.Representative().ID]; name != want || r.Names.Host(c.OneHost) != "host of "+want {
			t.Errorf("trace %d: %s on %s", c.Representative().ID, name, r.Names.Host(c.OneHost))
		}
	}
}
