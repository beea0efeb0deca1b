package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A painter in software fills every ground there is, seen or not: five times the window, and the
/// transparent ones at the price of several, once took a third of the time a picture takes.
class BackgroundFillTest {
  /// Times the window: its own ground, the panes', the rows' and lines' of tables.
  private static final double MOST = 3.5;

  @TempDir private Path folder;

  @Test
  void aWindowIsFilledAFewTimesAndNothingIsFilledInvisibly() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 3, 100);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      window.open(file);
      window.settle();
      List<Region> regions =
          window.onFx(() -> painted(window.stage().getScene().getRoot()).toList());
      Region all = regions.getFirst();
      double filled = regions.stream().mapToDouble(BackgroundFillTest::filled).sum();
      assertTrue(filled >= area(all), "the window has a ground");
      double times = filled / area(all);
      assertTrue(times <= MOST, "the window is filled " + times + " times");
      assertEquals(
          List.of(),
          regions.stream().filter(BackgroundFillTest::inVain).map(Region::toString).toList());
    }
  }

  /// What has a ground that can be seen, and what has one in vain.
  private static Stream<Region> painted(Node node) {
    if (!node.isVisible() || node.getOpacity() == 0) {
      return Stream.empty();
    }
    Stream<Region> own =
        node instanceof Region region && region.getBackground() != null
            ? Stream.of(region)
            : Stream.empty();
    return node instanceof Parent parent
        ? Stream.concat(
            own, parent.getChildrenUnmodifiable().stream().flatMap(BackgroundFillTest::painted))
        : own;
  }

  /// Buttons without a ground are the many; large regions the costly ones.
  private static boolean inVain(Region region) {
    boolean transparent =
        region.getBackground().getFills().stream()
            .anyMatch(fill -> fill.getFill().equals(Color.TRANSPARENT));
    return transparent
        && (area(region) > 20_000
            || (region instanceof Button button && button.getStyleClass().contains("flat")));
  }

  private static double filled(Region region) {
    return area(region) * region.getBackground().getFills().size();
  }

  private static double area(Region region) {
    return region.getWidth() * region.getHeight();
  }
}
