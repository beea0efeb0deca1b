package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// If a world has names, problems with its agents contain them.
class NamesInProblemsTest {
  private static final EnvironmentFactory FACTORY =
      TestAirspaces.factory("aircraft=4", "radius=16");

  @TempDir private Path folder;

  @Test
  void aChangeThatCannotBeMadeNamesTheAircraft() {
    Environment world = FACTORY.create(2);
    Edits outside = new Edits(List.of(new Edit.Pose(0, 1, 1e9f, 0, 0)));
    Problem problem = assertThrows(Problem.class, () -> outside.world(0, world));

    assertEquals("agent 1 AC001", problem.where());
  }

  @Test
  void aPolicyThatFailsInARecordingNamesTheAircraft() {
    Problem problem =
        assertThrows(
            Problem.class,
            () -> record(agent -> Problem.of(agent, ", tick 0", "it stalls", "land it")));

    assertEquals("agent 2 AC002, tick 0: it stalls - land it", problem.getMessage());
  }

  @Test
  void aProblemOfNobodyAndOneThatIsNamedStayAsTheyAre() {
    Problem plain = new Problem("it is no map", "a.bin", "take another");
    Problem named = Problem.of(2, "it stalls", "land it").named(agent -> "KL" + agent);

    assertEquals(plain, plain.named(agent -> "KL" + agent));
    assertEquals("KL2", named.named(agent -> "BA" + agent).where());
    assertEquals("agent 2", Problem.of(2, "it stalls", "land it").where());
  }

  @Test
  void oneOfManyWorldsIsNamedWithItsWorld() {
    List<Environment> worlds = List.of(FACTORY.create(1), FACTORY.create(2));

    assertEquals(
        "agent 3 AC003 of environment 1",
        AgentNames.titled(e -> worlds.get(e).agentNames(), new int[] {0, 4, 8}, 7));
  }

  private interface Failing {
    Problem with(int agent);
  }

  private void record(Failing failing) {
    Policy policy =
        new Policy() {
          @Override
          public void reset() {}

          @Override
          public void act(StepBuffer seen, PolicyOutput output) {
            throw failing.with(2);
          }

          @Override
          public void close() {}
        };
    new RolloutRecorder(
            new RecordingRequest(
                new AirspaceEnvironmentType(),
                FACTORY,
                Optional.empty(),
                Optional.of(new RecordingRequest.ActingPolicy(policy, "failing", "", "failing")),
                ActionSelection.parse("argmax"),
                3,
                RecordingRequest.Until.ALL_TICKS,
                0,
                folder.resolve("sky.rollout")))
        .run(Progress.SILENT, new Cancellation());
  }
}
