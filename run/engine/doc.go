// Package engine conducts an analysis in this process: blackboard, measurer, analysers and
// judge are put together, the loop runs, and the store keeps what it contributes.
package engine
