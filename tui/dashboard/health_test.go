package dashboard

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"beagle/measure"
	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

func TestHealthOfKiekersConnectionsIsSaid(t *testing.T) {
	now := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	at := func(seconds int) time.Time { return now.Add(time.Duration(seconds) * time.Second) }
	tests := []struct {
		sources []measure.Source
		want    string
	}{
		{nil, ""},
		{[]measure.Source{{Name: "127.0.0.1:4711", Connected: at(-90)}}, "127.0.0.1:4711, connected 90 s ago, no record yet"},
		{
			[]measure.Source{{}, {Name: "a", Connected: at(-9), LastRecord: at(-7), Unknown: 3, Classes: []string{"my.own.Rec\aord"}, Broken: 1}},
			"2 connections, the latest a, connected 9 s ago, last record 7 s ago   3 unknown Record   1 damaged",
		},
		{[]measure.Source{{Name: "a", LastRecord: at(-7), Ended: true, Records: 1234, Lost: 12}}, "a, ended after 1,234 records   ◆ 12 lost"},
		{[]measure.Source{{Name: "a", LastRecord: at(-7), Ended: true, Records: 1234}}, "a, ended after 1,234 records   nothing lost"},
		{[]measure.Source{{Name: "a", LastRecord: at(-7), Ended: true, Records: 1234, Cut: true}}, "a, ended after 1,234 records   ◆ without its mark of the end"},
	}
	for _, test := range tests {
		th := theme.New(true, false)
		d := status{
			env:  &screen.Env{Theme: &th, Now: func() time.Time { return now }},
			feed: &live.Feed{Snapshot: run.Snapshot{State: run.Running, Sources: test.sources}},
		}
		got := ansi.Strip(strings.Join(d.sources(120), "\n"))
		if got = strings.TrimSpace(strings.TrimPrefix(got, "Kieker")); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// Launches of a project's modules have names that differ at their ends only.
func TestALongNameOfALaunchIsCutInTheMiddle(t *testing.T) {
	th := theme.New(true, false)
	d := status{env: &screen.Env{Theme: &th}, feed: &live.Feed{Snapshot: run.Snapshot{
		State: run.Running, LaunchesDone: 2, LaunchesPlanned: 9, Phase: "launch 3 of 9: tests of microservice-shop-demo-orders", Step: "once more",
	}}}
	if got := ansi.Strip(d.now(80)); !strings.HasSuffix(got, "orders, once more") || ansi.StringWidth(got) > 80 {
		t.Errorf("the launch is told as %q", got)
	}
}
