// Package remote has runs live in a process of their own: they are started in the
// background, answer over a socket, and are seen by any number of screens.
//
// protocol.go has the requests, server.go and serve.go the run's side, remote.go the screen's;
// launch.go and the background files start a process that outlives its terminal,
// socket_unix.go and the peer files let nobody in but the user.
package remote
