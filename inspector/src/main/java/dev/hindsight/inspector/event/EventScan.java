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
public final class EventScan {
  private static final int CHECK_EVERY = 4096;
  private static final int NONE = -1;

  private final Rollout rollout;
  private final int from;
  private final int agents;
  private final List<Signal> signals = new ArrayList<>();
  private final EventLog.Scribe scribe = new EventLog.Scribe();

  /// A channel that tells of one kind of event.
  ///
  /// @param open the event each agent is in, or [#NONE]
  private record Signal(EventKind kind, Channel channel, int[] open) {}

  private EventScan(Rollout rollout, int from, int agents) {
    this.rollout = rollout;
    this.from = from;
    this.agents = agents;
    for (EventKind kind : EventKind.values()) {
      channel(rollout, kind)
          .ifPresent(found -> signals.add(new Signal(kind, found, new int[agents])));
    }
  }

  /// All events of an agent.
  public static EventLog of(Rollout rollout, int agent, Cancellation cancellation) {
    return new EventScan(rollout, agent, 1).run(cancellation);
  }

  /// All events of all agents; those that begin at one tick stand kind by kind, agent by agent.
  public static EventLog ofAll(Rollout rollout, Cancellation cancellation) {
    return new EventScan(rollout, 0, rollout.manifest().agents()).run(cancellation);
  }

  /// What tells of a kind of event in a recording.
  static Optional<Channel> channel(Rollout rollout, EventKind kind) {
    return rollout
        .channel(kind.channel())
        .filter(channel -> channel.rowLength() == rollout.manifest().agents());
  }

  private EventLog run(Cancellation cancellation) {
    int ticks = rollout.ticks();
    TrialIndex trials = rollout.trials();
    int[] row = new int[agents];
    int stretch = 0;
    for (int tick = 0; tick < ticks; tick++) {
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
