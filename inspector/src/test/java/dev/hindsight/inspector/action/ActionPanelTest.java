package dev.hindsight.inspector.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.List;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;

class ActionPanelTest {
  private static final float[] OUTPUT = {0.25f, -0.5f, 0.5f, 2};

  @Test
  void numbersShowTheirMeansAndDeviationsInsteadOfProbabilities() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 2, 1)
            .withExtra(
                ActionManifest.of(
                    new ActionSpace.Continuous(List.of("acceleration", "steering"), List.of())))
            .with("logits", Dtype.F4, (_, i) -> OUTPUT[i], 1, 4)
            .with("action", Dtype.F4, (_, i) -> i == 0 ? 0.75 : -1, 1, 2);
    List<String> shown =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("action", rollout);
          panel.show(1, 0);
          LiveTree<?> numbers = panel.find("numbers", LiveTree.class);
          numbers.getSelectionModel().select(0);
          return List.of(
              "" + numbers.getExpandedItemCount(),
              numbers.copyText(),
              panel.find("action.figures", Label.class).getText(),
              "" + panel.find("action.sorted", javafx.scene.control.CheckBox.class).isVisible());
        });
    String entropy = "entropy " + NumberWords.nats(Gaussian.entropy(OUTPUT));
    assertEquals(List.of("2", "acceleration 0.750", entropy, "false"), shown);
  }

  @Test
  void aDeviationBelowZeroIsNamedInsteadOfAnEntropy() throws Exception {
    float[] wrong = {0.25f, -0.5f, 0.5f, -2};
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 2, 1)
            .withExtra(
                ActionManifest.of(
                    new ActionSpace.Continuous(List.of("acceleration", "steering"), List.of())))
            .with("logits", Dtype.F4, (_, i) -> wrong[i], 1, 4);
    String figures =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("action", rollout);
          panel.show(1, 0);
          return panel.find("action.figures", Label.class).getText();
        });
    assertEquals("no entropy, because the deviation of steering is -2.000", figures);
  }

  @Test
  void logitsThatFitNoActionAreNotSaidToBeMissing() throws Exception {
    MemoryRollout without =
        new MemoryRollout("toy", 1, 2, 1)
            .withExtra(
                ActionManifest.of(new ActionSpace.Continuous(List.of("gear", "lane"), List.of())))
            .with("action", Dtype.F4, (_, i) -> i, 1, 2);
    assertTrue(placeholder(without).contains("holds no logits"));
    assertTrue(
        placeholder(without.with("logits", Dtype.F4, (_, i) -> i, 1, 5))
            .contains("not the means and deviations"));
  }

  @Test
  void logitsOfNoAgentAreMissing() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 2, 1)
            .with("action", Dtype.I4, (_, _) -> 0, 2)
            .with("logits", Dtype.F4, (_, i) -> i, 3);
    assertTrue(placeholder(rollout, "logits").contains("holds no logits"));
  }

  private static String placeholder(MemoryRollout rollout) throws Exception {
    return placeholder(rollout, "numbers");
  }

  private static String placeholder(MemoryRollout rollout, String table) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("action", rollout);
      panel.show(1, 0);
      return ((Label) panel.find(table, LiveTree.class).getPlaceholder()).getText();
    });
  }

  @Test
  void aPolicyWhoseOutputIsNaNDoesNotReadLikeACertainOne() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 2, 1)
            .with("logits", Dtype.F4, (t, i) -> t == 1 ? Double.NaN : i % 3, 2, 3)
            .with("action", Dtype.I4, (_, _) -> 1, 2)
            .with("log_prob", Dtype.F4, (_, _) -> Double.NaN, 2)
            .with("value", Dtype.F4, (t, i) -> t == 1 || i == 1 ? Double.NaN : 0.5, 2);
    List<String> shown =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("action", rollout);
          panel.show(1, 0);
          LiveTree<?> rows = panel.find("logits", LiveTree.class);
          rows.getSelectionModel().select(0);
          Label figures = panel.find("action.figures", Label.class);
          panel.work();
          String critic = figures.getText();
          panel.show(1, 1);
          panel.work();
          return List.of(critic, rows.copyText(), figures.getText());
        });
    assertEquals("probability NaN · entropy NaN · value NaN", shown.getFirst());
    assertTrue(shown.get(1).endsWith(" NaN"), shown.get(1));
    assertEquals("probability NaN · entropy NaN", shown.getLast(), "agent 1 has no critic");
  }

  @Test
  void anAgentInLimboShowsNoProbabilities() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 2, 1)
            .with("logits", Dtype.F4, (_, i) -> i % 3, 2, 3)
            .with("action", Dtype.I4, (_, _) -> 1, 2)
            .with("value", Dtype.F4, (_, _) -> 0.5, 2)
            .with("removed", Dtype.BOOL, (t, i) -> t == 1 && i == 1 ? 1 : 0, 2);
    List<String> shown =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("action", rollout);
          panel.show(0, 1);
          LiveTree<?> rows = panel.find("logits", LiveTree.class);
          int before = rows.getExpandedItemCount();
          panel.show(1, 1);
          return List.of(
              before + " to " + rows.getExpandedItemCount(),
              panel.find("action.words", Label.class).getText(),
              panel.find("action.figures", Label.class).getText());
        });
    assertEquals("3 to 0", shown.getFirst());
    assertTrue(shown.get(1).endsWith("in limbo, where actions do nothing"), shown.get(1));
    assertFalse(shown.getLast().contains("0"), shown.getLast());
  }
}
