package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"beagle/extract/attribution"
)

func declared(t *testing.T, classes ...string) *attribution.Program {
	t.Helper()
	text := `{"k":"file","p":"Some.java","n":1}` + "\n"
	for _, name := range classes {
		text += fmt.Sprintf(`{"k":"type","n":%q,"o":%q,"x":"class"}`, name, name) + "\n"
	}
	p, err := attribution.Parse(strings.NewReader(text+`{"k":"end"}`+"\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// made are components of classes, each with the key that it would have of its own.
func made(program *attribution.Program, of map[string][]string, keys ...string) (all []*Component) {
	for _, key := range keys {
		c := &Component{Name: key, Key: key}
		for _, class := range of[key] {
			t := program.Type(class)
			c.Classes = append(c.Classes, t)
		}
		all = append(all, c)
	}
	return all
}

func keysOf(all []*Component) (keys []string) {
	for _, c := range all {
		keys = append(keys, c.Key)
	}
	return keys
}

func TestComponentsKeepTheKeysOfThoseWhoseClassesTheyHave(t *testing.T) {
	classes := []string{"demo.Store", "demo.Disk", "demo.Web", "demo.new.Page", "demo.Mail"}
	p := declared(t, classes...)
	before := []Former{{"store", []string{"demo.Store", "demo.Disk"}}, {"Web", []string{"demo.Web", "demo.old.Page"}}, {"Mail", []string{"demo.Mail"}}}
	for _, c := range []struct {
		what string
		of   map[string][]string
		now  []string
		want []string
	}{
		{"named otherwise", map[string][]string{"Archive": {"demo.Store", "demo.Disk"}, "Web": {"demo.Web"}}, []string{"Archive", "Web"}, []string{"store", "Web"}},
		{"merged", map[string][]string{"Front": {"demo.Store", "demo.Disk", "demo.Mail"}}, []string{"Front"}, []string{"store"}},
		{"split", map[string][]string{"Store": {"demo.Store"}, "Disk": {"demo.Disk"}}, []string{"Store", "Disk"}, []string{"store", "Disk"}},
		{"a class in another package", map[string][]string{"Page": {"demo.new.Page"}}, []string{"Page"}, []string{"Web"}},
		{"two names that change places", map[string][]string{"Mail": {"demo.Web"}, "Web": {"demo.Mail"}}, []string{"Mail", "Web"}, []string{"Web", "Mail"}},
		{"a new one with the name of one before", map[string][]string{"Big": {"demo.Store", "demo.Disk", "demo.Web"}, "store": {"demo.Mail"}}, []string{"Big", "store"}, []string{"store", "Mail"}},
		{"nothing of it is there", map[string][]string{"store": {"demo.Mail"}, "Mail": {}}, []string{"store", "Mail"}, []string{"Mail", "Mail'"}},
	} {
		all := made(p, c.of, c.now...)
		adopt(all, before, p)
		if got := keysOf(all); !slices.Equal(got, c.want) {
			t.Errorf("%s: keys are %v, not %v", c.what, got, c.want)
		}
	}
}

func TestWithoutAnExtractionBeforeComponentsHaveTheirOwnKeys(t *testing.T) {
	p := declared(t, "demo.Store")
	all := made(p, map[string][]string{"Store": {"demo.Store"}}, "Store")
	adopt(all, nil, p)
	if all[0].Key != "Store" {
		t.Errorf("the key is %s", all[0].Key)
	}
}
