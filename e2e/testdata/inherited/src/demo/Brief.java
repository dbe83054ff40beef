package demo;

public class Brief extends Report {
    public Brief(Store store) {
        super(store);
    }

    @Override
    protected int pages(int n) {
        return n + 1;
    }
}
