package demo.web;

import demo.Service;
import demo.depot.Depot;
import demo.parts.Cutter;

@Service
public class Shop {
    private final Depot depot = new Depot();

    public int order(int n) {
        return new Cutter().cut(n) + depot.deliver(n);
    }
}
