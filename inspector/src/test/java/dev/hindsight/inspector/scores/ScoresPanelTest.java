package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.partner.PartneredRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Tone;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableView;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoresPanelTest {
  private static final PlayedTrials PLAYED = new PlayedTrials(12, 3, 2, 9, 8);

  private static PanelUnderTest open(Rollout rollout) {
    PanelUnderTest panel = new PanelUnderTest("scores", rollout);
    panel.work();
    return panel;
  }

  private static TreeTableView<?> grid(PanelUnderTest panel) {
    return panel.find("scores-grid", TreeTableView.class);
  }

  @Test
  void thereAreExactlyAsManyColumnsAsTrials() throws Exception {
    List<String> titles =
        HeadlessToolkit.onFx(() ->
            grid(open(PLAYED.rollout(12))).getColumns().stream()
                .map(TableColumnBase::getText)
                .toList());

    assertEquals(14, titles.size());
    assertEquals("Trial 9", titles.get(9));
    assertEquals("Gain", titles.getLast());
  }

  @Test
  void ofManyTrialsTheChartSaysOnlyThoseAtBothEnds() throws Exception {
    int trials = 100;
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 2 * trials, trials)
            .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 2))
            .with("trial_tick", Dtype.I4, (t, _) -> t % 2)
            .with("trial_ended", Dtype.BOOL, (t, _) -> t % 2, 1)
            .with("trial_score", Dtype.F4, (t, _) -> t % 2 == 0 ? Double.NaN : t < 100 ? 1 : 0, 1);
    String said =
        HeadlessToolkit.onFx(
            () -> open(rollout).find("scores-chart", Region.class).getAccessibleText());

    assertTrue(said.startsWith("Score of 100 trials. The first 8: 1.00, 1.00, "), said);
    assertTrue(said.endsWith("The last 8: " + "0.00, ".repeat(7) + "0.00"), said);
  }

  @Test
  void aRecordingOfAgentsInLimboHasNoTrialThatAnyOfThemTookPartIn() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 30, 1).with("removed", Dtype.BOOL, (_, _) -> 1, 2);
    String said =
        HeadlessToolkit.onFx(() -> open(rollout).find("scores-sentence", Label.class).getText());

    assertEquals("No agent has taken part in a trial.", said);
  }

  @Test
  void eachEpisodeNamesItsPartnerAndEachPartnerHasAMean(@TempDir Path folder) throws Exception {
    Path file =
        PartneredRecordings.record(folder, "drive-near", "scripted:left,scripted:right", 600);
    try (Rollout rollout = Rollouts.open(file)) {
      RecordedPartners partners = RecordedPartners.of(rollout.manifest()).orElseThrow();
      List<String> rows =
          HeadlessToolkit.onFx(() ->
              grid(open(rollout)).getRoot().getChildren().stream()
                  .map(row -> ((ScoreRow) row.getValue()).who())
                  .toList());
      String first = partners.at(rollout, 0).orElseThrow();
      assertTrue(rows.contains("Episode 1, with " + first), rows.toString());
      assertTrue(
          rows.stream().anyMatch(row -> row.startsWith("Egos with " + first + ", mean of ")),
          rows.toString());
    }
  }

  @Test
  void theTrialUnderTheCursorIsMarked() throws Exception {
    String title =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = open(PLAYED.rollout(12));
          panel.show(9 * 4 + 3, Moment.NO_AGENT);
          return grid(panel).getColumns().get(5).getText();
        });

    assertEquals("▸ Trial 5", title);
  }

  @Test
  void ofManyTrialsTheBlockWithTheCursorIsShown() throws Exception {
    PlayedTrials many = new PlayedTrials(123, 3, 2, 9, 8);
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = open(many.rollout(123));
      panel.show(0, Moment.NO_AGENT);
      assertEquals("▸ Trial 1", titles(panel).get(1));
      assertEquals("Trial 10", titles(panel).get(10));
      assertEquals(12, titles(panel).size(), "who, ten trials, gain");

      panel.show(9 * 74, Moment.NO_AGENT);
      assertEquals("Trial 71", titles(panel).get(1));
      assertEquals("▸ Trial 75", titles(panel).get(5));
      assertEquals(
          "Trials 71 to 80 of 123, around the cursor.",
          panel.find("scores-block", Label.class).getText());

      panel.show(9 * 122, Moment.NO_AGENT);
      assertEquals("▸ Trial 123", titles(panel).get(3));
      assertEquals("Gain", titles(panel).get(4), "no column without a trial");
      return true;
    });
  }

  private static List<String> titles(PanelUnderTest panel) {
    return grid(panel).getVisibleLeafColumns().stream().map(TableColumnBase::getText).toList();
  }

  @Test
  void aCellOfALaterBlockLeadsToItsTrial() throws Exception {
    PlayedTrials many = new PlayedTrials(120, 3, 2, 9, 8);
    List<List<Integer>> led =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = open(many.rollout(120));
          panel.show(9 * 74, Moment.NO_AGENT);
          choose(grid(panel), "Episode 1", 1);
          pressEnter(grid(panel));
          return List.of(panel.sought());
        });

    assertEquals(List.of(9 * 70), led.getFirst());
  }

  @Test
  void theChartDrawsTheMeansOfTheTrialUnderTheCursorInItsBand() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = open(PLAYED.rollout(12));
      panel.work();
      panel.show(0, Moment.NO_AGENT);
      Rectangle band = panel.find("scores-chart.trial", Rectangle.class);
      double first = band.getX();
      panel.show(9 * 4 + 3, Moment.NO_AGENT);

      assertTrue(band.isVisible());
      assertEquals(first + 4 * band.getWidth(), band.getX(), 1e-6, "the fifth trial");
      Image picture =
          panel.find("scores-chart", Region.class).getChildrenUnmodifiable().stream()
              .filter(ImageView.class::isInstance)
              .map(node -> ((ImageView) node).getImage())
              .findFirst()
              .orElseThrow();
      int egos = 0;
      for (int x = (int) band.getX(); x < band.getX() + band.getWidth(); x++) {
        for (int y = (int) band.getY(); y < band.getY() + band.getHeight(); y++) {
          int rgb = picture.getPixelReader().getArgb(x, y) & 0xffffff;
          egos += rgb == Palette.DARK.rgb(Tone.AGENT) ? 1 : 0;
        }
      }
      assertTrue(egos > 20, egos + " pixels of a disc");
      return true;
    });
  }

  @Test
  void whatIsAddedToARecordingUnderWayIsCountedOnceItHasEnded() throws Exception {
    MemoryRollout growing = PLAYED.rollout(12);
    // So close to the end that the missing ticks do not justify another reading.
    growing.comeTo(PLAYED.ticks() - 1);
    List<String> told =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = open(growing);
          String before = panel.find("scores-sentence", Label.class).getText();
          growing.comeTo(PLAYED.ticks());
          panel.show(0, Moment.NO_AGENT);
          panel.work();
          return List.of(before, panel.find("scores-sentence", Label.class).getText());
        });
    String whole =
        HeadlessToolkit.onFx(
            () -> open(PLAYED.rollout(12)).find("scores-sentence", Label.class).getText());

    assertEquals(whole, told.getLast());
    assertNotEquals(told.getFirst(), told.getLast());
  }

  private static void pressEnter(TreeTableView<?> grid) {
    grid.fireEvent(
        new KeyEvent(KeyEvent.KEY_RELEASED, "", "", KeyCode.ENTER, false, false, false, false));
  }

  @Test
  void enterOnATrialLeadsToWhereTheAgentReachedItsGoal() throws Exception {
    int trial = firstReached(0);
    List<List<Integer>> led =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = open(PLAYED.rollout(12));
          choose(grid(panel), "Agent 0", trial + 1);
          pressEnter(grid(panel));
          return List.of(panel.sought(), panel.selected());
        });
    int reached =
        ScoreReaderTest.read(PLAYED.rollout(12))
            .episodes()
            .getFirst()
            .trial(trial)
            .orElseThrow()
            .agents()
            .getFirst()
            .reachedAt();

    assertEquals(List.of(List.of(reached), List.of(0)), led);
  }

  private static int firstReached(int agent) {
    for (int trial = 0; trial < PLAYED.trials; trial++) {
      if (PLAYED.reached(trial, agent)) {
        return trial;
      }
    }
    throw new AssertionError("draw another lot");
  }

  private static <R> void choose(TreeTableView<R> grid, String who, int column) {
    for (int row = 0; row < grid.getExpandedItemCount(); row++) {
      TreeItem<R> item = grid.getTreeItem(row);
      if (item.getValue() instanceof ScoreRow found && found.who().equals(who)) {
        grid.getSelectionModel().select(row, grid.getColumns().get(column));
        return;
      }
    }
    throw new AssertionError("no row " + who);
  }

  @Test
  void coPlayersAreCalledThatAndHaveAMeanOfTheirOwn() throws Exception {
    List<String> rows =
        HeadlessToolkit.onFx(() ->
            grid(open(PLAYED.rollout(12))).getRoot().getChildren().stream()
                .map(item -> ((ScoreRow) item.getValue()).who())
                .toList());

    assertEquals(List.of("Egos, mean", "Co-players, mean", "Episode 1"), rows);
  }

  @Test
  void whatIsWrongIsSaidOverTheTable() throws Exception {
    String wrong =
        HeadlessToolkit.onFx(() ->
            open(PLAYED.rollout(12).with(PLAYED.summary(2, 2, 8)))
                .find("scores-wrong", Label.class)
                .getText());

    assertTrue(wrong.startsWith("⚠ The summary has scores of 8 trials, but 12 ended"), wrong);
  }

  @Test
  void everyMeasureCanBeChosen() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = open(PLAYED.rollout(12));
      ComboBox<?> choice = panel.find("scores-choice", ComboBox.class);
      for (int index = 0; index < choice.getItems().size(); index++) {
        choice.getSelectionModel().select(index);
        panel.show(10, 1);
      }
      return true;
    });
  }
}
