package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/git"
	"beagle/internal/need"
)

// repository commits each text as the class demo.Work, a day after the other, and returns the folder and its commits.
func repository(t *testing.T, texts ...string) (dir string, commits []string) {
	t.Helper()
	need.Git(t)
	dir = t.TempDir()
	ask := func(words ...string) string {
		said, err := git.Ask(context.Background(), dir, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, words...)...)
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	ask("init", "--quiet")
	for _, text := range texts {
		need.File(t, filepath.Join(dir, "demo", "Work.java"), text)
		ask("add", ".")
		ask("commit", "--quiet", "--message", "Change the work")
		commits = append(commits, ask("rev-parse", "HEAD"))
	}
	return dir, commits
}

func work(body string) string {
	return "package demo;\npublic class Work {\n    public static long sum(int[] values) {\n        long s = 0;\n        " + body + "\n        return s;\n    }\n}\n"
}

// A commit that makes a method a thousand times slower is found between commits that change nothing, one of which does not compile.
// The person's working tree, and its change that is not committed, stay as they are.
func TestTheCommitThatMadeAMethodSlowerIsFound(t *testing.T) {
	t.Parallel() // a factor of a thousand is far from what other programs do to times
	need.Java(t)
	quick, slow := "for (int v : values) s += v;", "for (int i = 0; i < 1000; i++) for (int v : values) s += v * 31 % (i + 1);"
	dir, commits := repository(t, work(quick), work(quick+" //"), work("this does not compile"), work(slow), work(slow+" //"))
	mine := filepath.Join(dir, "demo", "Work.java")
	need.File(t, mine, "// mine\n"+work(slow))

	out := call(t, dir, "bisect", "--good", commits[0], "Work.sum", "--for", "3s", "--output", "json")
	var found struct {
		First *struct{ Commit, Subject string }
		Tried []struct{ Commit, Outcome string }
	}
	if err := json.Unmarshal([]byte(out.stdout), &found); err != nil || out.code != 0 && out.code != 4 {
		t.Fatalf("exit code %d, %v\n%s%s", out.code, err, out.stdout, out.stderr)
	}
	// The commit before does not compile, so that git can only say that it is one of two.
	for _, one := range found.Tried {
		if want := map[string]string{commits[0]: "good", commits[1]: "good", commits[2]: "skip", commits[3]: "bad", commits[4]: "bad"}[one.Commit]; one.Outcome != want {
			t.Errorf("%s: %s, want %s\n%s", one.Commit, one.Outcome, want, out.stderr)
		}
	}
	if found.First != nil || out.code != 4 {
		t.Errorf("exit code %d, %+v", out.code, found.First)
	}
	if text, err := os.ReadFile(mine); err != nil || !strings.HasPrefix(string(text), "// mine\n") {
		t.Errorf("%v %s", err, text)
	}
	if trees, err := git.Ask(t.Context(), dir, "worktree", "list"); err != nil || strings.Count(trees, "\n") != 0 {
		t.Errorf("%v %s", err, trees)
	}
}

func TestHistoryNamesTheCommitThatChangedAMethod(t *testing.T) {
	t.Parallel() // as above
	need.Java(t)
	slow := "for (int i = 0; i < 1000; i++) for (int v : values) s += v * 31 % (i + 1);"
	dir, commits := repository(t, work("for (int v : values) s += v;"), work(slow), work(slow+" //"))
	out := call(t, dir, "bisect", "--good", commits[0], "Work.sum", "--for", "3s")
	if out.code != 0 || !strings.Contains(out.stdout, "first bad commit: "+git.Short(commits[1])) || !strings.Contains(out.stdout, "demo.Work.sum(int[])") {
		t.Fatalf("exit code %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	out = call(t, dir, "history", "work.sum", "--output", "json")
	var h struct {
		Methods []struct {
			Results []struct {
				Commit string
				Change *struct{ Ratio float64 }
			}
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &h); err != nil || out.code != 0 || len(h.Methods) != 1 || len(h.Methods[0].Results) != 3 {
		t.Fatalf("exit code %d, %v\n%s%s", out.code, err, out.stdout, out.stderr)
	}
	for _, r := range h.Methods[0].Results {
		if r.Commit == commits[1] && (r.Change == nil || r.Change.Ratio < 10) {
			t.Errorf("%+v", r)
		}
	}
	other := filepath.Join(dir, "other") // a folder with the same home
	if err := errors.Join(os.Mkdir(other, 0o700), os.Symlink(filepath.Join(dir, ".home"), filepath.Join(other, ".home"))); err != nil {
		t.Fatal(err)
	}
	elsewhere := call(t, other, "history", "work.sum")
	if elsewhere.code != 3 || !strings.Contains(elsewhere.stderr, "the history of another project") {
		t.Errorf("exit code %d\n%s", elsewhere.code, elsewhere.stderr)
	}
}

func TestBisectRefusesAHistoryOfAnotherProject(t *testing.T) {
	t.Parallel()
	dir, commits := repository(t, work(""))
	other, _ := repository(t, work("s++;"), work("s--;"))
	for name, of := range map[string]struct{ dir, good, says string }{
		"a commit of another repository": {other, commits[0], "has no commit"},
		"no repository":                  {t.TempDir(), commits[0], "lies in no git repository"},
		"the same commit":                {dir, commits[0], "is not in the history of HEAD"},
		"an option":                      {dir, "--output=x", "has no commit"},
	} {
		if out := call(t, of.dir, "bisect", "--good="+of.good, "Work.sum"); out.code != 2 || !strings.Contains(out.stderr, of.says) {
			t.Errorf("%s: exit code %d\n%s", name, out.code, out.stderr)
		}
	}
}
