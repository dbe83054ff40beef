// Package csvtable reads tables of measurements from text with a line per
// observation, as spreadsheets and benchmarks write them.
//
// Memory is bounded whatever the size of the text: beyond a number of values
// rows are kept by reservoir sampling (Vitter, algorithm R, 1985), which keeps
// every row with the same probability, in their order.
package csvtable
