package dev.hindsight.inspector.advantage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.advantage.AdvantageRule.FaultyMask;
import dev.hindsight.inspector.advantage.AdvantageRule.TimeLimitRule;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RecordedPartners.RecordedPartner;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Advantages follow the rule that a policy was trained with, not the usual one.
class RecordedAdvantageRuleTest {
  @TempDir private Path folder;

  private static CheckpointOrigin origin(Map<String, JsonNode> training) {
    return new CheckpointOrigin(
        "transformer",
        new Manifest.EnvironmentInfo("darkroom", Map.of(), "1"),
        new ObservationLayout(List.of()),
        training,
        "1",
        "");
  }

  @Test
  void theRuleIsThatOfTheCheckpoint() {
    RecordedAdvantageRule rule =
        RecordedAdvantageRule.of(
            "own.safetensors",
            Optional.of(
                origin(
                    Map.of(
                        "gamma", DoubleNode.valueOf(0.5),
                        "gae_lambda", DoubleNode.valueOf(0.25),
                        "trial_ends", TextNode.valueOf("cut"),
                        "reward_clip", DoubleNode.valueOf(7)))));
    assertEquals(0.5, rule.rule().gamma());
    assertEquals(0.25, rule.rule().lambda());
    assertEquals(EndRule.CUT, rule.rule().trialEnds());
    assertEquals(7, rule.rule().rewardClip());
    assertEquals(
        "The rule that own.safetensors was trained with, rewards clamped to ±7.", rule.source());
  }

  @Test
  void timeLimitsThatWereLearnedAsEndsAreShownAsSuch() {
    Map<String, JsonNode> training =
        Map.of("gamma", DoubleNode.valueOf(0.5), "timeouts", TextNode.valueOf("end"));
    AdvantageRule rule = AdvantageRule.trained(Optional.of(origin(training)));
    assertEquals(TimeLimitRule.CUT, rule.timeLimits());
    assertEquals(TimeoutRule.END, rule.discounting().timeouts());
    assertTrue(FaultyMask.TIME_LIMITS_CUT.isPartOf(rule));
    assertEquals(TimeoutRule.BOOTSTRAP, AdvantageRule.USUAL.discounting().timeouts());
  }

  @Test
  void anAlgorithmWithoutAdvantagesIsNotGivenALambda() {
    RecordedAdvantageRule rule =
        RecordedAdvantageRule.of(
            "x",
            Optional.of(
                origin(
                    Map.of(
                        "gamma", DoubleNode.valueOf(0.9), "algorithm", TextNode.valueOf("sac")))));
    assertEquals(0.9, rule.rule().gamma());
    assertTrue(rule.source().contains("sac uses no advantages"), rule.source());
  }

  @Test
  void whereNothingIsKnownTheSourceSaysSo() {
    RecordedAdvantageRule none = AdvantageRules.of(new MemoryRollout("toy", 1, 3, 1)).own();
    assertEquals(AdvantageRule.USUAL, none.rule());
    assertTrue(none.source().contains("names no checkpoint"), none.source());
    RecordedAdvantageRule silent = RecordedAdvantageRule.of("x.pt", Optional.empty());
    assertEquals(AdvantageRule.USUAL, silent.rule());
    assertTrue(silent.source().contains("x.pt does not say how it was trained"), silent.source());
  }

  @Test
  void rewardsOfRecordingsThatNoKnownTrainingClampedCountAsRecorded() {
    Rollout rollout =
        new MemoryRollout("toy", 1, 2, 1)
            .with("trial", Dtype.I4, (_, _) -> 0)
            .with("value", Dtype.F4, (_, _) -> 0.5f, 1)
            .with("reward", Dtype.F4, (_, _) -> 20, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t, 1);
    assertEquals(
        20 + 0.97 * 20,
        BuiltInSignals.of(rollout).open("ret", new Cancellation()).at(0, 0, 0),
        1e-4);
    assertEquals(
        19.5, BuiltInSignals.of(rollout).open("td_error", new Cancellation()).at(1, 0, 0), 1e-4);
    AdvantageRule silent =
        AdvantageRule.trained(Optional.of(origin(Map.of("gamma", DoubleNode.valueOf(0.9)))));
    assertEquals(Double.POSITIVE_INFINITY, silent.rewardClip());
  }

  @Test
  void theAuditNamesTheClampOfRewardsWithTheRule() {
    assertEquals(
        "gamma 0.97, lambda 0.95, trial ends across, limbo skip",
        AdvantageLawCheck.of(Optional.empty()).words());
    assertEquals(
        "gamma 0.97, lambda 0.95, trial ends across, limbo skip, rewards clamped to ±0.5",
        AdvantageLawCheck.of(Optional.of(origin(Map.of("reward_clip", DoubleNode.valueOf(0.5)))))
            .words());
  }

  /// Agent 1 is driven by partners, whose checkpoints were trained with these gammas.
  private MemoryRollout withPartners(double... gammas) {
    return withPartners(Map.of(), gammas);
  }

  /// @param knobs besides, by the gamma of a partner
  private MemoryRollout withPartners(Map<Double, Map<String, JsonNode>> knobs, double... gammas) {
    List<RecordedPartner> partners = new ArrayList<>();
    partners.add(
        new RecordedPartner(
            "script", 1, new Manifest.PolicyInfo("drive-scripted:left", "", "", "")));
    for (double gamma : gammas) {
      Map<String, JsonNode> training = new HashMap<>(knobs.getOrDefault(gamma, Map.of()));
      training.putIfAbsent("gamma", DoubleNode.valueOf(gamma));
      training.put("gae_lambda", DoubleNode.valueOf(0.5));
      Path file = folder.resolve("partner" + gamma + ".safetensors");
      Checkpoints.write(
          file,
          List.of(new Tensor("w", new int[] {1}, new float[] {1})),
          origin(training).metadata());
      String sha = Checkpoints.read(file).sha256();
      String name = file.getFileName().toString();
      partners.add(
          new RecordedPartner(
              "p" + gamma, 1, new Manifest.PolicyInfo("mlp", sha, name, file.toString(), "")));
    }
    return new MemoryRollout("toy", 2, 3, 1)
        .with("reward", Dtype.F4, (t, _) -> t == 2 ? 1 : 0, 2)
        .with("terminal", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 2)
        .by(
            new Manifest.PolicyInfo(
                "none", "", "", "", "random", new RecordedPartners(1, partners).keys()));
  }

  @Test
  void agentsOfPartnersFollowTheRuleThatTheseWereTrainedWith() {
    Rollout rollout = withPartners(0.5);

    AdvantageRules rules = AdvantageRules.of(rollout);

    assertEquals(AdvantageRule.USUAL.gamma(), rules.of(0).rule().gamma());
    assertEquals(0.5, rules.of(1).rule().gamma());
    assertEquals("The rule that partner0.5.safetensors was trained with.", rules.of(1).source());
    Signal ret = BuiltInSignals.of(rollout).open("ret", new Cancellation());
    assertEquals(0.97 * 0.97, ret.at(0, 0, 0), 1e-6);
    assertEquals(0.25, ret.at(0, 1, 0), 1e-6);
    assertEquals(
        0.25, ValueErrors.of(rollout, 1, Progress.SILENT, new Cancellation()).returns()[0], 1e-6);
  }

  @Test
  void partnersWithDifferentRulesOrUnknownOnesAreNamed() throws IOException {
    Rollout different = withPartners(0.5, 0.75);
    RecordedAdvantageRule rule = AdvantageRules.of(different).of(1);
    assertEquals(AdvantageRule.USUAL, rule.rule());
    assertTrue(
        rule.source().endsWith("p0.5 with γ 0.5 and λ 0.5, p0.75 with γ 0.75 and λ 0.5."),
        rule.source());

    Files.delete(folder.resolve("partner0.75.safetensors"));

    RecordedAdvantageRule unknown = AdvantageRules.of(different).of(1);
    assertEquals(AdvantageRule.USUAL, unknown.rule());
    assertTrue(unknown.source().contains("how p0.75 was trained is not known"), unknown.source());
  }

  @Test
  void knobsInWhichPartnersDifferAreNamedBesidesGammaAndLambda() {
    Map<String, JsonNode> same = Map.of("gamma", DoubleNode.valueOf(0.5));
    Map<String, JsonNode> cutting =
        Map.of(
            "gamma",
            DoubleNode.valueOf(0.5),
            "trial_ends",
            TextNode.valueOf("cut"),
            "reward_clip",
            DoubleNode.valueOf(3));

    String source =
        AdvantageRules.of(withPartners(Map.of(0.5, same, 0.75, cutting), 0.5, 0.75)).of(1).source();

    assertTrue(
        source.endsWith(
            "p0.5 with γ 0.5 and λ 0.5 (trial_ends=across, reward_clip=0), "
                + "p0.75 with γ 0.5 and λ 0.5 (trial_ends=cut, reward_clip=3)."),
        source);
  }

  /// Of a population, one drives in each episode.
  @Test
  void onlyPartnersThatDroveCount() {
    MemoryRollout rollout =
        withPartners(0.5, 0.75).with(RecordedPartners.COLUMN, Dtype.I4, (_, _) -> 2);
    assertEquals(0.75, AdvantageRules.of(rollout).of(1).rule().gamma());

    Rollout both = rollout.with(RecordedPartners.COLUMN, Dtype.I4, (t, _) -> t == 0 ? 1 : 2);
    assertEquals(AdvantageRule.USUAL, AdvantageRules.of(both).of(1).rule());
  }

  /// Two trials of three ticks; one reward of 2 at the end of the second. The built-in airspace
  /// policy was trained with trial ends that cut and rewards clamped at 3.
  private static Rollout byTheAirspacePolicy() {
    String sha = BuiltInPolicies.find("airspace-50").weights().sha256();
    return new MemoryRollout("toy", 1, 6, 2)
        .with("trial", Dtype.I4, (t, _) -> t < 3 ? 0 : 1)
        .with("trial_tick", Dtype.I4, (t, _) -> t % 3)
        .with("value", Dtype.F4, (t, _) -> 0, 1)
        .with("reward", Dtype.F4, (t, _) -> t == 5 ? 2 : 0, 1)
        .with("truncation", Dtype.BOOL, (t, _) -> t % 3 == 2 ? 1 : 0, 1)
        .with("terminal", Dtype.BOOL, (t, _) -> t == 5 ? 1 : 0, 1)
        .by(new Manifest.PolicyInfo("graph", sha, "airspace-50.safetensors", "argmax"));
  }

  @Test
  void conditionsAndPanelsUseTheRuleOfThePolicyThatActed() throws Exception {
    Rollout rollout = byTheAirspacePolicy();
    assertEquals(2, BuiltInSignals.of(rollout).open("ret", new Cancellation()).at(5, 0, 0), 1e-6);
    assertEquals(
        0, BuiltInSignals.of(rollout).open("advantage", new Cancellation()).at(2, 0, 0), 1e-6);
    List<String> shown =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("advantage", rollout);
          panel.show(2, 0);
          panel.work();
          String first = panel.find("advantage.rule", Label.class).getText();
          String ends = String.valueOf(panel.find("advantage.ends", ChoiceBox.class).getValue());
          TextField gamma = panel.find("advantage.gamma", TextField.class);
          gamma.setText("0.5");
          gamma.getOnAction().handle(null);
          panel.work();
          return List.of(
              first, ends, panel.find("advantage.rule", Label.class).getText(), gamma.getText());
        });
    assertEquals(
        "The rule that airspace-50.safetensors was trained with, rewards clamped to ±3.",
        shown.getFirst());
    assertEquals("CUT", shown.get(1));
    assertTrue(shown.get(2).startsWith("Rule chosen by hand"), shown.get(2));
    assertEquals("0.5", shown.getLast());
  }
}
