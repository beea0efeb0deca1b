package dev.hindsight.app.replay;

import dev.hindsight.trainer.learn.replay.ReplayContents;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import java.util.ArrayList;
import java.util.List;

/// An episode in a replay buffer as a row of a table.
///
/// @param number from 1, in the order in which the episodes ended, buffer after buffer
/// @param buffer index of its buffer, the member where members of a group learn for themselves
/// @param environment index of the environment it was played in
/// @param agents that decided together, as they count in their environment
/// @param begun number of updates that the policy had learned from when it began
/// @param updates of the run since then
/// @param steps that were added to its buffer since then
/// @param probability with which a draw takes one of its steps
/// @param stored what the buffer says of it
/// @param contents its buffer
public record ReplayRow(
    int number,
    int buffer,
    int environment,
    List<Integer> agents,
    long begun,
    long updates,
    long steps,
    double probability,
    StoredEpisode stored,
    ReplayContents contents) {
  /// Copies the list.
  public ReplayRow {
    agents = List.copyOf(agents);
  }

  /// The episodes of all buffers of a checkpoint that hold a complete step.
  ///
  /// @throws dev.hindsight.trainer.Problem if the checkpoint is damaged
  public static List<ReplayRow> of(CheckpointReplay replay) {
    List<ReplayRow> rows = new ArrayList<>();
    for (int buffer = 0; buffer < replay.buffers().size(); buffer++) {
      ReplayContents contents = replay.buffers().get(buffer);
      for (StoredEpisode episode : contents.episodes()) {
        if (episode.length() > 0) {
          rows.add(
              new ReplayRow(
                  rows.size() + 1,
                  buffer,
                  replay.environment(episode),
                  replay.agents(episode),
                  replay.begun(episode),
                  replay.updates() - replay.begun(episode),
                  contents.age(episode),
                  contents.probability(episode),
                  episode,
                  contents));
        }
      }
    }
    return rows;
  }

  /// The tick of its first step.
  public int firstTick() {
    return stored.tick(0);
  }

  /// The tick of its last step.
  public int lastTick() {
    return stored.tick(stored.length() - 1);
  }

  /// Whether another row is about the same episode, maybe some updates later.
  public boolean same(ReplayRow other) {
    return buffer == other.buffer && stored.origin().equals(other.stored.origin());
  }
}
