package cost

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"beagle/cost"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/model/expression"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

var (
	size  = model.Variable{Name: "text", Char: model.ByteSize}
	width = model.Variable{Name: "width", Char: model.ValueOf}
)

// wrapping is how far the learning of a method is whose calls take 2 ns a byte.
func wrapping() cost.Progress {
	p := cost.Progress{
		Step: "launch 3 of 5: 12 places", Launch: 3, Of: 5, Spent: 23 * time.Second, Budget: time.Minute, Calls: 1_250_000,
		Formula:   expression.Binary{Op: expression.Mul, Left: expression.Constant(2e-9), Right: expression.Variable{Variable: size}},
		Next:      []cost.Next{{Place: driver.Place{{Name: "text.BYTESIZE", To: 400}, {Name: "width.VALUE", To: 5}}}},
		Undecided: []model.Variable{size},
	}
	for i := range 11 {
		x := math.Round(10 * math.Pow(3, float64(i)))
		p.Points = append(p.Points, cost.Point{
			Place: i, Inputs: map[model.Variable]model.Value{size: model.NumberValue(x), width: model.NumberValue(float64(1 + i*i%7))},
			Mean: 2e-9 * x, Low: 1.9e-9 * x, High: 2.2e-9 * x, Launches: 2,
		})
	}
	return p
}

// shown is a screen of two methods, of which the first is known and the second measured.
func shown(t *testing.T) *Screen {
	t.Helper()
	feed := NewFeed([]string{"demo.Texts.wrap(String,int)", "demo.Texts.join(List)"})
	feed.tell(1, cost.Progress{Step: "finding inputs", Budget: time.Minute})
	feed.tell(0, wrapping())
	th, now := theme.New(true, false), time.Now()
	return New(&screen.Env{Ctx: t.Context(), Theme: &th, Now: func() time.Time { return now }, Go: func(m tea.Msg) tea.Cmd { return screen.Send(m) }}, feed)
}

func seen(s *Screen, width, height int) string {
	return ansi.Strip(strings.Join(s.Body(width, height), "\n"))
}

func TestTheScreenOfCostsLooksAsItDid(t *testing.T) {
	s := shown(t)
	pictures := ""
	for _, at := range [][2]int{{38, 6}, {78, 20}, {118, 26}, {198, 56}} {
		body := seen(s, at[0], at[1])
		for line := range strings.SplitSeq(body, "\n") {
			if w := ansi.StringWidth(line); w > at[0] {
				t.Errorf("%v: %d cells wide: %q", at, w, line)
			}
		}
		if got := strings.Count(body, "\n") + 1; got != at[1] {
			t.Errorf("%v: %d lines", at, got)
		}
		pictures += fmt.Sprintf("%dx%d\n%s\n\n", at[0], at[1], body)
	}
	golden.RequireEqual(t, []byte(pictures))
}

func TestTheInputAlongWhichCostsGrowIsDrawnFirst(t *testing.T) {
	s := shown(t)
	if body := seen(s, 78, 20); !strings.Contains(body, "       text.BYTESIZE (both axes log)  ") {
		t.Error(body)
	}
	s.Act(keys.Axis)
	if body := seen(s, 78, 20); !strings.Contains(body, "       width.VALUE (vertical axis log)  ") {
		t.Error(body)
	}
}

func TestTheScreenEndsWithTheLearning(t *testing.T) {
	feed := NewFeed([]string{"a"})
	th := theme.New(true, false)
	s := New(&screen.Env{Ctx: t.Context(), Theme: &th, Now: time.Now}, feed)
	broken := errors.New("broken")
	feed.Run(t.Context(), func(_ context.Context, tell func(int, cost.Progress)) error {
		tell(0, wrapping())
		return broken
	})
	for cmd := s.wait(); ; {
		if cmd = s.Update(cmd()); cmd == nil {
			t.Fatal("nothing is waited for")
		}
		if msg := cmd(); msg == (screen.Quit{}) {
			break
		} else if _, ok := msg.(changed); !ok {
			t.Fatalf("%T", msg)
		} else {
			cmd = screen.Send(msg)
		}
	}
	if len(s.methods[0].Points) != 11 || !errors.Is(feed.Err(), broken) {
		t.Errorf("%d points, %v", len(s.methods[0].Points), feed.Err())
	}
}
