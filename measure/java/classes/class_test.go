package classes

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

func compiled(t testing.TB, options []string, sources ...string) map[string]*Class {
	t.Helper()
	dir := t.TempDir()
	arguments := append([]string{"-d", dir}, options...)
	for i, text := range sources {
		file := filepath.Join(dir, string(rune('a'+i)), "T.java")
		need.File(t, file, text)
		arguments = append(arguments, file)
	}
	if out, err := exec.Command("javac", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := map[string]*Class{}
	files, err := filepath.Glob(filepath.Join(dir, "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		found[c.Name] = c
	}
	return found
}

func TestClassFilesSayWhatTheyAre(t *testing.T) {
	need.Java(t)
	c := compiled(t, []string{"-parameters", "-source", "8", "-target", "8"},
		`class T extends Thread implements Runnable { long n = 7L; double d = .5; String s = "x" + n; int f(int a) { return new Other().g(a); } }
class Other { int g(int x) { return x; } }`)["T"]
	if c == nil || c.Super != "java/lang/Thread" || c.Major != 52 || !c.Parameters || c.Source != "T.java" || !slices.Equal(c.Interfaces, []string{"java/lang/Runnable"}) {
		t.Fatalf("%+v", c)
	}
	for _, m := range c.Members {
		if (m.Code > 0) != strings.HasPrefix(m.Type, "(") || m.Name == "f" && m.Code != 12 {
			t.Errorf("%s has %d bytes of code", m.Name, m.Code)
		}
	}
	for _, want := range []string{"Other.g", "T.n", `"x"`} {
		if !slices.Contains(c.Uses, want) {
			t.Errorf("%s is not among %q", want, c.Uses)
		}
	}
	if !slices.Contains(c.Refs, "Other") || len(c.Members) != 5 {
		t.Errorf("refers to %q, has %+v", c.Refs, c.Members)
	}
}

func TestWhatJavacDoesNotMakeIsADifference(t *testing.T) {
	need.Java(t)
	const plain = `class T { String name; int f(Object o) { Runnable r = () -> name = "a"; r.run(); class L { } return new L().hashCode(); } }`
	base := compiled(t, nil, plain)["T"]
	for _, c := range []struct {
		name         string
		short        bool // also without BEAGLE_LONG=1
		source, want string
	}{
		{"the same for Java 11", true, plain, ""},
		{"a getter", true, strings.Replace(plain, "int f(", "String getName() { return name; } int f(", 1), "has getName, which javac does not make"},
		{"an aspect", false, strings.Replace(plain, "int f(", "static void ajc$before() { } int f(", 1), "AspectJ"},
		{"advised", true, strings.Replace(plain, "r.run();", "r.run(); Counting.aspectOf();", 1) + " class Counting { static void aspectOf() { } }", "uses Counting.aspectOf, which is of AspectJ's weaver"},
		{"shaded", true, strings.Replace(plain, "r.run();", "r.run(); Shaded.run();", 1) + " class Shaded { static void run() { } }", "refers to Shaded"},
		{"another text", false, strings.Replace(plain, `"a"`, `"b"`, 1), "uses"},
		{"less", false, `class T { String name; }`, "lacks f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.short && !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			t.Parallel()
			var options []string
			if c.want == "" {
				options = []string{"--release", "11"}
			}
			got := Difference(compiled(t, options, c.source)["T"], base)
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("says %q, want %q", got, c.want)
			}
		})
	}
}

func TestFatJarsAreUnpackedForTheCompiler(t *testing.T) {
	jar := filepath.Join(t.TempDir(), "app.jar")
	var inner bytes.Buffer
	packed := zip.NewWriter(&inner)
	if _, err := packed.Create("x/Y.class"); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(jar)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for name, data := range map[string]string{"BOOT-INF/classes/a/B.class": "class", "BOOT-INF/lib/x.jar": inner.String(), "../evil.jar": "", "Loader.class": ""} {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	built := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(jar, built, built); err != nil {
		t.Fatal(err)
	}
	if found := Find([]string{"/nowhere", jar}, []string{"a/B", "x/Y"}); string(found["a/B"].Data) != "class" || !found["a/B"].Time.Equal(built) || len(found) != 1 {
		t.Errorf("found %+v", found)
	}
	folder := t.TempDir()
	paths, err := Unpack(jar, filepath.Join(folder, "in"))
	if err != nil || len(paths) != 2 {
		t.Fatalf("%v %v", paths, err)
	}
	if found := Find(paths, []string{"a/B", "x/Y"}); len(found) != 2 {
		t.Errorf("found %+v", found)
	}
	if _, err := os.Stat(filepath.Join(folder, "evil.jar")); err == nil {
		t.Error("a file was written outside of the folder")
	}
	if paths, err := Unpack(paths[0], folder); len(paths) > 0 || err != nil {
		t.Errorf("no jar: %v %v", paths, err)
	}
}

func FuzzParse(f *testing.F) {
	if _, err := exec.LookPath("javac"); err == nil {
		dir := f.TempDir()
		file := filepath.Join(dir, "T.java")
		if err := os.WriteFile(file, []byte("class T { long n = 7; void f() { Runnable r = () -> { }; r.run(); } }"), 0o644); err != nil {
			f.Fatal(err)
		}
		if out, err := exec.Command("javac", "-d", dir, file).CombinedOutput(); err != nil {
			f.Fatalf("%v\n%s", err, out)
		}
		data, err := os.ReadFile(filepath.Join(dir, "T.class"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("\xca\xfe\xba\xbe\x00\x00\x00\x34\x00\x02\x01\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if (c == nil) == (err == nil) {
			t.Errorf("%v %v", c, err)
		}
		if c != nil {
			_ = ChangedBy(c)
			if why := Difference(c, c); why != "" {
				t.Errorf("differs from itself: %s", why)
			}
		}
	})
}
