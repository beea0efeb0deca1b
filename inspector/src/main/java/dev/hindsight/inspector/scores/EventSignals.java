package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.SignalSource;
import dev.hindsight.trainer.condition.SignalSpec;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What began with the action of a tick: `goal`, `collision`, `offroad`, and where a recording has
/// such channels `conflict`, `loss`, `refused`. These names come before channels of the same name,
/// which are then called `channel_goal` and so on.
public final class EventSignals implements SignalSource {
  private static final String SILENT = "the recording has none";

  /// Names of the events, with the bit of each.
  public static final Map<String, Integer> BITS = bits();

  private static Map<String, Integer> bits() {
    Map<String, Integer> bits = new LinkedHashMap<>();
    bits.put("goal", EventBits.GOAL);
    bits.put("collision", EventBits.COLLISION);
    bits.put("offroad", EventBits.OFFROAD);
    bits.put("conflict", EventBits.CONFLICT);
    bits.put("loss", EventBits.LOSS);
    bits.put("refused", EventBits.REFUSED);
    return bits;
  }

  @Override
  public List<SignalSpec> offers(Rollout rollout) {
    TickEvents events = new TickEvents(rollout);
    List<SignalSpec> specs = new ArrayList<>();
    if (events.isRecorded(EventKind.GOAL)) {
      specs.add(SignalSpec.ofAgent("goal", Kind.FLAG, "the action reached a goal"));
    }
    if (events.isRecorded(EventKind.COLLISION)) {
      specs.add(
          SignalSpec.ofAgent("collision", Kind.FLAG, "a vehicle collision began with the action"));
      specs.add(SignalSpec.ofAgent("offroad", Kind.FLAG, "the action took it across a road edge"));
    }
    if (events.isRecorded(EventKind.CONFLICT)) {
      specs.add(
          SignalSpec.ofAgent(
              "conflict", Kind.FLAG, "the action led to a predicted loss of separation"));
    }
    if (events.isRecorded(EventKind.LOSS)) {
      specs.add(SignalSpec.ofAgent("loss", Kind.FLAG, "separation was lost with the action"));
    }
    if (events.isRecorded(EventKind.REFUSED)) {
      specs.add(
          SignalSpec.ofAgent(
              "refused", Kind.FLAG, "the action was invalid, so the neutral one was taken"));
    }
    return specs;
  }

  @Override
  public Map<String, String> lacking(Rollout rollout) {
    Map<String, String> lacking = new LinkedHashMap<>();
    BITS.keySet().forEach(name -> lacking.put(name, SILENT));
    return lacking;
  }

  @Override
  public Signal open(Rollout rollout, String name, Cancellation cancellation) {
    Newest newest = new Newest(rollout);
    int bit = BITS.getOrDefault(name, 0);
    return (tick, agent, _) -> (newest.at(tick, agent) & bit) != 0 ? 1 : 0;
  }

  /// The row that was asked about last, for all agents. One owner thread.
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
