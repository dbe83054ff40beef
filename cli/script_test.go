package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"beagle/internal/need"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"beagle": func() { os.Exit(Main(os.Args[1:])) },
	})
}

// The scripts drive the program as a person at a shell does.
func TestScripts(t *testing.T) { runScripts(t, "testdata/script") }

// These measure real Java programs.
func TestJavaScripts(t *testing.T) {
	need.Java(t)
	runScripts(t, "testdata/java")
}

// These measure real Python programs.
func TestPythonScripts(t *testing.T) {
	need.Python(t)
	runScripts(t, "testdata/python")
}

func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			for name, folder := range map[string]string{
				"XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data",
				"HOME": "home",
			} {
				env.Setenv(name, filepath.Join(env.WorkDir, folder))
			}
			env.Setenv("COLUMNS", "80")
			models, err := filepath.Abs("../pcm/instance/testdata")
			if err != nil {
				return err
			}
			env.Setenv("MODELS", models)
			python, err := filepath.Abs("../extensions/python")
			if err != nil {
				return err
			}
			env.Setenv("PYTHON", python)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exit": exitsWith,
			"json": holdsJSON,
		},
		RequireUniqueNames: true,
	})
}
