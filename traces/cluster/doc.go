// Package cluster spreads work over machines, on NATS JetStream: what is learnt (package
// learn/spread), launches (measure/remote), and the reduction of traces: agents
// beside the measured programs reduce what they see, workers merge that (and join traces whose
// records come from several programs), and totals is what everybody reads. Nothing here is
// needed by one process alone.
//
// Learning and launches are tasks that workers take and answer (Work). Three streams carry
// traces. IN has a subject for each of a fixed number of
// partitions, to which agents append numbered parts. OUT has a subject for each
// partition, too, on which its owner publishes checkpoints: how far the
// partition's input was read, and what that added. STATE has the totals that a
// hub writes from time to time, so that OUT stays short.
//
// Each part counts exactly once, whoever dies, because of two rules. A
// checkpoint says which message was the last one on its subject; the server
// refuses it if another one came in between, so that a worker which was frozen
// and woke up too late cannot add anything twice (it is fenced off). And parts of
// an agent are taken in the order of their numbers only; an agent keeps them on
// its disk until the totals tell that they are in, and sends again what is not.
// Time plays no role in either: an owner that is wrong about being one does no
// harm. docs/machines.md says the same at length, and how to operate it.
//
// What stands where: here are what all roles share (Bus: connection and streams;
// Partition and State: what goes over them; Part and Checkpoint: the messages;
// Member: who lives); broker is the server that beagle hub brings along, agent,
// worker and totals are the roles of traces, reduced is how these stand in messages. Only what a nats-server of version 2.9 knows is
// used.
//
// bus.go and connect.go reach the server, stream.go writes and read.go reads its streams,
// message.go is what goes over them, work.go tasks and their answers, partition.go and state.go who owns what
// and how far it is, members.go who is there. A part counts once whatever fails: agents number
// their parts, a checkpoint says up to which number all are in, and who resends sends the same
// bytes.
package cluster
