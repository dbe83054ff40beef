//go:build unix && !linux

package remote

import "net"

func peer(net.Conn) (uid int, known bool) { return 0, false }
