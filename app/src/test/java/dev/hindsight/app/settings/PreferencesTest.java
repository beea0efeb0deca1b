package dev.hindsight.app.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PreferencesTest {
  private static Path file(int number) {
    return Path.of("/recordings/" + number + ".rollout").toAbsolutePath();
  }

  private static Preferences opened(int... numbers) {
    return IntStream.of(numbers)
        .boxed()
        .reduce(Preferences.INITIAL, (p, n) -> p.opened(file(n)), (_, last) -> last);
  }

  @Test
  void fileOpenedLastComesFirstAndOnce() {
    assertEquals(List.of(file(1), file(3), file(2)), opened(1, 2, 3, 1).recent());
  }

  @Test
  void onlyTheNewestFilesAreRemembered() {
    int[] many = IntStream.range(0, 100).toArray();

    assertEquals(Preferences.MOST_RECENT, opened(many).recent().size());
    assertEquals(file(99), opened(many).recent().getFirst());
  }

  @Test
  void windowNeverOpensSmallerThanItsContent() {
    WindowSize place = new WindowSize(3, Double.NaN, WindowSize.Spread.NORMAL);

    assertEquals(WindowSize.SMALLEST, place.usable());
  }

  @Test
  void aWindowLargerThanTheScreenIsShrunkToItButNotBelowItsContent() {
    WindowSize large = new WindowSize(3000, 2000, WindowSize.Spread.NORMAL);
    assertEquals(new WindowSize(1366, 728, WindowSize.Spread.NORMAL), large.within(1366, 768));
    assertEquals(WindowSize.SMALLEST, large.within(800, 600));
    assertEquals(WindowSize.INITIAL, WindowSize.INITIAL.within(1920, 1080));
  }

  @Test
  void wordsGrowAndShrinkStepByStepAndStayWithinTheList() {
    assertEquals(100, Preferences.INITIAL.fontPercent());
    assertEquals(110, Preferences.INITIAL.sized(1).fontPercent());
    assertEquals(80, Preferences.INITIAL.sized(-1).sized(-1).sized(-1).fontPercent());
    assertEquals(200, Preferences.INITIAL.sized(99).fontPercent());
    assertEquals(100, Preferences.INITIAL.sized(99).usualSize().fontPercent());
    assertEquals(
        200, new Preferences(Theme.DARK, WindowSize.INITIAL, List.of(), 9999).fontPercent());
    assertEquals(
        150, Preferences.INITIAL.sized(3).with(Theme.LIGHT).opened(Path.of("a")).fontPercent());
  }
}
