package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"beagle/traces"
	"beagle/traces/kieker/logs"
	"beagle/tui/screen"
	tracesui "beagle/tui/traces"
)

// shopLog is a text log: two classes, an invalid trace, an unknown record class
// and a broken line.
const shopLog = `$0;-1;void shop.Cart.price(int);s;1;1100;1900;h;1;1
$0;-1;void shop.Shop.order(java.util.List);s;1;1000;2000;h;0;0
$0;-1;void shop.Shop.order(java.util.List);s;2;3000;9000;h;0;0
$0;-1;void shop.Cart.price(int);s;3;1100;1900;h;1;1
$0;-1;void shop.Shop.order(java.util.List);s;3;1000;4000;h;0;0
$0;-1;void shop.Cart.price(int);s;4;1100;1900;h;2;1
$1;-1;5
$0;-1;oops
`

// tracing shows the traces of the log of a shop, read in the folder shop. It
// must be called inside the bubble of a story, whose time the engine then has.
func tracing(d *driver) {
	d.t.Chdir(d.t.TempDir())
	for name, content := range map[string]string{
		"kieker.map":                            "$0=kieker.common.record.controlflow.OperationExecutionRecord\n$1=my.Own\n",
		"kieker-20260101-000000000-UTC-001.dat": shopLog,
	} {
		if err := os.MkdirAll("shop", 0o700); err != nil {
			d.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("shop", name), []byte(content), 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
	engine := traces.NewEngine(traces.Options{})
	live := traces.NewLive(engine, nil)
	time.Sleep(time.Second)
	if _, err := logs.Read(d.t.Context(), []string{"shop"}, logs.Options{Open: engine.Open, Opened: live.Follow}); err != nil {
		d.t.Fatal(err)
	}
	d.app.screen = []screen.Screen{tracesui.New(d.app.env, live)}
}

func TestTheScreenOfTracesLooksAsItDid(t *testing.T) {
	for name, names := range map[string][]string{
		"classes": nil,
		"opened":  {"enter", "j"},
		"invalid": {"tab"},
		"sources": {"tab", "tab"},
		"frozen":  {"f"},
		"filter":  {"/", "x", "y"},
		"help":    {"?"},
	} {
		t.Run(name, func(t *testing.T) {
			pictures := ""
			story(t, tracing, func(d *driver) {
				d.wait(3).press(names...)
				for _, size := range sizes {
					picture := d.size(size[0], size[1]).screen()
					for line := range strings.Lines(picture) {
						if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > size[0] {
							t.Errorf("%d cells in %d: %q", w, size[0], line)
						}
					}
					pictures += fmt.Sprintf("%dx%d\n%s\n\n", size[0], size[1], picture)
				}
			})
			golden.RequireEqual(t, pictures) // in the folder of the test again
		})
	}
}

func TestTracesAreLeftFromTheListOnly(t *testing.T) {
	story(t, tracing, func(d *driver) {
		d.wait(1).press("enter", "esc", "esc")
		if d.quit {
			t.Error("esc leaves")
		}
		if d.press("q"); !d.quit {
			t.Error("q does not leave")
		}
	})
}
