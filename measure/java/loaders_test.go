package java

import (
	"maps"
	"os"
	"strings"
	"testing"

	"beagle/internal/need"
)

// server loads the program as servers do: by loaders and layers of its own.
const server = `import java.io.File;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.CodeSource;
import java.security.ProtectionDomain;

public class Server {
    /** Knows the classes of two folders, and lets only java.* come from elsewhere, as OSGi does. */
    static class Bundle extends ClassLoader {
        private final boolean delegates;

        Bundle(boolean delegates) {
            super(null);
            this.delegates = delegates;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || name.startsWith("java.") || delegates && name.startsWith("beagle_rt.")) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            String folder = name.startsWith("lib.") ? "library" : "classes";
            try {
                byte[] bytes = Files.readAllBytes(Paths.get(folder, name.replace('.', '/') + ".class"));
                CodeSource source = new CodeSource(new File(folder).toURI().toURL(), (java.security.cert.Certificate[]) null);
                return defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(source, null));
            } catch (java.io.IOException missing) {
                throw new ClassNotFoundException(name);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> main;
        if (args[0].equals("layer")) {
            ModuleLayer boot = ModuleLayer.boot();
            Configuration with = boot.configuration().resolve(ModuleFinder.of(Paths.get("mods")), ModuleFinder.of(), java.util.Set.of("demo"));
            main = boot.defineModulesWithOneLoader(with, ClassLoader.getSystemClassLoader()).findLoader("demo").loadClass("demo.Main");
        } else {
            main = new Bundle(args[0].equals("open")).loadClass("demo.Main");
        }
        main.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}
`

// Programs in servers: their classes come from loaders that say no class path,
// may be in modules of a layer of their own, and may be kept from the probes.
func TestLoadersOfServers(t *testing.T) {
	need.Java(t)
	if !need.Long() {
		t.Skip("compiles and runs servers; BEAGLE_LONG=1 runs it")
	}
	build := append(intoClasses[:1:1],
		[]string{"javac", "-d", "mods/demo", "src/main/java/module-info.java", "src/main/java/demo/Main.java"},
		[]string{"javac", "-d", "server", "Server.java"})
	files := map[string]string{"Server.java": server, "src/main/java/module-info.java": "module demo { exports demo; }\n"}
	t.Run("open", func(t *testing.T) { // the compiler needs what only the loader knows
		s := subject{files: maps.Clone(files), launch: command("java", "-cp", "server", "Server", "open")}
		s.files["src/main/java/demo/Main.java"] = strings.Replace(talking, `"arguments: " + args.length`, `lib.Text.of() + args.length`, 1)
		s.files["lib/Text.java"] = "package lib;\n\npublic class Text {\n    public static String of() {\n        return \"arguments: \";\n    }\n}\n"
		s.build = [][]string{
			{"javac", "-d", "library", "lib/Text.java"}, {"javac", "-cp", "library", "-d", "classes", "src/main/java/demo/Main.java"}, build[2],
		}
		s.deliver(t)
	})
	t.Run("layer", func(t *testing.T) {
		s := subject{files: files, build: build, launch: command("java", "-cp", "server", "Server", "layer")}
		s.deliver(t)
	})
	t.Run("closed", func(t *testing.T) {
		s := subject{files: files, build: build, launch: command("java", "-cp", "server", "Server", "closed")}
		project := s.make(t)
		want, _ := s.run(t, project)
		p, err := NewTool(Options{Project: project, WorkDir: t.TempDir()}).Prepare(t.Context(), order(t, project+"/src/main/java/demo/Main.java"))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		report, err := p.Launch(t.Context(), s.launch, 1, &collected{})
		if err != nil || report.ExitCode != 0 {
			t.Errorf("%+v %v", report, err)
		}
		if got, err := os.ReadFile(report.Output); err != nil || s.said(string(got)) != s.said(want) {
			t.Errorf("with the agent the program says\n%s %v", got, err)
		}
		if !says(report.Problems, "agent", "does not find beagle_rt.P") {
			t.Errorf("problems: %v", report.Problems)
		}
	})
}
