package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A branch joins copied ticks and simulated ones: where they meet, agents observe the same.
class ContinuationSeamTest {
  private static final PolicySource NONE =
      new PolicySource() {
        @Override
        public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
          return Optional.empty();
        }

        @Override
        public Policy named(Edit.PolicyChange change, EnvironmentShape shape) {
          throw new IllegalStateException();
        }
      };

  @TempDir private Path folder;

  /// Reaches a tick that lies some ticks after the one it is asked for.
  private record LateStart(SimulationRecipe recipe, int late)
      implements Continuation.StartingPoint {
    @Override
    public Environment environment(int tick, Progress progress, Cancellation cancellation) {
      return new ReplayFromStart(recipe).environment(tick + late, progress, cancellation);
    }

    @Override
    public void remember(int tick, Policy policy, Cancellation cancellation) {}
  }

  /// Is there without reporting how.
  private record Instant(SimulationRecipe recipe) implements Continuation.StartingPoint {
    @Override
    public Environment environment(int tick, Progress progress, Cancellation cancellation) {
      return new ReplayFromStart(recipe).environment(tick, Progress.SILENT, new Cancellation());
    }

    @Override
    public void remember(int tick, Policy policy, Cancellation cancellation) {}
  }

  private Path branch(Rollout rollout, int late) {
    SimulationRecipe recipe = SimulationRecipe.of(rollout);
    Path out = folder.resolve("branch.rollout");
    new Continuation(recipe, 9, List.of(), NONE, new LateStart(recipe, late), Map.of(), out)
        .run(Progress.SILENT, new Cancellation());
    return out;
  }

  @Test
  void aBranchThatMeetsItsOriginIsWritten() {
    try (Rollout rollout = Rollouts.open(recording("spread"));
        Rollout made = Rollouts.open(branch(rollout, 0))) {
      assertEquals(30, made.ticks());
    }
  }

  /// Planted: a starting point that is one tick late.
  @Test
  void aBranchThatDoesNotMeetItsOriginIsRefusedNamingTheNumberByItsPath() {
    try (Rollout rollout = Rollouts.open(recording("spread"))) {
      Problem problem = assertThrows(Problem.class, () -> branch(rollout, 1));
      assertTrue(problem.what().contains("self/velocity.x is"), problem.what());
      assertTrue(problem.what().contains("at tick 9 agent 0"), problem.what());
      assertFalse(Files.exists(folder.resolve("branch.rollout")));
    }
  }

  @Test
  void whatABranchSharesWithItsOriginIsReportedAndCanBeCancelled() {
    try (Rollout rollout = Rollouts.open(recording("spread"))) {
      SimulationRecipe recipe = SimulationRecipe.of(rollout);
      Path out = folder.resolve("cancelled.rollout");
      Cancellation cancellation = new Cancellation();
      List<Long> reported = new ArrayList<>();
      Progress progress =
          (done, _, _) -> {
            reported.add(done);
            if (done == 5) {
              cancellation.cancel();
            }
          };
      Continuation branch =
          new Continuation(recipe, 9, List.of(), NONE, new Instant(recipe), Map.of(), out);
      assertThrows(CancellationException.class, () -> branch.run(progress, cancellation));
      assertEquals(List.of(1L, 2L, 3L, 4L, 5L), reported);
      assertFalse(Files.exists(out));
      assertFalse(Rollouts.unfinished(out));
    }
  }

  private Path recording(String environment) {
    return SampleRecordings.of(BuiltInEnvironments.named(environment), folder, 30);
  }
}
