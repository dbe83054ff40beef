package tui

import "testing"

func TestTheShellIsToldWhereTheModelIsOrHowToComeBack(t *testing.T) {
	for _, test := range []struct {
		name  string
		build func(*driver)
		keys  []string
		want  string
	}{
		{"written", reviewing, []string{"A", "w", "enter"}, "the model was written to model/fileshare.calibrated.repository"},
		{"only looked at", reviewing, nil, "nothing was written; 8 expressions were learnt and kept: beagle review 2026-01-15-0930-fileshare"},
		{"not finished", watching, nil, ""},
		{"never started", setting(emptyProject(t)), nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			story(t, test.build, func(d *driver) {
				if got := farewell(d.press(test.keys...).app); got != test.want {
					t.Errorf("%q, want %q", got, test.want)
				}
			})
		})
	}
}
