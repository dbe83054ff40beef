package kieker

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed records.txt
var records string

func builtin() []*Schema { return builtinOnce() }

var builtinOnce = sync.OnceValue(func() []*Schema {
	var all []*Schema
	byClass := map[string]*Schema{}
	var packages []string
	for line := range strings.Lines(records) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			packages = strings.Fields(strings.Trim(line, "[]"))
			continue
		}
		head, fields, _ := strings.Cut(line, ":")
		for _, prefix := range packages {
			class, parent, _ := strings.Cut(head, " < ")
			schema := DefineSchema(prefix+class, fields)
			if parent != "" {
				schema.Parent = prefix + parent
				if own, ok := strings.CutPrefix(parent, "~"); ok {
					schema.Parent = Package + own
				}
				schema.Fields = append(append([]Field(nil), byClass[schema.Parent].Fields...), schema.Fields...)
				schema = &Schema{Class: schema.Class, Parent: schema.Parent, Fields: schema.Fields}
				schema.prepare()
			}
			if byClass[schema.Class] == nil {
				byClass[schema.Class] = schema
			}
			if !slices.ContainsFunc(all, schema.same) {
				all = append(all, schema)
			}
		}
	}
	return all
})

// Package is where the record classes of Kieker are.
const Package = "kieker.common.record."

var aliases = map[string]string{
	"kieker.tpmon.monitoringRecord.executions.KiekerExecutionRecord": "kieker.common.record.controlflow.OperationExecutionRecord",
	"kieker.common.record.OperationExecutionRecord":                  "kieker.common.record.controlflow.OperationExecutionRecord",
	"kieker.common.record.BranchingRecord":                           "kieker.common.record.controlflow.BranchingRecord",
	"kieker.common.record.CPUUtilizationRecord":                      "kieker.common.record.system.CPUUtilizationRecord",
	"kieker.common.record.MemSwapUsageRecord":                        "kieker.common.record.system.MemSwapUsageRecord",
	"kieker.common.record.ResourceUtilizationRecord":                 "kieker.common.record.system.ResourceUtilizationRecord",
	"kieker.common.record.flow.trace.Trace":                          "kieker.common.record.flow.trace.TraceMetadata",
	"kieker.monitoring.core.registry.RegistryRecord":                 "kieker.common.record.misc.RegistryRecord",
}
