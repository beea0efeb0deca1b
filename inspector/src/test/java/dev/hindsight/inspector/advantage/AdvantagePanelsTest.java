package dev.hindsight.inspector.advantage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.DoubleNode;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.event.ActionEvent;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeTableColumn;
import org.junit.jupiter.api.Test;

/// The two panels on a recording of two trials, the second of which has a reward at its end.
class AdvantagePanelsTest {
  private static Rollout recording() {
    return new MemoryRollout("toy", 1, 6, 2)
        .with("trial", Dtype.I4, (t, _) -> t < 3 ? 0 : 1)
        .with("trial_tick", Dtype.I4, (t, _) -> t % 3)
        .with("value", Dtype.F4, (t, _) -> t == 4 ? 0.5 : 0, 1)
        .with("reward", Dtype.F4, (t, _) -> t == 5 ? 3 : 0, 1)
        .with("removed", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 1)
        .with("truncation", Dtype.BOOL, (t, _) -> t % 3 == 2 ? 1 : 0, 1)
        .with("terminal", Dtype.BOOL, (t, _) -> t == 5 ? 1 : 0, 1);
  }

  @Test
  void theAgentToWhichTheUserReturnsKeepsItsReading() throws Exception {
    Rollout two =
        new MemoryRollout("toy", 2, 6, 1)
            .with("value", Dtype.F4, (t, _) -> 0.5, 2)
            .with("reward", Dtype.F4, (t, agent) -> t == 5 ? 3 + agent : 0, 2)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 5 ? 1 : 0, 2);
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("advantage", two);
      panel.show(5, 0);
      panel.work();
      panel.show(5, 1);
      panel.show(5, 0);
      panel.work();
      assertEquals(
          "The action was better than expected by 2.500.",
          panel.find("advantage.sentence", Label.class).getText());
      return true;
    });
  }

  private static List<List<String>> rows(PanelUnderTest panel, String id) {
    LiveTree<?> tree = panel.find(id, LiveTree.class);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < tree.getExpandedItemCount(); i++) {
      tree.getSelectionModel().select(i);
      rows.add(List.of(tree.copyText()));
    }
    return rows;
  }

  /// Agents with discounts of their own.
  private static MemoryRollout conditioned() {
    return new MemoryRollout("toy", 2, 3, 1)
        .with("value", Dtype.F4, (_, _) -> 0.5, 2)
        .with("reward", Dtype.F4, (t, _) -> t == 2 ? 1 : 0, 2)
        .with("terminal", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 2)
        .with(
            new ObservationLayout(
                List.of(
                    new ObservationLayout.Segment(
                        "ego", 0, List.of(1), List.of("discount_weight")))))
        .with("observation", Dtype.F4, (_, agent) -> agent == 0 ? 0.5 : 0.25, 2, 1);
  }

  @Test
  void eachAgentIsDiscountedByWhatItObservesUnlessTheUserTypesAGamma() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("value", conditioned());
      Label sentence = panel.find("value.sentence", Label.class);
      Label rule = panel.find("value.rule", Label.class);
      TextField gamma = panel.find("value.gamma", TextField.class);
      for (int agent = 0; agent < 2; agent++) {
        panel.show(0, agent);
        panel.work();
        String earned = agent == 0 ? "+0.2500" : "+0.0625";
        assertEquals("Predicted +0.5000, actual return " + earned + ".", sentence.getText());
        assertTrue(
            rule.getText()
                .contains("γ is the agent's own, which it observes as" + " ego.discount_weight."),
            rule.getText());
        assertEquals("", gamma.getText());
        assertEquals("own", gamma.getPromptText());
      }
      gamma.setText("0.9");
      gamma.getOnAction().handle(new ActionEvent());
      panel.work();
      assertEquals("Predicted +0.5000, actual return +0.8100.", sentence.getText());
      gamma.setText("");
      gamma.getOnAction().handle(new ActionEvent());
      panel.work();
      assertEquals("Predicted +0.5000, actual return +0.0625.", sentence.getText());
      assertTrue(!rule.getText().contains("by hand"), rule.getText());
      return true;
    });
  }

  @Test
  void theGammaOfTheRuleTypedAgainIsTheRule() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("value", recording());
      panel.show(0, 0);
      panel.work();
      Label rule = panel.find("value.rule", Label.class);
      String recorded = rule.getText();
      TextField gamma = panel.find("value.gamma", TextField.class);
      String first = gamma.getText();
      for (String typed : List.of("0.5", first)) {
        gamma.setText(typed);
        gamma.getOnAction().handle(new ActionEvent());
        panel.work();
        assertEquals(typed.equals(first), rule.getText().equals(recorded), rule.getText());
      }
      return true;
    });
  }

  @Test
  void theAccountOfATickNamesTheDiscountOfItsAgent() throws Exception {
    List<String> accounts =
        HeadlessToolkit.onFx(() -> {
          List<String> both = new ArrayList<>();
          for (Rollout rollout :
              List.of(conditioned(), conditioned().without("observation"), recording())) {
            PanelUnderTest panel = new PanelUnderTest("advantage", rollout);
            panel.show(0, 0);
            panel.work();
            both.add(rows(panel, "advantage.terms").toString());
          }
          return both;
        });
    assertTrue(accounts.get(0).contains("Discount γ 0.5000"), accounts.get(0));
    assertTrue(accounts.get(1).contains("Discount γ ]"), accounts.get(1));
    assertTrue(!accounts.get(2).contains("Discount"), accounts.get(2));
  }

  @Test
  void aDiscountThatTheRecordingDoesNotHoldIsNotGuessed() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("value", conditioned().without("observation"));
      panel.show(0, 1);
      panel.work();
      assertEquals(
          "Predicted +0.5000; actual return unknown, the agent's own discount at tick 0 is not"
              + " recorded.",
          panel.find("value.sentence", Label.class).getText());
      assertTrue(
          panel.find("value.rule", Label.class).getText().contains("type a γ to see numbers"));
      panel.show(2, 1);
      assertEquals(
          "Predicted +0.5000, actual return +1.0000.",
          panel.find("value.sentence", Label.class).getText());
      return true;
    });
  }

  @Test
  void ofAnAgentThatAPartnerDrivesThePanelSaysThatItsRuleMayBeAnother() throws Exception {
    MemoryRollout partnered = conditioned();
    Manifest.PolicyInfo none = new Manifest.PolicyInfo("none", "", "", "random");
    partnered.by(
        new Manifest.PolicyInfo(
            "none",
            "",
            "",
            "",
            "random",
            new RecordedPartners(1, List.of(new RecordedPartners.RecordedPartner("left", 1, none)))
                .keys()));
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("value", partnered);
      for (int agent = 0; agent < 2; agent++) {
        panel.show(0, agent);
        panel.work();
        String rule = panel.find("value.rule", Label.class).getText();
        assertEquals(agent == 1, rule.contains("A partner drives this agent"), rule);
      }
      return true;
    });
  }

  @Test
  void theAccountNamesRewardStopAndWhatAWrongMaskMakesOfIt() throws Exception {
    String account =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("advantage", recording());
          panel.show(5, 0);
          panel.work();
          return rows(panel, "advantage.terms").toString();
        });
    assertTrue(account.contains("Reward r +3.0000"), account);
    assertTrue(account.contains("Advantage A +3.0000"), account);
    assertTrue(account.contains("If limbo were counted"), account);
  }

  @Test
  void aRewardIsClampedOnlyWhereTheTrainingClampedIt() {
    AgentSteps steps = AgentSteps.read(recording(), 0, Progress.SILENT, new Cancellation());
    AdvantageRule clamping =
        AdvantageRule.trained(
            Optional.of(
                new CheckpointOrigin(
                    "transformer",
                    new Manifest.EnvironmentInfo("toy", Map.of(), "1"),
                    new ObservationLayout(List.of()),
                    Map.of("reward_clip", DoubleNode.valueOf(1)),
                    "1",
                    "")));
    assertEquals(1, AdvantageTrace.of(steps, clamping).reward(5));
    assertEquals(3, AdvantageTrace.of(steps, AdvantageRule.USUAL).reward(5));
  }

  @Test
  void atATimeLimitTheAccountNamesTheValueOfTheFinalObservation() throws Exception {
    MemoryRollout limited =
        new MemoryRollout("toy", 1, 6, 1)
            .with("value", Dtype.F4, (_, _) -> 0.5, 1)
            .with("reward", Dtype.F4, (_, _) -> 0, 1)
            .with("truncation", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 1)
            .with("terminal", Dtype.BOOL, (_, _) -> 0, 1)
            .with("end", Dtype.U1, (t, _) -> t == 2 ? 3 : 0, 1)
            .with("final_value", Dtype.F4, (t, _) -> t == 2 ? 0.25 : Double.NaN, 1);
    String account =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("advantage", limited);
          panel.show(2, 0);
          panel.work();
          return rows(panel, "advantage.terms").toString();
        });
    assertTrue(account.contains("Next value V' +0.2500"), account);
    assertTrue(account.contains("Advantage A -0.2575"), account);
    assertTrue(account.contains("If time limits took the value after the reset -0.0150"), account);
  }

  @Test
  void anotherRuleChangesTheAdvantageOfTheFirstTrial() throws Exception {
    List<String> sentences =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("advantage", recording());
          panel.show(0, 0);
          panel.work();
          String before = panel.find("advantage.sentence", Label.class).getText();
          ChoiceBox<?> ends = panel.find("advantage.ends", ChoiceBox.class);
          ends.getSelectionModel().select(2);
          panel.work();
          return List.of(before, panel.find("advantage.sentence", Label.class).getText());
        });
    assertTrue(!sentences.getFirst().contains("by 0.000"), sentences.getFirst());
    assertTrue(sentences.getLast().contains("by 0.000"), sentences.getLast());
  }

  @Test
  void whereTheRecordingEndsNothingIsSaidAboutTheAction() throws Exception {
    MemoryRollout open = new MemoryRollout("toy", 1, 3, 1).with("reward", Dtype.F4, (_, _) -> 1, 1);
    List<String> said = told(open);
    assertEquals(
        "What the action was worth is unknown: the recording ends."
            + " The policy has no value output: values count as 0.",
        said.getFirst());
  }

  @Test
  void whatAWrongMaskMakesOfTheLastTickIsUnknown() throws Exception {
    MemoryRollout whole =
        new MemoryRollout("toy", 1, 3, 1)
            .with("value", Dtype.F4, (_, _) -> 0, 1)
            .with("reward", Dtype.F4, (t, _) -> t == 2 ? 1 : 0, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 1);
    List<String> said = told(whole);
    assertTrue(said.getLast().contains("Advantage A +1.0000"), said.getLast());
    assertTrue(said.getLast().contains("[If terminals did not stop it ]"), said.getLast());
  }

  /// The sentence and the rows at the last of three ticks.
  private static List<String> told(Rollout rollout) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("advantage", rollout);
      panel.show(2, 0);
      panel.work();
      return List.of(
          panel.find("advantage.sentence", Label.class).getText(),
          rows(panel, "advantage.terms").toString());
    });
  }

  /// Ten ticks with a reward of 1 each; the value, or the reward, at tick 7 is another number.
  private static Rollout broken(String column, double number) {
    return new MemoryRollout("toy", 2, 10, 1)
        .with("value", Dtype.F4, (t, a) -> a == 1 ? Double.NaN : 0.5, 2)
        .with("reward", Dtype.F4, (_, _) -> 1, 2)
        .with("terminal", Dtype.BOOL, (t, _) -> t == 9 ? 1 : 0, 2)
        .with(
            column,
            Dtype.F4,
            (t, a) ->
                t == 7 && a == 0 ? number : column.equals("reward") ? 1 : a == 1 ? Double.NaN : 0.5,
            2);
  }

  /// The sentence and the rows of a panel at a tick of an agent.
  private static List<String> told(String panel, Rollout rollout, int tick, int agent)
      throws Exception {
    return HeadlessToolkit.onFx(() -> {
      PanelUnderTest shown = new PanelUnderTest(panel, rollout);
      shown.show(tick, agent);
      shown.work();
      String table = panel.equals("value") ? "value.calibration" : "advantage.terms";
      return List.of(
          shown.find(panel + ".sentence", Label.class).getText(), rows(shown, table).toString());
    });
  }

  @Test
  void aValueThatIsNaNIsNamedAndDoesNotCountAsNone() throws Exception {
    Rollout rollout = broken("value", Double.NaN);

    assertEquals("Predicted NaN, actual return +2.9109.", told("value", rollout, 7, 0).getFirst());
    List<String> there = told("advantage", rollout, 7, 0);
    assertEquals(
        "What the action was worth is unknown: the value at tick 7 is NaN.", there.getFirst());
    assertTrue(there.getLast().contains("[Value V NaN]"), there.getLast());
    List<String> before = told("advantage", rollout, 3, 0);
    assertEquals(there.getFirst(), before.getFirst());
    assertTrue(before.getLast().contains("[Advantage A NaN]"), before.getLast());
    assertTrue(
        told("advantage", rollout, 8, 0).getFirst().startsWith("The action was better"),
        "nothing before it counts");
    assertTrue(
        told("advantage", rollout, 7, 1).getFirst().endsWith("values count as 0."),
        "agent 1 has no values at all");
  }

  @Test
  void valuesThatAreAllNaNAreNotSaidToBeNone() throws Exception {
    Rollout rollout =
        new MemoryRollout("toy", 1, 3, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1)
            .with("value", Dtype.F4, (_, _) -> Double.NaN, 1);
    assertEquals(
        "Every value recorded for this agent is NaN: its policy has no value output, or it went"
            + " wrong.",
        told("value", rollout, 1, 0).getFirst());
    String advantage = told("advantage", rollout, 1, 0).getFirst();
    assertTrue(advantage.contains("Every value recorded for this agent is NaN"), advantage);
  }

  @Test
  void aRewardThatIsNotFiniteIsNamedInsteadOfAVerdict() throws Exception {
    List<String> there = told("advantage", broken("reward", Double.NaN), 7, 0);
    assertEquals(
        "What the action was worth is unknown: the reward at tick 7 is NaN.", there.getFirst());
    assertTrue(there.getLast().contains("[Reward r NaN]"), there.getLast());
    assertEquals(
        "What the action was worth is unknown: the reward at tick 7 is -inf.",
        told("advantage", broken("reward", Double.NEGATIVE_INFINITY), 2, 0).getFirst());
    assertEquals(
        "Predicted +0.5000; actual return unknown, the reward at tick 7 is NaN.",
        told("value", broken("reward", Double.NaN), 2, 0).getFirst());
  }

  @Test
  void whatOneInfiniteNumberSpoilsIsNotDrawnAndTheRestIs() {
    Rollout rollout = broken("value", Double.NEGATIVE_INFINITY);
    AdvantageReading reading =
        new AdvantageReadingCache()
            .reading(
                new AdvantageReadingCache.Request(
                    new AdvantageReadingCache.AgentKey(rollout, 0, rollout.ticks()),
                    AdvantageRule.USUAL),
                Progress.SILENT,
                new Cancellation());

    assertEquals(0.5f, reading.values().least(0, 10));
    assertEquals(0.5f, reading.values().most(0, 10));
    assertTrue(reading.advantages().least(0, 10) <= reading.advantages().most(0, 10));
    assertTrue(Float.isFinite(reading.advantages().most(0, 10)));
  }

  @Test
  void atTheLastTickOfAnUnfinishedRecordingTheRowsSayThatItEnds() throws Exception {
    MemoryRollout open =
        new MemoryRollout("toy", 1, 3, 1)
            .with("value", Dtype.F4, (_, _) -> 0, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1);
    AdvantageReading reading =
        new AdvantageReadingCache()
            .reading(
                new AdvantageReadingCache.Request(
                    new AdvantageReadingCache.AgentKey(open, 0, 3), AdvantageRule.USUAL),
                Progress.SILENT,
                new Cancellation());
    List<AdvantageTerm> terms = AdvantageTerm.of(reading, open.trials(), 2);

    assertEquals(
        List.of("the recording ends", "unknown: the recording ends", "the recording ends"),
        terms.stream()
            .filter(term -> List.of("Stop", "Next value V'", "Carried over").contains(term.name()))
            .map(AdvantageTerm::note)
            .toList());
  }

  @Test
  void limboIsToldAsSuch() throws Exception {
    String sentence =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("advantage", recording());
          panel.show(2, 0);
          panel.work();
          return panel.find("advantage.sentence", Label.class).getText();
        });
    assertEquals("In limbo: training skips this tick.", sentence);
  }

  @Test
  void theValueIsHeldAgainstWhatCame() throws Exception {
    List<String> told =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("value", recording());
          panel.show(4, 0);
          panel.work();
          LiveTree<?> table = panel.find("value.calibration", LiveTree.class);
          TreeTableColumn<?, ?> first = table.getColumns().getFirst();
          return List.of(
              panel.find("value.sentence", Label.class).getText(),
              first.getText() + table.getExpandedItemCount());
        });
    assertEquals("Predicted +0.5000, actual return +2.9100.", told.getFirst());
    assertEquals("Ticks3", told.getLast(), "all ticks, trial 1, trial 2");
  }
}
