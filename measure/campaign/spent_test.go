package campaign

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"beagle/measure"
)

func TestTimeInLaunchesIsCountedAloneAndWhileItPasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c *Controller
		tool := &fakeTool{launch: func(_ context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
			before := c.Spent()
			time.Sleep(3 * time.Second)
			if during := c.Spent(); during != before+3*time.Second {
				t.Errorf("3 s after the start of a launch %v are counted, before it %v", during, before)
			}
			return counts(sink, number, 7), nil
		}}
		c = &Controller{Tool: tool, Launches: []measure.Launch{{Name: "a", Command: []string{"sh"}, Repeat: 2}}}
		board := newBoard()
		for range 2 {
			view := board.Contribute("measure")
			if err := c.Step(t.Context(), view); err != nil {
				t.Fatal(err)
			}
			if err := view.Commit(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute) // analysing is no launch
		}
		if c.Spent() != 6*time.Second {
			t.Errorf("two launches of 3 s count as %v", c.Spent())
		}
	})
}
