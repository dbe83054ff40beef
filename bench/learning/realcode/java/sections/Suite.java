package sections;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The sections, with the inputs that a launch gives them. */
final class Suite {

    interface One { Object call(int n, Random r); }

    interface Two { Object call(int a, int b, Random r); }

    interface Three { Object call(int a, int b, int c, Random r); }

    interface Call { Object call(int[] sizes, Random r); }

    /** One section: the least and the largest of its sizes, and how much larger they get beyond. */
    record Section(String name, int[] low, int[] high, double grow, Call call) { }

    final List<Section> sections = new ArrayList<>();

    void one(String name, int low, int high, One call) {
        grown(name, low, high, 4, call);
    }

    /** A section whose cost grows so fast that four times the range cannot be measured. */
    void grown(String name, int low, int high, double grow, One call) {
        sections.add(new Section(name, new int[] {low}, new int[] {high}, grow, (s, r) -> call.call(s[0], r)));
    }

    void two(String name, int lowA, int highA, int lowB, int highB, Two call) {
        sections.add(new Section(name, new int[] {lowA, lowB}, new int[] {highA, highB}, 4, (s, r) -> call.call(s[0], s[1], r)));
    }

    void three(String name, int low, int high, Three call) {
        sections.add(new Section(name, new int[] {low, low, low}, new int[] {high, high, high}, 4, (s, r) -> call.call(s[0], s[1], s[2], r)));
    }
}
