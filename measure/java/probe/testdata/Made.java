import beagle_rt.P;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A service whose parameters are objects of classes that are made as the program runs, and of one that is not. */
public class Made {
    interface Store {
        int take();
    }

    static class Disk implements Store {
        public int take() {
            return 1;
        }
    }

    public static void main(String[] args) {
        final int one = args.length;
        Store captures = () -> one;
        Object proxy = Proxy.newProxyInstance(Made.class.getClassLoader(), new Class<?>[] {Store.class}, new InvocationHandler() {
            public Object invoke(Object on, Method method, Object[] with) {
                return 1;
            }
        });
        final long handle = P.oe(4);
        P.p(4, 0, captures);
        P.p(4, 1, proxy);
        P.p(4, 2, new Disk());
        P.os(handle);
        P.ox(4, handle);
    }
}
