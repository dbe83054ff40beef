package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// cutter runs a command there; of two of three it ends the connection after some bytes.
const cutter = `
n=$(cat %[1]s 2>/dev/null || echo 0); n=$((n + 1)); echo $n >%[1]s
if [ $((n %% 3)) = 1 ]; then exec "$@"; fi
exec 3<&0
(umask 077; "$@" <&3 & echo $! >%[1]s.$$; wait) | (dd bs=1 count=700 2>/dev/null; kill -9 $(cat %[1]s.$$) 2>/dev/null)
exit 255
`

// elsewhere is another machine: an sshd of its own where the system has one, else a command that runs here. What is
// kept there is below base. Every connection but each third is cut in the middle.
func elsewhere(t *testing.T) (settings []string, base string) {
	t.Helper()
	if os.PathSeparator != '/' {
		t.Skip("no shell")
	}
	dir, err := os.MkdirTemp("", "there-") // short: a socket has its place there
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	in := func(name string) string { return filepath.Join(dir, name) }
	need.File(t, in("cut"), "#!/bin/sh"+fmt.Sprintf(cutter, in("count")))
	base = in("cache/beagle-remote")
	host, works := sshd(t, in)
	if !works {
		t.Log("by a command, since there is no sshd")
		return []string{"--set", "machine.command=" + list("sh", in("cut"), "env", "XDG_CACHE_HOME="+in("cache"), "{}")}, base
	}
	need.File(t, in("bin/ssh"), "#!/bin/sh\nexec sh "+in("cut")+" "+host+" \"$@\"\n")
	if err := os.Chmod(in("bin/ssh"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", in("bin")+":"+os.Getenv("PATH"))
	return []string{"--machine", "there"}, base
}

func list(words ...string) string {
	text, _ := json.Marshal(words)
	return string(text)
}

// sshd serves this user on the loopback, and returns the command that reaches it as "there".
func sshd(t *testing.T, in func(string) string) (client string, works bool) {
	t.Helper()
	const server = "/usr/sbin/sshd"
	ssh, err := exec.LookPath("ssh")
	if _, missing := os.Stat(server); err != nil || missing != nil {
		return "", false
	}
	for _, key := range []string{"host", "user"} {
		if err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", in(key)).Run(); err != nil {
			return "", false
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := fmt.Sprint(listener.Addr().(*net.TCPAddr).Port)
	_ = listener.Close()
	need.File(t, in("server"), fmt.Sprintf("Port %s\nListenAddress 127.0.0.1\nHostKey %s\nAuthorizedKeysFile %s\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\nSetEnv XDG_CACHE_HOME=%s\n",
		port, in("host"), in("user.pub"), in("cache")))
	need.File(t, in("client"), fmt.Sprintf("Host there\n HostName 127.0.0.1\n Port %s\n IdentityFile %s\n IdentitiesOnly yes\n StrictHostKeyChecking no\n UserKnownHostsFile %s\n", port, in("user"), in("known")))
	daemon := exec.Command(server, "-D", "-f", in("server"))
	if err := daemon.Start(); err != nil {
		return "", false
	}
	t.Cleanup(func() { _ = daemon.Process.Kill(); _ = daemon.Wait() })
	for range 50 {
		if exec.Command(ssh, "-F", in("client"), "-o", "BatchMode=yes", "there", "true").Run() == nil {
			return ssh + " -F " + in("client"), true
		}
		time.Sleep(100 * time.Millisecond) // until it listens; one that does not let this user in is none
	}
	return "", false
}

// running are the processes whose command lines name a path.
func running(t *testing.T, path string) (found []string) {
	t.Helper()
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, line := range lines {
		if text, err := os.ReadFile(line); err == nil && strings.Contains(string(text), path) {
			found = append(found, strings.ReplaceAll(string(text), "\x00", " "))
		}
	}
	return found
}

// An analysis on another machine whose connections are cut in each phase has the result of one on this machine, and
// leaves no process and no run there.
func TestAnAnalysisElsewhereEndsAsOneHere(t *testing.T) {
	settings, base := elsewhere(t)
	dir := t.TempDir()
	if out := call(t, dir, "demo", "--dir", "p", "--files-only"); out.code != 0 {
		t.Fatal(out.stderr)
	}
	var log strings.Builder
	for i := range 60 {
		fmt.Fprintf(&log, "$0;1;7;e%d;_eachFile;%d\n$1;1;e%d;_share;{\"files_NUMBER_OF_ELEMENTS\":%d};<not set>\n", i, 1+i%9, i, 1+i%9)
	}
	need.File(t, filepath.Join(dir, "log/kieker-20260101-000000000-UTC-001.dat"), log.String())
	need.File(t, filepath.Join(dir, "log/kieker.map"), "$0=own.LoopRecord\n$1=own.ServiceCallRecord\n")
	need.File(t, filepath.Join(dir, "own.irl"), "package own\n\nentity LoopRecord {\n\tlong extra\n\tstring serviceExecutionId\n\tstring loopId\n\tlong loopIterationCount\n}\n"+
		"entity ServiceCallRecord {\n\tstring serviceExecutionId\n\tstring serviceId\n\tstring parameters\n\tstring callerServiceExecutionId\n}\n")
	arguments := []string{"run", "p", "--logs", "log", "--irl", "own.irl", "--select", "_eachFile", "--output", "json"}
	outcomes := make([]outcome, 2)
	models := make([]string, 2)
	for i, more := range [][]string{{"--out", "here.repository"}, append(settings, "--out", "there.repository")} {
		outcomes[i] = call(t, dir, append(append([]string{}, arguments...), more...)...)
		var r analysis
		if err := json.Unmarshal([]byte(outcomes[i].stdout), &r); err != nil || r.State != "finished" {
			t.Fatalf("%v, exit code %d\n%s\n%s", err, outcomes[i].code, outcomes[i].stdout, outcomes[i].stderr)
		}
		text, err := os.ReadFile(filepath.Join(dir, more[len(more)-1]))
		if err != nil || r.Elements[0].Samples != 60 {
			t.Fatalf("%v, %d samples", err, r.Elements[0].Samples)
		}
		models[i] = string(text)
	}
	if models[0] != models[1] {
		t.Error("the models differ")
	}
	if !strings.Contains(outcomes[1].stderr, "trying again") {
		t.Errorf("no connection was cut:\n%s", outcomes[1].stderr)
	}
	if out := call(t, dir, "review", "--output", "json"); out.code != 0 || strings.Contains(out.stdout, base) {
		t.Errorf("the run is not here as others are: %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	if left, _ := filepath.Glob(filepath.Join(base, "*/state/beagle/runs/2*")); len(left) > 0 {
		t.Errorf("left there: %s", left)
	}
	for deadline := time.Now().Add(20 * time.Second); len(running(t, base+"/bin/")) > 0; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("still running there: %s", running(t, base+"/bin/"))
		}
	}
	runs := call(t, dir, "ps", "--output", "json")
	var listed []struct{ ID string }
	if err := json.Unmarshal([]byte(runs.stdout), &listed); err != nil || len(listed) != 2 {
		t.Fatalf("%v %s", err, runs.stdout)
	}
	_ = os.Remove(filepath.Join(filepath.Dir(filepath.Dir(base)), "cut"))
	need.File(t, filepath.Join(filepath.Dir(filepath.Dir(base)), "cut"), "exec \"$@\"\n")
	if out := call(t, dir, "rm", "--remote", listed[1].ID); out.code != 0 {
		t.Errorf("%d %s", out.code, out.stderr)
	}
	if _, err := os.Stat(base); !os.IsNotExist(err) {
		t.Errorf("the cache is still there: %v", err)
	}
}

// What is wrong with a machine is one message, with the next step.
func TestAMachineThatCannotBeUsedIsOneMessage(t *testing.T) {
	dir := t.TempDir()
	if out := call(t, dir, "demo", "--dir", "p", "--files-only"); out.code != 0 {
		t.Fatal(out.stderr)
	}
	for want, set := range map[string]string{
		"cannot be reached: ssh: connect to host h port 22: Connection refused": "echo 'ssh: connect to host h port 22: Connection refused' >&2; exit 255; {}",
		"does not let you in: u@h: Permission denied (publickey).":              "echo 'u@h: Permission denied (publickey).' >&2; exit 255; {}",
		"is sunos/sparc, and this program is for":                               "{} | sed 's|^Linux .*|SunOS sparc|;s|^Darwin .*|SunOS sparc|'",
		"is full: cat: write error: No space left on device":                    "echo 'cat: write error: No space left on device' >&2; exit 1; {}",
		"has no java install a JDK there":                                       "mkdir -p bin; ln -sf /bin/* bin/; rm -f bin/java*; PATH=$PWD/bin; {}",
		"machine.dir is no whole path":                                          "dir",
	} {
		arguments := []string{"run", "p", "--check", "--set", "machine.command=" + list("sh", "-c", set)}
		if set == "dir" {
			arguments = append(arguments, "--set", "machine.dir=there")
		}
		out := call(t, dir, arguments...)
		if out.code == 0 || !strings.Contains(strings.Join(strings.Fields(out.stderr), " "), want) || strings.Count("\n"+out.stderr, "\nbeagle: ")+strings.Count("\n"+out.stderr, "\nerror: ") != 1 {
			t.Errorf("want %q, got %d:\n%s", want, out.code, out.stderr)
		}
	}
}
