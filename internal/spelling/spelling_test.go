package spelling

import "testing"

func TestADistanceCountsMissingWrongAndSwappedLetters(t *testing.T) {
	for words, want := range map[[2]string]int{
		{"measure", "measure"}: 0, {"mesure", "measure"}: 1, {"maesure", "measure"}: 1, {"", "ab"}: 2, {"größe", "grosse"}: 3,
	} {
		if got := Distance(words[0], words[1]); got != want {
			t.Errorf("%q is %d from %q, want %d", words[0], got, words[1], want)
		}
	}
}
