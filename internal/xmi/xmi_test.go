package xmi

import (
	"errors"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) *Document {
	t.Helper()
	d, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d
}

func TestAValueIsReadAsXMLSaysIt(t *testing.T) {
	tests := map[string]string{
		`<a v="x &lt;&amp;&gt;&quot;&apos; y"/>`:                                     `x <&>"' y`,
		`<a v="1&#xA;&#9;2"/>`:                                                       "1\n\t2",
		"<a v=\"1\r\n2\n3\t4\"/>":                                                    "1 2 3 4",
		`<a v='it is "quoted"'/>`:                                                    `it is "quoted"`,
		`<?xml version="1.0" encoding="ASCII"?><a v="&#xe4;"/>`:                      "ä",
		"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a v=\"\xe4\"/>":             "ä",
		"\ufeff<a v=\"ä\"/>":                                                         "ä",
		`<!-- a comment --><?target x?><!DOCTYPE a><a w="1" v = "2" /><!-- end --> `: "2",
	}
	for text, want := range tests {
		if got := parse(t, text).Root.Attr("v"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsNotWellFormedIsRefusedWithItsPlace(t *testing.T) {
	tests := map[string]string{
		"":                                   "line 1, column 1: there is no XML element",
		"hello":                              "no XML element",
		"<a/> hello":                         "line 1, column 6: text outside",
		"<a>\n  <b>\n</a>":                   "line 3, column 1: </a> closes <b> of line 2",
		"<a>\n<b":                            "the tag <b> is cut off",
		"<a><b/>":                            "the file ends inside <a> of line 1",
		"<a v=1/>":                           "not quoted",
		"<a v=\"1\"w=\"2\"/>":                "a space is missing",
		"<a v=\"1\" v=\"2\"/>":               "stands twice",
		"<a v=\"&nope;\"/>":                  "no character reference",
		"<a v=\"&#0;\"/>":                    "no character reference",
		"<a v=\"<\"/>":                       "write &lt;",
		"<a/><b/>":                           "second root",
		"</a>":                               "closes nothing",
		"<!DOCTYPE a [<!ENTITY b \"c\">]>":   "document type definitions",
		"\xff\xfe<\x00a\x00":                 "UTF-16",
		`<?xml version="1.0" encoding="X"?>`: "encoding \"X\" is not read",
		"<a v=\"\x01\"/>":                    "control character",
		strings.Repeat("<a>", 10_000):        "nested more than",
	}
	for text, want := range tests {
		_, err := Parse([]byte(text))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

func TestATypeIsResolvedByItsNamespace(t *testing.T) {
	const xsi = ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`
	tests := map[string][2]string{
		`<r xmlns:p="urn:p"` + xsi + `><c i:type="p:T"/></r>`:                 {"urn:p", "T"},
		`<r xmlns="urn:d"` + xsi + `><c i:type="T"/></r>`:                     {"urn:d", "T"},
		`<r xmlns:p="urn:p"` + xsi + `><c xmlns:p="urn:q" i:type="p:T"/></r>`: {"urn:q", "T"},
		`<r` + xsi + `><c type="VALUE"/></r>`:                                 {"", ""},
		`<r xmlns:xmi="http://www.omg.org/XMI"><c xmi:type="q:T"/></r>`:       {"", "T"},
	}
	for text, want := range tests {
		space, local := parse(t, text).Root.First.Type()
		if [2]string{space, local} != want {
			t.Errorf("%s: %q %q, want %q", text, space, local, want)
		}
	}
}

func TestSiblingsOfOneNameAreNumbered(t *testing.T) {
	root := parse(t, `<r><a/><b/><a/><a/><b/><c/></r>`).Root
	var got []int32
	for c := range root.Children() {
		got = append(got, c.Index)
	}
	want := []int32{0, 0, 1, 2, 1, 0}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("numbers %v, want %v", got, want)
		}
	}
}

func TestEditsChangeNothingElse(t *testing.T) {
	tests := []struct {
		name, before, after string
		edit                func(*Editor, *Node)
	}{
		{
			"a value", "<r>\r\n  <a  v = 'x&#9;' w='é'/>\r\n</r>\r\n", "<r>\r\n  <a  v = '1 &lt; \"2\" &amp; &apos;3&apos;' w='é'/>\r\n</r>\r\n",
			func(e *Editor, r *Node) { e.Set(r.First, "v", `1 < "2" & '3'`) },
		},
		{
			"the value that is there", "<r><a v='&#x31;'/></r>", "<r><a v='&#x31;'/></r>",
			func(e *Editor, r *Node) { e.Set(r.First, "v", "1") },
		},
		{
			"a new attribute", "<r><a w='1' /></r>", "<r><a w='1' v=\"2\" /></r>",
			func(e *Editor, r *Node) { e.Set(r.First, "v", "2") },
		},
		{
			"an attribute of a bare tag", "<r><a/></r>", "<r><a v=\"&#xA;\"/></r>",
			func(e *Editor, r *Node) { e.Set(r.First, "v", "\n") },
		},
		{
			"beyond ASCII", `<?xml version="1.0" encoding="ASCII"?><a v=""/>`, `<?xml version="1.0" encoding="ASCII"?><a v="&#xe4;&#x20ac;"/>`,
			func(e *Editor, r *Node) { e.Set(r, "v", "ä€") },
		},
		{
			"an attribute away", "<r><a w='1'\n  v='2'/></r>", "<r><a w='1'/></r>",
			func(e *Editor, r *Node) { e.Unset(r.First, "v") },
		},
		{
			"a child at the end", "<r>\n  <a/>\n</r>", "<r>\n  <a/>\n  <b v=\"1\"/>\n</r>",
			func(e *Editor, r *Node) { e.Insert(r, nil, Fragment{Name: "b", Attrs: [][2]string{{"v", "1"}}}) },
		},
		{
			"a child at the start", "<r>\r\n\t<a/>\r\n</r>", "<r>\r\n\t<b/>\r\n\t<a/>\r\n</r>",
			func(e *Editor, r *Node) { e.Insert(r, r.First, Fragment{Name: "b"}) },
		},
		{
			"children of a tag that closed itself", "<r>\n  <a v='1' />\n</r>",
			"<r>\n  <a v='1' w=\"2\">\n    <b>\n      <c/>\n    </b>\n    <d/>\n  </a>\n</r>",
			func(e *Editor, r *Node) {
				e.Set(r.First, "w", "2")
				e.Insert(r.First, nil, Fragment{Name: "b", Children: []Fragment{{Name: "c"}}})
				e.Insert(r.First, nil, Fragment{Name: "d"})
			},
		},
		{
			"a child of an empty element", "<r>\n  <a></a>\n</r>", "<r>\n  <a>\n    <b/>\n  </a>\n</r>",
			func(e *Editor, r *Node) { e.Insert(r.First, nil, Fragment{Name: "b"}) },
		},
		{
			"a file on one line", "<r><a/></r>", "<r><a><b><c/></b></a></r>",
			func(e *Editor, r *Node) {
				e.Insert(r.First, nil, Fragment{Name: "b", Children: []Fragment{{Name: "c"}}})
			},
		},
		{
			"an element away", "<r>\n  <a/>\n  <b/>\n</r>", "<r>\n  <a/>\n</r>",
			func(e *Editor, r *Node) { e.Remove(r.First.Next) },
		},
		{
			"a namespace", `<r xmlns:xsi="i" xmlns:a="1" xmlns:z="2" id="x"/>`, `<r xmlns:xsi="i" xmlns:a="1" xmlns:p="u" xmlns:z="2" id="x"/>`,
			func(e *Editor, r *Node) { e.Declare("p", "u") },
		},
	}
	for _, test := range tests {
		d := parse(t, test.before)
		e := d.Edit()
		test.edit(e, d.Root)
		got, err := e.Bytes()
		if err != nil || string(got) != test.after {
			t.Errorf("%s:\n%s\nwant\n%s\n(%v)", test.name, got, test.after, err)
		}
	}
}

func TestCharactersThatXMLLacksAreRefused(t *testing.T) {
	d := parse(t, "<a v='1'/>")
	e := d.Edit()
	e.Set(d.Root, "v", "\x01")
	if _, err := e.Bytes(); err == nil {
		t.Error("a control character was written")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0" encoding="ASCII"?><a:r xmlns:a="u" v="&#xe4;"><b/><c>t</c></a:r>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data)
		if err != nil {
			return
		}
		for n := range d.Root.Walk() {
			if n.Start >= n.TagEnd || n.TagEnd > n.Close || n.Close > n.End {
				t.Fatalf("offsets of <%s> are out of order", n.Name)
			}
			n.Type()
			for i := range n.Attrs {
				n.Attr(n.AttrName(i))
			}
		}
		e := d.Edit()
		e.Set(d.Root, "v", "1")
		e.Insert(d.Root, nil, Fragment{Name: "added"})
		out, err := e.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(out)
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%q", err, out)
		}
		if again.Root.Attr("v") != "1" || again.Root.last == nil || again.Root.last.Name != "added" {
			t.Fatalf("the change is not there: %q", out)
		}
	})
}
