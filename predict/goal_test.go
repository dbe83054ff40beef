package predict

import "testing"

// A queue of an HDD with constant demands of 10 ms and random arrivals takes 15 ms on average at a utilisation of a half
// (Pollaczek-Khinchine): at 50 arrivals a second.
func TestTheLargestArrivalRateIsThatOfTheory(t *testing.T) {
	q := Question{Models: []string{"../pcm/instance/testdata/shop/shop.repository"}, Service: "Store.save", Seed: 1, Precision: 0.02, Level: Auto}
	input, err := ParseInput("item.BYTESIZE=1000")
	if err != nil {
		t.Fatal(err)
	}
	q.Inputs = []Input{input}
	for _, test := range []struct {
		find, below string
		want        float64 // 0: none
		all         bool
	}{{"rate=1..99", "15ms", 50, false}, {"rate=1..10", "15ms", 10, true}, {"rate=1..99", "9ms", 0, false}} {
		g, err := ParseGoal(test.find, test.below)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Seek(t.Context(), q, g)
		switch {
		case err != nil:
			t.Fatal(err)
		case test.want == 0:
			if r.Value != nil || r.Answer == nil {
				t.Errorf("%s %s: %+v", test.find, test.below, r)
			}
		case r.Value == nil || *r.Value < 0.95*test.want || *r.Value > 1.05*test.want || r.All != test.all || *r.Low > *r.Value || *r.High < *r.Value:
			t.Errorf("%s %s: %+v, want %v", test.find, test.below, r, test.want)
		}
	}
}

func TestAGoalThatIsNotUnderstoodIsRefused(t *testing.T) {
	for _, test := range [][2]string{
		{"users", "1s"},
		{"users=5..1", "1s"},
		{"users=0..1", "1s"},
		{"cores.server.CPU=1..99999999", "1s"},
		{"users=1.1..1.9", "1s"},
		{"file=1..2", "1s"},
		{"users=1..2", "p95=1s"},
		{"users=1..2", "soon"},
		{"users=1..2", "-1s"},
		{"rate=1..Inf", "1s"},
	} {
		if g, err := ParseGoal(test[0], test[1]); err == nil {
			t.Errorf("%v: %+v", test, g)
		}
	}
}
