// Package store keeps a blackboard on disk, in one SQLite file that a person
// can read with sqlite3.
//
// Each contribution is one transaction, durable when Commit returns
// (synchronous=FULL), so that a crash, a power cut or a lost connection loses
// at most the contribution in flight. Every row carries a checksum, since
// SQLite notices damaged structure but not damaged content.
package store
