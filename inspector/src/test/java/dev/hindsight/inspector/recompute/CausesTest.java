package dev.hindsight.inspector.recompute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.audit.AuditFinding;
import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditRun;
import dev.hindsight.inspector.audit.AuditSubject;
import dev.hindsight.inspector.audit.AuditVerdict;
import dev.hindsight.inspector.audit.BuiltInAudits;
import dev.hindsight.inspector.recompute.DriveRecordings.Kind;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.MaskRule;
import dev.hindsight.trainer.attention.MemoryRules.PositionRule;
import dev.hindsight.trainer.attention.MemoryRules.WipeRule;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.record.ActionLikelihood;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every known mistake is planted in a correct recording of several agents, and the audit names it,
/// its first tick and its agent; what no mistake explains is reported as unexplained.
class CausesTest {
  @TempDir private static Path folder;
  private static Rollout transformer;
  private static Rollout lstm;
  private static Rollout mlp;

  @BeforeAll
  static void record() throws IOException {
    transformer = DriveRecordings.record(folder, Kind.TRANSFORMER);
    lstm = DriveRecordings.record(folder, Kind.LSTM);
    mlp = DriveRecordings.record(folder, Kind.MLP);
  }

  @AfterAll
  static void close() {
    transformer.close();
    lstm.close();
    mlp.close();
  }

  private static AuditReport parity(Rollout rollout) {
    AuditSubject subject = new AuditSubject(rollout, Optional.empty());
    return new AuditRun(subject, BuiltInAudits.named("parity"), _ -> {})
        .run(Progress.SILENT, new Cancellation())
        .getFirst();
  }

  /// The recording with the outputs of a network under a premise.
  private static AlteredRollout acting(Rollout right, Kind kind, Premise premise) {
    int agents = right.manifest().agents();
    int actions = right.channel("logits").orElseThrow().rowLength() / agents;
    double[] logits = new double[right.ticks() * agents * actions];
    double[] values = new double[right.ticks() * agents];
    Path file = DriveRecordings.checkpoint(folder, kind);
    try (TrainingAndActingForms forms =
            FormsOpener.BUILT_IN.open(right, file, Arithmetic.PLAIN).orElseThrow();
        FormsRecomputer network = new FormsRecomputer(right, file, FormsOpener.BUILT_IN, forms)) {
      for (int agent = 0; agent < agents; agent++) {
        EpisodeFlags episodeFlags = EpisodeFlags.of(right, agent);
        for (Span stretch : premise.keeping().stretches(agent, episodeFlags, network.horizon())) {
          Outputs said = network.of(premise, agent, stretch, 0);
          for (int t = 0; t < stretch.ticks(); t++) {
            int row = (stretch.from() + t) * agents + agent;
            values[row] = said.values()[t];
            for (int i = 0; i < actions; i++) {
              logits[row * actions + i] = said.logits()[t * actions + i];
            }
          }
        }
      }
    }
    return new AlteredRollout(right)
        .with("logits", (tick, index, _) -> logits[tick * agents * actions + index])
        .with("value", (tick, index, _) -> values[tick * agents + index]);
  }

  /// The first tick outside limbo at which outputs differ, and the agent.
  private static int[] first(Rollout right, Rollout planted) {
    Channel limbo = right.channel("removed").orElseThrow();
    int agents = right.manifest().agents();
    for (int tick = 0; tick < right.ticks(); tick++) {
      for (int agent = 0; agent < agents; agent++) {
        for (String name : List.of("logits", "value")) {
          Channel was = right.channel(name).orElseThrow();
          Channel is = planted.channel(name).orElseThrow();
          int each = was.rowLength() / agents;
          for (int i = agent * each; i < (agent + 1) * each; i++) {
            double off = Math.abs(was.value(tick, i) - is.value(tick, i));
            if (limbo.value(tick, agent) == 0 && !(off < 1e-5)) {
              return new int[] {tick, agent};
            }
          }
        }
      }
    }
    throw new AssertionError("nothing was planted");
  }

  private static AuditFinding named(Rollout planted, String cause) {
    AuditReport report = parity(planted);
    assertEquals(AuditVerdict.FAILED, report.verdict(), report::toString);
    AuditFinding first = report.findings().getFirst();
    assertTrue(first.cause().contains(cause), cause + " is not in " + report);
    assertFalse(first.cause().contains("not explained"), report::toString);
    return first;
  }

  private static void named(Rollout right, Kind kind, Premise premise) {
    Rollout planted = acting(right, kind, premise);
    int[] where = first(right, planted);
    AuditFinding found = named(planted, premise.words());
    assertEquals(where[0], found.tick(), found::toString);
    assertEquals(where[1], found.agent(), found::toString);
  }

  private static Premise rules(
      WipeRule wipeRule,
      LimboRule limboRule,
      PositionRule positionRule,
      MaskRule maskRule,
      int window) {
    return Premise.of(new MemoryRules(wipeRule, limboRule, positionRule, maskRule, window));
  }

  private static Premise wipe(WipeRule wipeRule) {
    return rules(wipeRule, LimboRule.CLOSED, PositionRule.EPISODE, MaskRule.CAUSAL, 0);
  }

  private static Premise position(PositionRule positionRule) {
    return rules(WipeRule.TERMINALS, LimboRule.CLOSED, positionRule, MaskRule.CAUSAL, 0);
  }

  @Test
  void whatIsRightPasses() {
    for (Rollout rollout : List.of(transformer, lstm, mlp)) {
      assertEquals(
          AuditVerdict.PASSED, parity(rollout).verdict(), () -> parity(rollout).toString());
    }
  }

  @Test
  void wipesOfAttentionAndOfAStateAreNamed() {
    for (WipeRule wipeRule : WipeRule.values()) {
      // The cache of these drivers is full when an episode ends: not wiping it changes nothing.
      if (wipeRule != WipeRule.TERMINALS && wipeRule != WipeRule.NEVER) {
        named(transformer, Kind.TRANSFORMER, wipe(wipeRule));
      }
      if (wipeRule != WipeRule.TERMINALS) {
        named(lstm, Kind.LSTM, wipe(wipeRule));
      }
    }
  }

  @Test
  void positionsAreNamed() {
    for (PositionRule positionRule :
        List.of(PositionRule.TRIAL, PositionRule.FROM_ONE, PositionRule.NONE)) {
      named(transformer, Kind.TRANSFORMER, position(positionRule));
    }
  }

  @Test
  void oneCounterForAllAgentsIsNamed() {
    long[] counted = new long[transformer.ticks()];
    EpisodeFlags episodeFlags = EpisodeFlags.of(transformer, 0);
    for (int tick = 1; tick < counted.length; tick++) {
      counted[tick] = episodeFlags.ended()[tick - 1] != 0 ? 0 : counted[tick - 1] + 1;
    }
    AlteredRollout shifted =
        new AlteredRollout(transformer)
            .with("terminal", (tick, agent, x) -> agent == 1 ? (tick % 17 == 16 ? 1 : 0) : x);
    named(
        acting(shifted, Kind.TRANSFORMER, Premise.RIGHT),
        shifted,
        Premise.of(
            "positions counted by one counter for all agents, the first agent's",
            new MemoryKeeping.WithPositions(counted)));
  }

  private static void named(Rollout right, Rollout real, Premise premise) {
    Rollout planted = acting(real, Kind.TRANSFORMER, premise);
    int[] where = first(right, planted);
    AuditFinding found = named(planted, premise.words());
    assertEquals(where[0], found.tick(), found::toString);
    assertEquals(where[1], found.agent(), found::toString);
  }

  @Test
  void masksAndWindowsAreNamed() {
    named(
        transformer,
        Kind.TRANSFORMER,
        rules(
            WipeRule.TERMINALS,
            LimboRule.CLOSED,
            PositionRule.EPISODE,
            MaskRule.DIAGONAL_CLOSED,
            0));
    named(
        transformer,
        Kind.TRANSFORMER,
        rules(WipeRule.TERMINALS, LimboRule.CLOSED, PositionRule.EPISODE, MaskRule.FUTURE_OPEN, 0));
    named(
        transformer,
        Kind.TRANSFORMER,
        rules(WipeRule.TERMINALS, LimboRule.CLOSED, PositionRule.EPISODE, MaskRule.CAUSAL, 9));
  }

  @Test
  void precisionAndOtherFunctionsAreNamedInEveryNetwork() {
    for (Precision precision : List.of(Precision.TF32, Precision.FLOAT16, Precision.BFLOAT16)) {
      named(transformer, Kind.TRANSFORMER, Premise.of(Arithmetic.in(precision)));
      named(lstm, Kind.LSTM, Premise.of(Arithmetic.in(precision)));
      named(mlp, Kind.MLP, Premise.of(Arithmetic.in(precision)));
    }
    for (Nonlinearity other : Nonlinearity.values()) {
      if (other != Nonlinearity.AS_TRAINED) {
        named(transformer, Kind.TRANSFORMER, Premise.of(Arithmetic.with(other)));
        named(lstm, Kind.LSTM, Premise.of(Arithmetic.with(other)));
        named(mlp, Kind.MLP, Premise.of(Arithmetic.with(other)));
      }
    }
  }

  @Test
  void memoryWipedAtOtherTicksIsNamedWithThem() {
    List<java.util.NavigableSet<Integer>> wipes = new ArrayList<>();
    for (int agent = 0; agent < lstm.manifest().agents(); agent++) {
      wipes.add(new TreeSet<>(agent == 1 ? List.of(9, 31) : List.of()));
    }
    Premise premise =
        Premise.of(
            "memory wiped before tick 9, 31, where no episode ends",
            new MemoryKeeping.WithWipes(wipes));
    named(lstm, Kind.LSTM, premise);
    named(transformer, Kind.TRANSFORMER, premise);
  }

  private static RowSubstitution swapped(int one, int other, int from, int to) {
    return new RowSubstitution(
        "are swapped",
        (tick, agent) ->
            tick < from || tick >= to || (agent != one && agent != other)
                ? new RowSubstitution.Place(tick, agent)
                : new RowSubstitution.Place(tick, one + other - agent));
  }

  @Test
  void observationsOfTwoAgentsThatAreSwappedAreNamedAlsoForAWhile() {
    named(transformer, Kind.TRANSFORMER, Premise.of(swapped(0, 2, 0, 48)));
    named(lstm, Kind.LSTM, Premise.of(swapped(0, 2, 0, 48)));
    named(lstm, Kind.LSTM, Premise.of(swapped(1, 2, 7, 11)));
    named(mlp, Kind.MLP, Premise.of(swapped(0, 1, 5, 9)));
  }

  @Test
  void swappedColumnsOfObservationsAreNamed() {
    int size = lstm.channel("observation").orElseThrow().rowLength() / lstm.manifest().agents();
    for (Rollout right : List.of(transformer, lstm, mlp)) {
      Channel seen = right.channel("observation").orElseThrow();
      AlteredRollout planted =
          new AlteredRollout(right)
              .with(
                  "observation",
                  (tick, i, x) ->
                      i / size > 1 ? x : seen.value(tick, i < size ? i + size : i - size));
      named(planted, "the observations of agent 0 and agent 1 are swapped");
    }
  }

  @Test
  void staleObservationsAreNamed() {
    RowSubstitution stale =
        new RowSubstitution(
            "a stale observation", (tick, agent) -> new RowSubstitution.Place(tick - 1, agent));
    named(transformer, Kind.TRANSFORMER, Premise.of(stale));
    named(lstm, Kind.LSTM, Premise.of(stale));
    named(mlp, Kind.MLP, Premise.of(stale));
    named(lstm, Kind.LSTM, Premise.of(stale.where((tick, agent) -> agent == 2 && tick / 3 == 4)));
    for (Rollout right : List.of(transformer, lstm, mlp)) {
      Channel seen = right.channel("observation").orElseThrow();
      named(
          new AlteredRollout(right)
              .with("observation", (tick, i, x) -> tick == 0 ? x : seen.value(tick - 1, i)),
          "the recorded observations are one tick older");
    }
  }

  private static AlteredRollout with(
      Rollout right, String column, IntFunction<AlteredRollout.NumberEdit> edit) {
    int each = right.channel(column).orElseThrow().rowLength() / right.manifest().agents();
    return new AlteredRollout(right).with(column, edit.apply(each));
  }

  @Test
  void outputsOfAnotherTickOrAgentOrScaleAreNamed() {
    for (Rollout right : List.of(transformer, lstm, mlp)) {
      Channel logits = right.channel("logits").orElseThrow();
      Channel value = right.channel("value").orElseThrow();
      named(with(right, "value", _ -> (_, _, x) -> 1.25 * x), "correct ones times 1.25");
      named(with(right, "value", _ -> (_, _, x) -> x + 0.5), "correct ones plus 0.5");
      named(with(right, "value", _ -> (_, _, x) -> 3 - 2 * x), "times -2 plus 3");
      named(with(right, "value", _ -> (_, _, _) -> 0.75), "are all 0.75");
      named(
          with(right, "value", _ -> (t, i, x) -> t == 0 ? x : value.value(t - 1, i)),
          "the values of the previous tick");
      named(
          with(right, "value", _ -> (t, i, x) -> i > 1 ? x : value.value(t, 1 - i)),
          "the values of another agent");
      named(with(right, "logits", _ -> (_, _, x) -> x / 0.5), "a temperature of 0.5");
      named(
          with(right, "logits", _ -> (t, i, x) -> t < 47 ? logits.value(t + 1, i) : x),
          "the logits of the next tick");
      named(
          with(
              right,
              "logits",
              n -> (t, i, x) -> i / n > 1 ? x : logits.value(t, i < n ? i + n : i - n)),
          "the logits of another agent");
      named(
          with(right, "logits", _ -> (_, _, x) -> Precision.BFLOAT16.round((float) x)),
          "the logits rounded to bfloat16");
    }
  }

  @Test
  void aValueHeadThatNothingExplainsIsStillKnownToBeTheValueHead() {
    AuditReport report =
        parity(with(lstm, "value", _ -> (t, i, x) -> x + 0.01 * Math.sin(3 * t + i)));
    String cause = report.findings().getFirst().cause();
    assertTrue(cause.contains("only the value head differs; every logit agrees"), cause);
    assertTrue(cause.contains("not explained; tried: "), cause);
  }

  @Test
  void theAgentAndTheTickOfALonelyDifferenceAreNamed() {
    AuditReport report =
        parity(with(lstm, "logits", n -> (t, i, x) -> t == 31 && i == 2 * n + 3 ? x + 0.1 : x));
    AuditFinding found = report.findings().getFirst();
    assertEquals(31, found.tick());
    assertEquals(2, found.agent());
    assertEquals("logit 3", found.dimension());
    assertTrue(found.cause().contains("not explained; tried: "), found.cause());
    assertTrue(report.remarks().toString().contains("1 agent tick differs, of agent 2"));
  }

  @Test
  void aThousandthOfAWeightOrAnOutputIsNotRounding() {
    for (Rollout right : List.of(transformer, lstm, mlp)) {
      named(with(right, "logits", _ -> (_, _, x) -> 1.001 * x), "correct ones times 1.001");
      assertEquals(
          AuditVerdict.FAILED,
          parity(with(right, "logits", _ -> (t, i, x) -> i % 7 == 0 ? 1.001 * x : x)).verdict());
    }
  }

  @Test
  void aNumberThatIsNoneIsItsOwnAgents() {
    AuditFinding found =
        named(
            with(transformer, "logits", n -> (t, i, x) -> t == 20 && i / n == 2 ? Double.NaN : x),
            "the number recorded is NaN");
    assertEquals(20, found.tick());
    assertEquals(2, found.agent());
  }

  @Test
  void agentsThatLookAtEachOtherAreExplainedToo() {
    Path file = folder.resolve("sky.rollout");
    Rollout sky = AirspaceRecordings.record(file);
    try (sky) {
      assertEquals(AuditVerdict.PASSED, parity(sky).verdict(), () -> parity(sky).toString());
      Channel seen = sky.channel("observation").orElseThrow();
      Channel value = sky.channel("value").orElseThrow();
      int size = seen.rowLength() / sky.manifest().agents();
      named(
          new AlteredRollout(sky)
              .with(
                  "observation",
                  (tick, i, x) ->
                      i / size == 3
                          ? seen.value(tick, i + size)
                          : i / size == 4 ? seen.value(tick, i - size) : x),
          "the observations of ");
      named(
          new AlteredRollout(sky)
              .with("observation", (tick, i, x) -> tick == 0 ? x : seen.value(tick - 1, i)),
          "the recorded observations are one tick older");
      named(
          new AlteredRollout(sky)
              .with("value", (tick, i, _) -> value.value(Math.max(0, tick - 1), i)),
          "the values of the previous tick");
      named(new AlteredRollout(sky).with("logits", (_, _, x) -> x / 2), "a temperature of 2");
      Premise tanh = Premise.of(Arithmetic.with(Nonlinearity.GELU_BY_TANH));
      named(AirspaceRecordings.acting(sky, tanh), tanh.words());
      named(
          AirspaceRecordings.acting(sky, Premise.of(Arithmetic.in(Precision.BFLOAT16))),
          "weights in bfloat16");
      AuditReport report =
          parity(
              new AlteredRollout(sky).with("logits", (t, i, x) -> t > 8 && i == 40 ? x + 0.1 : x));
      AuditFinding found = report.findings().getFirst();
      assertEquals(9, found.tick());
      assertEquals(40 / (sky.channel("logits").orElseThrow().rowLength() / 50), found.agent());
      assertTrue(found.cause().contains("not explained; tried: "), found.cause());
    }
  }

  @Test
  void otherWeightsAreNotExplainedAndNoWrongCauseIsNamed() throws IOException {
    for (Kind kind : Kind.values()) {
      Rollout right = kind == Kind.LSTM ? lstm : kind == Kind.MLP ? mlp : transformer;
      EnvironmentShape shape = ActionLikelihood.ofForms(right);
      Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
      Path other = elsewhere.resolve(kind + "-other.safetensors");
      DriveRecordings.write(other, kind, shape, 8);
      Rollout planted = acting(right, kind, Premise.of(other));
      String cause = parity(planted).findings().getFirst().cause();
      assertTrue(cause.contains("not explained; tried: "), cause);
      Path beside = folder.resolve(kind + "-other.safetensors");
      Files.copy(other, beside);
      named(planted, "a different checkpoint was used, " + kind + "-other.safetensors");
      Files.delete(beside);
    }
  }
}
