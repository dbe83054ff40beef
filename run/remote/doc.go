// Package remote has runs live in a process of their own: they are started in the
// background, answer over a socket, and are seen by any number of screens.
package remote
