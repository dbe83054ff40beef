package attribution

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"beagle/internal/need"
)

// Where the helper cannot be kept, java compiles it.
func TestTheHelperIsCompiledOnceWhereItCanBeKept(t *testing.T) {
	need.Java(t)
	file := filepath.Join(t.TempDir(), "A.java")
	need.File(t, file, "class A { int a(int n) { return Math.abs(n); } }\n")
	cache, none := t.TempDir(), filepath.Join(t.TempDir(), "file")
	need.File(t, none, "no folder")
	var made time.Time
	for _, folder := range []string{cache, cache, none, ""} {
		p, err := Attribute(t.Context(), Sources{Files: []string{file}, Cache: folder}, nil)
		if err != nil || p.Methods["A#a(int)"] == nil {
			t.Fatalf("kept in %q: %+v, %v", folder, p, err)
		}
		kept, err := filepath.Glob(filepath.Join(cache, "attribution", "*"))
		if err != nil || len(kept) != 1 {
			t.Fatalf("kept are %v, %v", kept, err)
		}
		info, err := os.Stat(kept[0])
		if err != nil || !made.IsZero() && !info.ModTime().Equal(made) {
			t.Errorf("made again at %v, first at %v, %v", info.ModTime(), made, err)
		}
		made = info.ModTime()
	}
}

func TestAHelperThatIsBrokenIsNoneThatIsKept(t *testing.T) {
	need.Java(t)
	work, jar := t.TempDir(), filepath.Join(t.TempDir(), "a", "helper.jar")
	before := helper
	helper = []byte("class Helper {")
	err := compile(t.Context(), jar, work)
	helper = before
	if _, missing := os.Stat(jar); err == nil || !os.IsNotExist(missing) {
		t.Errorf("%v, %v", err, missing)
	}
}
