// Package store keeps a blackboard on disk, in one SQLite file that a person
// can read with sqlite3.
//
// Each contribution is one transaction, durable when Commit returns
// (synchronous=FULL), so that a crash, a power cut or a lost connection loses
// at most the contribution in flight. Every row carries a checksum, since
// SQLite notices damaged structure but not damaged content.
//
// schema.go has the tables, commit.go writes a contribution, load.go reads a whole board,
// text.go says how values and expressions stand in JSON columns, and quick.go reads the
// commonest of these without encoding/json. What is damaged is left out, said, and measured
// again; it is never guessed.
package store
