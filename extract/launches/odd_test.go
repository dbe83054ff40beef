package launches

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"beagle/extract/project"
)

// Build files that nobody would write on purpose must cost no more time than others.
func TestOddBuildFilesAreReadToTheirEnd(t *testing.T) {
	var doubling strings.Builder
	for i := range 40 {
		fmt.Fprintf(&doubling, "<p%d>%s</p%d>", i, strings.Repeat(fmt.Sprintf("${p%d}", i+1), 10), i)
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"properties in a circle": {map[string]string{"pom.xml": execPom("<configuration><mainClass>shop.Sort</mainClass><commandlineArgs>${a}</commandlineArgs></configuration>", "<properties><a>${b}</a><b>${a}</b></properties>")}, "shop.Sort"},
		"properties that each name another ten times": {map[string]string{"pom.xml": execPom("<configuration><mainClass>shop.Sort</mainClass><commandlineArgs>${p0}</commandlineArgs></configuration>",
			"<properties>"+doubling.String()+"<p40>x</p40></properties>")}, "shop.Sort"},
		"a pom in another encoding": {map[string]string{"pom.xml": "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" +
			execPom("<configuration><mainClass>shop.Sort</mainClass><commandlineArgs>M\xfcller</commandlineArgs></configuration>", "")}, "shop.Sort Müller"},
		"a pom that is cut off":                      {map[string]string{"pom.xml": "<project><build>"}, "shop.Sort"},
		"a pom with nothing in it":                   {map[string]string{"pom.xml": ""}, "shop.Sort"},
		"a parent that is nowhere":                   {map[string]string{"pom.xml": "<project><parent><artifactId>p</artifactId><relativePath>../../../pom.xml</relativePath></parent></project>"}, "shop.Sort"},
		"a Gradle build of modules that are nowhere": {map[string]string{"settings.gradle.kts": `include("nowhere", "neither")`, "build.gradle.kts": `application { mainClass.set("shop.Sort") }`}, "shop.Sort"},
		"blocks that never end":                      {map[string]string{"build.gradle": strings.Repeat("task a(type: JavaExec) { main = 'shop.Sort'\n", 40000)}, "shop.Sort"},
	} {
		c.files["src/main/java/shop/Sort.java"] = sorts
		if got := launched(t, c.files); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: launched as %.200q, not %q", name, got, c.want)
		}
	}
}

func FuzzWhatBuildFilesSayOfClassesThatAreRun(f *testing.F) {
	f.Add(execPom("<configuration><mainClass>a.B</mainClass><commandlineArgs>${twice} 'b'</commandlineArgs></configuration>", ""))
	f.Add("task a(type: JavaExec) { main = 'a.B'\nargs 'x', \"y\" }\nrun { args = [1] }")
	f.Add("tasks.register<JavaExec>(\"go\") { mainClass.set(\"a.B\"); args(\"5\", \"6\") }")
	p := &project.Project{Dir: f.TempDir()}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range append(givenByMaven(p, p.Dir+"/pom.xml", []byte(text)), givenByGradle(p.Dir+"/build.gradle", text)...) {
			size := 0
			for _, argument := range g.arguments {
				size += len(argument)
			}
			if size > max(longestValue, len(text))*len(g.arguments) || g.class == "" {
				t.Errorf("%d bytes of arguments of %q", size, g.class)
			}
		}
	})
}
