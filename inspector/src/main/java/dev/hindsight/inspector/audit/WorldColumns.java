package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ComposedObservation;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The columns that describe the world, not outputs or results; and the numbers of an observation
/// that are the same in every trial.
final class WorldColumns {
  /// Columns that do not describe the world: clock, policy outputs, actions, and results.
  private static final Set<String> OTHERWISE =
      Set.of(
          "trial",
          "trial_tick",
          "state_hash",
          "state_parts",
          "action",
          "reward",
          "terminal",
          "truncation",
          EpisodeEnds.COLUMN,
          EpisodeEnds.FINAL_VALUE,
          "trial_ended",
          "log_prob",
          "entropy",
          ActingUpdate.COLUMN,
          "event",
          "refused",
          "refused_value",
          "trial_score",
          "logits",
          "value",
          "advantage");

  private static final String OBSERVATION = "observation";

  /// Segments of an observation that show which trial it is, or the results of the previous tick.
  private static final Set<String> TELLS_TRIALS_APART = Set.of(ObservationLayout.PREVIOUS, "trial");

  private WorldColumns() {}

  /// The world's channels first, then the observation, as one channel even where each segment has a
  /// column of its own.
  static List<Channel> of(Rollout rollout) {
    Set<String> observed = observationColumns(rollout);
    Stream<Channel> world =
        rollout.channels().stream()
            .filter(channel -> !OTHERWISE.contains(channel.spec().name()))
            .filter(channel -> !StepFigure.is(channel.spec().name()))
            .filter(channel -> !channel.spec().name().startsWith("attention/"))
            .filter(channel -> !channel.spec().name().startsWith(EdgeTrace.CHANNEL))
            .filter(channel -> !channel.spec().name().startsWith("cache_"))
            .filter(channel -> !observed.contains(channel.spec().name()));
    return Stream.concat(world, rollout.channel(OBSERVATION).stream()).toList();
  }

  private static Set<String> observationColumns(Rollout rollout) {
    Set<String> names = new HashSet<>(Set.of(OBSERVATION));
    if (rollout.channel(OBSERVATION).isPresent()) {
      rollout.manifest().observation().segments().stream()
          .map(ComposedObservation::column)
          .forEach(names::add);
    }
    return names;
  }

  /// Whether the channel belongs to bodies that no policy controls.
  static boolean ofOthers(Channel channel) {
    List<Object> axes = channel.spec().shape();
    return axes.size() > 1 && axes.get(1).equals("other");
  }

  /// `[D]`, marks numbers of an observation that may differ between trials.
  static BitSet mayDiffer(Rollout rollout) {
    BitSet free = new BitSet();
    if (AgentColumn.observation(rollout).isPresent()) {
      rollout.manifest().observation().segments().stream()
          .filter(segment -> TELLS_TRIALS_APART.contains(segment.name()))
          .forEach(segment -> free.set(segment.offset(), segment.offset() + segment.length()));
    }
    return free;
  }
}
