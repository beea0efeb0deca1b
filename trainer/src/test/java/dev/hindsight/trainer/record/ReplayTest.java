package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReplayTest {
  private static final CodeVersions SAME = new CodeVersions("1", "1");

  @TempDir Path folder;
  private LineRecording line = new LineRecording(Path.of(""));

  @BeforeEach
  void place() {
    line = new LineRecording(folder);
  }

  @ParameterizedTest
  @EnumSource
  void whatRanRunsAgainTheSame(LineWorld.Fault fault) throws IOException {
    line.record(fault, 20);
    assertEquals(new ReplayReport(20, Optional.empty(), SAME), replay(fault));
  }

  @Test
  void randomActionsAreReplayedFromTheRecording() throws IOException {
    line.record(
        LineWorld.Fault.NONE, Optional.empty(), new ActionSelection.Random(), 500, Until.ALL_TICKS);
    assertEquals(new ReplayReport(500, Optional.empty(), SAME), replay(LineWorld.Fault.NONE));
  }

  @Test
  void anotherPlaceIsNamedByTickAgentAndNumbers() throws IOException {
    line.record(LineWorld.Fault.SLIPS_AT_TICK_5, 20);
    // Tick 5 is the second of trial 2: agent 1 goes from 0 to 1, or slips on to 2 and arrives.
    assertEquals(
        Optional.of(new Difference(5, "reward", 1, 1, 1.0, 0.0, 1, "")),
        replay(LineWorld.Fault.NONE).firstDifference());
  }

  @Test
  void aStateThatDiffersUnseenIsFoundByItsHash() throws IOException {
    line.record(LineWorld.Fault.UNTOLD_FROM_TICK_4, 20);
    Difference difference = replay(LineWorld.Fault.NONE).firstDifference().orElseThrow();
    assertEquals("state_hash", difference.channel());
    assertEquals(4, difference.tick());
  }

  @Test
  void anotherRewardIsNamed() throws IOException {
    line.record(LineWorld.Fault.PAYS_MORE_AT_TICK_6, 20);
    Difference difference = replay(LineWorld.Fault.NONE).firstDifference().orElseThrow();
    assertEquals("reward", difference.channel());
    assertEquals(6, difference.tick());
    assertEquals(0, difference.agent());
    assertEquals(0.5, difference.stored().doubleValue() - difference.here().doubleValue());
  }

  @Test
  void aRecordingOfAnotherCodeVersionSaysSoWhetherItReplaysOrNot() throws IOException {
    line.record(LineWorld.Fault.SLIPS_AT_TICK_5, 20);
    String other = " (recorded by code version 1, this is 2)";
    String words = replay(LineWorld.Fault.NONE, "2").words(AgentNames.NONE);
    assertTrue(words.startsWith("does not replay here: tick 5, reward[1] of "), words);
    assertTrue(words.lines().findFirst().orElseThrow().endsWith(other), words);
    assertEquals(
        "20 ticks replay bit for bit" + other,
        replay(LineWorld.Fault.SLIPS_AT_TICK_5, "2").words(AgentNames.NONE));
    assertEquals(
        "20 ticks replay bit for bit",
        replay(LineWorld.Fault.SLIPS_AT_TICK_5, "1").words(AgentNames.NONE));
  }

  static List<EnvironmentType> environments() {
    return BuiltInEnvironments.all();
  }

  @ParameterizedTest
  @MethodSource("environments")
  void aRecordingOfAnyEnvironmentSaysByWhichCode(EnvironmentType type) throws IOException {
    try (Rollout rollout = Rollouts.open(SampleRecordings.of(type, folder, 5))) {
      ReplayReport report =
          new Replay(rollout, List.of(later(type))).run(Progress.SILENT, new Cancellation());
      assertEquals(
          "5 ticks replay bit for bit (recorded by code version %s, this is later)"
              .formatted(type.codeVersion()),
          report.words(AgentNames.NONE));
    }
  }

  /// The same in all but its version.
  private static EnvironmentType later(EnvironmentType type) {
    return (EnvironmentType)
        Proxy.newProxyInstance(
            EnvironmentType.class.getClassLoader(),
            new Class<?>[] {EnvironmentType.class},
            (_, method, arguments) ->
                method.getName().equals("codeVersion") ? "later" : method.invoke(type, arguments));
  }

  @Test
  void whatCannotBeGoneBackInSaysByWhichCodeItWasRecorded() throws IOException {
    line.record(LineWorld.Fault.SLIPS_AT_TICK_5, 20);
    try (Rollout rollout = Rollouts.open(line.file())) {
      ReplayedWorld again =
          new ReplayedWorld(
              SimulationRecipe.of(rollout, List.of(new LineWorldType(LineWorld.Fault.NONE, "2"))));
      Problem problem =
          assertThrows(
              Problem.class,
              () -> {
                while (again.tick() < rollout.ticks()) {
                  again.advance();
                }
              });
      assertTrue(problem.what().endsWith("(recorded by code version 1, this is 2)"));
    }
  }

  @Test
  void aRecordingReplaysWhereItsScenarioIsGoneOrAnother() throws IOException {
    line.record(LineWorld.Fault.NONE, 20);
    Files.writeString(line.scenario(), "-9");
    assertTrue(replay(LineWorld.Fault.NONE).firstDifference().isEmpty());
    Files.delete(line.scenario());
    assertTrue(replay(LineWorld.Fault.NONE).firstDifference().isEmpty());
  }

  @Test
  void aRecordingWithoutATickIsAProblem() throws IOException {
    line.record(LineWorld.Fault.NONE, 0);
    assertThrows(Problem.class, () -> replay(LineWorld.Fault.NONE));
  }

  @Test
  void anUnknownEnvironmentIsAProblem() throws IOException {
    line.record(LineWorld.Fault.NONE, 3);
    try (Rollout rollout = Rollouts.open(line.file())) {
      Replay replay = new Replay(rollout, List.of());
      Problem problem =
          assertThrows(Problem.class, () -> replay.run(Progress.SILENT, new Cancellation()));
      assertTrue(problem.getMessage().contains("'line'"), problem.getMessage());
    }
  }

  private ReplayReport replay(LineWorld.Fault fault) {
    return replay(fault, "1");
  }

  private ReplayReport replay(LineWorld.Fault fault, String code) {
    try (Rollout rollout = Rollouts.open(line.file())) {
      return new Replay(rollout, List.of(new LineWorldType(fault, code)))
          .run(Progress.SILENT, new Cancellation());
    }
  }
}
