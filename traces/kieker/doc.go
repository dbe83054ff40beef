// Package kieker says what Kieker's records are: their classes with the layouts
// of their fields (Schema, Schemas), single records (Record), what takes them
// (Handler), and what became of a source (Report). It is also the road on which
// Beagle's own records travel.
//
// All formats end in one form, a Record: a view of big-endian bytes whose
// layout is the Schema of its class. Reading a field costs a load; reading a
// record allocates nothing.
//
// The rooms below it: wire decodes text, binary records, socket streams and
// chunks from memory; live receives over TCP; logs reads folders, files and
// archives of every version since 1.3, also while they grow; irl reads users' own
// record types; recorded learns from logs that exist already.
//
// record.go, schema.go and registry.go are what everybody needs: a record, its layout, and
// where layouts are found. builtin.go and builtinprojects.go have the classes of Kieker and of
// projects around it, handler.go what takes records, reading.go and report.go what became of a
// source. Bytes are decoded in wire; where they come from is the business of logs, live and
// brokers.
package kieker
