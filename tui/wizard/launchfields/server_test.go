package launchfields

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"beagle/measure"
)

func TestAServerIsReadAsItIsWritten(t *testing.T) {
	for line, want := range map[string]measure.Launch{
		"": {},
		"ready 8080; load ./load.sh 3; for 1m; stop curl -XPOST 'http://h/a b'": {Ready: measure.Ready{Port: 8080}, Load: []string{"./load.sh", "3"}, For: time.Minute, Stop: []string{"curl", "-XPOST", "http://h/a b"}},
		"ready log Started in; for 5s":                                          {Ready: measure.Ready{Log: "Started in"}, For: 5 * time.Second},
		"ready curl -sf http://h; load x":                                       {Ready: measure.Ready{Command: []string{"curl", "-sf", "http://h"}}, Load: []string{"x"}},
	} {
		var got measure.Launch
		if err := Served(line, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
		var again measure.Launch
		if err := Served(Serving(&want), &again); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%s: written as %s", line, Serving(&want))
		}
	}
	for line, want := range map[string]string{
		"ready 8080": "nobody uses it", "ready 99999; for 1s": "no port", "for ever": "no time span",
		"reddy 1; for 1s": "none of ready", "load": "nothing stands behind",
	} {
		if err := Served(line, &measure.Launch{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestAServerThatOneLineCannotSayIsKept(t *testing.T) {
	for _, l := range []measure.Launch{
		{Ready: measure.Ready{Port: 80, Log: "x"}, For: time.Second},
		{Load: []string{"sh", "-c", "a; b"}},
		{Ready: measure.Ready{Port: 80}},
	} {
		if Server(&l).Off == nil {
			t.Errorf("%+v can be changed", l)
		}
	}
}
