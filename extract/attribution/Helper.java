/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;

/**
 * Asks javac what the calls of a program mean, and prints types, methods and the
 * statements around calls, one JSON object a line (docs/extracting.md). Nothing is
 * compiled to classes, and no annotation processor runs.
 *
 * <p>Argument: a file whose lines are C class path entries, E an encoding, or F
 * source files, each after its letter and a space.
 */
public final class Helper {
    private static final int MAX_DIAGNOSTICS = 500;
    private static final int MAX_TEXT = 48;
    private static final int MAX_FALLS = 8;

    private final PrintStream out;
    private JavacTask task;
    private Trees trees;
    private Elements elements;
    private Types types;
    private SourcePositions positions;
    private final Set<TypeElement> own = new LinkedHashSet<>();
    private CompilationUnitTree unit;
    private CharSequence source; // of the unit
    private final Map<String, Begin> begins = new HashMap<>(); // what fields and objects begin with
    private final Map<String, Long> codes = new HashMap<>(); // of these, with all that they name, as they were asked for
    private final Map<Integer, String> named = new HashMap<>(); // where the unit names them
    private final Set<Integer> messages = new HashSet<>(); // where texts stand in the unit that say what is thrown
    private final Map<String, List<Local>> locals = new HashMap<>(); // of the method that is being read, by name
    private final Set<Tree> told = Collections.newSetFromMap(new IdentityHashMap<>()); // of the unit: what fields begin with is read with every constructor
    private int file;
    private int resolved;
    private int guessed;
    private int unresolved;
    private final Map<String, Integer> missing = new TreeMap<>();

    private Helper(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "UTF-8");
        System.setOut(System.err);
        Throwable[] failed = new Throwable[1];
        Thread deep = new Thread(null, () -> {
            try {
                new Helper(out).run(Paths.get(arguments[0]));
            } catch (Throwable e) {
                failed[0] = e;
            }
        }, "attribution", 512L << 20);
        deep.start();
        deep.join();
        out.flush();
        if (failed[0] != null) {
            failed[0].printStackTrace();
            System.exit(1);
        }
    }

    private void run(Path request) throws Exception {
        List<File> files = new ArrayList<>();
        List<String> path = new ArrayList<>();
        String encoding = "UTF-8";
        for (String line : Files.readAllLines(request, StandardCharsets.UTF_8)) {
            if (line.length() < 2) {
                continue;
            }
            String value = line.substring(2);
            switch (line.charAt(0)) {
                case 'C': path.add(value); break;
                case 'E': encoding = value; break;
                default: files.add(new File(value));
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("this Java has no compiler: a JDK is needed");
        }
        Diagnostics diagnostics = new Diagnostics();
        StandardJavaFileManager manager = compiler.getStandardFileManager(diagnostics, Locale.ENGLISH, java.nio.charset.Charset.forName(encoding));
        // Plug-ins of javac among the libraries would be loaded, even without processors, and may need a newer Java: none are where there is nothing.
        String none = "." + File.separator + "none";
        List<String> options = new ArrayList<>(Arrays.asList("-proc:none", "-processorpath", none, "-nowarn", "-Xlint:none", "-implicit:none", "-Xmaxerrs", "1000000",
            "-XDshould-stop.ifError=FLOW", "-encoding", encoding, "-cp", path.isEmpty() ? none : String.join(File.pathSeparator, path)));
        task = (JavacTask) compiler.getTask(new PrintWriter(System.err), manager, diagnostics, options, null, manager.getJavaFileObjectsFromFiles(files));
        trees = Trees.instance(task);
        elements = task.getElements();
        types = task.getTypes();
        positions = trees.getSourcePositions();
        List<CompilationUnitTree> units = new ArrayList<>();
        for (CompilationUnitTree u : task.parse()) {
            units.add(u);
        }
        diagnostics.parsed = true;
        step("parsed", units.size());
        try {
            task.analyze();
        } catch (RuntimeException | Error e) { // javac itself may fail on sources with errors; what it resolved before is of use
            out.println(new Line("crash").text("m", String.valueOf(e)).end());
        }
        step("attributed", units.size());
        for (CompilationUnitTree u : units) {
            open(u);
            collect(u);
        }
        for (CompilationUnitTree u : units) {
            open(u);
            named();
            begins();
        }
        for (int i = 0; i < units.size(); i++) {
            open(units.get(i));
            named();
            file = i;
            out.println(new Line("file").text("p", new File(unit.getSourceFile().toUri()).getPath()).number("n", unit.getLineMap() == null ? 0 : lines()).end());
            new Declarations().scan(new TreePath(unit), null);
            units.set(i, null);
        }
        diagnostics.print();
        Line end = new Line("end").number("resolved", resolved).number("guessed", guessed).number("unresolved", unresolved);
        end.raw("missing", object(missing));
        out.println(end.end());
    }

    private void step(String name, int count) {
        out.println(new Line("step").text("m", name).number("n", count).end());
        out.flush();
    }

    private int lines() {
        int lines = 1;
        for (int i = 0; i < source.length(); i++) {
            if (source.charAt(i) == '\n') {
                lines++;
            }
        }
        return lines;
    }

    private void open(CompilationUnitTree u) {
        unit = u;
        locals.clear();
        told.clear();
        try {
            source = u.getSourceFile().getCharContent(true);
        } catch (IOException e) {
            source = "";
        }
    }

    /** What a field, or the objects of a class, begin with: the code that says it, and what that names. */
    private static final class Begin {
        long code;
        final Set<String> names = new HashSet<>();
    }

    private Element element(Tree t) {
        return trees.getElement(new TreePath(new TreePath(unit), t));
    }

    /** Names a field of the program; null: it is none. */
    private String field(Element e) {
        boolean is = e != null && (e.getKind() == ElementKind.FIELD || e.getKind() == ElementKind.ENUM_CONSTANT) && own.contains(e.getEnclosingElement());
        return is ? name((TypeElement) e.getEnclosingElement()) + "#" + e.getSimpleName() : null;
    }

    /** Names what is made of a class of the program; null: it is none. */
    private String made(Element e) {
        return e instanceof TypeElement && own.contains(e) ? "new " + name((TypeElement) e) : null;
    }

    /** Finds where the unit names fields and makes objects of the program. */
    private void named() {
        named.clear();
        messages.clear();
        new TreeScanner<Void, Void>() {
            private Element around;

            @Override
            public Void visitThrow(ThrowTree t, Void p) {
                if (t.getExpression() instanceof NewClassTree) {
                    ((NewClassTree) t.getExpression()).getArguments().forEach(this::message);
                }
                return super.visitThrow(t, p);
            }

            private void message(Tree t) {
                if (t.getKind() == Tree.Kind.STRING_LITERAL) {
                    messages.add(start(t));
                } else if (t.getKind() == Tree.Kind.PLUS) {
                    message(((BinaryTree) t).getLeftOperand());
                    message(((BinaryTree) t).getRightOperand());
                }
            }

            @Override
            public Void visitClass(ClassTree t, Void p) {
                Element outer = around;
                around = element(t);
                super.visitClass(t, p);
                around = outer;
                return null;
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree t, Void p) {
                put((int) positions.getEndPosition(unit, t.getMethodSelect()) - simpleName(t.getMethodSelect()).length(), field(generated(t, new TreePath(unit), around)));
                return super.visitMethodInvocation(t, p);
            }

            private void put(int at, String name) {
                if (name != null) {
                    named.put(at, name);
                }
            }

            @Override
            public Void visitIdentifier(IdentifierTree t, Void p) {
                put(start(t), field(element(t)));
                return null;
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree t, Void p) {
                put((int) positions.getEndPosition(unit, t) - t.getIdentifier().length(), field(element(t)));
                return super.visitMemberSelect(t, p);
            }

            @Override
            public Void visitNewClass(NewClassTree t, Void p) {
                Tree of = t.getIdentifier();
                put(start(of), made(element(of instanceof ParameterizedTypeTree ? ((ParameterizedTypeTree) of).getType() : of)));
                return super.visitNewClass(t, p);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree t, Void p) {
                if (t.getMode() == MemberReferenceTree.ReferenceMode.NEW) {
                    put(start(t), made(element(t.getQualifierExpression())));
                }
                return super.visitMemberReference(t, p);
            }
        }.scan(unit, null);
    }

    /**
     * Finds what the unit's fields and objects begin with: code that names them depends on it. Where what is done as an
     * object is made computes a field, all of that is what the field begins with.
     */
    private void begins() {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree node, Void p) {
                String made = made(trees.getElement(getCurrentPath()));
                if (made == null) {
                    return super.visitClass(node, p);
                }
                Begin object = begins.computeIfAbsent(made, name -> new Begin());
                if (node.getExtendsClause() != null) {
                    Tree above = node.getExtendsClause();
                    object.names.add(String.valueOf(made(element(above instanceof ParameterizedTypeTree ? ((ParameterizedTypeTree) above).getType() : above))));
                }
                for (Tree member : node.getMembers()) {
                    VariableTree variable = member instanceof VariableTree ? (VariableTree) member : null;
                    BlockTree block = member instanceof BlockTree ? (BlockTree) member : null;
                    boolean constructor = member instanceof MethodTree && ((MethodTree) member).getReturnType() == null && start(member) >= 0;
                    boolean always = variable != null && variable.getModifiers().getFlags().contains(Modifier.STATIC) || block != null && block.isStatic();
                    if (variable == null && block == null && !constructor) {
                        continue;
                    }
                    Set<String> names = new HashSet<>();
                    long code = code(member, names);
                    if (!always && (variable == null || variable.getInitializer() != null)) {
                        object.code += code;
                        object.names.addAll(names);
                    }
                    names.removeIf(n -> n.startsWith("new ")); // to have made an object costs nothing where a field is named
                    Set<String> fields = variable == null ? computed(member) : Collections.singleton(field(trees.getElement(new TreePath(getCurrentPath(), variable))));
                    for (String one : fields) {
                        Begin begin = begins.computeIfAbsent(String.valueOf(one), n -> new Begin());
                        begin.code += code;
                        begin.names.addAll(names);
                    }
                }
                return super.visitClass(node, p);
            }
        }.scan(new TreePath(unit), null);
    }

    /** The fields that a block or a constructor sets to more than a parameter as it was given. */
    private Set<String> computed(Tree of) {
        Set<String> fields = new HashSet<>();
        Set<Element> set = new HashSet<>();
        Map<String, Element> given = new HashMap<>();
        new TreeScanner<Void, Void>() {
            private void set(Tree variable, Tree to) {
                Element e = element(variable);
                Element from = to instanceof IdentifierTree ? element(to) : null;
                set.add(e);
                if (field(e) != null && from != null && from.getKind() == ElementKind.PARAMETER) {
                    given.put(field(e), from);
                } else if (field(e) != null) {
                    fields.add(field(e));
                }
            }

            @Override
            public Void visitAssignment(AssignmentTree t, Void p) {
                set(t.getVariable(), t.getExpression());
                return super.visitAssignment(t, p);
            }

            @Override
            public Void visitCompoundAssignment(CompoundAssignmentTree t, Void p) {
                set(t.getVariable(), null);
                return super.visitCompoundAssignment(t, p);
            }

            @Override
            public Void visitUnary(UnaryTree t, Void p) {
                set(t.getExpression(), null);
                return super.visitUnary(t, p);
            }
        }.scan(of, null);
        given.forEach((field, from) -> {
            if (set.contains(from)) {
                fields.add(field);
            }
        });
        return fields;
    }

    /** The code of what a field or the objects of a class begin with, with all that this names in turn. */
    private long begins(String name) {
        Long known = codes.get(name);
        if (known != null) {
            return known;
        }
        Set<String> all = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(Collections.singleton(name));
        long code = 0;
        while (!open.isEmpty()) {
            String one = open.pop();
            Begin begin = all.add(one) ? begins.get(one) : null;
            if (begin != null) {
                code += begin.code;
                open.addAll(begin.names);
            }
        }
        codes.put(name, code);
        return code;
    }

    /** A variable of a method, from its declaration to the end of its scope. */
    private static final class Local {
        final int from;
        final int to;
        final int level; // how many variables of the method are known where it is declared

        Local(int from, int to, int level) {
            this.from = from;
            this.to = to;
            this.level = level;
        }
    }

    /** Finds the variables of a method's body; its parameters are not among them, since expressions name them. */
    private void locals(MethodTree method) {
        locals.clear();
        new TreeScanner<Void, Void>() {
            private int level;
            private int end;

            private void scope(Tree t, Runnable inside) {
                int outerLevel = level;
                int outerEnd = end;
                end = (int) positions.getEndPosition(unit, t);
                inside.run();
                level = outerLevel;
                end = outerEnd;
            }

            @Override
            public Void visitBlock(BlockTree t, Void p) {
                scope(t, () -> super.visitBlock(t, p));
                return null;
            }

            @Override
            public Void visitForLoop(ForLoopTree t, Void p) {
                scope(t, () -> super.visitForLoop(t, p));
                return null;
            }

            @Override
            public Void visitEnhancedForLoop(EnhancedForLoopTree t, Void p) {
                scope(t, () -> super.visitEnhancedForLoop(t, p));
                return null;
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree t, Void p) {
                scope(t, () -> super.visitLambdaExpression(t, p));
                return null;
            }

            @Override
            public Void visitTry(TryTree t, Void p) {
                scope(t, () -> super.visitTry(t, p));
                return null;
            }

            @Override
            public Void visitCatch(CatchTree t, Void p) {
                scope(t, () -> super.visitCatch(t, p));
                return null;
            }

            @Override
            public Void visitSwitch(SwitchTree t, Void p) {
                scope(t, () -> super.visitSwitch(t, p));
                return null;
            }

            @Override
            public Void visitClass(ClassTree t, Void p) {
                return null;
            }

            @Override
            public Void visitVariable(VariableTree t, Void p) {
                locals.computeIfAbsent(t.getName().toString(), name -> new ArrayList<>()).add(new Local(start(t), end, level++));
                return super.visitVariable(t, p);
            }
        }.scan(method.getBody(), null);
    }

    /** The level of the local variable that a word means, or -1: it is none. */
    private int local(String word, int from, int to) {
        List<Local> all = locals.get(word);
        if (all == null) {
            return -1;
        }
        int before = from - 1;
        while (before >= 0 && Character.isWhitespace(source.charAt(before))) {
            before--;
        }
        if (before >= 0 && source.charAt(before) == '.' || before > 0 && source.charAt(before) == ':' && source.charAt(before - 1) == ':') {
            return -1; // a member of something
        }
        int after = to;
        while (after < source.length() && Character.isWhitespace(source.charAt(after))) {
            after++;
        }
        if (after < source.length() && source.charAt(after) == '(') {
            return -1; // a method
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).from <= from && from < all.get(i).to) {
                return all.get(i).level;
            }
        }
        return -1;
    }

    /** A hash of a piece of source: of its words and signs, and of what the fields and objects begin with that it names. */
    private long code(Tree t) {
        return code(t, null);
    }

    /** The same; where names are gathered, these are what it names, and what they begin with is not in it. */
    private long code(Tree t, Set<String> names) {
        int at = start(t);
        int end = t == null ? -1 : (int) positions.getEndPosition(unit, t);
        long hash = 0xcbf29ce484222325L;
        if (at < 0 || end > source.length()) {
            return hash;
        }
        while (at < end) {
            char c = source.charAt(at);
            char next = at + 1 < end ? source.charAt(at + 1) : ' ';
            int from = at;
            if (Character.isWhitespace(c)) {
                at++;
                continue;
            } else if (c == '/' && next == '/') {
                while (at < end && source.charAt(at) != '\n') {
                    at++;
                }
                continue;
            } else if (c == '/' && next == '*') {
                for (at += 2; at < end && !(source.charAt(at - 1) == '/' && source.charAt(at - 2) == '*' && at - from > 3); at++) {
                }
                continue;
            } else if (c == '"' || c == '\'') {
                boolean block = c == '"' && next == '"' && at + 2 < end && source.charAt(at + 2) == '"';
                for (at += block ? 3 : 1; at < end; at++) {
                    if (source.charAt(at) == '\\') {
                        at++;
                    } else if (source.charAt(at) == c && (!block || at + 2 < end && source.charAt(at + 1) == c && source.charAt(at + 2) == c)) {
                        at += block ? 2 : 0;
                        break;
                    }
                }
                at = Math.min(at + 1, end);
                if (messages.contains(from)) { // nothing that runs depends on what it says
                    hash = mix(mix(hash, c), ' ');
                    continue;
                }
            } else if (Character.isJavaIdentifierPart(c)) {
                while (at < end && Character.isJavaIdentifierPart(source.charAt(at))) {
                    at++;
                }
                String word = source.subSequence(from, at).toString();
                int local = local(word, from, at);
                if (local >= 0) { // what it is called does not matter
                    hash = mix(mix(hash, Character.MAX_VALUE + 1L + local), ' ');
                    continue;
                }
                String name = named.get(from);
                if (name != null && names != null) {
                    names.add(name);
                } else if (name != null) {
                    hash = mix(hash, begins(name));
                }
            } else {
                at++;
            }
            for (int i = from; i < at; i++) {
                hash = mix(hash, source.charAt(i));
            }
            hash = mix(hash, ' ');
        }
        return hash;
    }

    private static long mix(long hash, long value) {
        return (hash ^ value) * 0x100000001b3L;
    }

    private void collect(CompilationUnitTree u) {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree node, Void p) {
                Element e = trees.getElement(getCurrentPath());
                if (e instanceof TypeElement) {
                    own.add((TypeElement) e);
                }
                return super.visitClass(node, p);
            }
        }.scan(new TreePath(u), null);
    }

    /** What javac found wrong: the first of them whole, all of them counted. */
    private final class Diagnostics implements DiagnosticListener<JavaFileObject> {
        boolean parsed;
        private int kept;
        private final Map<String, Integer> counts = new TreeMap<>();
        private final StringBuilder lines = new StringBuilder();

        @Override
        public void report(Diagnostic<? extends JavaFileObject> d) {
            if (d.getKind() != Diagnostic.Kind.ERROR) {
                return;
            }
            counts.merge(String.valueOf(d.getCode()), 1, Integer::sum);
            if (kept++ >= MAX_DIAGNOSTICS) {
                return;
            }
            String message = d.getMessage(Locale.ENGLISH);
            Line line = new Line("error").text("c", d.getCode()).text("m", message.length() > 400 ? message.substring(0, 400) : message).number("l", (int) d.getLineNumber());
            if (d.getSource() != null) {
                line.text("p", new File(d.getSource().toUri()).getPath());
            }
            if (!parsed) {
                line.number("syntax", 1);
            }
            lines.append(line.end()).append('\n');
        }

        void print() {
            out.print(lines);
            out.println(new Line("errors").raw("counts", object(counts)).end());
        }
    }

    private static String object(Map<String, Integer> counts) {
        StringBuilder b = new StringBuilder("{");
        counts.forEach((name, n) -> {
            if (b.length() > 1) {
                b.append(',');
            }
            quote(b, name);
            b.append(':').append(n);
        });
        return b.append('}').toString();
    }

    /** Types and methods of a unit. */
    private final class Declarations extends TreePathScanner<Void, Void> {
        @Override
        public Void visitClass(ClassTree node, Void p) {
            Element element = trees.getElement(getCurrentPath());
            if (!(element instanceof TypeElement)) {
                return super.visitClass(node, p);
            }
            TypeElement type = (TypeElement) element;
            Line line = new Line("type").text("n", name(type)).number("f", file).number("s", start(node)).number("l", line(node))
                .text("x", type.getKind().name().toLowerCase(Locale.ROOT)).text("a", flags(type.getModifiers()))
                .list("an", annotations(node.getModifiers())).text("o", name(outermost(type))).text("pk", elements.getPackageOf(type).getQualifiedName().toString());
            if (type.getNestingKind() == NestingKind.ANONYMOUS || type.getNestingKind() == NestingKind.LOCAL) {
                line.number("local", 1);
            }
            List<String> bases = new ArrayList<>();
            List<String> written = new ArrayList<>();
            for (TypeMirror base : types.directSupertypes(type.asType())) {
                Element e = types.asElement(base);
                if (e instanceof TypeElement && !((TypeElement) e).getQualifiedName().contentEquals("java.lang.Object")) {
                    bases.add(name((TypeElement) e));
                }
            }
            if (node.getExtendsClause() != null) {
                written.add(simple(node.getExtendsClause().toString()));
            }
            for (Tree t : node.getImplementsClause()) {
                written.add(simple(t.toString()));
            }
            line.list("b", bases).list("w", written);
            List<String> fields = new ArrayList<>();
            List<Tree> initializers = new ArrayList<>();
            for (Tree member : node.getMembers()) {
                if (member instanceof VariableTree) {
                    VariableTree v = (VariableTree) member;
                    Element field = trees.getElement(new TreePath(getCurrentPath(), v));
                    if (field != null && field.getKind() == ElementKind.FIELD && !v.getModifiers().getFlags().contains(Modifier.STATIC)) {
                        fields.add(v.getName().toString());
                        fields.add(describe(field.asType(), 0));
                    }
                    if (v.getInitializer() != null) {
                        initializers.add(v.getInitializer());
                    }
                } else if (member instanceof BlockTree) {
                    initializers.add(member);
                }
            }
            out.println(line.list("fd", fields).end());
            if (!initializers.isEmpty()) {
                Statements s = new Statements(getCurrentPath(), null);
                for (Tree t : initializers) {
                    s.scan(t, null);
                }
                List<Node> kept = keep(s.list);
                if (!kept.isEmpty()) {
                    Line fieldsLine = new Line("method").text("t", name(type)).text("n", "<fields>").text("d", "").number("s", start(node)).number("l", line(node)).text("a", "");
                    out.println(fieldsLine.nodes("b", kept).end());
                }
            }
            return super.visitClass(node, p);
        }

        @Override
        public Void visitMethod(MethodTree node, Void p) {
            Element element = trees.getElement(getCurrentPath());
            if (element instanceof ExecutableElement && element.getEnclosingElement() instanceof TypeElement && start(node) >= 0) {
                method(node, (ExecutableElement) element);
            }
            return super.visitMethod(node, p);
        }

        private void method(MethodTree node, ExecutableElement m) {
            TypeElement type = (TypeElement) m.getEnclosingElement();
            List<Node> body = null;
            if (node.getBody() != null) {
                locals(node);
                body = body(node, m);
            }
            if (elements.getOrigin(m) != Elements.Origin.EXPLICIT && (body == null || keep(body).isEmpty())) {
                return; // a default constructor that calls nothing
            }
            Line line = new Line("method").text("t", name(type)).text("n", m.getSimpleName().toString()).text("d", erased(m))
                .text("a", flags(m.getModifiers())).list("an", annotations(node.getModifiers())).number("s", start(node)).number("l", line(node))
                .text("r", describe(m.getReturnType(), 0));
            List<String> parameters = new ArrayList<>();
            for (VariableElement v : m.getParameters()) {
                parameters.add(v.getSimpleName().toString());
                parameters.add(describe(v.asType(), 0));
            }
            line.list("p", parameters).list("ov", overridden(m, type));
            if (body != null) {
                line.number("body", 1).code("y", code(node.getBody())).nodes("b", shrink(body));
            }
            out.println(line.end());
        }

        /** What a method runs; a constructor also what fields begin with, unless another constructor of the class does. */
        private List<Node> body(MethodTree node, ExecutableElement m) {
            Statements s = new Statements(getCurrentPath(), m);
            boolean constructor = m.getKind() == ElementKind.CONSTRUCTOR;
            boolean begins = constructor;
            for (StatementTree t : node.getBody().getStatements()) {
                String other = constructor ? constructorCalled(t) : "";
                begins &= !other.equals("this");
                s.scan(t, null);
                if (other.equals("super") && ((MethodInvocationTree) ((ExpressionStatementTree) t).getExpression()).getArguments().isEmpty()) {
                    s.list.get(s.list.size() - 1).trivial = true; // most are written by javac
                }
                if (begins && other.equals("super")) {
                    s.initialize();
                    begins = false;
                }
            }
            if (begins) { // javac writes super() where nobody has; records have none
                List<Node> after = s.list;
                s.list = new ArrayList<>();
                s.initialize();
                s.list.addAll(after);
            }
            return s.list;
        }

        /** this or super, where a statement calls that constructor. */
        private String constructorCalled(StatementTree t) {
            Tree e = t instanceof ExpressionStatementTree ? ((ExpressionStatementTree) t).getExpression() : null;
            Tree select = e instanceof MethodInvocationTree ? ((MethodInvocationTree) e).getMethodSelect() : null;
            String name = select == null ? "" : simpleName(select);
            return name.equals("this") || name.equals("super") ? name : "";
        }
    }

    /**
     * The field that a call gets or sets by a method which nobody has written: an annotation processor makes it, and none
     * runs here. Lombok's annotations are known by their simple names. Null: it is no such call.
     *
     * @param around the class in which the call stands, or null
     */
    private VariableElement generated(Tree call, TreePath path, Element around) {
        MethodInvocationTree t = call instanceof MethodInvocationTree ? (MethodInvocationTree) call : null;
        String called = t == null ? "" : simpleName(t.getMethodSelect());
        boolean sets = called.startsWith("set") && t.getArguments().size() == 1;
        boolean gets = (called.startsWith("get") || called.startsWith("is")) && t.getArguments().isEmpty();
        if (!sets && !gets || trees.getElement(new TreePath(path, t)) instanceof ExecutableElement || trees.getElement(new TreePath(path, t.getMethodSelect())) instanceof ExecutableElement) {
            return null;
        }
        Element on = around;
        if (t.getMethodSelect() instanceof MemberSelectTree) {
            TypeMirror mirror = typeOf(((MemberSelectTree) t.getMethodSelect()).getExpression(), path, around);
            on = mirror != null && mirror.getKind() == TypeKind.DECLARED ? types.asElement(mirror) : null;
        }
        while (on instanceof TypeElement && own.contains(on)) {
            for (Element e : on.getEnclosedElements()) {
                if (e.getKind() == ElementKind.FIELD && called.equals(accessor(e.getSimpleName().toString(), e.asType().getKind() == TypeKind.BOOLEAN, sets))
                    && (annotated(on, sets) || annotated(e, sets)) && !(sets && e.getModifiers().contains(Modifier.FINAL))) {
                    return (VariableElement) e;
                }
            }
            on = types.asElement(((TypeElement) on).getSuperclass());
        }
        return null;
    }

    /** The type of an expression, also where it is what a generated method gets. */
    private TypeMirror typeOf(Tree t, TreePath path, Element around) {
        VariableElement field = generated(t, path, around);
        return field != null ? field.asType() : trees.getTypeMirror(new TreePath(path, t));
    }

    /** What the method is called that gets or sets a field. */
    private static String accessor(String field, boolean truth, boolean sets) {
        boolean is = truth && field.length() > 2 && field.startsWith("is") && Character.isUpperCase(field.charAt(2));
        String rest = is ? field.substring(2) : Character.toUpperCase(field.charAt(0)) + field.substring(1);
        return (sets ? "set" : truth ? "is" : "get") + rest;
    }

    /** Whether an annotation of a class or a field gives accessors. */
    private static boolean annotated(Element e, boolean sets) {
        for (AnnotationMirror a : e.getAnnotationMirrors()) {
            String name = simple(a.getAnnotationType().toString());
            if (name.equals("Data") || name.equals(sets ? "Setter" : "Getter") || name.equals("Value") && !sets) {
                return true;
            }
        }
        return false;
    }

    private static String simpleName(Tree select) {
        return select instanceof MemberSelectTree ? ((MemberSelectTree) select).getIdentifier().toString() : select.toString();
    }

    /** Whether what stands before a method's name is the given word: this or super, also of an outer class or an interface. */
    private static boolean on(String word, Tree select) {
        Tree on = select instanceof MemberSelectTree ? ((MemberSelectTree) select).getExpression() : null;
        return on instanceof IdentifierTree && ((IdentifierTree) on).getName().contentEquals(word)
            || word.equals("super") && on instanceof MemberSelectTree && ((MemberSelectTree) on).getIdentifier().contentEquals(word);
    }

    private List<String> overridden(ExecutableElement m, TypeElement type) {
        List<String> keys = new ArrayList<>();
        if (m.getKind() != ElementKind.METHOD || m.getModifiers().contains(Modifier.STATIC) || m.getModifiers().contains(Modifier.PRIVATE)) {
            return keys;
        }
        Set<TypeElement> seen = new LinkedHashSet<>();
        supertypes(type, seen);
        for (TypeElement base : seen) {
            if (!own.contains(base)) {
                continue;
            }
            for (Element e : base.getEnclosedElements()) {
                if (e.getKind() == ElementKind.METHOD && e.getSimpleName().equals(m.getSimpleName())
                    && ((ExecutableElement) e).getParameters().size() == m.getParameters().size() && elements.overrides(m, (ExecutableElement) e, type)) {
                    keys.add(key((ExecutableElement) e));
                }
            }
        }
        return keys;
    }

    private void supertypes(TypeElement type, Set<TypeElement> seen) {
        for (TypeMirror base : types.directSupertypes(type.asType())) {
            Element e = types.asElement(base);
            if (e instanceof TypeElement && seen.add((TypeElement) e)) {
                supertypes((TypeElement) e, seen);
            }
        }
    }

    /** Something that is executed. */
    private static final class Node {
        final String kind;
        final int start;
        final int line;
        final long code;
        long condition;
        String method;
        String text;
        String jump;
        String in;
        List<Node> ops = Collections.emptyList();
        final List<List<Node>> parts = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        final List<Integer> args = new ArrayList<>();
        boolean trivial;
        boolean exhaustive;
        boolean self; // called on this
        boolean fixed; // exactly this method is called, whatever overrides it
        boolean above; // called by super, on this
        boolean outside; // it stands in no method: a constructor runs it

        Node(String kind, int start, int line, long code) {
            this.kind = kind;
            this.start = start;
            this.line = line;
            this.code = code;
        }
    }

    /** Statements and calls in the order in which they are executed. */
    private final class Statements extends TreeScanner<Void, Void> {
        private final TreePath path;
        private final ExecutableElement method;
        private List<Node> list = new ArrayList<>();
        private List<String> names = new ArrayList<>();
        private String in; // the method whose arguments are being visited

        Statements(TreePath path, ExecutableElement method) {
            this.path = path;
            this.method = method;
        }

        private Element element(Tree t) {
            return trees.getElement(new TreePath(path, t));
        }

        /** Adds what the fields of an object begin with, as far as something is called there. */
        private void initialize() {
            List<Node> all = part(() -> {
                for (Tree member : ((ClassTree) path.getParentPath().getLeaf()).getMembers()) {
                    if (member instanceof BlockTree && !((BlockTree) member).isStatic()) {
                        scan(member, null);
                    } else if (member instanceof VariableTree && !((VariableTree) member).getModifiers().getFlags().contains(Modifier.STATIC)
                        && ((VariableTree) member).getInitializer() != null) {
                        statement(member, ((VariableTree) member).getInitializer());
                    }
                }
            });
            List<Node> kept = keep(all);
            for (Node n : kept) {
                n.outside = true;
            }
            list.addAll(kept);
        }

        /** Calls a method without parameters of an own type, where the language does and nobody writes it. */
        private void implied(Tree of, String name) {
            TypeMirror type = trees.getTypeMirror(new TreePath(path, of));
            Element e = type == null || type.getKind() != TypeKind.DECLARED ? null : types.asElement(type);
            if (!(e instanceof TypeElement) || !own.contains(e)) {
                return;
            }
            for (Element member : elements.getAllMembers((TypeElement) e)) {
                if (member.getKind() == ElementKind.METHOD && member.getSimpleName().contentEquals(name) && ((ExecutableElement) member).getParameters().isEmpty()) {
                    calls(of, (ExecutableElement) member, Collections.emptyList(), false);
                    return;
                }
            }
        }

        private Node node(String kind, Tree t) {
            boolean call = kind.equals("c") || kind.equals("x");
            return new Node(kind, start(t), line(t), call ? 0 : code(t));
        }

        private List<Node> part(Runnable visit) {
            List<Node> outer = list;
            list = new ArrayList<>();
            visit.run();
            List<Node> inner = list;
            list = outer;
            return inner;
        }

        private List<Node> part(Tree t) {
            return part(() -> {
                if (t instanceof BlockTree) {
                    scan(((BlockTree) t).getStatements(), null);
                } else {
                    scan(t, null);
                }
            });
        }

        private List<Node> part(Iterable<? extends Tree> all) {
            return part(() -> scan(all, null));
        }

        private Node statement(Tree t, Tree... expressions) {
            List<String> outer = names;
            names = new ArrayList<>();
            Node n = node("s", t);
            n.ops = part(() -> {
                for (Tree e : expressions) {
                    scan(e, null);
                }
            });
            n.names.addAll(names);
            names = outer;
            for (String name : n.names) {
                called(name);
            }
            n.trivial = true;
            for (Tree e : expressions) {
                n.trivial &= trivial(e);
            }
            list.add(n);
            return n;
        }

        private void called(String name) {
            if (names.size() < 4 && !names.contains(name)) {
                names.add(name);
            }
        }

        private Node compound(String kind, Tree t, Runnable fill) {
            List<String> outer = names;
            names = new ArrayList<>();
            Node n = node(kind, t);
            compound = n;
            fill.run();
            n.names.addAll(names);
            names = outer;
            for (String name : n.names) {
                called(name);
            }
            list.add(n);
            return n;
        }

        private Node compound;

        @Override
        public Void visitExpressionStatement(ExpressionStatementTree t, Void p) {
            statement(t, t.getExpression());
            return null;
        }

        @Override
        public Void visitVariable(VariableTree t, Void p) {
            if (!list.isEmpty() && list.get(list.size() - 1).start == start(t) && t.getInitializer() == null) {
                return null; // int a, b;
            }
            statement(t, t.getInitializer());
            return null;
        }

        @Override
        public Void visitReturn(ReturnTree t, Void p) {
            statement(t, t.getExpression()).jump = "return";
            return null;
        }

        @Override
        public Void visitThrow(ThrowTree t, Void p) {
            statement(t, t.getExpression()).jump = "throw";
            return null;
        }

        @Override
        public Void visitBreak(BreakTree t, Void p) {
            statement(t).jump = "break";
            return null;
        }

        @Override
        public Void visitContinue(ContinueTree t, Void p) {
            statement(t).jump = "continue";
            return null;
        }

        @Override
        public Void visitAssert(AssertTree t, Void p) {
            statement(t); // assertions are off where programs run
            return null;
        }

        @Override
        public Void visitEmptyStatement(EmptyStatementTree t, Void p) {
            return null;
        }

        @Override
        public Void visitClass(ClassTree t, Void p) {
            return null; // a type of its own
        }

        @Override
        public Void visitBlock(BlockTree t, Void p) {
            compound("block", t, () -> compound.parts.add(part(t.getStatements())));
            return null;
        }

        @Override
        public Void visitIf(IfTree t, Void p) {
            compound("if", t, () -> {
                Node n = compound;
                n.text = text(t.getCondition());
                n.condition = code(t.getCondition());
                n.ops = part(t.getCondition());
                n.parts.add(part(t.getThenStatement()));
                if (t.getElseStatement() != null) {
                    n.parts.add(part(t.getElseStatement()));
                }
            });
            return null;
        }

        @Override
        public Void visitWhileLoop(WhileLoopTree t, Void p) {
            loop(t, null, t.getCondition(), null, t.getStatement());
            return null;
        }

        @Override
        public Void visitDoWhileLoop(DoWhileLoopTree t, Void p) {
            loop(t, null, null, Collections.singletonList(t.getCondition()), t.getStatement());
            return null;
        }

        @Override
        public Void visitForLoop(ForLoopTree t, Void p) {
            loop(t, t.getInitializer(), t.getCondition(), t.getUpdate(), t.getStatement());
            return null;
        }

        @Override
        public Void visitEnhancedForLoop(EnhancedForLoopTree t, Void p) {
            Node n = loop(t, Collections.singletonList(t.getExpression()), null, null, t.getStatement());
            n.text = "each " + t.getVariable().getName();
            n.ops.addAll(part(() -> implied(t.getExpression(), "iterator")));
            return null;
        }

        private Node loop(Tree t, List<? extends Tree> before, Tree condition, List<? extends Tree> after, Tree body) {
            return compound("loop", t, () -> {
                Node n = compound;
                n.text = condition == null ? "" : text(condition);
                n.ops = flat(before);
                n.parts.add(part(body));
                n.parts.add(condition == null ? new ArrayList<>() : part(condition));
                n.parts.add(flat(after));
            });
        }

        /** What is executed of statements that have no place of their own. */
        private List<Node> flat(List<? extends Tree> all) {
            List<Node> ops = new ArrayList<>();
            if (all != null) {
                for (Node n : part(all)) {
                    if (n.kind.equals("s")) {
                        ops.addAll(n.ops);
                    } else {
                        ops.add(n);
                    }
                }
            }
            return ops;
        }

        @Override
        public Void visitLabeledStatement(LabeledStatementTree t, Void p) {
            compound("block", t, () -> compound.parts.add(part(t.getStatement())));
            return null;
        }

        @Override
        public Void visitSynchronized(SynchronizedTree t, Void p) {
            compound("sync", t, () -> {
                Node n = compound;
                n.ops = part(t.getExpression());
                n.parts.add(part(t.getBlock()));
            });
            return null;
        }

        @Override
        public Void visitTry(TryTree t, Void p) {
            compound("try", t, () -> {
                Node n = compound;
                for (Tree resource : t.getResources()) {
                    n.condition = mix(n.condition, code(resource));
                }
                n.ops = flat(t.getResources());
                n.parts.add(part(t.getBlock()));
                List<Node> last = closed(t.getResources());
                if (t.getFinallyBlock() != null) {
                    last.addAll(part(t.getFinallyBlock()));
                }
                n.parts.add(last);
                for (CatchTree c : t.getCatches()) {
                    n.parts.add(part(c.getBlock()));
                }
            });
            return null;
        }

        /** What closes resources: the last one first. */
        private List<Node> closed(List<? extends Tree> resources) {
            List<Node> all = new ArrayList<>();
            for (Tree resource : resources) {
                List<Node> calls = part(() -> implied(resource, "close"));
                if (!calls.isEmpty()) {
                    Node n = node("s", resource);
                    n.ops = calls;
                    all.add(0, n);
                }
            }
            return all;
        }

        @Override
        public Void visitSwitch(SwitchTree t, Void p) {
            choose(t, t.getExpression(), t.getCases());
            return null;
        }

        @Override
        public Void scan(Tree t, Void p) {
            if (t != null && t.getKind().name().equals("SWITCH_EXPRESSION")) { // since Java 14
                choose(t, (Tree) call(t, "getExpression"), cases(t));
                return null;
            }
            if (t != null && t.getKind().name().equals("YIELD")) {
                statement(t, (Tree) call(t, "getValue")).jump = "yield";
                return null;
            }
            return super.scan(t, p);
        }

        @SuppressWarnings("unchecked")
        private List<? extends CaseTree> cases(Tree t) {
            List<? extends CaseTree> all = (List<? extends CaseTree>) call(t, "getCases");
            return all == null ? new ArrayList<>() : all;
        }

        private void choose(Tree t, Tree selector, List<? extends CaseTree> cases) {
            compound("switch", t, () -> {
                Node n = compound;
                n.text = text(selector);
                n.condition = code(selector);
                for (CaseTree c : cases) {
                    for (char letter : new Label(c).text.toCharArray()) {
                        n.condition = mix(n.condition, letter);
                    }
                    n.condition = mix(n.condition, ' ');
                }
                n.ops = part(selector);
                n.exhaustive = t.getKind().name().equals("SWITCH_EXPRESSION");
                List<String> labels = new ArrayList<>();
                BitSet colons = new BitSet(); // groups of the old form, which may go on with the next
                String shared = ""; // labels of the statements that follow
                for (CaseTree c : cases) {
                    Label label = new Label(c);
                    n.exhaustive |= label.rest || label.pattern; // javac wants all cases where one is a pattern
                    if (label.guard != null) {
                        n.ops.addAll(part(() -> either(label.guard, label.guard, part(label.guard), new ArrayList<>())));
                    }
                    if (c.getStatements() != null && c.getStatements().isEmpty() && c != cases.get(cases.size() - 1)) {
                        shared += label.text + ", ";
                        continue;
                    }
                    labels.add(shorten(shared + label.text));
                    shared = "";
                    colons.set(n.parts.size(), c.getStatements() != null);
                    n.parts.add(alternative(c));
                }
                int falls = 0; // one after the other
                for (int i = n.parts.size() - 2; i >= 0; i--) {
                    falls = colons.get(i) && goesOn(n.parts.get(i)) && falls < MAX_FALLS ? falls + 1 : 0;
                    if (falls > 0) {
                        fall(n.parts.get(i), n.parts.get(i + 1));
                    }
                }
                n.method = String.join("\u0001", labels);
            });
        }

        /** Lets a group of statements go on with the next one, where something is called there; what that costs is measured where it stands. */
        private void fall(List<Node> group, List<Node> next) {
            for (Node inner : next) {
                if (!group.isEmpty() && matters(inner)) {
                    Node last = group.get(group.size() - 1);
                    Node n = new Node("block", last.start, last.line, 0);
                    n.parts.add(next);
                    n.trivial = true;
                    group.add(n);
                    return;
                }
            }
        }

        private List<Node> alternative(CaseTree c) {
            if (c.getStatements() != null) {
                return part(c.getStatements());
            }
            Tree b = (Tree) call(c, "getBody"); // since Java 12
            if (!(b instanceof ExpressionTree)) {
                return b == null ? new ArrayList<>() : part(b);
            }
            Node s = node("s", b);
            s.ops = part(b);
            s.trivial = trivial(b);
            return new ArrayList<>(Collections.singletonList(s));
        }

        @Override
        public Void visitConditionalExpression(ConditionalExpressionTree t, Void p) {
            scan(t.getCondition(), null);
            either(t, t.getCondition(), part(t.getTrueExpression()), part(t.getFalseExpression()));
            return null;
        }

        @Override
        public Void visitBinary(BinaryTree t, Void p) {
            Tree.Kind kind = t.getKind();
            if (kind != Tree.Kind.CONDITIONAL_AND && kind != Tree.Kind.CONDITIONAL_OR) {
                return super.visitBinary(t, p);
            }
            scan(t.getLeftOperand(), null);
            List<Node> right = part(t.getRightOperand());
            List<Node> nothing = new ArrayList<>();
            boolean and = kind == Tree.Kind.CONDITIONAL_AND;
            either(t, t.getLeftOperand(), and ? right : nothing, and ? nothing : right);
            return null;
        }

        private void either(Tree t, Tree condition, List<Node> yes, List<Node> no) {
            if (yes.isEmpty() && no.isEmpty()) {
                return;
            }
            Node n = node("q", t);
            n.text = text(condition);
            n.condition = code(condition);
            n.parts.add(yes);
            n.parts.add(no);
            list.add(n);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree t, Void p) {
            scan(t.getMethodSelect(), null);
            Element target = element(t);
            if (!(target instanceof ExecutableElement)) {
                target = element(t.getMethodSelect());
            }
            String simple = simpleName(t.getMethodSelect());
            ExecutableElement m = target instanceof ExecutableElement ? (ExecutableElement) target : null;
            boolean byName = false;
            if (m == null) {
                m = byName(t, simple);
                byName = m != null;
            }
            arguments(m == null ? "?#" + simple : place(m), t.getArguments());
            if (!simple.equals("super") && !simple.equals("this")) {
                called(simple);
            }
            boolean fixed = on("super", t.getMethodSelect());
            boolean first = told.add(t);
            if (m == null) {
                if (first && known(t)) {
                    resolved++;
                } else if (first) {
                    unresolved++;
                    missing.merge(receiver(t), 1, Integer::sum);
                }
                return null;
            }
            if (first && byName) {
                guessed++;
            } else if (first) {
                resolved++;
            }
            calls(t, m, t.getArguments(), fixed);
            return null;
        }

        private Element around() {
            return method == null ? element(path.getLeaf()) : method.getEnclosingElement();
        }

        /** Whether a call is one of a generated method, or of a library's on what such a method gets, of which javac knows no type. */
        private boolean known(MethodInvocationTree t) {
            Tree on = t.getMethodSelect() instanceof MemberSelectTree ? ((MemberSelectTree) t.getMethodSelect()).getExpression() : null;
            VariableElement got = generated(on, path, around());
            return generated(t, path, around()) != null || got != null && got.asType().getKind() == TypeKind.DECLARED && !own.contains(types.asElement(got.asType()));
        }

        private void arguments(String of, List<? extends Tree> all) {
            String outer = in;
            in = of;
            scan(all, null);
            in = outer;
        }

        /** The only method of that name and number of parameters in the receiver's type, where javac could not decide. */
        private ExecutableElement byName(MethodInvocationTree t, String simple) {
            TypeElement type = null;
            if (t.getMethodSelect() instanceof MemberSelectTree) {
                Tree receiver = ((MemberSelectTree) t.getMethodSelect()).getExpression();
                TypeMirror mirror = typeOf(receiver, path, around());
                Element e = mirror == null || mirror.getKind() != TypeKind.DECLARED ? null : types.asElement(mirror);
                type = e instanceof TypeElement ? (TypeElement) e : null;
            } else if (method != null) {
                type = (TypeElement) method.getEnclosingElement();
            }
            if (type == null || !own.contains(type)) {
                return null;
            }
            ExecutableElement found = null;
            for (Element e : elements.getAllMembers(type)) {
                if (e.getKind() == ElementKind.METHOD && e.getSimpleName().contentEquals(simple) && ((ExecutableElement) e).getParameters().size() == t.getArguments().size()) {
                    if (found != null) {
                        return null;
                    }
                    found = (ExecutableElement) e;
                }
            }
            return found;
        }

        private String receiver(MethodInvocationTree t) {
            if (!(t.getMethodSelect() instanceof MemberSelectTree)) {
                return "?";
            }
            TypeMirror mirror = trees.getTypeMirror(new TreePath(path, ((MemberSelectTree) t.getMethodSelect()).getExpression()));
            String text = mirror == null ? "?" : mirror.toString();
            int generic = text.indexOf('<');
            text = generic > 0 ? text.substring(0, generic) : text;
            return text.length() > 100 || text.isEmpty() || text.startsWith("<") || text.indexOf(' ') >= 0 ? "?" : text; // javac writes <any> where it knows none
        }

        private void calls(Tree t, ExecutableElement m, List<? extends ExpressionTree> arguments, boolean fixed) {
            Element type = m.getEnclosingElement();
            if (!(type instanceof TypeElement)) {
                return;
            }
            if (!own.contains(type)) {
                if (notable(place(m))) {
                    Node n = node("x", t);
                    n.method = place(m);
                    list.add(n);
                }
                return;
            }
            Node n = node("c", t);
            n.method = key(m);
            n.fixed = fixed || m.getModifiers().contains(Modifier.STATIC) || m.getModifiers().contains(Modifier.PRIVATE) || m.getKind() == ElementKind.CONSTRUCTOR;
            if (t instanceof MethodInvocationTree) {
                Tree select = ((MethodInvocationTree) t).getMethodSelect();
                n.self = select instanceof IdentifierTree || on("this", select);
                n.above = fixed;
            }
            for (ExpressionTree argument : arguments) {
                Element e = argument instanceof IdentifierTree ? element(argument) : null;
                n.args.add(e == null || method == null ? -1 : method.getParameters().indexOf(e));
            }
            list.add(n);
        }

        @Override
        public Void visitNewClass(NewClassTree t, Void p) {
            scan(t.getEnclosingExpression(), null);
            Element e = element(t);
            ExecutableElement m = e instanceof ExecutableElement ? (ExecutableElement) e : null;
            arguments(m == null ? "?#<init>" : place(m), t.getArguments());
            called("new " + simple(t.getIdentifier().toString()));
            if (m == null) {
                return null;
            }
            calls(t, m, t.getArguments(), true);
            if (t.getClassBody() != null && types.directSupertypes(((TypeElement) m.getEnclosingElement()).asType()).stream().noneMatch(b -> own.contains(types.asElement(b)))) {
                for (Tree member : t.getClassBody().getMembers()) {
                    if (member instanceof MethodTree && ((MethodTree) member).getBody() != null && ((MethodTree) member).getReturnType() != null) {
                        lambda(t, part(((MethodTree) member).getBody()));
                    }
                }
            }
            return null;
        }

        /** Tells that a lambda or a method reference is an object of an interface of the program. */
        private void object(Tree t) {
            TypeMirror type = trees.getTypeMirror(new TreePath(path, t));
            Element e = type == null || type.getKind() != TypeKind.DECLARED ? null : types.asElement(type);
            if (e instanceof TypeElement && own.contains(e) && told.add(t)) {
                out.println(new Line("lambda").text("m", name((TypeElement) e)).number("n", file).number("l", line(t)).end());
            }
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree t, Void p) {
            object(t);
            String outer = in;
            in = null;
            List<Node> body = part(t.getBody());
            if (t.getBodyKind() == LambdaExpressionTree.BodyKind.EXPRESSION) {
                Node s = node("s", t.getBody());
                s.ops = body;
                body = new ArrayList<>(Collections.singletonList(s));
            }
            in = outer;
            lambda(t, body);
            return null;
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree t, Void p) {
            object(t);
            scan(t.getQualifierExpression(), null);
            Element e = element(t);
            if (e instanceof ExecutableElement) {
                Node s = node("s", t);
                s.ops = part(() -> calls(t, (ExecutableElement) e, new ArrayList<>(), false));
                lambda(t, new ArrayList<>(Collections.singletonList(s)));
            }
            return null;
        }

        private void lambda(Tree t, List<Node> body) {
            Node n = node("l", t);
            n.in = in == null ? "" : in;
            n.parts.add(body);
            if (!keep(body).isEmpty()) {
                list.add(n);
            }
        }
    }

    private static boolean trivial(Tree t) {
        if (t == null || t instanceof LiteralTree || t instanceof IdentifierTree || t instanceof LambdaExpressionTree || t instanceof MemberReferenceTree) {
            return true;
        }
        if (t instanceof MemberSelectTree) {
            return trivial(((MemberSelectTree) t).getExpression());
        }
        if (t instanceof ParenthesizedTree) {
            return trivial(((ParenthesizedTree) t).getExpression());
        }
        if (t instanceof AssignmentTree) {
            return trivial(((AssignmentTree) t).getVariable()) && trivial(((AssignmentTree) t).getExpression());
        }
        if (t instanceof UnaryTree) {
            return trivial(((UnaryTree) t).getExpression());
        }
        if (t instanceof TypeCastTree) {
            return trivial(((TypeCastTree) t).getExpression());
        }
        return false;
    }

    /** Statements in which nothing is called that matters stand for themselves. */
    private static List<Node> shrink(List<Node> all) {
        for (int i = 0; i < all.size(); i++) {
            Node n = all.get(i);
            for (int k = 0; k < n.parts.size(); k++) {
                n.parts.set(k, shrink(n.parts.get(k)));
            }
            if (!matters(n) && !n.kind.equals("s")) {
                Node s = new Node("s", n.start, n.line, n.code);
                s.names.addAll(n.names);
                all.set(i, s);
            }
        }
        return all;
    }

    private static List<Node> keep(List<Node> all) {
        List<Node> kept = new ArrayList<>();
        for (Node n : shrink(all)) {
            if (matters(n)) {
                kept.add(n);
            }
        }
        return kept;
    }

    private static boolean matters(Node n) {
        if (n.kind.equals("c") || n.kind.equals("x") || n.jump != null && !n.jump.equals("throw")) {
            return true;
        }
        for (Node op : n.ops) {
            if (matters(op)) {
                return true;
            }
        }
        for (List<Node> part : n.parts) {
            for (Node inner : part) {
                if (matters(inner)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether statements may end without a jump. */
    private static boolean goesOn(List<Node> all) {
        if (all.isEmpty()) {
            return true;
        }
        Node last = all.get(all.size() - 1);
        switch (last.kind) {
            case "s":
                return last.jump == null;
            case "block": case "sync": case "try":
                return goesOn(last.parts.get(0));
            case "if":
                return last.parts.size() < 2 || goesOn(last.parts.get(0)) || goesOn(last.parts.get(1));
            default:
                return true;
        }
    }

    /** Methods of libraries that a model cannot show: threads and reflection. */
    private static boolean notable(String place) {
        if (place.startsWith("java.util.concurrent.")) {
            String name = place.substring(place.indexOf('#') + 1);
            return name.startsWith("submit") || name.startsWith("execute") || name.startsWith("invoke") || name.startsWith("schedule") || name.endsWith("Async")
                || name.equals("fork") || name.equals("startVirtualThread");
        }
        switch (place) {
            case "java.lang.Thread#start": case "java.lang.Thread#startVirtualThread": case "java.util.Collection#parallelStream":
            case "java.util.stream.BaseStream#parallel": case "java.util.stream.IntStream#parallel": case "java.util.stream.LongStream#parallel":
            case "java.util.stream.DoubleStream#parallel": case "java.util.Arrays#parallelSort": case "java.util.Arrays#parallelSetAll":
            case "java.util.Arrays#parallelPrefix": case "java.util.Timer#schedule": case "java.util.Timer#scheduleAtFixedRate":
            case "java.lang.reflect.Method#invoke": case "java.lang.reflect.Constructor#newInstance": case "java.lang.Class#forName":
            case "java.lang.Class#newInstance": case "java.lang.ClassLoader#loadClass": case "java.util.ServiceLoader#load":
            case "java.lang.reflect.Proxy#newProxyInstance":
                return true;
            default:
                return false;
        }
    }

    private String place(ExecutableElement m) {
        Element type = m.getEnclosingElement();
        return (type instanceof TypeElement ? name((TypeElement) type) : "?") + "#" + m.getSimpleName();
    }

    private String key(ExecutableElement m) {
        return name((TypeElement) m.getEnclosingElement()) + "#" + m.getSimpleName() + "(" + erased(m) + ")";
    }

    private String erased(ExecutableElement m) {
        StringBuilder b = new StringBuilder();
        for (VariableElement v : m.getParameters()) {
            if (b.length() > 0) {
                b.append(',');
            }
            String text = types.erasure(v.asType()).toString();
            b.append(text.indexOf('@') >= 0 ? text.replaceAll("@\\S+ ", "") : text);
        }
        return b.toString();
    }

    private String name(TypeElement type) {
        return elements.getBinaryName(type).toString();
    }

    private static TypeElement outermost(TypeElement type) {
        TypeElement top = type;
        for (Element e = type; e != null; e = e.getEnclosingElement()) {
            if (e instanceof TypeElement) {
                top = (TypeElement) e;
            }
        }
        return top;
    }

    /** A type as a model sees it: docs/extracting.md has the letters. */
    private String describe(TypeMirror t, int depth) {
        if (depth > 8) {
            return "L?";
        }
        switch (t.getKind()) {
            case VOID:
                return "";
            case BOOLEAN: case BYTE: case SHORT: case INT: case LONG: case CHAR: case FLOAT: case DOUBLE:
                return t.getKind().name().toLowerCase(Locale.ROOT);
            case ARRAY:
                return "[" + describe(((ArrayType) t).getComponentType(), depth + 1);
            case TYPEVAR:
                return describe(((TypeVariable) t).getUpperBound(), depth + 1);
            case INTERSECTION: // what erasure leaves of it
                return describe(((IntersectionType) t).getBounds().get(0), depth + 1);
            case WILDCARD:
                TypeMirror bound = ((WildcardType) t).getExtendsBound();
                return bound == null ? "Ljava.lang.Object" : describe(bound, depth + 1);
            case DECLARED:
                return declared((DeclaredType) t, depth);
            default:
                return "L" + simple(t.toString().replaceAll("<.*", ""));
        }
    }

    private String declared(DeclaredType t, int depth) {
        TypeElement e = (TypeElement) t.asElement();
        String name = name(e);
        switch (name) {
            case "java.lang.Boolean": case "java.lang.Byte": case "java.lang.Short": case "java.lang.Long": case "java.lang.Float": case "java.lang.Double":
                return name.substring(10).toLowerCase(Locale.ROOT);
            case "java.lang.Integer":
                return "int";
            case "java.lang.Character":
                return "char";
            case "java.math.BigDecimal":
                return "double";
            case "java.math.BigInteger":
                return "long";
            case "java.lang.String": case "java.lang.CharSequence": case "java.lang.StringBuilder": case "java.lang.StringBuffer": case "java.util.UUID":
                return "String";
            case "java.util.Optional":
                return t.getTypeArguments().isEmpty() ? "Ljava.lang.Object" : describe(t.getTypeArguments().get(0), depth + 1);
            default:
        }
        if (e.getKind() == ElementKind.ENUM) {
            return "E" + name;
        }
        DeclaredType collection = as(t, "java.lang.Iterable", new HashSet<>());
        if (collection != null) {
            return "[" + (collection.getTypeArguments().isEmpty() ? "Ljava.lang.Object" : describe(collection.getTypeArguments().get(0), depth + 1));
        }
        DeclaredType map = as(t, "java.util.Map", new HashSet<>());
        if (map != null) {
            return "[" + (map.getTypeArguments().size() < 2 ? "Ljava.lang.Object" : describe(map.getTypeArguments().get(1), depth + 1));
        }
        return "L" + name;
    }

    /** The type as the given supertype, with its type arguments. */
    private DeclaredType as(DeclaredType t, String wanted, Set<Element> seen) {
        if (((TypeElement) t.asElement()).getQualifiedName().contentEquals(wanted)) {
            return t;
        }
        if (!seen.add(t.asElement())) {
            return null;
        }
        for (TypeMirror base : types.directSupertypes(t)) {
            DeclaredType found = base.getKind() == TypeKind.DECLARED ? as((DeclaredType) base, wanted, seen) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static List<String> annotations(ModifiersTree modifiers) {
        List<String> names = new ArrayList<>();
        for (AnnotationTree a : modifiers.getAnnotations()) {
            names.add(simple(a.getAnnotationType().toString()));
        }
        return names;
    }

    private static String flags(Set<Modifier> modifiers) {
        StringBuilder b = new StringBuilder();
        for (Modifier m : modifiers) {
            switch (m) {
                case PUBLIC: b.append('P'); break;
                case ABSTRACT: b.append('A'); break;
                case STATIC: b.append('S'); break;
                case PRIVATE: b.append('V'); break;
                case FINAL: b.append('F'); break;
                default:
            }
        }
        return b.toString();
    }

    private static String simple(String qualified) {
        int generic = qualified.indexOf('<');
        String text = generic > 0 ? qualified.substring(0, generic) : qualified;
        return text.substring(text.lastIndexOf('.') + 1);
    }

    private String text(Tree t) {
        String text = t == null ? "" : t.toString().replaceAll("\\s+", " ").trim();
        while (text.startsWith("(") && text.endsWith(")") && text.indexOf('(', 1) < 0) {
            text = text.substring(1, text.length() - 1);
        }
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT - 1) + "…" : text;
    }

    private int start(Tree t) {
        return t == null ? -1 : (int) positions.getStartPosition(unit, t);
    }

    private int line(Tree t) {
        int at = start(t);
        return at < 0 ? 0 : (int) unit.getLineMap().getLineNumber(at);
    }

    private static Object call(Tree t, String method) {
        try {
            for (Class<?> c : t.getClass().getInterfaces()) {
                for (Method m : c.getMethods()) {
                    if (m.getName().equals(method) && m.getParameterCount() == 0) {
                        return m.invoke(t);
                    }
                }
            }
            return null;
        } catch (ReflectiveOperationException e) {
            return null; // this Java does not know it
        }
    }

    private static String shorten(String text) {
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    }

    /** What a case of a switch is for. */
    private static final class Label {
        final String text;
        final boolean rest; // default
        final boolean pattern;
        final ExpressionTree guard; // null: none

        Label(CaseTree c) {
            Object labels = Helper.call(c, "getLabels"); // since Java 21
            if (labels == null) {
                labels = Helper.call(c, "getExpressions"); // since Java 12
            }
            List<String> names = new ArrayList<>();
            boolean patterns = false;
            if (labels instanceof List) {
                for (Object one : (List<?>) labels) {
                    patterns |= ((Tree) one).getKind().name().equals("PATTERN_CASE_LABEL");
                    names.add(one.toString());
                }
            } else if (Helper.call(c, "getExpression") != null) { // of Java 11
                names.add(Helper.call(c, "getExpression").toString());
            }
            if (names.isEmpty()) {
                names.add("default");
            }
            guard = (ExpressionTree) Helper.call(c, "getGuard");
            String all = String.join(", ", names) + (guard == null ? "" : " when " + guard);
            text = all.replaceAll("\\s+", " ").trim();
            rest = names.contains("default");
            pattern = patterns;
        }
    }

    /** A line of JSON. */
    private static final class Line {
        private final StringBuilder b = new StringBuilder(256);

        Line(String kind) {
            b.append("{\"k\":");
            quote(b, kind);
        }

        Line raw(String name, String json) {
            b.append(",\"").append(name).append("\":").append(json);
            return this;
        }

        Line text(String name, String value) {
            if (value != null && !value.isEmpty()) {
                b.append(",\"").append(name).append("\":");
                quote(b, value);
            }
            return this;
        }

        Line number(String name, int value) {
            return value == 0 ? this : raw(name, Integer.toString(value));
        }

        Line code(String name, long hash) {
            return hash == 0 ? this : text(name, Long.toHexString(hash));
        }

        Line list(String name, List<String> all) {
            if (!all.isEmpty()) {
                b.append(",\"").append(name).append("\":");
                strings(b, all);
            }
            return this;
        }

        Line nodes(String name, List<Node> all) {
            if (!all.isEmpty()) {
                b.append(",\"").append(name).append("\":");
                write(b, all);
            }
            return this;
        }

        String end() {
            return b.append('}').toString();
        }
    }

    private static void strings(StringBuilder b, List<String> all) {
        b.append('[');
        for (int i = 0; i < all.size(); i++) {
            if (i > 0) {
                b.append(',');
            }
            quote(b, all.get(i));
        }
        b.append(']');
    }

    private static void write(StringBuilder b, List<Node> all) {
        b.append('[');
        for (int i = 0; i < all.size(); i++) {
            if (i > 0) {
                b.append(',');
            }
            write(b, all.get(i));
        }
        b.append(']');
    }

    private static void write(StringBuilder b, Node n) {
        Line line = new Line(n.kind);
        line.number("s", n.start).number("l", n.line).text("m", n.method).text("t", n.text).text("j", n.jump).text("i", n.in);
        line.code("y", n.code).code("yc", n.condition).list("n", n.names).number("z", n.trivial ? 1 : 0).number("d", n.exhaustive ? 1 : 0).number("x", n.above ? 2 : n.fixed ? 1 : 0).number("h", n.self ? 1 : 0).number("f", n.outside ? 1 : 0).nodes("b", n.ops);
        if (n.args.stream().anyMatch(a -> a >= 0)) {
            line.raw("g", n.args.toString());
        }
        if (!n.parts.isEmpty()) {
            line.b.append(",\"a\":[");
            for (int i = 0; i < n.parts.size(); i++) {
                if (i > 0) {
                    line.b.append(',');
                }
                write(line.b, n.parts.get(i));
            }
            line.b.append(']');
        }
        b.append(line.end());
    }

    private static void quote(StringBuilder b, String text) {
        b.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                b.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                b.append(String.format("\\u%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        b.append('"');
    }
}
