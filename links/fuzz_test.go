package links

import (
	"bytes"
	"testing"
)

const small = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<ns2:PcmSourceStatementLinkRepository xmlns:ns2="http://sdq.ipd.uka.de/beagle/core/pcmsourcestatementlink">
    <PcmRepositoryFile hash="0"/>
    <PcmSourceStatementLink pcmElementId="_a">
        <FirstStatement sourceCodeFile="demo.Work">12</FirstStatement>
        <LastStatement sourceCodeFile="demo.Work">34</LastStatement>
    </PcmSourceStatementLink>
    <SourceCodeFileHash sourceCodeFile="demo.Work" algorithm="sha-256">0</SourceCodeFileHash>
</ns2:PcmSourceStatementLinkRepository>
`

func FuzzLinks(f *testing.F) {
	f.Add([]byte(small))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := parseLinks("fuzz.xml", data)
		if err != nil {
			return
		}
		out, err := file.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseLinks("fuzz.xml", out)
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, out)
		}
		twice, err := again.Bytes()
		if err != nil || !bytes.Equal(out, twice) {
			t.Fatalf("written twice, it differs: %v\n%s\n%s", err, out, twice)
		}
	})
}
