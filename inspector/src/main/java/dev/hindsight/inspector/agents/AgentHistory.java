package dev.hindsight.inspector.agents;

import dev.hindsight.trainer.outcome.Counts;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;

/// What every agent does at any tick and has come to by it, the results of that tick's action
/// included.
///
/// Made on a background thread; questions are asked by one thread.
final class AgentHistory {
  private final AgentChannels channels;
  private final RunningCounts counts;
  private final TickEvents events;
  private final int[] row;
  private final int ticks;

  private AgentHistory(AgentChannels channels, RunningCounts counts, int ticks) {
    this.channels = channels;
    this.counts = counts;
    this.ticks = ticks;
    events = new TickEvents(counts.rollout());
    row = new int[channels.agents()];
  }

  /// Reads a recording once.
  static AgentHistory read(Rollout rollout, Cancellation cancellation) {
    return new AgentHistory(AgentChannels.of(rollout), new RunningCounts(rollout), 0)
        .grown(cancellation);
  }

  /// The same of a recording that has become longer; reads only what is new.
  AgentHistory grown(Cancellation cancellation) {
    int length = counts.rollout().ticks();
    counts.readAll(cancellation);
    return new AgentHistory(channels, counts, length);
  }

  /// How many ticks have been read.
  int ticks() {
    return ticks;
  }

  /// All agents at a tick of the recording.
  List<AgentSnapshot> at(int tick) {
    if (tick < 0 || tick >= ticks) {
      return List.of();
    }
    Counts now = counts.at(tick);
    Counts trial = counts.inTrial(tick);
    events.read(tick, row);
    List<AgentSnapshot> rows = new ArrayList<>(channels.agents());
    for (int agent = 0; agent < channels.agents(); agent++) {
      rows.add(
          new AgentSnapshot(
              agent,
              channels.condition(tick, agent),
              events.results(row[agent]),
              sums(now, agent),
              sums(trial, agent)));
    }
    return rows;
  }

  private static AgentSnapshot.Sums sums(Counts counts, int agent) {
    return new AgentSnapshot.Sums(
        counts.reward(agent),
        of(counts, EventKind.GOAL, agent),
        of(counts, EventKind.COLLISION, agent),
        of(counts, EventKind.OFFROAD, agent),
        of(counts, EventKind.CONFLICT, agent),
        of(counts, EventKind.LOSS, agent));
  }

  private static AgentSnapshot.Count of(Counts counts, EventKind kind, int agent) {
    return new AgentSnapshot.Count(counts.count(kind, agent), counts.exact(kind, agent));
  }
}
