package syntax

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"beagle/internal/need"
)

// javacKinds are javac's names of the nodes whose ranges are compared.
var javacKinds = map[Kind]string{
	Block: "BLOCK", LocalVariable: "LOCAL", Empty: "EMPTY_STATEMENT", Expression: "EXPRESSION_STATEMENT", If: "IF",
	While: "WHILE_LOOP", Do: "DO_WHILE_LOOP", For: "FOR_LOOP", ForEach: "ENHANCED_FOR_LOOP", Labeled: "LABELED_STATEMENT",
	Switch: "SWITCH", Return: "RETURN", Throw: "THROW", Break: "BREAK", Continue: "CONTINUE", Yield: "YIELD",
	Synchronized: "SYNCHRONIZED", Try: "TRY", Catch: "CATCH", Assert: "ASSERT",
	Call: "METHOD_INVOCATION", New: "NEW_CLASS", Lambda: "LAMBDA_EXPRESSION", MethodRef: "MEMBER_REFERENCE",
	SwitchExpr: "SWITCH_EXPRESSION", Conditional: "CONDITIONAL_EXPRESSION",
	Method: "METHOD", CompactConstructor: "METHOD", Initializer: "BLOCK",
}

// The parser of javac itself is the judge of every range.
func TestRangesAreThoseOfJavac(t *testing.T) {
	need.Java(t)
	patterns := []string{"../testdata/constructs/*/*.java", "../probe/src/*/*.java", "testdata/*.java"}
	if _, version := javaHome(t); version >= 25 {
		patterns = append(patterns, "../testdata/constructs25/*/*.java", "../testdata/constructs25/*.java")
	} else {
		t.Logf("the newest JDK here is %d: what only Java 25 knows is left out", version)
	}
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	compareWithJavac(t, files)
}

// The JDK's own sources, and the folders in BEAGLE_JAVA_CORPUS.
func TestRangesOfTheJDKAreThoseOfJavac(t *testing.T) {
	need.Java(t)
	if !need.Long() {
		t.Skip("takes minutes; set BEAGLE_LONG=1")
	}
	var files []string
	for _, root := range append(filepath.SplitList(os.Getenv("BEAGLE_JAVA_CORPUS")), jdkSources(t)) {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".java") && entry.Type().IsRegular() {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	compareWithJavac(t, files)
}

// javaHome is the newest JDK in the usual place, else that on the PATH, and its
// version.
func javaHome(t *testing.T) (best string, version int) {
	t.Helper()
	homes, _ := filepath.Glob("/usr/lib/jvm/*")
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Fatal(err)
	}
	if javac, err = filepath.EvalSymlinks(javac); err != nil {
		t.Fatal(err)
	}
	for _, home := range append(homes, filepath.Dir(filepath.Dir(javac))) {
		out, err := exec.Command(filepath.Join(home, "bin", "javac"), "-version").CombinedOutput()
		var major int
		if _, wrong := fmt.Sscanf(string(out), "javac %d", &major); err == nil && wrong == nil && major > version {
			best, version = home, major
		}
	}
	return best, version
}

// jdkSources unpacks the JDK's src.zip, where there is one.
func jdkSources(t *testing.T) string {
	dir := t.TempDir()
	home, _ := javaHome(t)
	archive, err := zip.OpenReader(filepath.Join(home, "lib", "src.zip"))
	if err != nil {
		t.Log("no sources of the JDK:", err)
		return dir
	}
	defer archive.Close()
	for _, entry := range archive.File {
		if !strings.HasSuffix(entry.Name, ".java") || !filepath.IsLocal(entry.Name) {
			continue
		}
		in, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		need.File(t, filepath.Join(dir, entry.Name), data)
	}
	return dir
}

func compareWithJavac(t *testing.T, files []string) {
	t.Helper()
	if len(files) == 0 {
		t.Fatal("no files")
	}
	home, _ := javaHome(t)
	cmd := exec.Command(filepath.Join(home, "bin", "java"), "-Xss64m", "-Xmx2g", "testdata/Ranges.java")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	compared, ranges, rejected := 0, 0, 0
	for lines.Scan() {
		path := lines.Text()
		want := map[string]int{}
		valid := true
		for lines.Scan() && lines.Text() != "" {
			if lines.Text() == "!" {
				valid = false
				continue
			}
			want[lines.Text()]++
		}
		if !valid {
			rejected++
			continue
		}
		compared++
		for _, n := range want {
			ranges += n
		}
		compareRanges(t, path, want)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d ranges compared; javac itself rejects %d files", compared, ranges, rejected)
	if compared < len(files)*9/10 {
		t.Errorf("only %d of %d files were compared", compared, len(files))
	}
}

func compareRanges(t *testing.T, path string, want map[string]int) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(data) { // ISO 8859-1
		var b bytes.Buffer
		for _, c := range data {
			b.WriteRune(rune(c))
		}
		data = b.Bytes()
	}
	file, err := Parse(string(data))
	if err != nil {
		t.Errorf("%s:%v, but javac takes it", path, err)
		return
	}
	got := map[string]int{}
	add := func(kind string, n *Node) { got[fmt.Sprint(kind, " ", n.Start, " ", n.End)]++ }
	file.Root.Walk(func(n *Node) bool {
		if kind := javacKinds[n.Kind]; kind != "" && compared(file, n) {
			add(kind, n)
		}
		if n.Kind == Assign && file.plainAssignment(n) {
			add("ASSIGNMENT", n)
		}
		if n.Role == Arg {
			add("ARGUMENT", n)
		}
		return true
	})
	if maps.Equal(got, want) {
		return
	}
	said := 0
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != want[key] && said < 5 {
			said++
			t.Errorf("%s: javac has %d, we have %d: %s", path, want[key], got[key], excerpt(file, key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if want[key] == 0 && said < 10 {
			said++
			t.Errorf("%s: only we have %s", path, excerpt(file, key))
		}
	}
}

// compared: javac makes a yield of the value of a rule in a switch expression,
// and has static as part of the block.
func compared(file *File, n *Node) bool {
	switch n.Kind {
	case LocalVariable:
		return n.Role == Stmt
	case Expression:
		return n.Role != Body || n.Parent.Kind != Case || n.Parent.Parent.Kind == Switch
	case Initializer:
		return n.Flags&Static != 0
	case Block:
		return n.Parent.Kind != Initializer || n.Parent.Flags&Static == 0
	default:
		return true
	}
}

// plainAssignment: = and not += or the like; annotations have others.
func (f *File) plainAssignment(n *Node) bool {
	between := strings.TrimSpace(f.Source[n.First.End:n.First.Next.Start])
	return strings.HasPrefix(between, "=")
}

func excerpt(file *File, key string) string {
	var kind string
	var start, end int
	if _, err := fmt.Sscan(key, &kind, &start, &end); err != nil || start > end || end > len(file.Source) {
		return key
	}
	return fmt.Sprintf("%s, line %d: %.120q", key, file.Line(start), file.Source[start:end])
}
