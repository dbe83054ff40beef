package traces

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"beagle/traces"
	"beagle/traces/kieker/logs"
)

// BenchmarkText reads a text log as Kieker writes it, with and without
// reconstruction.
func BenchmarkText(b *testing.B) {
	dir := b.TempDir()
	const flow = "kieker.common.record.flow.trace."
	names := "$0=" + flow + "TraceMetadata\n$1=" + flow + "operation.BeforeOperationEvent\n$2=" + flow + "operation.AfterOperationEvent\n"
	var data []byte
	now := 1_700_000_000_000_000_000
	const count = 40_000
	for trace := range count {
		data = fmt.Appendf(data, "$0;-1;%d;1;<no-session-id>;host;-1;-1\n", trace)
		for step := range 20 {
			now += 500
			class, level := 1, step
			if step >= 10 {
				class, level = 2, 19-step
			}
			data = fmt.Appendf(data, "$%d;-1;%d;%d;%d;public long mooBench.monitoredApplication.MonitoredClass.method%d(long, int);mooBench.monitoredApplication.MonitoredClass\n", class, now, trace, step, level)
		}
	}
	for name, content := range map[string][]byte{"kieker.map": []byte(names), "kieker-20260101-000000000-UTC-001.dat": data} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for _, reconstruct := range []bool{false, true} {
		name := "records only"
		if reconstruct {
			name = "with reconstruction"
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			before := cpuSeconds()
			for range b.N {
				engine := traces.NewEngine(traces.Options{})
				options := logs.Options{}
				if reconstruct {
					options.Open = engine.Open
				}
				reports, err := logs.Read(context.Background(), []string{dir}, options)
				if err != nil || reports[0].Records != 21*count || reconstruct && engine.Result().Valid != count {
					b.Fatalf("%v %v", err, reports)
				}
			}
			b.ReportMetric(float64(b.N*len(data))/1e6/(cpuSeconds()-before), "MB/cpu-s")
		})
	}
}
