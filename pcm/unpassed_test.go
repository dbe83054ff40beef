package pcm

import (
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/adapter"
)

// A service whose one call within the model gives the file's size, and of tags nothing.
func TestAChangeThatNoCallerHasAValueForIsSaid(t *testing.T) {
	text := strings.Replace(photos(t), `calledService_ExternalService="_storeSignature"`, `calledService_ExternalService="_addSignature"`, 1)
	text = strings.Replace(text, `referenceName="data"`, `referenceName="file"`, 1)
	r := parse(t, text)
	demand := r.Elements()[0]
	var tags model.Element // the argument that the call does not give yet
	for _, e := range r.Elements() {
		if e.Kind == model.CallParameter && e.Argument.String() == "tags.NUMBER_OF_ELEMENTS" {
			tags = e
		}
	}
	if tags.ID == "" {
		t.Fatal("no argument can be given")
	}
	for _, test := range []struct {
		name    string
		changes []adapter.Change
		want    model.ElementID
	}{
		{"it is given", []adapter.Change{{Element: demand, Expression: "2 * file.BYTESIZE"}}, ""},
		{"nothing is given", []adapter.Change{{Element: demand, Expression: "2 * tags.NUMBER_OF_ELEMENTS"}}, demand.ID},
		{"it will be given", []adapter.Change{{Element: demand, Expression: "2 * tags.NUMBER_OF_ELEMENTS"}, {Element: tags, Expression: "3"}}, ""},
		{"by what is not given itself", []adapter.Change{{Element: tags, Expression: "file.NUMBER_OF_ELEMENTS"}}, tags.ID},
		{"two are not given", []adapter.Change{{Element: demand, Expression: "tags.NUMBER_OF_ELEMENTS + file.NUMBER_OF_ELEMENTS + tags.NUMBER_OF_ELEMENTS"}}, demand.ID},
		{"it depends on nothing", []adapter.Change{{Element: demand, Expression: "2"}}, ""},
	} {
		problems, err := r.Unpassed(test.changes)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case test.name == "two are not given":
			if len(problems) != 2 || problems[0].Asked == problems[1].Asked {
				t.Errorf("%s: %v", test.name, problems)
			}
		case test.want == "" && len(problems) > 0:
			t.Errorf("%s: %v", test.name, problems)
		case test.want != "" && (len(problems) != 1 || problems[0].Problem.Element != test.want):
			t.Errorf("%s: %v", test.name, problems)
		case test.name == "nothing is given" && (len(problems[0].Calls) != 1 || problems[0].Calls[0].ID != tags.ID || problems[0].Asked != tags.Argument):
			t.Errorf("%s: it would be given by %v", test.name, problems[0].Calls)
		}
	}
	for _, e := range parse(t, photos(t)).Elements() { // nobody calls it within the model
		if e.ID == demand.ID {
			problems, err := parse(t, photos(t)).Unpassed([]adapter.Change{{Element: e, Expression: "tags.NUMBER_OF_ELEMENTS"}})
			if err != nil || len(problems) > 0 {
				t.Errorf("entered from outside: %v, %v", problems, err)
			}
		}
	}
}
