package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Builds the [EventLog] of one agent, or of all. Reads every tick: for a background thread. No
/// state lasts beyond the end of its trial.
///
/// When the recording has grown, a scan continues where it stopped; one thread at a time.
public final class EventScan {
  private static final int CHECK_EVERY = 4096;
  private static final int NONE = -1;

  private final Rollout rollout;
  private final int first;
  private final int agents;
  private final TickEvents events;
  private final List<Lasting> lasting = new ArrayList<>();
  private final EventLog.Builder builder = new EventLog.Builder();
  private final int[] row;
  private final int[] state;
  private final int[] ended;
  private final Optional<AgentColumn> trialEnded;
  private int next;

  /// A kind that begins a state.
  ///
  /// @param open the current entry of each agent, or [#NONE]
  /// @param begun the entry that the previous tick's action began for each, or [#NONE]
  private record Lasting(EventKind kind, AgentColumn column, int[] open, int[] begun) {
    Lasting copy() {
      return new Lasting(kind, column, open.clone(), begun.clone());
    }
  }

  private EventScan(Rollout rollout, int first, int agents) {
    this.rollout = rollout;
    this.first = first;
    this.agents = agents;
    events = new TickEvents(rollout);
    trialEnded = AgentColumn.of(rollout, "trial_ended");
    row = new int[rollout.manifest().agents()];
    state = new int[rollout.manifest().agents()];
    ended = new int[rollout.manifest().agents()];
    for (EventKind kind : events.kinds().all()) {
      if (kind.lasts()) {
        AgentColumn.of(rollout, kind.column())
            .ifPresent(
                column -> lasting.add(new Lasting(kind, column, new int[agents], new int[agents])));
      }
    }
    lasting.forEach(EventScan::clear);
  }

  /// A scan of one agent that has read nothing yet.
  public static EventScan begin(Rollout rollout, int agent) {
    return new EventScan(rollout, agent, 1);
  }

  /// A scan of all agents that has read nothing yet.
  public static EventScan beginAll(Rollout rollout) {
    return new EventScan(rollout, 0, rollout.manifest().agents());
  }

  /// All events of an agent.
  public static EventLog of(Rollout rollout, int agent, Cancellation cancellation) {
    return begin(rollout, agent).upTo(rollout.ticks(), cancellation);
  }

  /// All events of all agents; those of one tick are ordered by kind, then by agent.
  public static EventLog ofAll(Rollout rollout, Cancellation cancellation) {
    return beginAll(rollout).upTo(rollout.ticks(), cancellation);
  }

  /// Scans further ticks and returns all events so far.
  ///
  /// @param ticks total number of ticks to have scanned, limited to the existing ones
  public EventLog upTo(int ticks, Cancellation cancellation) {
    TrialIndex trials = rollout.trials();
    int end = Math.min(ticks, rollout.ticks());
    int stretch = next < end ? trials.stretchAt(next) : 0;
    for (; next < end; next++) {
      if (next % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      if (next >= trials.end(stretch)) {
        stretch++;
      }
      boolean begins = next == trials.start(stretch);
      if (!events.settled(next)) {
        // The next row may change what the newest row caused, so the newest one is read again.
        List<Lasting> before = lasting.stream().map(Lasting::copy).toList();
        int kept = builder.count();
        look(next, begins);
        EventLog log = builder.log();
        builder.keep(kept);
        lasting.clear();
        lasting.addAll(before);
        return log;
      }
      look(next, begins);
    }
    return builder.log();
  }

  private static void clear(Lasting one) {
    Arrays.fill(one.open(), NONE);
    Arrays.fill(one.begun(), NONE);
  }

  private void look(int tick, boolean begins) {
    events.read(tick, row);
    if (trialEnded.isPresent()) {
      trialEnded.get().read(tick, ended);
    }
    for (Lasting one : lasting) {
      if (begins) {
        clear(one);
      }
      one.column().read(tick, state);
      for (int i = 0; i < agents; i++) {
        look(one, i, tick);
      }
    }
    for (EventKind kind : events.kinds().all()) {
      for (int i = 0; i < agents; i++) {
        if (TickEvents.happened(row[first + i], kind)) {
          int event = builder.caused(kind, first + i, tick, detail(kind, first + i));
          for (Lasting one : lasting) {
            if (one.kind().equals(kind)) {
              one.begun()[i] = event;
            }
          }
        }
      }
    }
  }

  /// Checks whether a state continues, begins or ends.
  private void look(Lasting one, int i, int tick) {
    int begun = one.begun()[i];
    one.begun()[i] = NONE;
    if (!one.kind().holds(state[first + i])) {
      one.open()[i] = NONE;
      return;
    }
    if (begun != NONE) {
      one.open()[i] = begun;
    } else if (one.open()[i] == NONE) {
      one.open()[i] = builder.uncaused(one.kind(), first + i, tick);
    }
    builder.isSo(one.open()[i], tick);
  }

  private int detail(EventKind kind, int agent) {
    if (!kind.equals(EventKind.TRUNCATION) || ended[agent] == 0) {
      return 0;
    }
    return TickEvents.happened(row[agent], EventKind.GOAL) ? EventLog.AT_GOAL : EventLog.WITH_TRIAL;
  }
}
