package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// published are the artifacts whose code is measured, by their coordinates.
var published = []string{
	"org.apache.commons:commons-lang3:3.14.0", "org.apache.commons:commons-text:1.12.0",
	"org.apache.commons:commons-compress:1.27.1", "org.apache.commons:commons-collections4:4.4",
	"org.apache.commons:commons-math3:3.6.1", "org.apache.commons:commons-csv:1.11.0",
	"commons-codec:commons-codec:1.17.0", "com.google.guava:guava:33.2.1-jre", "com.google.code.gson:gson:2.11.0",
	"com.fasterxml.jackson.core:jackson-databind:2.17.2", "org.jsoup:jsoup:1.18.1", "org.yaml:snakeyaml:2.2",
	"org.jgrapht:jgrapht-core:1.5.2", "org.eclipse.collections:eclipse-collections:11.1.0", "com.carrotsearch:hppc:0.9.1",
	"org.hdrhistogram:HdrHistogram:2.2.2", "org.locationtech.jts:jts-core:1.19.0", "org.ejml:ejml-ddense:0.43.1",
	"info.debatty:java-string-similarity:2.0.0", "org.bouncycastle:bcprov-jdk18on:1.78.1", "org.tukaani:xz:1.9",
	"org.iq80.snappy:snappy:0.4", "com.fasterxml.jackson.dataformat:jackson-dataformat-cbor:2.17.2",
	"org.ahocorasick:ahocorasick:0.6.3", "org.apache.lucene:lucene-core:9.10.0",
	"io.vavr:vavr:0.10.4", "org.pcollections:pcollections:4.0.2", "it.unimi.dsi:fastutil-core:8.5.13",
	"org.roaringbitmap:RoaringBitmap:1.0.6", "colt:colt:1.2.0", "gov.nist.math:jama:1.0.3", "io.github.java-diff-utils:java-diff-utils:4.12",
	"org.mindrot:jbcrypt:0.4", "org.commonmark:commonmark:0.22.0", "org.json:json:20240303", "com.ning:compress-lzf:1.1.2",
	"com.tdunning:t-digest:3.3", "com.samskivert:jmustache:1.15", "org.ow2.asm:asm:9.7", "com.google.re2j:re2j:1.7",
}

// artifacts has Maven fetch them, and what they need, into lib.
func artifacts(ctx context.Context, work string) error {
	lib := filepath.Join(work, "lib")
	if _, err := os.Stat(lib); err == nil {
		return nil // fetched before
	}
	var pom strings.Builder
	pom.WriteString("<project><modelVersion>4.0.0</modelVersion><groupId>real</groupId><artifactId>real</artifactId><version>1</version><packaging>pom</packaging><dependencies>\n")
	for _, coordinates := range published {
		part := strings.Split(coordinates, ":")
		pom.WriteString("<dependency><groupId>" + part[0] + "</groupId><artifactId>" + part[1] + "</artifactId><version>" + part[2] + "</version></dependency>\n")
	}
	pom.WriteString("</dependencies></project>\n")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), []byte(pom.String()), 0o644); err != nil {
		return err
	}
	return run(ctx, work, "mvn", "-q", "-B", "dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory="+lib)
}
