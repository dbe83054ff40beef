// Package xmi reads an XML file into a tree that knows where every tag and
// attribute value stands, and changes the file by replacing exactly those
// bytes. What is not changed stays byte for byte: line ends, white space,
// character references, comments, unknown content.
//
// It reads the part of XML 1.0 that modelling tools write. Entities of one's
// own and external definitions are refused.
package xmi
