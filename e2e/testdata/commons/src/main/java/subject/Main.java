package subject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.apache.commons.compress.utils.ByteUtils;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Uses a few methods of commons-text and commons-compress with inputs that vary well. */
public final class Main {

    private final Random random = new Random(3);
    private long result;

    public static void main(String[] arguments) {
        Main main = new Main();
        for (int round = 0; round < 4; round++) {
            List<Runnable> calls = new ArrayList<>();
            main.compare(calls);
            main.sum(calls);
            main.format(calls);
            main.read(calls);
            Collections.shuffle(calls, main.random);
            for (Runnable call : calls) {
                call.run();
            }
        }
        System.out.println(main.result);
    }

    private void compare(List<Runnable> calls) {
        for (int left : new int[] {8, 17, 40, 90, 200, 450, 900}) {
            for (int right : new int[] {8, 21, 45, 100, 220, 500, 1000}) {
                String a = text(left);
                String b = text(right);
                calls.add(() -> result += LevenshteinDistance.getDefaultInstance().apply(a, b));
            }
        }
    }

    private void sum(List<Runnable> calls) {
        for (int i = 0; i < 40; i++) {
            byte[] bytes = new byte[random.nextInt(600)];
            random.nextBytes(bytes);
            calls.add(() -> result += TarUtils.computeCheckSum(bytes));
        }
    }

    /** The largest number that eight digits hold is 07777777. */
    private void format(List<Runnable> calls) {
        for (int bits = 1; bits < 40; bits++) {
            long value = 1L << bits;
            for (long near : new long[] {value - 1, value, value + random.nextInt(1 << Math.min(bits, 30))}) {
                calls.add(() -> result += TarUtils.formatLongOctalOrBinaryBytes(near, new byte[8], 0, 8));
            }
        }
    }

    private void read(List<Runnable> calls) {
        for (int i = 0; i < 40; i++) {
            byte[] bytes = new byte[8 + random.nextInt(50)];
            int length = random.nextInt(9);
            int from = random.nextInt(bytes.length - length + 1);
            calls.add(() -> result += ByteUtils.fromLittleEndian(bytes, from, length));
        }
    }

    private String text(int length) {
        char[] letters = new char[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (char) ('a' + random.nextInt(26));
        }
        return new String(letters);
    }
}
