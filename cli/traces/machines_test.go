package traces

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"

	"beagle/traces/cluster"
)

// The documentation's first example: whoever names the server of this machine finds what its hub has made.
func TestRolesFindTheCredentialsOfAHubOnTheirMachine(t *testing.T) {
	before := xdg.StateHome
	xdg.StateHome = t.TempDir()
	defer func() { xdg.StateHome = before }()
	file := filepath.Join(cluster.StateFolder("hub"), "viewer.credentials")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("viewer:x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"nats://127.0.0.1:4222": file, "nats://localhost:4222": file, "tls://[::1]:4222": file,
		"nats://192.0.2.1:4222": "", "nats://hub:4222": "", "nats://me:secret@127.0.0.1:4222": "",
	} {
		to := cluster.Access{URL: url}
		if Local(&to, "viewer"); to.Credentials != want {
			t.Errorf("at %s: %q, want %q", url, to.Credentials, want)
		}
	}
	to := cluster.Access{URL: "nats://127.0.0.1:4222", Credentials: "other"}
	if Local(&to, "viewer"); to.Credentials != "other" {
		t.Error("what was given is not used")
	}
}
