package cluster

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/adrg/xdg"
)

// StateFolder is where a role keeps its state if nothing else is said.
func StateFolder(role string) string { return filepath.Join(xdg.StateHome, "beagle", "machines", role) }

// LocalCredentials is the file of a role that a hub on this machine with its usual folder has made.
func LocalCredentials(role string) string {
	path := filepath.Join(StateFolder("hub"), role+".credentials")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// OnThisMachine reports whether an address is one of this machine.
func OnThisMachine(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	if ip == nil || ip.IsLoopback() {
		return ip != nil
	}
	own, err := net.InterfaceAddrs()
	return err == nil && slices.ContainsFunc(own, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		return ok && n.IP.Equal(ip)
	})
}
