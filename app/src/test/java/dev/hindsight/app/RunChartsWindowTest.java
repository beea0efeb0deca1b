package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.Slider;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The charts of runs as a user reads them: smoothed, zoomed, over time, on a logarithmic scale.
class RunChartsWindowTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir private Path home;

  private TemporaryHome moved;
  private WindowUnderTest window;

  @BeforeEach
  void openTheWindow() throws TimeoutException, IOException {
    moved = new TemporaryHome(home);
    SyntheticRuns runs = new SyntheticRuns(home.resolve("runs"));
    for (long seed = 0; seed < 3; seed++) {
      runs.add(seed, 0.001, 200);
      runs.add(seed, 0.003, seed == 2 ? 120 : 200);
    }
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
    showRuns();
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
    moved.close();
  }

  @Test
  void smoothingIsSaidAndOutlastsTheTab() throws TimeoutException {
    smooth(0.6);
    window.settle();
    assertEquals("Smoothing 0.60", window.words("charts.smoothing.words"));

    window.onFx(() -> {
      window.context().close(window.context().workspace().state().active().orElseThrow());
      return true;
    });
    showRuns();
    assertEquals("Smoothing 0.60", window.words("charts.smoothing.words"));
  }

  @Test
  void aLogarithmicScaleSaysHowManyValuesItLeavesOut() throws TimeoutException {
    window.press("charts.group");
    window.press("chart.log.compare.gain");
    window.until(() -> legend().size() == 6);
    window.settle();
    assertTrue(window.words("chart.left.compare.gain").endsWith("values ≤ 0 left out"));
    assertTrue(
        window.<Boolean>onFx(() -> window.find("chart.left.compare.gain", Node.class).isVisible()));
    window.press("chart.log.compare.gain");
    window.settle();
    assertFalse(
        window.<Boolean>onFx(() -> window.find("chart.left.compare.gain", Node.class).isVisible()));
  }

  @Test
  void keysMoveOneCrosshairThroughAllChartsAndZoom() throws TimeoutException {
    Node board = window.find("charts.board", Node.class);
    key(board, KeyCode.RIGHT);
    key(board, KeyCode.RIGHT);
    window.settle();
    for (String chart : List.of("chart.compare.last", "chart.compare.gain")) {
      assertTrue(said(chart).contains(", update 3,"), said(chart));
    }
    assertTrue(window.find("charts.whole", ButtonBase.class).isDisabled());

    key(board, KeyCode.PLUS);
    assertFalse(window.find("charts.whole", ButtonBase.class).isDisabled());
    key(board, KeyCode.ESCAPE);
    window.settle();
    assertEquals("Score of the last trial", said("chart.compare.last"));
    key(board, KeyCode.ESCAPE);
    assertTrue(window.find("charts.whole", ButtonBase.class).isDisabled(), "the whole run again");
  }

  @Test
  void theXAxisCanBeTheTimeOfTraining() throws TimeoutException {
    window.onFx(() -> {
      window.find("charts.axis", ChoiceBox.class).getSelectionModel().selectLast();
      return true;
    });
    Node board = window.find("charts.board", Node.class);
    key(board, KeyCode.LEFT);
    window.settle();
    assertTrue(said("chart.compare.last").contains(", 10 min,"), said("chart.compare.last"));
  }

  @Test
  void runsThatDifferOnlyInTheirSeedAreOneCurveUntilTheUserSaysOtherwise() throws TimeoutException {
    TableView<?> scores = window.find("training.outcome", TableView.class);
    assertEquals(
        List.of("", "learning_rate 0.003", "learning_rate 0.001"),
        window.onFx(() -> scores.getColumns().stream().map(TableColumn::getText).toList()));
    assertEquals(
        List.of("learning_rate 0.003 (n = 3, to update 120)", "learning_rate 0.001 (n = 3)"),
        legend());

    window.press("charts.group");
    window.until(() -> scores.getColumns().size() == 7);
    assertEquals(6, legend().size());
  }

  @Test
  void aChartOfTheComparisonIsExportedAsAFigure() throws TimeoutException, IOException {
    showRuns();
    Path file = home.resolve("gain.svg");
    window.answer(file);
    window.onFx(() -> {
      window.find("charts.figure", MenuButton.class).getItems().get(1).fire();
      return true;
    });
    window.settle();
    String svg = Files.readString(file);
    assertTrue(svg.contains(">Gain"), svg.substring(0, 300));
    for (String curve : legend()) {
      String name = curve.replaceFirst(" \\(n = .*", "");
      assertTrue(svg.contains(">" + name + "<"), name);
    }
  }

  @Test
  void everyMetricHasAChart() throws TimeoutException {
    ChoiceBox<?> metrics = window.find("charts.metrics", ChoiceBox.class);
    assertEquals(6, metrics.getItems().size(), metrics.getItems().toString());
    window.onFx(() -> {
      metrics.getSelectionModel().select(metrics.getItems().indexOf("losses"));
      return true;
    });
    window.until(() -> window.has("chart.compare.losses/approx_kl"));
    assertFalse(window.has("chart.compare.gain"));
  }

  @Test
  void everyWordHasRoom() throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    smooth(0.6);
    window.press("chart.log.compare.gain");
    Node board = window.find("charts.board", Node.class);
    for (int i = 0; i < 5; i++) {
      key(board, KeyCode.RIGHT, true);
    }
    WindowScreenshots.takeAll(window, PICTURES, "training-comparison");
  }

  private void showRuns() throws TimeoutException {
    window.press("button.file.train");
    window.until(() -> window.has("training.toRuns"));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs"));
    TableView<?> table = window.find("training.runs", TableView.class);
    window.until(() -> table.getItems().size() == 6);
    window.onFx(() -> {
      table.getSelectionModel().selectAll();
      return true;
    });
    window.until(() -> !window.find("training.outcome", TableView.class).getItems().isEmpty());
    window.settle();
  }

  private List<String> legend() {
    return window.onFx(() ->
        window.find("charts.legend", Pane.class).getChildren().stream()
            .filter(Labeled.class::isInstance)
            .map(entry -> ((Labeled) entry).getText())
            .toList());
  }

  private void smooth(double factor) {
    window.onFx(() -> {
      window.find("charts.smoothing", Slider.class).setValue(factor);
      return true;
    });
  }

  private void key(Node board, KeyCode code) {
    key(board, code, false);
  }

  private void key(Node board, KeyCode code, boolean shift) {
    window.onFx(() -> {
      board.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, false, false, false));
      return true;
    });
  }

  private String said(String chart) {
    return window.onFx(() -> window.find(chart, Node.class).getAccessibleText());
  }
}
