// Package chain carries reduced traces between processes: in files (Write, Read) and
// through pipes (Pipe). Over networks that is measure/traces/cluster's business.
package chain
