package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.critic.CriticRecordings;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The panel shows what changes, or that nothing does.
class WhatIfPanelTest {
  /// Opens the panel on a recording with limbo and shows it an agent.
  private static void inPanel(Path folder, Consumer<PanelUnderTest> test) throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 60)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("what-if", rollout)) {
          panel.show(30, 0);
          test.accept(panel);
        }
        return 0;
      });
    }
  }

  @Test
  void whatIsChosenIsAnsweredAndLivedOnWithout(@TempDir Path folder) throws Exception {
    inPanel(
        folder,
        panel -> {
          panel.work();
          panel.work();
          String before = panel.find("what-if.sentence", Label.class).getText();
          assertTrue(before.contains("Choose what to switch off"), before);
          assertEquals(4, rows(panel, "what-if.actions"));

          choose(panel, new Keys.LimboTicks());
          String limbo = panel.find("what-if.sentence", Label.class).getText();
          assertTrue(limbo.contains("nothing changes"), limbo);

          choose(panel, new Keys.Others());
          String alone = panel.find("what-if.sentence", Label.class).getText();
          assertTrue(alone.contains("nats"), alone);
          String credit = panel.find("what-if.told", Label.class).getText();
          assertTrue(
              credit.startsWith(
                  "Worth most: found at tick 9 (trial 1:9), seen at tick 10 (trial 2:0)"),
              credit);

          panel.find("what-if.run", Button.class).fire();
          panel.work();
          panel.work();
          String outcome = panel.find("what-if.outcome", Label.class).getText();
          assertTrue(outcome.startsWith("From tick 30"), outcome);
          assertFalse(outcome.contains("does not repeat"), outcome);
          assertTrue(rows(panel, "what-if.scores") > 0);
          panel.find("what-if.run", Button.class).fire();
          assertEquals(0, rows(panel, "what-if.scores"), "they are not of the run that goes on");
          panel.work();
          panel.work();
          assertTrue(rows(panel, "what-if.scores") > 0);

          panel.find("what-if.ticks", TextField.class).setText("seven");
          panel.work();
          String wrong = panel.find("what-if.sentence", Label.class).getText();
          assertEquals(alone, wrong);
        });
  }

  @Test
  void anOutputThatIsNaNIsNotSaidToOweNothingToItsPast(@TempDir Path folder) throws Exception {
    try (Rollout rollout =
        new AlteredRollout(DarkRoomRecordings.withLimbo(folder, 60))
            .with("observation", (tick, _, x) -> tick == 30 ? Double.NaN : x)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("what-if", rollout)) {
          panel.show(30, 0);
          panel.work();
          panel.work();
          assertEquals(
              "No worth is a number: the output is NaN with everything on, or without any of these"
                  + " moments.",
              panel.find("what-if.told", Label.class).getText());
        }
        return 0;
      });
    }
  }

  @Test
  void whereNothingIsRememberedNoMomentIsJudged(@TempDir Path folder) throws Exception {
    inPanel(
        folder,
        panel -> {
          panel.show(0, 0);
          panel.work();
          panel.work();
          assertEquals(
              "The memory is empty at this tick.",
              panel.find("what-if.told", Label.class).getText());
        });
  }

  @Test
  void actionsThatAreNumbersHaveARowEachAndNoLogit(@TempDir Path folder) throws Exception {
    Path file =
        CriticRecordings.record(
            folder,
            "spread",
            Map.of("action_form", "continuous", "trial_ticks", "10", "trials", "2"),
            Map.of("policy", "transformer", "replay_sequence_length", "4"));
    try (Rollout rollout = Rollouts.open(file)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("what-if", rollout)) {
          panel.show(15, 1);
          panel.work();
          panel.work();
          choose(panel, new Keys.Others());
          String alone = panel.find("what-if.sentence", Label.class).getText();
          assertTrue(alone.contains("nats"), alone);
          assertEquals(2, rows(panel, "what-if.actions"));
          assertEquals(
              List.of(CreditMeasure.ACTION, CreditMeasure.VALUE, CreditMeasure.POLICY),
              panel.find("what-if.question", WordedChoiceBox.class).getItems());
        }
        return 0;
      });
    }
  }

  @Test
  void nothingOfTheFormerAgentIsShownOnceAnotherIsSelected(@TempDir Path folder) throws Exception {
    inPanel(
        folder,
        panel -> {
          panel.workOnce();
          panel.show(30, Moment.NO_AGENT);
          panel.work();
          assertEquals("", panel.find("what-if.sentence", Label.class).getText());
          panel.show(30, 0);
          panel.work();
          String again = panel.find("what-if.sentence", Label.class).getText();
          assertTrue(again.contains("Choose what to switch off"), again);
        });
  }

  @Test
  void whatIsChosenCanBeAChangeThatABranchBeginsWith(@TempDir Path folder) throws Exception {
    inPanel(
        folder,
        panel -> {
          panel.work();
          panel.work();
          Button branch = panel.find("what-if.branch", Button.class);
          branch.fire();
          panel.work();
          assertEquals(List.of(), panel.proposed(), "nothing is switched off");
          choose(panel, new Keys.Others());
          branch.fire();
          panel.work();
          assertEquals(
              List.of(
                  new Edit.Ablate(
                      30, 0, Ablation.of(Ablation.Fill.ZERO, new Keys.Others()), Map.of())),
              panel.proposed());
        });
  }

  @SuppressWarnings("unchecked")
  private static void choose(PanelUnderTest panel, Keys keys) {
    panel.find("what-if.keys", WordedChoiceBox.class).setValue(Optional.of(keys));
    panel.work();
    panel.work();
  }

  private static int rows(PanelUnderTest panel, String id) {
    return panel.find(id, LiveTree.class).getRoot().getChildren().size();
  }
}
