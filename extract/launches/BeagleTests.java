import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Runs classes of tests in one JVM, without the build that they belong to:
 * {@code BeagleTests SECONDS (CLASS|@FILE)...}. They run once, in an order by chance that is always
 * the same; after 30 s no other class begins, so that of long tests a sample runs. Those of which every test
 * passed run again as long as the seconds after that have not passed, so that most of what
 * they run is compiled by then. Where a class does not end, all ends a minute after it began.
 * The exit code is 0 where at least half of the tests passed
 * the first time, 3 where there were none, and 4 where more failed. What is called of JUnit
 * and TestNG is looked up by name, since no program has all of them.
 */
public final class BeagleTests {
    private static final long ONCE = 30_000_000_000L; // ns in which classes begin
    private static final long ENDLESS = 60_000; // ms of a class
    private static final String JUNIT4 = "org.junit.runner.JUnitCore";

    private long passed;
    private long failed;
    private Object wrong; // first failure

    public static void main(String[] arguments) throws Exception {
        List<String> names = new ArrayList<>();
        for (String one : Arrays.asList(arguments).subList(1, arguments.length)) {
            if (one.startsWith("@")) {
                names.addAll(Files.readAllLines(Paths.get(one.substring(1)), StandardCharsets.UTF_8));
            } else {
                names.add(one);
            }
        }
        PrintStream out = System.out; // tests may replace it
        BeagleTests all = new BeagleTests();
        List<String> good = new ArrayList<>();
        Collections.shuffle(names, new Random(1));
        long began = System.nanoTime();
        for (String name : names) {
            if (System.nanoTime() - began > ONCE) {
                break;
            }
            BeagleTests one = new BeagleTests();
            Thread watch = watch(name, all, out);
            one.run(name);
            watch.interrupt();
            all.passed += one.passed;
            all.failed += one.failed;
            all.wrong = all.wrong == null ? one.wrong : all.wrong;
            if (one.passed > 0 && one.failed == 0) {
                good.add(name);
            }
        }
        out.println(all.passed + " tests passed, " + all.failed + " failed" + (all.wrong == null ? "" : ", the first by"));
        if (all.wrong != null) {
            out.println(all.wrong);
        }
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
        for (int i = 0; !good.isEmpty() && System.nanoTime() < end; i = (i + 1) % good.size()) {
            new BeagleTests().run(good.get(i));
        }
        System.exit(all.passed + all.failed == 0 ? 3 : all.passed < all.failed ? 4 : 0); // threads of tests may go on
    }

    /** Ends all where a class does not end. */
    private static Thread watch(String name, BeagleTests all, PrintStream out) {
        Thread watch = new Thread(() -> {
            try {
                Thread.sleep(ENDLESS);
            } catch (InterruptedException ended) {
                return;
            }
            out.println(name + " did not end; before it " + all.passed + " tests passed, " + all.failed + " failed");
            System.exit(all.passed < all.failed || all.passed == 0 ? 4 : 0);
        });
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private void run(String name) throws Exception {
        Class<?> type = find(name);
        if (type == null) {
            failed++;
            wrong = why(name);
        } else if (isTestNG(type)) {
            testng(type);
        } else {
            if (find("org.junit.platform.launcher.core.LauncherFactory") != null) {
                platform(type);
            }
            if (passed + failed == 0 && find(JUNIT4) != null) { // no engine there runs it
                junit4(type);
            }
        }
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name, false, BeagleTests.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
    }

    /** Why a class cannot be found: it is of a newer Java than this one, or something that it extends is missing. */
    private static Throwable why(String name) {
        try {
            Class.forName(name, false, BeagleTests.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return missing;
        }
        return new ClassNotFoundException(name);
    }

    private static boolean isTestNG(Class<?> type) {
        try {
            List<Annotation> all = new ArrayList<>(Arrays.asList(type.getAnnotations()));
            for (Method method : type.getMethods()) {
                all.addAll(Arrays.asList(method.getAnnotations()));
            }
            for (Annotation one : all) {
                if (one.annotationType().getName().startsWith("org.testng.")) {
                    return true;
                }
            }
        } catch (LinkageError missing) {
            return false;
        }
        return false;
    }

    private static Object call(Object on, String method, Class<?> type, Object argument) throws Exception {
        return on.getClass().getMethod(method, type).invoke(on, argument);
    }

    private void platform(Class<?> type) throws Exception {
        Class<?> selectors = Class.forName("org.junit.platform.engine.discovery.DiscoverySelectors");
        List<Object> chosen = Arrays.asList(selectors.getMethod("selectClass", Class.class).invoke(null, type));
        String core = "org.junit.platform.launcher.core.";
        Object builder = Class.forName(core + "LauncherDiscoveryRequestBuilder").getMethod("request").invoke(null);
        call(builder, "selectors", List.class, chosen);
        Object request = builder.getClass().getMethod("build").invoke(builder);
        Object launcher = Class.forName(core + "LauncherFactory").getMethod("create").invoke(null);
        Class<?> listener = Class.forName("org.junit.platform.launcher.TestExecutionListener");
        Object counts = Class.forName("org.junit.platform.launcher.listeners.SummaryGeneratingListener").getConstructor().newInstance();
        Object listeners = Array.newInstance(listener, 1);
        Array.set(listeners, 0, counts);
        Class.forName("org.junit.platform.launcher.Launcher")
            .getMethod("execute", Class.forName("org.junit.platform.launcher.LauncherDiscoveryRequest"), listeners.getClass())
            .invoke(launcher, request, listeners);
        Object summary = counts.getClass().getMethod("getSummary").invoke(counts);
        Class<?> said = Class.forName("org.junit.platform.launcher.listeners.TestExecutionSummary");
        passed += (Long) said.getMethod("getTestsSucceededCount").invoke(summary);
        failed += (Long) said.getMethod("getTestsFailedCount").invoke(summary);
        for (Object one : (List<?>) said.getMethod("getFailures").invoke(summary)) {
            wrong = Class.forName(said.getName() + "$Failure").getMethod("getException").invoke(one);
            break;
        }
    }

    private void junit4(Class<?> type) throws Exception {
        Object core = Class.forName(JUNIT4).getConstructor().newInstance();
        Object result = call(core, "run", Class[].class, new Class<?>[] {type});
        int bad = (Integer) result.getClass().getMethod("getFailureCount").invoke(result);
        passed += (Integer) result.getClass().getMethod("getRunCount").invoke(result) - bad;
        failed += bad;
        if (bad > 0) {
            Object one = ((List<?>) result.getClass().getMethod("getFailures").invoke(result)).get(0);
            wrong = one.getClass().getMethod("getException").invoke(one);
        }
    }

    private void testng(Class<?> tests) throws Exception {
        Object runner = Class.forName("org.testng.TestNG").getConstructor(boolean.class).newInstance(false);
        Class<?> type = Class.forName("org.testng.TestListenerAdapter");
        Object counts = type.getConstructor().newInstance();
        call(runner, "setVerbose", int.class, 0);
        call(runner, "setTestClasses", Class[].class, new Class<?>[] {tests});
        try {
            call(runner, "addListener", Class.forName("org.testng.ITestNGListener"), counts);
        } catch (NoSuchMethodException older) {
            call(runner, "addListener", Object.class, counts);
        }
        runner.getClass().getMethod("run").invoke(runner);
        passed += ((List<?>) type.getMethod("getPassedTests").invoke(counts)).size();
        failed += ((List<?>) type.getMethod("getFailedTests").invoke(counts)).size();
    }
}
