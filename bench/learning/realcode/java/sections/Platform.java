package sections;

import java.awt.geom.Path2D;
import java.io.StringReader;
import java.math.BigInteger;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.PriorityBlockingQueue;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Parts of the JDK that no other class here uses. */
final class Platform {

    private static final XPathExpression SEVENS = compiled("//item[@id='777777']");

    private Platform() { }

    static void register(Suite s) {
        s.one("commonDivisor", 20, 800, (n, r) -> commonDivisor(Inputs.bytes(n, r), Inputs.bytes(n, r)));
        s.one("factorial", 50, 2_000, (n, r) -> factorial(n));
        s.two("countBelow", 50, 2_000, 5, 100, (n, k, r) -> countBelow(new TreeSet<>(Inputs.set(n, r)), Inputs.ints(k, r)));
        s.one("drain", 50, 5_000, (n, r) -> drain(Inputs.list(n, r)));
        s.two("inside", 5, 300, 20, 2_000, (n, k, r) -> inside(Inputs.doubles(2 * n, r), Inputs.doubles(2 * k, r)));
        s.one("selectNodes", 500, 20_000, (n, r) -> selectNodes(Inputs.xml(n, r)));
        s.one("wordBreaks", 200, 20_000, (n, r) -> wordBreaks(Inputs.text(n, r)));
        s.one("window", 500, 20_000, (n, r) -> window(Inputs.list(n, r)));
        s.one("orderly", 100, 8_000, (n, r) -> orderly(Inputs.list(n, r), r.nextBoolean()));
        s.one("sizes", 20, 1_000, (n, r) -> sizes(Inputs.ints(n, r)));
    }

    private static XPathExpression compiled(String path) {
        try {
            return XPathFactory.newInstance().newXPath().compile(path);
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Document document(String text) {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | SAXException | java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: left ^ 2 | right ^ 2 | left * right
    // why: binary search for the divisor: a step a bit, each as long as the numbers; both are equally long
    static int commonDivisor(byte[] left, byte[] right) {
        BigInteger one = new BigInteger(1, left);
        BigInteger other = new BigInteger(1, right);
        BigInteger divisor;
        // measured
        divisor = one.gcd(other);
        return divisor.intValue();
    }

    // form: count ^ 2 * log(count)
    // why: a growing number is multiplied by a word: its words are as many as count and the logarithm of what is multiplied
    static int factorial(int count) {
        BigInteger product = BigInteger.ONE;
        // measured
        for (int i = 2; i <= count; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return product.bitLength();
    }

    // form: values * keys
    // why: a view of a tree is counted by walking through it
    static int countBelow(TreeSet<Integer> values, int[] keys) {
        int count = 0;
        // measured
        for (int key : keys) {
            count += values.headSet(key).size();
        }
        return count;
    }

    // form: values * log(values)
    // why: the least one is taken from a heap until it is empty
    static int drain(List<Integer> values) {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(values);
        List<Integer> all = new ArrayList<>(values.size());
        // measured
        queue.drainTo(all);
        return all.get(0);
    }

    // form: corners * points
    // why: each point against each side
    static int inside(double[] corners, double[] points) {
        Path2D.Double polygon = new Path2D.Double();
        polygon.moveTo(corners[0], corners[1]);
        for (int i = 2; i + 1 < corners.length; i += 2) {
            polygon.lineTo(corners[i], corners[i + 1]);
        }
        polygon.closePath();
        int count = 0;
        // measured
        for (int i = 0; i + 1 < points.length; i += 2) {
            count += polygon.contains(points[i], points[i + 1]) ? 1 : 0;
        }
        return count;
    }

    // form: text
    // why: each element of the document is looked at once
    static int selectNodes(String text) {
        Document document = document(text);
        int count;
        // measured
        count = selected(document);
        return count;
    }

    private static int selected(Document document) {
        try {
            return ((NodeList) SEVENS.evaluate(document, XPathConstants.NODESET)).getLength();
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: text
    // why: one step of the automaton a letter
    static int wordBreaks(String text) {
        BreakIterator words = BreakIterator.getWordInstance(Locale.ENGLISH);
        words.setText(text);
        int count = 0;
        // measured
        while (words.next() != BreakIterator.DONE) {
            count++;
        }
        return count;
    }

    // form: 1
    // why: two hundred elements, however many there are
    static int window(List<Integer> values) {
        int hash;
        // measured
        hash = values.subList(100, 300).hashCode();
        return hash;
    }

    // form: sorted ? values * log(values) : values
    // why: a stream sorts before it sums up, or sums up
    static int orderly(List<Integer> values, boolean sorted) {
        int sum;
        // measured
        sum = (sorted ? values.stream().sorted() : values.stream()).reduce(0, (a, b) -> 31 * a + b);
        return sum;
    }

    // form: keys ^ 2
    // why: a linked queue is counted by walking through it, for each key
    static int sizes(int[] keys) {
        Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        int largest = 0;
        // measured
        for (int key : keys) {
            queue.add(key);
            largest = Math.max(largest, queue.size());
        }
        return largest;
    }
}
