package tui

import (
	"bytes"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// asking remembers the pace that it finds when it is told something.
type asking struct {
	pace    pace
	program *tea.Program
}

func (a *asking) Init() tea.Cmd { return tea.Quit }

func (a *asking) Update(tea.Msg) (tea.Model, tea.Cmd) {
	a.pace.of(a.program)
	return a, nil
}

func (a *asking) View() tea.View { return tea.NewView("") }

// Without it all frames come at the rate of the first ones, which costs more than idling may.
func TestTheRenderersRateCanBeSet(t *testing.T) {
	var out bytes.Buffer
	a := &asking{}
	a.program = tea.NewProgram(a, tea.WithInput(nil), tea.WithOutput(&out), tea.WithoutSignals(), tea.WithWindowSize(80, 24))
	if _, err := a.program.Run(); err != nil {
		t.Fatal(err)
	}
	if a.pace.ticker == nil {
		t.Fatal("Bubble Tea's renderer has no ticker of that name any more: see pace.of")
	}
}

func TestThePaceIsPromptAfterAKeyAndIdleAfterAWhile(t *testing.T) {
	now := time.Now()
	ticker := time.NewTicker(time.Hour)
	defer ticker.Stop()
	p := pace{ticker: ticker}
	p.heard(tea.KeyPressMsg{Code: 'j'}, now)
	defer p.ended()
	if !p.until.After(now) {
		t.Error("a key does not make it prompt")
	}
	for p.rate.Load() != int64(idly) { // messages have ended
		<-ticker.C
	}
	p.heard(tea.KeyPressMsg{Code: 'j'}, now)
	for range 3 { // messages faster than the rate do not keep the ticker from ticking
		<-ticker.C
		p.heard(tea.KeyPressMsg{Code: 'j'}, now)
	}
	var none pace
	none.heard(tea.KeyPressMsg{}, now) // nothing to set, nothing happens
	none.ended()
}
