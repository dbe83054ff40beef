// Package wire is what Beagle and an extension say to each other: JSON-RPC 2.0,
// one message a line, on the extension's standard input and output, as the
// standard transport of MCP has it (https://modelcontextprotocol.io). Here are
// the messages' types and limits, the reading of lines, and the JSON Schema of
// every message, which is made from the types.
//
// Numbers that were not observed are null. Expressions are texts in StoEx, the
// language of Palladio's models.
package wire
