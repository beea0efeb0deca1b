package dev.hindsight.inspector.agents;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.Counts;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The state of every agent at any tick and its totals so far, including the results of that tick's
/// action.
///
/// A background thread builds it; one thread at a time may query it.
final class AgentHistory {
  private final AgentChannels channels;
  private final RunningCounts counts;
  private final TickEvents events;
  private final int ticks;

  private AgentHistory(AgentChannels channels, RunningCounts counts, int ticks) {
    this.channels = channels;
    this.counts = counts;
    this.ticks = ticks;
    events = new TickEvents(counts.rollout());
  }

  /// Reads a whole recording.
  static AgentHistory read(Rollout rollout, Cancellation cancellation) {
    return new AgentHistory(AgentChannels.of(rollout), new RunningCounts(rollout), 0)
        .grown(cancellation);
  }

  /// The same for a recording that has grown; reads only the new ticks.
  AgentHistory grown(Cancellation cancellation) {
    int length = counts.rollout().ticks();
    counts.readAll(cancellation);
    return new AgentHistory(channels, counts, length);
  }

  /// How many ticks have been read.
  int ticks() {
    return ticks;
  }

  /// The snapshots of all agents at a tick of the recording. Each is made when it is first asked
  /// for: of ten thousand agents a table shows thirty.
  List<AgentSnapshot> at(int tick) {
    if (tick < 0 || tick >= ticks) {
      return List.of();
    }
    return new SnapshotsOfTick(tick);
  }

  private final class SnapshotsOfTick extends AbstractList<AgentSnapshot> implements RandomAccess {
    private final int tick;
    private final Counts now;
    private final Counts trial;
    private final int[] eventsOfAgents = new int[channels.agents()];
    private final @Nullable AgentSnapshot[] made = new @Nullable AgentSnapshot[channels.agents()];

    SnapshotsOfTick(int tick) {
      this.tick = tick;
      this.now = counts.at(tick);
      this.trial = counts.inTrial(tick);
      events.read(tick, eventsOfAgents);
    }

    @Override
    public int size() {
      return made.length;
    }

    @Override
    public AgentSnapshot get(int agent) {
      AgentSnapshot known = made[agent];
      if (known == null) {
        known =
            new AgentSnapshot(
                agent,
                channels.condition(tick, agent),
                channels.states(tick, agent),
                events.results(eventsOfAgents[agent]),
                sums(now, agent),
                sums(trial, agent));
        made[agent] = known;
      }
      return known;
    }
  }

  private static AgentSnapshot.Sums sums(Counts counts, int agent) {
    return new AgentSnapshot.Sums(
        counts.reward(agent),
        counts.kinds().noted().stream()
            .collect(Collectors.toMap(Function.identity(), kind -> of(counts, kind, agent))));
  }

  private static AgentSnapshot.Count of(Counts counts, EventKind kind, int agent) {
    return new AgentSnapshot.Count(counts.count(kind, agent), counts.exact(kind, agent));
  }

  /// The columns with one number per agent that the table reads. Any of them may be missing.
  ///
  /// @param agents A
  /// @param collision 0 none, 1 vehicle, 2 offroad, in the world of the tick
  /// @param loss the number of other agents that it is too close to
  /// @param conflict the number of other agents that it will be too close to
  /// @param removed 1 while in limbo
  /// @param ghost 1 while back at the start after a goal
  /// @param stopped 1 while it stands still until the trial ends
  /// @param own columns of the states that the environment declares as its own
  private record AgentChannels(
      int agents,
      Optional<AgentColumn> collision,
      Optional<AgentColumn> loss,
      Optional<AgentColumn> conflict,
      Optional<AgentColumn> removed,
      Optional<AgentColumn> ghost,
      Optional<AgentColumn> stopped,
      Map<EventKind, AgentColumn> own) {
    private static final int VEHICLE = 1;
    private static final int OFFROAD = 2;

    static AgentChannels of(Rollout rollout) {
      int agents = rollout.manifest().agents();
      return new AgentChannels(
          agents,
          AgentColumn.of(rollout, "collision"),
          AgentColumn.of(rollout, "loss"),
          AgentColumn.of(rollout, "conflict"),
          AgentColumn.of(rollout, "removed"),
          AgentColumn.of(rollout, "ghost"),
          AgentColumn.of(rollout, "stopped"),
          own(rollout));
    }

    private static Map<EventKind, AgentColumn> own(Rollout rollout) {
      Map<EventKind, AgentColumn> columns = new LinkedHashMap<>();
      for (EventKind kind : RecordedEvents.of(rollout).noted()) {
        if (kind.isOwn() && kind.lasts()) {
          AgentColumn.of(rollout, kind.column()).ifPresent(column -> columns.put(kind, column));
        }
      }
      return columns;
    }

    List<String> states(int tick, int agent) {
      return own.entrySet().stream()
          .filter(state -> state.getKey().holds(state.getValue().integer(tick, agent)))
          .map(state -> state.getKey().state())
          .toList();
    }

    AgentStatus condition(int tick, int agent) {
      int contact = (int) integer(collision, tick, agent);
      if (integer(removed, tick, agent) != 0) {
        return AgentStatus.LIMBO;
      }
      if (contact == VEHICLE || contact == OFFROAD) {
        return contact == VEHICLE ? AgentStatus.COLLIDED : AgentStatus.OFFROAD;
      }
      if (integer(loss, tick, agent) != 0) {
        return AgentStatus.TOO_NEAR;
      }
      if (integer(conflict, tick, agent) != 0) {
        return AgentStatus.CONFLICT;
      }
      if (integer(ghost, tick, agent) != 0) {
        return AgentStatus.GHOST;
      }
      return integer(stopped, tick, agent) != 0 ? AgentStatus.STOPPED : AgentStatus.ACTIVE;
    }

    private static long integer(Optional<AgentColumn> channel, int tick, int agent) {
      return channel.isPresent() ? channel.get().integer(tick, agent) : 0;
    }
  }
}
