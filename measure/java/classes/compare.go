package classes

import (
	"slices"
	"strings"
)

// changers are what tools that change classes after javac leave in them.
var changers = []struct{ mark, tool string }{
	{"ajc$", "AspectJ's weaver"},
	{"org/aspectj/", "AspectJ's weaver"},
	{".aspectOf", "AspectJ's weaver"}, // advised code asks for the aspect's instance
	{"$$_hibernate_", "Hibernate's bytecode enhancement"},
	{"org/hibernate/", "Hibernate's bytecode enhancement"},
	{"$jacoco", "JaCoCo's offline instrumentation"},
	{"org/jacoco/", "JaCoCo's offline instrumentation"},
	{"lombok/", "Lombok"},
	{"_ebean_", "Ebean's enhancement"},
	{"org/eclipse/persistence/internal/weaving", "EclipseLink's weaver"},
	{"_persistence_", "EclipseLink's weaver"},
	{"pcInheritedFieldCount", "OpenJPA's enhancement"},
	{"org/datanucleus/", "DataNucleus' enhancement"},
	{"net/sourceforge/cobertura/", "Cobertura"},
	{"net/bytebuddy/", "Byte Buddy"},
}

// sure are those marks that no source has by itself.
var sure = []string{"ajc$", "$$_hibernate_", "$jacoco", "_ebean_", "_persistence_", "pcInheritedFieldCount"}

// ChangedBy is the tool that changed a class after javac, as far as the class alone tells; empty: none is seen.
func ChangedBy(c *Class) string {
	for _, m := range c.Members {
		for _, mark := range sure {
			if strings.HasPrefix(m.Name, mark) {
				return tool(m.Name)
			}
		}
	}
	return ""
}

func tool(name string) string {
	for _, c := range changers {
		if strings.HasPrefix(name, c.mark) || c.mark[0] == '.' && strings.HasSuffix(name, c.mark) {
			return c.tool
		}
	}
	return ""
}

// Difference says, for people, in what a class of the program differs from what javac alone makes of its source;
// empty: in nothing that matters.
func Difference(program, javac *Class) string {
	said := []string{}
	for _, c := range []struct {
		what         string
		has, expects []string
	}{
		{"has ", members(program), members(javac)},
		{"implements ", program.Interfaces, javac.Interfaces},
		{"extends ", []string{program.Super}, []string{javac.Super}},
		{"refers to ", foreign(program), foreign(javac)},
		{"uses ", used(program), used(javac)},
	} {
		for _, name := range c.has {
			if slices.Contains(c.expects, name) {
				continue
			}
			plain, _, _ := strings.Cut(name, " ")
			text := c.what + strings.ReplaceAll(plain, "/", ".")
			if by := tool(plain); by != "" {
				return text + ", which is of " + by
			}
			said = append(said, text+", which javac does not make of its source")
		}
	}
	if len(said) > 0 {
		return said[0]
	}
	for _, name := range members(javac) {
		if !slices.Contains(members(program), name) {
			plain, _, _ := strings.Cut(name, " ")
			return "lacks " + plain + ", which its source has"
		}
	}
	for _, use := range used(javac) {
		if !slices.Contains(used(program), use) {
			return "does not use " + strings.ReplaceAll(use, "/", ".") + ", as its source does"
		}
	}
	return ""
}

func used(c *Class) (names []string) {
	for _, use := range c.Uses {
		if strings.HasPrefix(use, `"`) {
			if strings.Contains(use, `\x01`) { // how + is put together is up to javac
				continue
			}
			names = append(names, use)
			continue
		}
		_, name, _ := strings.Cut(use, ".")
		if !strings.HasPrefix(use, "java/") && !strings.HasPrefix(use, "[") && !isMade(name) {
			names = append(names, use)
		}
	}
	return names
}

// isMade reports whether compilers make members of such a name, as those of lambda expressions.
func isMade(name string) bool {
	return slices.ContainsFunc(made, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

var made = []string{"lambda$", "access$", "this$", "val$", "$SwitchMap$", "$SWITCH_TABLE$", "$assertionsDisabled", "$VALUES", "$values", "ENUM$VALUES", "$deserializeLambda$", "class$", "typeSwitch"}

func members(c *Class) (names []string) {
	for _, m := range c.Members {
		if m.Flags&accBridge != 0 || m.Flags&accSynthetic != 0 && isMade(m.Name) {
			continue
		}
		names = append(names, m.Name+" "+m.Type)
	}
	return names
}

// foreign are the classes that a class refers to, but for its own and the JDK's.
func foreign(c *Class) (names []string) {
	outer, _, _ := strings.Cut(c.Name, "$")
	for _, name := range c.Refs {
		if name != outer && !strings.HasPrefix(name, outer+"$") && !strings.HasPrefix(name, "java/") {
			names = append(names, name)
		}
	}
	return names
}
