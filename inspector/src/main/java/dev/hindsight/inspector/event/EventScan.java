package dev.hindsight.inspector.event;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Finds what happened to one agent, or to all, in a recording. Reads every tick: for a background
/// thread. What lasts is one event (a limbo, a contact), but none goes on beyond the end of its
/// trial.
///
/// A scan goes on where it stopped when the recording has become longer; one thread at a time.
public final class EventScan {
  private static final int CHECK_EVERY = 4096;
  private static final int NONE = -1;

  private final Rollout rollout;
  private final int from;
  private final int agents;
  private final List<Signal> signals = new ArrayList<>();
  private final EventLog.Scribe scribe = new EventLog.Scribe();
  private final int[] row;
  private int stretch;
  private int next;

  /// A channel that tells of one kind of event.
  ///
  /// @param open the event each agent is in, or [#NONE]
  private record Signal(EventKind kind, Channel channel, int[] open) {}

  private EventScan(Rollout rollout, int from, int agents) {
    this.rollout = rollout;
    this.from = from;
    this.agents = agents;
    this.row = new int[agents];
    for (EventKind kind : EventKind.values()) {
      channel(rollout, kind)
          .ifPresent(found -> signals.add(new Signal(kind, found, new int[agents])));
    }
  }

  /// A scan of an agent that has read nothing yet.
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

  /// All events of all agents; those that begin at one tick stand kind by kind, agent by agent.
  public static EventLog ofAll(Rollout rollout, Cancellation cancellation) {
    return beginAll(rollout).upTo(rollout.ticks(), cancellation);
  }

  /// Whether a recording tells of a kind of event.
  public static boolean tells(Rollout rollout, EventKind kind) {
    return channel(rollout, kind).isPresent();
  }

  /// What tells of a kind of event in a recording.
  static Optional<Channel> channel(Rollout rollout, EventKind kind) {
    return rollout
        .channel(kind.channel())
        .filter(channel -> channel.rowLength() == rollout.manifest().agents());
  }

  /// Reads on, and tells of all events so far.
  ///
  /// @param ticks how many to have read, as many as there are at most
  public EventLog upTo(int ticks, Cancellation cancellation) {
    TrialIndex trials = rollout.trials();
    for (; next < ticks; next++) {
      int tick = next;
      if (tick % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      boolean begins = stretch < trials.count() && tick == trials.start(stretch);
      if (begins) {
        stretch++;
      }
      for (Signal signal : signals) {
        if (begins || tick == 0) {
          Arrays.fill(signal.open(), NONE);
        }
        signal.channel().read(tick, from, row, agents);
        look(signal, row, tick);
      }
    }
    return scribe.log();
  }

  private void look(Signal signal, int[] row, int tick) {
    int[] open = signal.open();
    for (int i = 0; i < agents; i++) {
      if (!signal.kind().happens(row[i])) {
        open[i] = NONE;
      } else if (open[i] == NONE) {
        open[i] = scribe.begin(signal.kind(), from + i, tick);
      } else {
        scribe.goesOn(open[i], tick);
      }
    }
  }
}
