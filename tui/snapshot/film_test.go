package snapshot

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// A row that stays is drawn once, one that changes once for each of its texts, and the last frame is what a reader sees
// where nothing moves.
func TestAFilmDrawsEachRowOnceForAsLongAsItStays(t *testing.T) {
	film := Film([]Frame{{0, "title\none"}, {time.Second, "title\ntwo"}, {5 * time.Second, "title\n\x1b[1mthree\x1b[0m"}}, 20, true)
	for text, times := range map[string]int{"title": 1, "one": 1, "two": 1, "three": 1} {
		if got := strings.Count(film, ">"+text+"</text>"); got != times {
			t.Errorf("%q is drawn %d times", text, got)
		}
	}
	for _, times := range []string{
		"{0%{visibility:visible}10.000%{visibility:hidden}}", "{0%{visibility:hidden}10.000%{visibility:visible}50.000%{visibility:hidden}}",
		"{0%{visibility:hidden}50.000%{visibility:visible}}.k2{visibility:visible;",
	} {
		if !strings.Contains(film, times) {
			t.Errorf("there is no %s in %s", times, film)
		}
	}
	in := xml.NewDecoder(strings.NewReader(film))
	for {
		if _, err := in.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if Film(nil, 80, true) != "" {
		t.Error("a film without frames is drawn")
	}
}
