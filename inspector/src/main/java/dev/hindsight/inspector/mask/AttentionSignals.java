package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EntropyTerm;
import dev.hindsight.trainer.condition.AgentColumns;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.SignalSource;
import dev.hindsight.trainer.condition.SignalSpec;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Signals for a policy's attention to earlier ticks: `limbo_mass` and `entropy`. Computed with its
/// checkpoint for each agent that a condition names, one stretch at a time.
///
/// @param checkpoint the user's choice; if empty, this source looks for the one that recorded
public record AttentionSignals(Optional<Path> checkpoint) implements SignalSource {
  private static final String LIMBO = "limbo_mass";
  private static final String ENTROPY = "entropy";

  /// The names it offers: no other signal is computed with a checkpoint.
  public static final List<String> NAMES = List.of(ENTROPY, LIMBO);

  @Override
  public List<SignalSpec> offers(Rollout rollout) {
    return AttentionSources.missing(rollout.manifest()).isPresent()
        ? List.of()
        : List.of(
            SignalSpec.ofAgent(
                LIMBO, Kind.REAL, wording("AttentionSignals.weight_of_attention_on_ticks_in")),
            SignalSpec.ofAgent(
                ENTROPY, Kind.REAL, wording("AttentionSignals.entropy_of_attention_in_nats_of")));
  }

  @Override
  public Map<String, String> lacking(Rollout rollout) {
    String why = wording("AttentionSignals.no_policy_with_attention_acted");
    return Map.of(LIMBO, why, ENTROPY, why);
  }

  @Override
  public Signal open(Rollout rollout, String name, Cancellation cancellation) {
    AttentionReadingCache library = AttentionReadingCache.forSinglePass(rollout, checkpoint);
    return new AgentColumns(
        name,
        rollout.manifest().agents(),
        agent -> column(rollout, library, agent, name, cancellation));
  }

  private static float[] column(
      Rollout rollout,
      AttentionReadingCache library,
      int agent,
      String name,
      Cancellation cancellation) {
    float[] column = new float[rollout.ticks()];
    int tick = 0;
    while (tick < column.length) {
      cancellation.throwIfCancelled();
      AttentionReading reading = library.reading(agent, tick, cancellation);
      float[] found = name.equals(LIMBO) ? limbo(reading) : entropy(reading.trace());
      int from = reading.trace().span().from();
      int to = Math.min(column.length, from + found.length);
      System.arraycopy(found, tick - from, column, tick, to - tick);
      tick = to;
    }
    return column;
  }

  private static float[] limbo(AttentionReading reading) {
    AttentionTrace trace = reading.trace();
    float[] most = new float[trace.span().ticks()];
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        float[] leak = LimboLeak.of(trace, reading.passage(), layer, head);
        for (int query = 0; query < most.length; query++) {
          most[query] = Math.max(most[query], leak[query]);
        }
      }
    }
    return most;
  }

  private static float[] entropy(AttentionTrace trace) {
    float[] least = new float[trace.span().ticks()];
    Arrays.fill(least, Float.POSITIVE_INFINITY);
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        float[] plane = trace.plane(layer, head);
        for (int query = 0; query < least.length; query++) {
          double sum = 0;
          int from = trace.offset(query);
          for (int at = from; at < from + trace.slots(query); at++) {
            sum += EntropyTerm.of(plane[at]);
          }
          least[query] = Math.min(least[query], (float) Math.max(0, sum));
        }
      }
    }
    return least;
  }
}
