package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.SignalSource;
import dev.hindsight.trainer.condition.SignalSpec;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Signals for events that begin with the action of a tick: `goal`, `collision`, `offroad`, and
/// what else the recording declares or has channels for. They take precedence over channels of the
/// same name, which are then called `channel_goal` and so on.
public final class EventSignals implements SignalSource {
  private static final String SILENT = wording("EventSignals.the_recording_has_none");

  @Override
  public List<SignalSpec> offers(Rollout rollout) {
    TickEvents events = new TickEvents(rollout);
    return Stream.concat(EventKind.COMMON.stream(), events.kinds().noted().stream())
        .distinct()
        .filter(events::isRecorded)
        .map(kind -> SignalSpec.ofAgent(kind.signal(), Kind.FLAG, kind.help()))
        .toList();
  }

  @Override
  public Map<String, String> lacking(Rollout rollout) {
    Map<String, String> lacking = new LinkedHashMap<>();
    EventKind.SHARED.forEach(kind -> lacking.put(kind.signal(), SILENT));
    return lacking;
  }

  @Override
  public Signal open(Rollout rollout, String name, Cancellation cancellation) {
    Newest newest = new Newest(rollout);
    int bit =
        RecordedEvents.of(rollout)
            .named(name)
            .or(() -> EventKind.builtIn(name))
            .map(EventKind::bit)
            .orElse(0);
    return (tick, agent, _) -> (newest.at(tick, agent) & bit) != 0 ? 1 : 0;
  }

  /// The row read last, for all agents. One owner thread.
  private static final class Newest {
    private final TickEvents events;
    private final int[] row;
    private int read = -1;

    private Newest(Rollout rollout) {
      events = new TickEvents(rollout);
      row = new int[rollout.manifest().agents()];
    }

    private int at(int tick, int agent) {
      if (tick != read || !events.settled(tick)) {
        events.read(tick, row);
        read = tick;
      }
      return row[agent];
    }
  }
}
