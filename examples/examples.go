// Package examples carries the example project inside the program, for
// "beagle demo".
package examples

import "embed"

// FS holds the folder "fileshare": a Java program, its Palladio model, the
// links between them and a beagle.yaml.
//
//go:embed fileshare/README.md fileshare/beagle.yaml fileshare/pom.xml fileshare/truth.json
//go:embed fileshare/model/fileshare.repository fileshare/model/fileshare.system fileshare/model/fileshare.usagemodel
//go:embed fileshare/model/fileshare_source_statement_links.xml
//go:embed fileshare/src
var FS embed.FS
