package demo;

public class Full extends Report {
    public Full(Store store) {
        super(store);
    }

    @Override
    protected int pages(int n) {
        int pages = 0;
        for (int i = 0; i < 3; i++) {
            pages += n;
        }
        return pages;
    }
}
