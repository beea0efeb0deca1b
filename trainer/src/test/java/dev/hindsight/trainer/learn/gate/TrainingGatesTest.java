package dev.hindsight.trainer.learn.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.excavation.ExcavationWorld;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import dev.hindsight.trainer.learn.gate.MistakenWorld.Mistake;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.GateCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every gate passes, and fails where the mistake is planted that it is there for.
class TrainingGatesTest {
  static List<GateCheck> gates() {
    return TrainingGates.all();
  }

  @ParameterizedTest
  @MethodSource("gates")
  void everyGatePassesWithEvidenceInOneLine(GateCheck check) {
    Gate gate = check.run();
    assertEquals(Gate.Status.PASS, gate.verdict(), gate.detail());
    assertFalse(gate.detail().isBlank());
    assertEquals(1, gate.toString().lines().count());
    assertFalse(check.checks().isBlank());
  }

  @Test
  void theNamesAreThoseOfTheReferencesList() throws IOException {
    String line =
        Files.readAllLines(SharedData.require("spec/excavation.md")).stream()
            .filter(text -> text.startsWith("* Gate list"))
            .findFirst()
            .orElseThrow();
    String names = line.substring(line.indexOf("): ") + 3, line.indexOf(". timeout-"));
    assertEquals(List.of(names.split(", ", -1)), gates().stream().map(GateCheck::name).toList());
  }

  /// A gate with a mistake in what it checks fails, and says so in one line.
  ///
  /// @param found what the line must say
  private static void assertFails(GateCheck.Body planted, String found) {
    Gate gate = new GateCheck("planted", "", planted).run();
    assertEquals(Gate.Status.FAIL, gate.verdict(), gate.detail());
    assertTrue(gate.detail().contains(found), gate.detail());
    assertEquals(1, gate.toString().lines().count());
  }

  @Test
  void stepsDividedByTheDevicesOnceMoreAreFound() {
    assertFails(() -> AccountingGates.training(new DividedByDevices(GateWorlds.ppo())), "524288");
  }

  /// Counts the steps of an update once for each of four devices.
  private record DividedByDevices(AlgorithmType right) implements AlgorithmType {
    @Override
    public String id() {
      return right.id();
    }

    @Override
    public Settings settings() {
      return right.settings();
    }

    @Override
    public Set<String> live() {
      return right.live();
    }

    @Override
    public long updates(SettingValues settings) {
      return right.updates(settings);
    }

    @Override
    public OptionalLong stepsOfUpdate(TrainingTask task) {
      return OptionalLong.of(4 * right.stepsOfUpdate(task).orElseThrow());
    }

    @Override
    public void checkConditions(TrainingTask task, List<String> conditions) {
      right.checkConditions(task, conditions);
    }

    @Override
    public Algorithm open(TrainingTask task) {
      return right.open(task);
    }
  }

  @Test
  void aRewardThatIsNotTheSumOfItsComponentsIsFound() {
    assertFails(
        () -> AccountingGates.rewards(planted((_, after) -> after.reward[0] += 0.25f)),
        "reward is");
  }

  private static UnaryOperator<EnvironmentFactory> planted(Mistake mistake) {
    return MistakenWorld.with(mistake);
  }

  @Test
  void aBootstrapFromTheObservationAfterTheResetIsFound() {
    Mistake reset =
        (_, after) ->
            System.arraycopy(
                after.observation, 0, after.finalObservation(), 0, after.observation.length);
    assertFails(() -> BootstrapGates.timeoutValue(planted(reset)), "[2.0, 0.0], not [5.0, 0.0]");
    assertFails(() -> EpisodeGates.fastReset(planted(reset)), "final.progress");
    assertFails(() -> EpisodeGates.progress(planted(reset)), "progress");
  }

  @Test
  void aTimeLimitThatIsATrueEndIsFound() {
    Mistake end =
        (_, after) -> {
          if (after.timedOut(0)) {
            after.end[0] = 0;
            after.truncation[0] = 0;
            after.terminal[0] = 1;
          }
        };
    assertFails(() -> BootstrapGates.timeoutValue(planted(end)), "[0.0, 0.0], not [5.0, 0.0]");
    assertFails(() -> EpisodeGates.fastReset(planted(end)), "end");
  }

  @Test
  void aTimeLimitWithoutBootstrapIsFound() {
    BootstrapGates.AdvantageRule right = BootstrapGates.advantage();
    assertFails(
        () ->
            BootstrapGates.advantages((all, from, ticks, tail, discount, advantage) -> {
              for (int t = 0; t < ticks; t++) {
                all.terminal[t] |= all.ended[t];
              }
              right.fill(all, from, ticks, tail, discount, advantage);
            }),
        "[1.0, 1.0], not [6.0, 1.0]");
  }

  @Test
  void aBootstrapOfATrueEndIsFound() {
    BootstrapGates.AdvantageRule right = BootstrapGates.advantage();
    assertFails(
        () ->
            BootstrapGates.advantages((all, from, ticks, tail, discount, advantage) -> {
              Arrays.fill(all.terminal, (byte) 0);
              right.fill(all, from, ticks, tail, discount, advantage);
            }),
        "[6.0, 10.0], not [6.0, 1.0]");
  }

  @Test
  void aTraceThatRunsThroughAResetIsFound() {
    BootstrapGates.AdvantageRule right = BootstrapGates.advantage();
    assertFails(
        () ->
            BootstrapGates.advantages((all, from, ticks, tail, discount, advantage) -> {
              for (int t = 0; t < ticks; t++) {
                // Pays the value at the limit, and lets the trace go on.
                all.reward[t] += all.timedOut(t) ? all.timeoutValue[t] : 0;
                all.ended[t] = all.terminal[t];
              }
              right.fill(all, from, ticks, tail, discount, advantage);
            }),
        "not [6.0, 1.0]");
  }

  @Test
  void aTerminalBonusPaidOnATimeoutIsFound() {
    // The main revision of the reference pays a part of it.
    assertFails(
        () ->
            EpisodeGates.fastReset(_ ->
                GateWorlds.made(
                    GateWorlds.MadeSite.FULL, Map.of("max_steps", "3", "rules", "main"))),
        "terminal_reward");
  }

  @Test
  void aMaskThatLeavesLogitsAloneIsFound() {
    assertFails(
        () -> NetworkGates.mask((_, _, _, count) -> count, UnaryOperator.identity()), "logits");
    assertFails(
        () -> NetworkGates.edgeWithoutMask(right -> reshaped(right, ActionMask.APPLIES)),
        "probability is 0.0");
  }

  @Test
  void aMaskWithAnAllFalseRowThatIsIgnoredOrRepairedIsFound() {
    UnaryOperator<EnvironmentFactory> ignored = right -> reshaped(right, ActionMask.INFORMS);
    assertFails(() -> NetworkGates.mask(ActionMask::fill, ignored), "none is legal");
    assertFails(
        () ->
            NetworkGates.mask(
                (logits, mask, from, count) -> {
                  int legal = ActionMask.fill(logits, mask, from, count);
                  return legal == 0 ? count : legal;
                },
                UnaryOperator.identity()),
        "[1, 1, 8], not [1, 1, 0]");
  }

  private static EnvironmentFactory reshaped(EnvironmentFactory right, ActionMask mask) {
    return new EnvironmentFactory() {
      @Override
      public EnvironmentShape shape() {
        return right.shape().with(mask);
      }

      @Override
      public SettingValues effective() {
        return right.effective();
      }

      @Override
      public Environment create(long seed) {
        return right.create(seed);
      }
    };
  }

  @Test
  void weightsThatAreNotNumbersOrReachNothingAreFound() {
    assertFails(
        () ->
            NetworkGates.policy(weights -> {
              Arrays.fill(weights, Float.NaN);
              return weights;
            }),
        "a logit is NaN");
    assertFails(
        () ->
            NetworkGates.criticAffordances(
                weights -> new float[weights.length], NetworkGates::made),
        "numbers_that_change_the_value is 0, not 11");
  }

  @Test
  void criticOnlyFeaturesThatReachTheActorAreFound() {
    // Encodes everything for both, what only the critic may see too.
    NetworkGates.NetworkMaker leaking =
        (_, shape) -> new FeedForwardNetwork(new LinearEncoder(shape.observation().size(), 16), 8);
    assertFails(
        () -> NetworkGates.criticAffordances(UnaryOperator.identity(), leaking),
        "the actor's logits depend on 11 numbers that only the critic may see");
  }

  @Test
  void aCheckpointWithAnotherSettingIsFound() {
    assertFails(() -> CheckpointGate.restore(TrainingGatesTest::changed), "max_steps is 61");
  }

  private static Checkpoint changed(Checkpoint checkpoint) {
    Map<String, JsonNode> metadata = new LinkedHashMap<>(checkpoint.metadata());
    JsonNode environment = Objects.requireNonNull(metadata.get("environment")).deepCopy();
    ((ObjectNode) environment.get("config")).set("max_steps", new TextNode("61"));
    metadata.put("environment", environment);
    return new Checkpoint(checkpoint.name(), checkpoint.sha256(), checkpoint.tensors(), metadata);
  }

  @Test
  void allStartsInStepAreFound() {
    assertFails(
        () ->
            EpisodeGates.staggered(
                _ -> GateWorlds.generated(Map.of("sites", "16", "max_steps", "100"))),
        "[64, 0, 0, 0]");
  }

  @Test
  void aLoadedMachineThatMayMoveAndSwappedActionsAreFound() {
    assertFails(
        () ->
            MaskGates.state((world, seen) -> {
              world.observe(seen);
              seen.actionMask[0] = 1;
            }),
        "mask_of_loaded");
    assertFails(
        () ->
            MaskGates.dispatch((ExcavationWorld world, int action) ->
                world.step(action < 2 ? 1 - action : action)),
        "FORWARD is [0, -5, 0, 0]");
  }

  @Test
  void aWheeledMachineMovedAsTrackedIsFound() {
    assertFails(
        () ->
            MaskGates.dispatch((ExcavationWorld world, int action) -> {
              Excavation now = world.excavation();
              if (action < 2) {
                StartPose straight = StartPose.of(now.row(), now.column(), now.base());
                world.reset(now.terrain().survey(), straight);
              }
              return world.step(action);
            }),
        "wheeled.FORWARD is [0, 5, 0], not [-1, 5, 1]");
  }

  @Test
  void theMaskOfTheStateBeforeTheStepIsFound() {
    Mistake late =
        (before, after) ->
            System.arraycopy(before.actionMask(), 0, after.actionMask, 0, after.actionMask.length);
    assertFails(() -> MaskGates.synthetic(planted(late)), "masks");
    assertFails(() -> MaskGates.environment(planted(late)), "mask");
  }

  @Test
  void aMaskThatCallsAnActionIllegalThatCanBeTakenIsFound() {
    Mistake never =
        (_, after) -> {
          after.actionMask[GateWorlds.FORWARD] = 0;
          int at =
              GateWorlds.segment(GateWorlds.generated(Map.of()).shape(), GateWorlds.MASK).offset();
          after.observation[at + GateWorlds.FORWARD] = 0;
        };
    assertFails(() -> MaskGates.environment(planted(never)), "illegal");
  }

  @Test
  void aResetOfAllEnvironmentsAndAClockThatStandsStillAreFound() {
    int at =
        GateWorlds.segment(GateWorlds.generated(Map.of()).shape(), GateWorlds.PROGRESS).offset();
    Mistake still = (before, after) -> after.observation[at] = before.observation()[at];
    assertFails(() -> EpisodeGates.batchFastReset(planted(still)), "progress");
    assertFails(() -> EpisodeGates.progress(planted(still)), "progress");
    Mistake all =
        (_, after) -> {
          if (after.observation[at] > 0.025f && after.observation[at] < 0.035f) {
            after.end[0] = EpisodeEnd.TIMEOUT.code();
          }
        };
    assertFails(() -> EpisodeGates.batchFastReset(planted(all)), "[true, true, true]");
  }
}
