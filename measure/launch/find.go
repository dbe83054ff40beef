package launch

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
)

var install = map[string]string{
	"java":        "install a JDK, e.g. apt-get install default-jdk-headless",
	"javac":       "install a JDK, e.g. apt-get install default-jdk-headless",
	"mvn":         "install Maven, e.g. apt-get install maven, or call ./mvnw if the project has it",
	"notify-send": "install it, e.g. apt-get install libnotify-bin",
	"sendmail":    "install a mail program that has it, e.g. apt-get install msmtp-mta",
	"gradle":      "install Gradle, or call ./gradlew if the project has it",
}

// Sendmail is the system's program that sends mail. It often lies beside the PATH of users.
func Sendmail() string {
	for _, path := range []string{"/usr/sbin/sendmail", "/usr/lib/sendmail"} {
		if _, err := exec.LookPath("sendmail"); err != nil && safe.IsFile(path) {
			return path
		}
	}
	return "sendmail"
}

// Check reports, without running it, why a command could not be started.
func Check(spec Spec) error {
	_, err := find(&spec)
	return err
}

// find resolves the command the way the operating system will.
func find(spec *Spec) (string, error) {
	if len(spec.Command) == 0 || spec.Command[0] == "" {
		return "", problem(spec, "it has no command", `write it as a list, e.g. command: [java, -cp, target/classes, demo.Main]`)
	}
	for _, argument := range spec.Command {
		if strings.IndexByte(argument, 0) >= 0 {
			return "", problem(spec, "its command holds a NUL character", "")
		}
	}
	if spec.Dir != "" {
		switch info, err := os.Stat(spec.Dir); {
		case err != nil:
			return "", problem(spec, "its working folder "+spec.Dir+" cannot be used: "+plain(err), "correct dir")
		case !info.IsDir():
			return "", problem(spec, "its working folder "+spec.Dir+" is not a folder", "correct dir")
		}
	}
	name := spec.Command[0]
	if strings.ContainsRune(name, '/') || filepath.Base(name) != name {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(spec.Dir, path)
		}
		found, err := exec.LookPath(safe.Absolute(path))
		if err != nil {
			return "", problem(spec, "command "+printable(name)+" cannot be started: "+plain(err), help(name, err, "it was looked for at "+path))
		}
		if !filepath.IsAbs(name) && runtime.GOOS != "windows" {
			return name, nil // a script is told this name, and may be particular about it
		}
		return found, nil
	}
	if search, ok := spec.Env["PATH"]; ok {
		for _, folder := range filepath.SplitList(search) {
			if found, err := exec.LookPath(filepath.Join(safe.Absolute(folder), name)); err == nil {
				return found, nil
			}
		}
		return "", problem(spec, "command "+printable(name)+" was not found", help(name, exec.ErrNotFound, "it was looked for on the PATH that the launch sets"))
	}
	found, err := exec.LookPath(name)
	if err != nil {
		return "", problem(spec, "command "+printable(name)+" was not found", help(name, err, ""))
	}
	return safe.Absolute(found), nil
}

func help(name string, err error, where string) string {
	if errors.Is(err, fs.ErrPermission) {
		return "make it executable: chmod +x " + printable(name)
	}
	if hint, ok := install[filepath.Base(name)]; ok {
		return hint
	}
	if strings.ContainsAny(name, " \t") {
		return "a command is a list, one argument each: [java, -jar, app.jar]; there is no shell"
	}
	if where != "" {
		return where
	}
	return "check its spelling, or that it is installed and on the PATH"
}

func plain(err error) string {
	var command *exec.Error
	if errors.As(err, &command) {
		err = command.Err
	}
	return safe.Cause(err).Error()
}

var _ error = model.Problem{}
