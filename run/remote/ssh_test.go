//go:build unix

package remote

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/run"
	"beagle/run/internal/fake"
)

// The sshd of the system, and where another one may be named.
const (
	sshdPath = "/usr/sbin/sshd"
	sshdEnv  = "BEAGLE_TEST_SSHD"
)

// sshd serves this user on the loopback and returns the client's arguments.
func sshd(t *testing.T) []string {
	t.Helper()
	path := os.Getenv(sshdEnv)
	if path == "" {
		path = sshdPath
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no sshd: %v; install openssh-server", err)
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, key := range []string{"host", "user"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", in(key)).CombinedOutput(); err != nil {
			t.Skipf("ssh-keygen: %v %s", err, out)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := fmt.Sprint(listener.Addr().(*net.TCPAddr).Port)
	_ = listener.Close()
	config := fmt.Sprintf("Port %s\nListenAddress 127.0.0.1\nHostKey %s\nAuthorizedKeysFile %s\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\n",
		port, in("host"), in("user.pub"))
	if err := os.WriteFile(in("config"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(path, "-D", "-e", "-f", in("config"))
	var said strings.Builder
	server.Stderr = &said
	if err := server.Start(); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	client := []string{
		"-p", port, "-i", in("user"), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
		"-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "127.0.0.1",
	}
	for range 50 {
		if exec.Command("ssh", append(client, "true")...).Run() == nil {
			return client
		}
		time.Sleep(100 * time.Millisecond)
	}
	_ = server.Process.Kill()
	_ = server.Wait()
	t.Skipf("sshd does not let this user in: %s", said.String())
	return nil
}

// TestRunSurvivesALostConnection starts a run over SSH, cuts the connection in
// the middle of a launch, and finds the run going on.
func TestRunSurvivesALostConnection(t *testing.T) {
	client := sshd(t)
	fake.StateFolder(t)
	f := fake.Prepared(t, fake.Project(t))
	test, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	closed, open := gate(t)
	remote := fmt.Sprintf("XDG_STATE_HOME=%q %s=0s,%s,0s %q follow %s", os.Getenv("XDG_STATE_HOME"), slowly, closed, test, f.ID())
	connection := exec.Command("ssh", append(append([]string{"-tt"}, client...), remote)...)
	if err := connection.Start(); err != nil {
		t.Fatal(err)
	}
	for patience := time.Now().Add(time.Minute); !f.Live(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(patience) {
			t.Fatal("the run does not start")
		}
	}
	again, err := Attach(f.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	fake.Until(t, again, "in its second launch", func(s run.Snapshot) bool { return s.LaunchesDone == 1 && s.LaunchName != "" })
	_ = connection.Process.Kill() // the client vanishes; sshd ends the session with SIGHUP
	_ = connection.Wait()
	open()
	if s := fake.Wait(t, again); s.State != run.Finished || s.LaunchesDone != 3 {
		t.Errorf("%s %q after %d launches", s.State, s.Reason, s.LaunchesDone)
	}
}
