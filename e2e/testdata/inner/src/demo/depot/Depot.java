package demo.depot;

import demo.Service;
import demo.stock.Shelf;

@Service
public class Depot {
    public int deliver(int n) {
        return new Shelf().take(n);
    }
}
