package prepare

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/internal/need"
	"beagle/model"
	"beagle/run"
)

const callable = `package lib;

public class Texts {
    public int words(String text) {
        int n = 0;
        for (int i = 0; i < text.length(); i++) {
            n += Character.isLetter(text.charAt(i)) ? 1 : 0;
        }
        return n;
    }

    public int code(String text) {
        throw new IllegalArgumentException("no code");
    }

    public boolean drop(String name) {
        return new java.io.File(name).delete();
    }
}
`

// The wizard shows the methods of a model, which of them could do harm, and why one cannot be called.
func TestMethodsOfAModelAreCalledOneByOne(t *testing.T) {
	need.Java(t)
	dir := need.Folder(t, map[string]string{"src/lib/Texts.java": callable})
	folder := filepath.Join(dir, "model")
	r, err := extract.Extract(t.Context(), extract.Options{Dir: dir, Folder: folder, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Write(folder)
	if err != nil {
		t.Fatal(err)
	}
	methods, err := Methods(t.Context(), &app.App{Out: io.Discard, Err: io.Discard}, run.Config{Project: dir, Model: w.Repository})
	if err != nil {
		t.Fatal(err)
	}
	defer methods.Close()
	harms, likely := map[string]string{}, map[string]bool{}
	for _, m := range methods.List() {
		harms[m.Setting], likely[m.Setting] = m.Harm, m.Likely
	}
	if len(harms) != 3 || !strings.HasPrefix(harms["lib.Texts.drop"], "deletes files: ") || likely["lib.Texts.drop"] || !likely["lib.Texts.words"] {
		t.Fatalf("harms %v, likely %v", harms, likely)
	}
	launch, err := methods.Drive(t.Context(), "lib.Texts.words(String)")
	if err != nil || launch.Drives == "" || launch.Name != "driver of lib.Texts.words(String)" || launch.Repeat != launchesDriven {
		t.Errorf("%+v: %v", launch, err)
	}
	_, err = methods.Drive(t.Context(), "lib.Texts.code(String)")
	if p := model.AsProblem(err, ""); err == nil || !strings.Contains(p.Message, "no code") || !strings.Contains(p.Hint, `drive: {inputs: {"lib.Texts.code": X}}`) {
		t.Errorf("it says %q, %q", p.Message, p.Hint)
	}
}

func TestAModelOfOthersHasNoMethodsToCall(t *testing.T) {
	_, err := Methods(t.Context(), &app.App{Out: io.Discard, Err: io.Discard}, run.Config{Model: filepath.Join(t.TempDir(), "a.repository")})
	if err == nil || !strings.Contains(err.Error(), "not extracted this model") {
		t.Error(err)
	}
}
