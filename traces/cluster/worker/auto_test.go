package worker

import "testing"

// A burst brings workers one by one, and their end takes them away again, but the
// last.
func TestWorkersComeAndGoWithTheWork(t *testing.T) {
	a := &Auto{Most: 3}
	alive, most := 0, 0
	look := func(waiting int64, times int) {
		for range times {
			switch a.wanted(waiting, alive) {
			case 1:
				a.running, alive = append(a.running, &child{}), alive+1
			case -1:
				a.running, alive = a.running[1:], alive-1
			}
			most = max(most, alive)
		}
	}
	if look(0, 1); alive != 1 {
		t.Fatalf("%d workers at first", alive)
	}
	if look(1000, 20); alive != 3 {
		t.Errorf("%d workers in a burst, want 3", alive)
	}
	if look(5, 100); alive != 3 {
		t.Errorf("%d workers while there is work, want 3", alive)
	}
	if look(0, 200); alive != 1 || most != 3 {
		t.Errorf("%d workers after the burst, want 1", alive)
	}
}
