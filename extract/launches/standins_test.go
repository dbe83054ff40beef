package launches

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestStandInsOfTestsAreFoundHoweverTheyAreMade(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fields := write("ShopTest.java", `package demo;
import org.mockito.Mock;
class ShopTest {
	@Mock private Store store;
	@MockBean(name = "bank", answer = Answers.RETURNS_DEEP_STUBS)
	@Qualifier("main") Bank bank;
	@Mock(lenient = true)
	private demo.mail.Mailer<Letter> mailer;
	@Spy private Basket basket = new Basket(); // runs the real code
	@InjectMocks private Shop shop;
	// @Mock Commented commented;
}`)
	made := write("OldTest.java", `import static org.easymock.EasyMock.*;
class OldTest { Clock clock = createMock(Clock.class); Log log = createNiceMock ( demo.Log.class ); }`)
	own := write("OwnTest.java", "class OwnTest { Object o = mock(Paper.class); } // a method of its own")
	if got, want := StandIns([]string{fields, made, own, filepath.Join(dir, "gone.java")}), []string{"Bank", "Clock", "Log", "Mailer", "Store"}; !slices.Equal(got, want) {
		t.Errorf("stand-ins of %v, want %v", got, want)
	}
}
