package dev.hindsight.inspector.version;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionComparisonTest {
  private static final String DARK_ROOM = "darkroom-5x5";
  private static final int TICKS = 120;

  @TempDir private Path folder;

  private static VersionOutputs version(Rollout rollout, int agent, String checkpoint, Span span) {
    return VersionOutputs.of(rollout, agent, checkpoint, span, Progress.SILENT, new Cancellation());
  }

  private static VersionOutputs version(Rollout rollout, int agent, String checkpoint) {
    return version(rollout, agent, checkpoint, Span.all(rollout.ticks()));
  }

  /// A recording of several agents by a shipped policy, in the world it was trained in.
  private Rollout recording(String environment, String policy, int ticks) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    Optional<Path> scenario = SampleRecordings.scenario(type, folder);
    ResolvedPolicy found = BuiltInPolicies.find(policy);
    Map<String, String> settings =
        new HashMap<>(found.origin().orElseThrow().settings(environment, Map.of()));
    EnvironmentFactory factory = type.prepare(type.settings().parse(settings, "test"), scenario);
    Path file = folder.resolve(policy + ".rollout");
    try (OpenedPolicy opened = found.open(factory.shape())) {
      RecordingRequest.ActingPolicy acting =
          new RecordingRequest.ActingPolicy(
              opened.policy(), opened.id(), opened.sha256(), opened.name());
      RecordingRequest request =
          new RecordingRequest(
              type,
              factory,
              scenario,
              Optional.of(acting),
              new ActionSelection.Sample(),
              ticks,
              RecordingRequest.Until.ALL_TICKS,
              5,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    return Rollouts.open(file);
  }

  @Test
  void theVersionThatActedRepeatsTheRecordedLogitsToTheBitAndAnotherDoesNot() {
    String noisy = PerturbedCheckpoints.write(folder, DARK_ROOM, "noisy", 0.2).toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      VersionComparison versions =
          new VersionComparison(
              rollout, 0, List.of(version(rollout, 0, DARK_ROOM), version(rollout, 0, noisy)));

      assertTrue(versions.acted(versions.versions().getFirst()));
      assertEquals(0, versions.fromRecorded(0));
      assertFalse(versions.acted(versions.versions().getLast()));
      assertTrue(versions.fromRecorded(1) > 0.1, "of another: " + versions.fromRecorded(1));
    }
  }

  @Test
  void logitsThatForbidAnActionAreTheSameHoweverTheyAreWritten() {
    float never = Float.NEGATIVE_INFINITY;
    for (double recorded : new double[] {never, IllegalLogit.FILL}) {
      MemoryRollout rollout =
          new MemoryRollout("toy", 1, 1, 1)
              .with("logits", Dtype.F4, (_, i) -> i == 0 ? recorded : 1, 1, 2);
      VersionOutputs again =
          new VersionOutputs(
              "",
              "",
              Span.all(1),
              new Outputs(new float[] {never, 1}, new float[1]),
              Optional.empty(),
              ActionBound.CLIPPED);
      assertEquals(0, new VersionComparison(rollout, 0, List.of(again)).fromRecorded(0));
    }
  }

  @Test
  void agentsThatActTogetherRepeatTogether() {
    try (Rollout drive = recording("drive", "drive-near", 60);
        Rollout airspace = recording("airspace", "airspace-50", 40)) {
      for (int agent : List.of(0, 3)) {
        assertEquals(0, alone(drive, agent, "drive-near").fromRecorded(0), "drive " + agent);
        assertEquals(0, alone(airspace, agent, "airspace-50").fromRecorded(0), "air " + agent);
      }
    }
  }

  private static MemoryRollout numbers() {
    return new MemoryRollout("toy", 1, 3, 1)
        .withExtra(
            Map.of(
                ActionManifest.KEY,
                ActionManifest.of(new ActionSpace.Continuous(List.of("turn"), List.of()))
                    .values()
                    .iterator()
                    .next()))
        .with("action", Dtype.F4, (_, _) -> 0.5, 1, 1);
  }

  @Test
  void actionsOfNumbersAreComparedByTheirMeansAndDeviations() {
    MemoryRollout rollout = numbers();
    VersionComparison versions =
        new VersionComparison(
            rollout, 0, List.of(two("a", 1, 1, 1), two("b", 2, 2, 2), moved("c", 0, 0.05f, 0.5f)));
    assertTrue(versions.continuous());
    assertEquals(
        Math.exp(-0.125) / Math.sqrt(2 * Math.PI),
        versions.at(VersionMeasure.PROBABILITY, 0, 0, 1),
        1e-9);
    assertEquals(0, versions.divergence(1, 1, 1));
    assertEquals(Math.log(2) + 1 / 8.0 - 0.5, versions.divergence(0, 1, 1), 1e-9);
    assertEquals(-1, versions.change(0, 1).first(), "the same means");
    assertEquals(2, versions.change(0, 2).first(), "a mean moves by more than 0.1");
  }

  @Test
  void theLargestDivergenceIsTheLargestOfThoseThatAreNumbers() {
    VersionComparison versions =
        new VersionComparison(
            numbers(), 0, List.of(two("a", 1, 1, 1), moved("b", Float.NaN, 1, 0.5f)));
    assertEquals(versions.divergence(0, 1, 1), versions.change(0, 1).largest());
    assertEquals(1, versions.change(0, 1).largestAt());
    VersionComparison apart =
        new VersionComparison(numbers(), 0, List.of(moved("a", 0, 0, 0), bounded("b", 0, 0, 0)));
    assertTrue(Double.isNaN(apart.change(0, 1).largest()));
  }

  @Test
  void densitiesOfNumbersThatATanhBoundsAreThoseOfTheTanh() {
    MemoryRollout rollout = numbers();
    VersionOutputs plain = moved("a", 0.5f, 0.5f, 2f);
    VersionOutputs bounded = bounded("b", 0.5f, 0.5f, 2f);
    VersionOutputs other = bounded("c", 0.5f, 0.5f, 3f);
    VersionComparison versions = new VersionComparison(rollout, 0, List.of(plain, bounded, other));
    double action = rollout.channel("action").orElseThrow().value(1, 0);
    double u = 0.5 * Math.log((1 + action) / (1 - action));
    double density =
        Math.exp(-0.5 * (u - 0.5) * (u - 0.5)) / Math.sqrt(2 * Math.PI) / (1 - action * action);
    assertEquals(density, versions.at(VersionMeasure.PROBABILITY, 0, 1, 1), 1e-6);
    assertTrue(
        versions.at(VersionMeasure.ENTROPY, 0, 1, 1)
            < versions.at(VersionMeasure.ENTROPY, 0, 0, 1));
    assertTrue(Double.isNaN(versions.divergence(0, 1, 1)), "densities of different things");
    assertEquals(0.5, versions.divergence(1, 2, 2), 1e-9);
    assertFalse(versions.prefersAnother(1, 2, 2), "the tanh of 2 is nearly that of 3");
  }

  private static VersionOutputs bounded(String name, float... mean) {
    VersionOutputs drawn = moved(name, mean);
    return new VersionOutputs(
        name, "", drawn.span(), drawn.outputs(), Optional.empty(), ActionBound.TANH);
  }

  private static VersionOutputs moved(String name, float... mean) {
    float[] output = new float[2 * mean.length];
    for (int t = 0; t < mean.length; t++) {
      output[2 * t] = mean[t];
      output[2 * t + 1] = 1;
    }
    return new VersionOutputs(
        name,
        "",
        Span.all(mean.length),
        new Outputs(output, new float[mean.length]),
        Optional.empty(),
        ActionBound.CLIPPED);
  }

  private static VersionComparison alone(Rollout rollout, int agent, String checkpoint) {
    return new VersionComparison(rollout, agent, List.of(version(rollout, agent, checkpoint)));
  }

  /// A toy recording of one agent that may do 0 and 2 of three actions.
  private static MemoryRollout masked() {
    return new MemoryRollout("toy", 1, 3, 1)
        .with("action", Dtype.I4, (_, _) -> 2, 1)
        .with(RecordedActionMask.COLUMN, Dtype.BOOL, (_, action) -> action == 1 ? 0 : 1, 1, 3);
  }

  private static VersionOutputs chooses(String name, float... logits) {
    float[] all = new float[3 * logits.length];
    for (int t = 0; t < 3; t++) {
      System.arraycopy(logits, 0, all, t * logits.length, logits.length);
    }
    return new VersionOutputs(
        name,
        "",
        Span.all(3),
        new Outputs(all, new float[3]),
        Optional.empty(),
        ActionBound.CLIPPED);
  }

  @Test
  void illegalActionsHaveNoPartInWhatVersionsWouldDo() {
    List<VersionOutputs> versions = List.of(chooses("a", 1, 9, 2), chooses("b", 1, -9, 2));
    VersionComparison masked = new VersionComparison(masked(), 0, versions);
    assertEquals(2, masked.preferred(0, 1));
    assertEquals(0, masked.divergence(0, 1, 1), 1e-9);
    assertEquals(-1, masked.change(0, 1).first());
    assertEquals(1 / (1 + Math.exp(-1)), masked.at(VersionMeasure.PROBABILITY, 0, 0, 1), 1e-9);
    assertEquals(
        Categorical.entropy(new float[] {1, 2}), masked.at(VersionMeasure.ENTROPY, 0, 0, 1), 1e-9);
    assertEquals(9, masked.versions().getFirst().logits(1)[1], "as the network put it out");

    MemoryRollout unmasked =
        new MemoryRollout("toy", 1, 3, 1).with("action", Dtype.I4, (_, _) -> 2, 1);
    VersionComparison all = new VersionComparison(unmasked, 0, versions);
    assertEquals(1, all.preferred(0, 1));
    assertTrue(all.divergence(0, 1, 1) > 1);
  }

  @Test
  void anOutputThatIsNaNPrefersNothingAndSoDiffersFromAnyThatDoes() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 3, 1).with("action", Dtype.I4, (_, _) -> 0, 1);
    List<VersionOutputs> versions =
        List.of(chooses("a", 9, 1, 2), chooses("b", Float.NaN, Float.NaN, Float.NaN));
    VersionComparison all = new VersionComparison(rollout, 0, versions);
    assertEquals(0, all.preferred(0, 1));
    assertEquals(-1, all.preferred(1, 1));
    assertEquals("no action, as its output is NaN", all.preferredWords(1, 1));
    assertTrue(all.prefersAnother(0, 1, 1));
    assertFalse(all.prefersAnother(1, 1, 1));
  }

  @Test
  void aColumnOfEveryMatrixIsTheAnswerAtThatTickAlone() {
    String noisy = PerturbedCheckpoints.write(folder, DARK_ROOM, "noisy", 0.2).toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      VersionComparison whole =
          new VersionComparison(
              rollout, 0, List.of(version(rollout, 0, DARK_ROOM), version(rollout, 0, noisy)));
      for (int tick : List.of(0, 7, 59, TICKS - 1)) {
        Span at = Span.at(tick);
        VersionComparison single =
            new VersionComparison(
                rollout,
                0,
                List.of(version(rollout, 0, DARK_ROOM, at), version(rollout, 0, noisy, at)));
        for (VersionMeasure measure : VersionMeasure.values()) {
          float[][] matrix = whole.matrix(measure, VersionComparison.BEFORE);
          for (int version = 0; version < 2; version++) {
            double allowed = measure == VersionMeasure.LOOK_BACK ? 1e-6 : 0;
            assertEquals(
                matrix[version][tick],
                (float) single.at(measure, VersionComparison.BEFORE, version, tick),
                allowed,
                measure + " of " + version + " at tick " + tick);
          }
        }
      }
    }
  }

  @Test
  void aTickWithoutItsHistoryHasAnotherAnswer() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      VersionOutputs all = version(rollout, 0, DARK_ROOM);
      int late = 7;
      MemoryRollout cut =
          new MemoryRollout("darkroom", 1, 1, 1)
              .with(rollout.manifest().observation())
              .with(
                  "observation",
                  Dtype.F4,
                  (_, i) -> rollout.channel("observation").orElseThrow().value(late, i),
                  1,
                  rollout.manifest().observation().size())
              .with("logits", Dtype.F4, (_, _) -> 0, 1, all.outputs().actions());
      float[] without =
          version(cut.withTimeout(rollout.manifest().trials().timeoutTicks()), 0, DARK_ROOM)
              .logits(0);
      float largest = 0;
      for (int i = 0; i < without.length; i++) {
        largest = Math.max(largest, Math.abs(without[i] - all.logits(late)[i]));
      }
      assertTrue(largest > 0.01, "without history it differs by " + largest);
    }
  }

  /// Two actions; the logit of the second is given for each tick.
  private static VersionOutputs two(String name, float... second) {
    float[] logits = new float[2 * second.length];
    for (int t = 0; t < second.length; t++) {
      logits[2 * t + 1] = second[t];
    }
    return new VersionOutputs(
        name,
        "",
        Span.all(second.length),
        new Outputs(logits, new float[second.length]),
        Optional.empty(),
        ActionBound.CLIPPED);
  }

  @Test
  void behaviourChangesFirstWhereTheAgentActsAndPrefersAnotherAction() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 4, 1)
            .with("action", Dtype.I4, (_, _) -> 1, 1)
            .with("removed", Dtype.BOOL, (t, _) -> t == 1 ? 1 : 0, 1);
    VersionComparison versions =
        new VersionComparison(
            rollout,
            0,
            List.of(two("a", -1, -1, -1, -1), two("b", -1, 5, -2, 1), two("c", -1, 5, 1, 1)));

    VersionComparison.BehaviourChange change = versions.change(0, 1);
    assertEquals(3, change.ticks(), "limbo is not compared");
    assertEquals(3, change.first());
    assertEquals(1, change.others());
    assertEquals(3, change.largestAt());
    assertEquals(2, versions.firstChange().orElseThrow().to(), "c changes at tick 2, b at 3");
    double p = 1 / (1 + Math.E);
    double q = 1 - p;
    assertEquals(p, versions.at(VersionMeasure.PROBABILITY, 0, 0, 3), 1e-7);
    assertEquals(p * Math.log(p / q) + q * Math.log(q / p), versions.divergence(0, 1, 3), 1e-7);
    assertTrue(Double.isNaN(versions.at(VersionMeasure.ENTROPY, 0, 0, 1)), "in limbo");
    assertTrue(
        Double.isNaN(versions.at(VersionMeasure.DIVERGENCE, VersionComparison.BEFORE, 0, 3)),
        "the first version has none before it");
    for (int version = 0; version < 3; version++) {
      assertEquals(0, versions.divergences()[version][version]);
    }
    assertTrue(versions.divergences()[0][2] > versions.divergences()[0][0]);
  }

  @Test
  void theWeightsOfAVersionWithMemorySumToOneOverTheTrials() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      VersionOutputs version = version(rollout, 0, DARK_ROOM);
      for (int tick = 0; tick < TICKS; tick++) {
        double sum = 0;
        for (float weight : version.byTrial(tick).orElseThrow()) {
          sum += weight;
        }
        assertEquals(1, sum, 1e-5, "tick " + tick);
        assertTrue(version.heaviest(tick) < tick);
      }
      assertArrayEquals(new int[] {-1, 0}, new int[] {version.heaviest(0), version.heaviest(1)});
    }
  }
}
