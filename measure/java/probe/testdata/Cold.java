import beagle_rt.P;
import java.util.ArrayList;
import java.util.List;

/** A service that is called now and then, all of which is one section. */
public class Cold {
    static double sum;

    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<String>();
        list.add("a");
        for (int round = 0; round < 300; round++) {
            Thread.sleep(1);
            final long handle = P.oe(4);
            P.p(4, 0, "some text that is not short");
            P.p(4, 1, list);
            P.p(4, 2, 40000L * round);
            P.os(handle);
            final long cpu = P.c(0);
            final long begin = P.t();
            for (int i = 1; i < 20000; i++) {
                sum += 1.0 / i;
            }
            P.x(0, begin, cpu);
            P.ox(4, handle);
        }
    }
}
