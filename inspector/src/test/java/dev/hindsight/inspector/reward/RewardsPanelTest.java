package dev.hindsight.inspector.reward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.outcome.RewardBreakdown;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;

/// The panel lists the parts of the reward at the cursor and over the trial, and says when they do
/// not add up.
class RewardsPanelTest {
  /// Two trials of 10 ticks: a toll of 1 at every tick, a prize of 8 at tick 7 and of 2 at tick 16.
  private static MemoryRollout recording(double wrong) {
    return new MemoryRollout("planted", 1, 20, 2)
        .with("trial", Dtype.I4, (t, _) -> t < 10 ? 0 : 1)
        .with(part("toll"), (_, _) -> -1, 1)
        .with(part("prize"), (t, _) -> prize(t), 1)
        .with(part("never"), (_, _) -> 0, 1)
        .with("reward", Dtype.F4, (t, _) -> prize(t) - 1 + (t == 12 ? wrong : 0), 1);
  }

  private static dev.hindsight.trainer.rollout.ChannelSpec part(String name) {
    return StepFigure.rewardPart("reward_" + name, "").spec();
  }

  private static double prize(int tick) {
    return tick == 7 ? 8 : tick == 16 ? 2 : 0;
  }

  @Test
  void rowsHoldTheTickTheTrialAndTheShare() {
    RewardBreakdown read = RewardBreakdown.of(recording(0), 0, new Cancellation());
    List<RewardTable.Row> rows = RewardTable.of(read, 7, new Span(0, 10)).rows();
    assertEquals(
        List.of(
            new RewardTable.Row("toll", -1, -10, 10.0 / 18, 0),
            new RewardTable.Row("prize", 8, 8, 8.0 / 18, 7),
            new RewardTable.Row("Sum of the parts", 7, -2, Double.NaN, 7),
            new RewardTable.Row("Recorded reward", 7, -2, Double.NaN, 7)),
        rows);
    rows = RewardTable.of(read, 15, new Span(10, 20)).rows();
    assertEquals(new RewardTable.Row("prize", 0, 2, 2.0 / 12, 16), rows.get(1));
  }

  /// The reward is 0.6967499 and its parts add up to 0.6967501: to four digits these would read
  /// 0.6967 and 0.6968.
  @Test
  void roundingAloneDoesNotLookLikeADifference() {
    RewardTable table = rounded(0.6967499f);
    RewardTable.Row sum = table.rows().get(2);
    RewardTable.Row recorded = table.rows().get(3);
    assertEquals(0.6967499f, recorded.here());
    assertEquals(recorded.here(), sum.here());
    assertEquals(recorded.trial(), sum.trial());
  }

  @Test
  void aDifferenceBeyondRoundingIsShown() {
    RewardTable table = rounded(0.6964f);
    assertEquals(0.69675, table.rows().get(2).here(), 1e-5);
    assertEquals(0.6964, table.rows().get(3).here(), 1e-5);
    assertEquals(
        4 * (0.69675 - 0.6964), table.rows().get(2).trial() - table.rows().get(3).trial(), 1e-5);
  }

  /// Four ticks with the parts 0.5000001 and 0.19675, which add up to 0.6967501.
  private static RewardTable rounded(float reward) {
    Rollout rollout =
        new MemoryRollout("rounded", 1, 4, 1)
            .with(part("toll"), (_, _) -> 0.5000001f, 1)
            .with(part("prize"), (_, _) -> 0.19675f, 1)
            .with("reward", Dtype.F4, (_, _) -> reward, 1);
    return RewardTable.of(RewardBreakdown.of(rollout, 0, new Cancellation()), 1, new Span(0, 4));
  }

  @Test
  void aRowLeadsToItsLargestTickByMouseAndKeyboard() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("rewards", recording(0))) {
        panel.show(3, 0);
        panel.work();
        assertEquals(
            "Reward -1 at this tick, -2 in this trial.",
            panel.find("rewards.sentence", Label.class).getText());
        assertEquals(
            "The parts add up to the recorded reward at 20 ticks (largest difference 0, rounding). Parts never paid and not listed: 1.",
            panel.find("rewards.agreement", Label.class).getText());
        LiveTree<?> table = panel.find("rewards.table", LiveTree.class);
        table.getSelectionModel().select(1);
        assertEquals("prize\t0.0\t8.0", table.copyText());
        table.fireEvent(
            new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
        assertEquals(List.of(7), panel.sought());
      }
      return true;
    });
  }

  @Test
  void partsThatDoNotAddUpAreNamed() throws Exception {
    Rollout wrong = recording(0.5);
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("rewards", wrong)) {
        panel.show(3, 0);
        panel.work();
        String words = panel.find("rewards.agreement", Label.class).getText();
        assertTrue(
            words.startsWith("The parts do not add up to the recorded reward at 1 of 20 ticks"),
            words);
        assertTrue(words.contains("12"), words);
      }
      return true;
    });
  }
}
