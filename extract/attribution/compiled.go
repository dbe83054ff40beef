package attribution

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"beagle/internal/safe"
	"beagle/measure/java/jdk"
)

var errNoCompiler = errors.New("there is no javac")

// program is what java is to run.
func program(ctx context.Context, cache, work string) ([]string, error) {
	if cache != "" {
		sum := sha256.Sum256(helper)
		jar := filepath.Join(cache, "attribution", hex.EncodeToString(sum[:8])+".jar")
		_, err := os.Stat(jar)
		if err != nil {
			err = compile(ctx, jar, work)
		}
		if err == nil {
			return []string{"-cp", jar, "Helper"}, nil
		}
	}
	source := filepath.Join(work, "Helper.java")
	return []string{source}, os.WriteFile(source, helper, 0o600)
}

func compile(ctx context.Context, jar, work string) error {
	javac, err := compiler()
	if err != nil {
		return err
	}
	source, classes := filepath.Join(work, "Helper.java"), filepath.Join(work, "classes")
	if err := os.WriteFile(source, helper, 0o600); err != nil {
		return err
	}
	// For the oldest Java that extracts, since another one may be used tomorrow.
	if err := exec.CommandContext(ctx, javac, "-J-XX:TieredStopAtLevel=1", "-nowarn", "--release", "11", "-d", classes, source).Run(); err != nil {
		return err
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	if err := errors.Join(w.AddFS(os.DirFS(classes)), w.Close()); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(jar), 0o700); err != nil {
		return err
	}
	_, err = safe.WriteFile(jar, packed.Bytes(), safe.WriteOptions{})
	return err
}

// java is the one of JAVA_HOME; where that is as old as Java 8, which may well be the project's, the one on the PATH.
func java() string {
	if found, err := exec.LookPath(jdk.Java()); err == nil {
		if found, err = filepath.EvalSymlinks(found); err == nil && safe.IsFile(filepath.Join(filepath.Dir(filepath.Dir(found)), "lib", "modules")) {
			return jdk.Java()
		}
	}
	return "java"
}

func compiler() (string, error) {
	found, err := exec.LookPath(java())
	if err != nil {
		return "", err
	}
	if found, err = filepath.EvalSymlinks(found); err != nil {
		return "", err
	}
	javac := filepath.Join(filepath.Dir(found), "javac")
	if runtime.GOOS == "windows" {
		javac += ".exe"
	}
	if _, err := os.Stat(javac); err != nil {
		return "", errNoCompiler
	}
	return javac, nil
}
