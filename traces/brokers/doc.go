// Package brokers takes Kieker's records from message brokers: chunks, as Kieker's
// ChunkingCollector writes them, from topics of Kafka and queues of AMQP 0.9.1. Each
// message is complete in itself; the messages of a topic or queue are one source,
// since a broker may give those of one program to several partitions.
package brokers
