package demo;

/** What reports have in common; the components are its subclasses. */
public abstract class Report {
    private final Store store;

    protected Report(Store store) {
        this.store = store;
    }

    protected abstract int pages(int n);

    public int write(int n) {
        int pages = pages(n);
        int sum = 0;
        for (int i = 0; i < pages; i++) {
            sum += store.put(i + n);
        }
        return sum;
    }
}
