package demo;

public class Main {
    public static void main(String[] args) {
        Store store = new Store();
        Report brief = new Brief(store);
        Report full = new Full(store);
        int sum = 0;
        for (int round = 0; round < 20; round++) {
            for (int n = 1; n <= 8; n++) {
                sum += brief.write(n);
                sum += full.write(n);
            }
        }
        System.out.println(sum);
    }
}
