package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// repository makes one with a commit of some time, and returns its folder.
func repository(t *testing.T) string {
	t.Helper()
	need.Git(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "sub", "a"), "1")
	for _, words := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"}, {"tag", "-a", "-m", "v", "v1"}} {
		if words[0] == "tag" {
			words = append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, words...)
		}
		if _, err := Ask(t.Context(), dir, words...); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAFolderHasTheCommitOfItsWorkingTreeAndTheProjectOfAll(t *testing.T) {
	dir := repository(t)
	sub := filepath.Join(dir, "sub")
	first, err := At(t.Context(), sub)
	if err != nil || len(first.Commit) != 40 || first.Project != sub || first.Depth != 1 || !first.Committed.Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
		t.Fatalf("%+v, %v", first, err)
	}
	other := filepath.Join(t.TempDir(), "tree")
	if _, err := Ask(t.Context(), dir, "worktree", "add", "-q", "--detach", other); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(other, "sub", "a"), "2")
	second, err := At(t.Context(), filepath.Join(other, "sub"))
	if err != nil || second.Project != first.Project || second.Commit != first.Commit+"-dirty" || Short(second.Commit) != first.Commit[:7]+"-dirty" {
		t.Errorf("%+v, %v", second, err)
	}
}

func TestWithoutARepositoryThereIsNoCommit(t *testing.T) {
	dir := t.TempDir()
	if p, err := At(t.Context(), dir); err != nil || p.Project != dir || p.Commit != "" || Short(p.Commit) != "" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := Ask(t.Context(), dir, "rev-parse", "HEAD"); err == nil || !strings.Contains(err.Error(), "git rev-parse: fatal: not a git repository") {
		t.Error(err)
	}
}
