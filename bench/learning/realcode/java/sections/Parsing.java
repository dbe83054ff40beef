package sections;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import java.util.Scanner;
import javax.xml.parsers.SAXParserFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.jsoup.Jsoup;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;
import org.yaml.snakeyaml.Yaml;

/** Reading and writing texts and records, from and into memory. */
final class Parsing {

    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final Gson GSON = new Gson();

    private Parsing() { }

    static void register(Suite s) {
        s.one("parseGson", 200, 20_000, (n, r) -> parseGson(Inputs.json(n, r)));
        s.one("parseJackson", 200, 20_000, (n, r) -> parseJackson(Inputs.json(n, r)));
        s.one("parseHtml", 200, 10_000, (n, r) -> parseHtml(Inputs.html(n, r)));
        s.one("parseCsv", 200, 20_000, (n, r) -> parseCsv(Inputs.csv(n, r)));
        s.one("parseXml", 200, 20_000, (n, r) -> parseXml(Inputs.xml(n, r)));
        s.one("parseYaml", 100, 3_000, (n, r) -> parseYaml(Inputs.lines(n, ": ", r)));
        s.one("loadProperties", 200, 20_000, (n, r) -> loadProperties(Inputs.lines(n, "=", r)));
        s.one("readLines", 500, 50_000, (n, r) -> readLines(Inputs.lines(n, " ", r)));
        s.one("scan", 100, 5_000, (n, r) -> scan(String.join(" ", Inputs.numbers(n / 7 + 1, r))));
        s.one("writeGson", 20, 2_000, (n, r) -> writeGson(Inputs.words(n, r)));
        s.one("serialize", 20, 2_000, (n, r) -> serialize(Inputs.words(n, r)));
        s.one("writeInts", 200, 10_000, (n, r) -> writeInts(Inputs.ints(n, r)));
    }

    // form: text
    // why: one pass
    static int parseGson(String text) {
        int size;
        // measured
        size = JsonParser.parseString(text).getAsJsonArray().size();
        return size;
    }

    // form: text
    // why: one pass
    static int parseJackson(String text) {
        int size;
        // measured
        size = jackson(text);
        return size;
    }

    private static int jackson(String text) {
        try {
            return JACKSON.readTree(text).size();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: text
    // why: one pass; the tree stays flat
    static int parseHtml(String text) {
        int size;
        // measured
        size = Jsoup.parse(text).childNodeSize();
        return size;
    }

    // form: text
    // why: one pass
    static int parseCsv(String text) {
        int records = 0;
        // measured
        for (CSVRecord record : csv(text)) {
            records += record.size();
        }
        return records;
    }

    private static Iterable<CSVRecord> csv(String text) {
        try {
            return CSVFormat.DEFAULT.parse(new StringReader(text));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: text
    // why: one pass
    static int parseXml(String text) {
        int length;
        // measured
        length = sax(text);
        return length;
    }

    private static int sax(String text) {
        int[] length = {0};
        try {
            SAXParserFactory.newInstance().newSAXParser().parse(new InputSource(new StringReader(text)), new DefaultHandler() {
                @Override public void characters(char[] chars, int start, int count) {
                    length[0] += count;
                }
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return length[0];
    }

    // form: text
    // why: one pass
    static int parseYaml(String text) {
        Object value;
        // measured
        value = new Yaml().load(text);
        return value.hashCode();
    }

    // form: text
    // why: one pass
    static int loadProperties(String text) {
        Properties properties = new Properties();
        // measured
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return properties.size();
    }

    // form: text
    // why: one pass
    static long readLines(String text) {
        long lines;
        // measured
        lines = new BufferedReader(new StringReader(text)).lines().count();
        return lines;
    }

    // form: text
    // why: one pass; numbers are of the same length
    static int scan(String text) {
        Scanner scanner = new Scanner(text);
        int sum = 0;
        // measured
        while (scanner.hasNextInt()) {
            sum += scanner.nextInt();
        }
        return sum;
    }

    // form: words
    // why: words are of like length
    static int writeGson(List<String> words) {
        int length;
        // measured
        length = GSON.toJson(words).length();
        return length;
    }

    // form: words
    // why: words are of like length, and each is looked up in a table of what was written
    static int serialize(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // measured
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(words);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.size();
    }

    // form: values
    // why: four bytes a number
    static int writeInts(int[] values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(out);
        // measured
        try {
            for (int value : values) {
                data.writeInt(value);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.size();
    }
}
