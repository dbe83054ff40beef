// Package chain carries reduced traces between processes: in files (Write, Read),
// through pipes (Pipe), and from workers to a hub over connections (Forwarder,
// Collector), where each part counts once whatever breaks.
package chain
