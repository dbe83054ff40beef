package fileshare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A test bed that uses the service with inputs that vary well: sizes spread
 * evenly over their logarithms, in random order, independent of one another.
 * Before that it warms up with middling inputs: Java is slow until it has
 * compiled what runs often, and slow measurements mislead least where there are
 * many others. The same arguments always make the same inputs.
 */
public final class Main {

    private final Random random;
    private final ChunkStorage storage = new ChunkStorage();
    private final HashCatalogue catalogue;
    private final Uploads uploads;
    private final byte[] text;
    private long result;

    private Main(long seed) {
        random = new Random(seed);
        catalogue = new HashCatalogue(random.longs(1 << 13).toArray());
        uploads = new FileUpload(catalogue, storage);
        text = text(512 * 1024);
    }

    public static void main(String[] arguments) {
        List<String> work = Arrays.asList("upload", "share", "index");
        int rounds = 30;
        long seed = 1;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--rounds") && i + 1 < arguments.length) {
                rounds = Integer.parseInt(arguments[++i]);
            } else if (arguments[i].equals("--seed") && i + 1 < arguments.length) {
                seed = Long.parseLong(arguments[++i]);
            } else if (work.contains(arguments[i])) {
                work = Collections.singletonList(arguments[i]);
            } else {
                System.err.println("usage: fileshare.Main [upload | share | index] [--rounds N] [--seed N]");
                System.exit(2);
            }
        }
        Main main = new Main(seed);
        long begin = System.nanoTime();
        main.warmUp(work);
        for (int round = 0; round < rounds; round++) {
            if (work.contains("upload")) {
                main.uploadFiles();
            }
            if (work.contains("share")) {
                main.shareFiles();
            }
            if (work.contains("index")) {
                main.indexNames();
            }
        }
        System.out.printf("%d rounds in %.3f s (%x)%n", rounds, (System.nanoTime() - begin) / 1e9, main.result ^ main.storage.summary());
    }

    private void warmUp(List<String> work) {
        String[] unsorted = names(600);
        for (int i = 0; i < 4_000 && work.contains("index"); i++) {
            Arrays.sort(unsorted.clone()); // sorting by itself, since few calls of the service would not get it compiled
        }
        for (int i = 0; i < 120; i++) {
            if (work.contains("upload")) {
                result += uploads.upload(content(middling(8 * 1024, 128 * 1024)), FileType.values()[i % 3]) ? 1 : 0;
            }
            if (work.contains("share")) {
                result += uploads.share(pages(middling(2, 12)), i % 2 == 0);
            }
            if (work.contains("index")) {
                result += catalogue.index(Arrays.asList(names(middling(100, 600)))).length();
            }
        }
    }

    private int middling(int low, int high) {
        return (int) Math.round(low * Math.pow((double) high / low, random.nextDouble()));
    }

    private void uploadFiles() {
        List<Runnable> calls = new ArrayList<>();
        for (int size : withBoundary(spread(2 * 1024, 512 * 1024, 24), FileUpload.LARGE)) {
            for (FileType type : FileType.values()) {
                calls.add(() -> result += uploads.upload(content(size), type) ? 1 : 0);
            }
        }
        run(calls);
    }

    private void shareFiles() {
        List<Runnable> calls = new ArrayList<>();
        for (int size : spread(1, 40, 12)) {
            for (boolean keep : new boolean[] {true, false}) {
                calls.add(() -> result += uploads.share(pages(size), keep));
            }
        }
        run(calls);
    }

    private void indexNames() {
        List<Runnable> calls = new ArrayList<>();
        for (int size : spread(200, 6_000, 30)) {
            List<String> names = Arrays.asList(names(size));
            calls.add(() -> result += catalogue.index(names).length());
        }
        run(calls);
    }

    private void run(List<Runnable> calls) {
        Collections.shuffle(calls, random);
        for (Runnable call : calls) {
            call.run();
        }
    }

    /** Numbers from low to high, evenly spread over their logarithms, each moved a little. */
    private int[] spread(int low, int high, int count) {
        int[] sizes = new int[count];
        double step = Math.log((double) high / low) / count;
        for (int i = 0; i < count; i++) {
            sizes[i] = (int) Math.round(low * Math.exp(step * (i + random.nextDouble())));
        }
        return sizes;
    }

    /** Where a decision may tip, both sides belong to a good test. */
    private static int[] withBoundary(int[] sizes, int boundary) {
        int[] all = Arrays.copyOf(sizes, sizes.length + 2);
        all[sizes.length] = boundary;
        all[sizes.length + 1] = boundary + 1;
        return all;
    }

    /** A piece of the text, beginning anywhere. */
    private byte[] content(int size) {
        int begin = random.nextInt(text.length - size + 1);
        return Arrays.copyOfRange(text, begin, begin + size);
    }

    private List<byte[]> pages(int count) {
        List<byte[]> pages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pages.add(content(FileUpload.PAGE));
        }
        return pages;
    }

    /** Text in which every part compresses as well as every other. */
    private byte[] text(int length) {
        String[] words = random(500, 8);
        StringBuilder all = new StringBuilder(length + 32);
        while (all.length() < length) {
            all.append(words[random.nextInt(words.length)], 0, 3 + random.nextInt(6)).append(' ');
        }
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) all.charAt(i);
        }
        return bytes;
    }

    private String[] names(int count) {
        return random(count, 12);
    }

    /** Random hexadecimal numbers. */
    private String[] random(int count, int length) {
        String[] all = new String[count];
        for (int i = 0; i < count; i++) {
            char[] digits = new char[length];
            for (int k = 0; k < length; k++) {
                digits[k] = Character.forDigit(random.nextInt(16), 16);
            }
            all[i] = new String(digits);
        }
        return all;
    }
}
