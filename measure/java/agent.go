package java

import (
	"context"
	"path/filepath"

	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
)

// writeJars compiles and packs the runtime and the agent into these files.
func writeJars(ctx context.Context, runtime, agent string) error {
	if err := jdk.Jar(ctx, runtime, probe.Sources(probe.Package), ""); err != nil {
		return err
	}
	return jdk.Jar(ctx, agent, map[string]string{"Agent.java": probe.Agent},
		"Premain-Class: "+probe.AgentClass+"\r\nCan-Redefine-Classes: true\r\nBoot-Class-Path: "+filepath.Base(runtime)+"\r\n")
}
