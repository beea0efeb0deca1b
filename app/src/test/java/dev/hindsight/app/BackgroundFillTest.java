package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.fx.StyleSheet;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Software painting fills every background, visible or not. Filling five times the window area, at
/// a higher price for transparent backgrounds, once took a third of the time of a picture.
class BackgroundFillTest {
  /// In window areas: the backgrounds of the window, the panes, and the rows and lines of tables.
  private static final double MOST_WINDOW_AREAS = 3.5;

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
      assertTrue(times <= MOST_WINDOW_AREAS, "the window is filled " + times + " times");
      assertEquals(
          List.of(),
          regions.stream().filter(BackgroundFillTest::inVain).map(Region::toString).toList());
    }
  }

  /// A start shows the window before its contents.
  @ParameterizedTest
  @EnumSource(Theme.class)
  void theEmptyWindowHasTheColourOfItsLaterGround(Theme theme) throws TimeoutException {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL.with(theme))) {
      window.settle();
      window.onFx(() -> {
        assertEquals(StyleSheet.ground(theme), window.stage().getScene().getFill());
        Region root = (Region) window.stage().getScene().getRoot();
        assertEquals(StyleSheet.ground(theme), root.getBackground().getFills().getLast().getFill());
        return root;
      });
    }
  }

  /// Regions with a visible background, or with an invisible one.
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

  /// Most backgrounds belong to buttons; those of large regions cost most.
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
