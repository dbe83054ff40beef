package java

import (
	"testing"

	"beagle/internal/charset"
)

func TestTheUnitOfSeveralClassesIsTheirFile(t *testing.T) {
	const text = "package demo;\nclass Helper { void help(java.util.List<String> all, int... n) { n = null; } }\npublic class Upload { void store() { return; } }\n"
	methods, err := Language{}.Methods("src/demo/Upload.java", charset.Decode("Upload.java", []byte(text)))
	if err != nil || len(methods) != 2 {
		t.Fatal(methods, err)
	}
	for i, class := range []string{"Helper", "Upload"} {
		if m := methods[i]; m.Unit != "demo.Upload" || m.Class != class {
			t.Errorf("%s.%s is in %s", m.Class, m.Name, m.Unit)
		}
	}
	if types := methods[0].Types; len(types) != 2 || types[0] != "java.util.List" || types[1] != "int[]" {
		t.Errorf("types %v", types)
	}
}
