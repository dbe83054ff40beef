import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/**
 * Prints the byte ranges that javac's own parser gives statements and other
 * trees. Standard input names files; for each, a line with its name is
 * followed by lines "KIND start end". A file that javac rejects has a line "!".
 */
public class Ranges {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "UTF-8");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String name = in.readLine(); name != null; name = in.readLine()) {
            String text = decode(Files.readAllBytes(Paths.get(name)));
            out.println(name);
            boolean[] wrong = {false};
            JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
                @Override public CharSequence getCharContent(boolean ignore) { return text; }
            };
            JavacTask task = (JavacTask) compiler.getTask(null, null, d -> wrong[0] |= d.getKind() == Diagnostic.Kind.ERROR,
                    Arrays.asList("-proc:none", "-XDallowStringFolding=false"), null, Collections.singletonList(file));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            if (wrong[0]) {
                out.println("!");
            } else {
                units.forEach(unit -> new Printer(unit, positions, bytes(text), out).scan(unit, null));
            }
            out.println();
        }
        out.flush();
    }

    static String decode(byte[] data) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
        } catch (CharacterCodingException other) {
            return new String(data, StandardCharsets.ISO_8859_1);
        }
    }

    /** The offset in UTF-8 of each char. */
    static int[] bytes(String text) {
        int[] at = new int[text.length() + 1];
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            at[i + 1] = at[i] + (c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3);
        }
        return at;
    }

    static final class Printer extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final int[] bytes;
        private final PrintStream out;
        private final Set<Tree> hidden = Collections.newSetFromMap(new IdentityHashMap<>());

        Printer(CompilationUnitTree unit, SourcePositions positions, int[] bytes, PrintStream out) {
            this.unit = unit;
            this.positions = positions;
            this.bytes = bytes;
            this.out = out;
        }

        private void print(String kind, Tree tree) {
            print(kind, tree, tree);
        }

        private void print(String kind, Tree first, Tree last) {
            long start = positions.getStartPosition(unit, first);
            long end = positions.getEndPosition(unit, last);
            if (start >= 0 && end >= 0) {
                out.println(kind + " " + bytes[(int) start] + " " + bytes[(int) end]);
            }
        }

        @Override public Void scan(Tree tree, Void v) {
            if (tree != null && !hidden.contains(tree)) {
                String kind = kind(tree);
                if (kind != null) {
                    print(kind, tree);
                }
            }
            return super.scan(tree, v);
        }

        private static String kind(Tree tree) {
            switch (tree.getKind()) {
                case BLOCK: case IF: case RETURN: case THROW: case BREAK: case CONTINUE: case TRY: case SWITCH:
                case SYNCHRONIZED: case EXPRESSION_STATEMENT: case LABELED_STATEMENT: case ASSERT: case EMPTY_STATEMENT:
                case WHILE_LOOP: case DO_WHILE_LOOP: case FOR_LOOP: case ENHANCED_FOR_LOOP: case CATCH:
                case LAMBDA_EXPRESSION: case METHOD_INVOCATION: case NEW_CLASS: case METHOD: case MEMBER_REFERENCE:
                case CONDITIONAL_EXPRESSION: case ASSIGNMENT:
                    return tree.getKind().name();
                default:
                    String name = tree.getKind().name(); // kinds that are younger than the oldest JDK
                    return name.equals("YIELD") || name.equals("SWITCH_EXPRESSION") ? name : null;
            }
        }

        private void arguments(List<? extends ExpressionTree> arguments) {
            for (Tree argument : arguments) {
                print("ARGUMENT", argument);
            }
        }

        /** One declaration of several variables is one statement. */
        private void locals(List<? extends StatementTree> statements) {
            for (int i = 0; i < statements.size(); i++) {
                Tree first = statements.get(i);
                if (!(first instanceof VariableTree)) {
                    continue;
                }
                while (i + 1 < statements.size() && statements.get(i + 1) instanceof VariableTree
                        && positions.getStartPosition(unit, statements.get(i + 1)) == positions.getStartPosition(unit, first)) {
                    i++;
                }
                print("LOCAL", first, statements.get(i));
            }
        }

        @Override public Void visitBlock(BlockTree tree, Void v) {
            locals(tree.getStatements());
            return super.visitBlock(tree, v);
        }

        @Override public Void visitCase(CaseTree tree, Void v) {
            if (tree.getStatements() != null) {
                locals(tree.getStatements());
            }
            return super.visitCase(tree, v);
        }

        @Override public Void visitAnnotation(AnnotationTree tree, Void v) {
            return null; // its elements look like assignments
        }

        @Override public Void visitCompilationUnit(CompilationUnitTree tree, Void v) {
            for (Tree declaration : tree.getTypeDecls()) {
                if (declaration.getKind() == Tree.Kind.EMPTY_STATEMENT) {
                    hidden.add(declaration); // a semicolon between classes
                }
            }
            return super.visitCompilationUnit(tree, v);
        }

        @Override public Void visitForLoop(ForLoopTree tree, Void v) {
            hidden.addAll(tree.getInitializer()); // expressions, which javac makes statements of
            hidden.addAll(tree.getUpdate());
            return super.visitForLoop(tree, v);
        }

        @Override public Void visitMethodInvocation(MethodInvocationTree tree, Void v) {
            arguments(tree.getArguments());
            return super.visitMethodInvocation(tree, v);
        }

        @Override public Void visitNewClass(NewClassTree tree, Void v) {
            arguments(tree.getArguments());
            return super.visitNewClass(tree, v);
        }

        @Override public Void visitClass(ClassTree tree, Void v) {
            if (tree.getKind() == Tree.Kind.ENUM) { // a constant is a variable with a new object
                for (Tree member : tree.getMembers()) {
                    if (member instanceof VariableTree && ((VariableTree) member).getInitializer() instanceof NewClassTree
                            && positions.getEndPosition(unit, ((VariableTree) member).getType()) < 0) {
                        hidden.add(((VariableTree) member).getInitializer());
                    }
                }
            }
            return super.visitClass(tree, v);
        }
    }
}
