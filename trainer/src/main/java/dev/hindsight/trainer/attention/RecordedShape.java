package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;

/// Derives the sizes of a recording's environment from the recording alone.
public final class RecordedShape {
  /// Ticks of an episode whose memory could still be held.
  private static final int LONGEST_EPISODE = 1 << 20;

  private RecordedShape() {}

  /// The shape without the environment's own columns. If a recording does not say what actions
  /// mean, it takes as many actions as there are logits.
  public static EnvironmentShape of(Rollout rollout) {
    Manifest manifest = rollout.manifest();
    EnvironmentShape shape =
        new EnvironmentShape(
                manifest.agents(),
                manifest.observation(),
                ActionManifest.read(manifest).orElseGet(() -> counted(outputs(rollout))),
                manifest.tickSeconds(),
                manifest.trials().count(),
                timeoutTicks(rollout),
                List.of())
            .withGroups(GroupManifest.read(manifest));
    // A memory holds the final observation before a time limit too.
    return FinalObservationRows.of(manifest).isPresent() ? shape.withTimeLimit() : shape;
  }

  /// A time limit that no episode of the recording comes near is none: memories are as large as an
  /// episode can be long.
  private static int timeoutTicks(Rollout rollout) {
    Manifest.Trials trials = rollout.manifest().trials();
    boolean remembered = (long) trials.count() * trials.timeoutTicks() <= LONGEST_EPISODE;
    return remembered
        ? trials.timeoutTicks()
        : Math.clamp(LONGEST_EPISODE / trials.count(), 1, Math.max(1, rollout.ticks()));
  }

  /// n, policy outputs per agent and tick; 0 if none were recorded.
  public static int outputs(Rollout rollout) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel("logits")
        .filter(c -> agents > 0 && c.rowLength() % agents == 0)
        .map(c -> c.rowLength() / agents)
        .orElse(0);
  }

  private static ActionSpace counted(int outputs) {
    List<Float> levels =
        java.util.stream.IntStream.range(0, Math.max(1, outputs)).mapToObj(i -> (float) i).toList();
    return new ActionSpace.Discrete(
        List.of(new ActionSpace.Factor("action", "", levels, List.of())));
  }
}
