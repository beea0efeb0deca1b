package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All signals of one recording: channels by name, and what sources derive from them. Any thread;
/// each signal that it opens has one owner.
public final class Signals {
  /// Prefix of a channel whose own name has another meaning.
  private static final String CHANNEL = "channel_";

  private final Rollout rollout;
  private final Map<String, SourceName> origins = new LinkedHashMap<>();
  private final Vocabulary vocabulary;

  /// @param own the source's name for it
  private record SourceName(SignalSource source, String own) {}

  private Signals(Rollout rollout, List<SignalSource> sources) {
    this.rollout = rollout;
    List<SignalSpec> specs = new ArrayList<>();
    Map<String, String> lacking = new LinkedHashMap<>();
    for (SignalSource source : sources) {
      for (SignalSpec spec : source.offers(rollout)) {
        Optional<String> name = free(spec.name());
        if (name.isPresent()) {
          origins.put(name.get(), new SourceName(source, spec.name()));
          specs.add(
              new SignalSpec(name.get(), spec.kind(), spec.scope(), spec.sizes(), spec.doc()));
        }
      }
    }
    sources.forEach(source -> source.lacking(rollout).forEach(lacking::putIfAbsent));
    specs.forEach(spec -> lacking.remove(spec.name()));
    vocabulary =
        new Vocabulary(
            specs, lacking, rollout.manifest().agents(), rollout.manifest().observation());
  }

  private Optional<String> free(String wanted) {
    boolean plain = !origins.containsKey(wanted) && !ChannelSignals.RESERVED.contains(wanted);
    String name = plain ? wanted : CHANNEL + wanted;
    return origins.containsKey(name) ? Optional.empty() : Optional.of(name);
  }

  /// The signals of a recording.
  ///
  /// @param sources if two offer the same name, the first one wins
  public static Signals of(Rollout rollout, List<SignalSource> sources) {
    return new Signals(rollout, sources);
  }

  /// The available names.
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /// A, number of agents in the recording.
  public int agents() {
    return vocabulary.agents();
  }

  /// T, present number of ticks in the recording.
  public int ticks() {
    return rollout.ticks();
  }

  /// The values of a name.
  ///
  /// @throws dev.hindsight.trainer.Problem if they cannot be computed
  public Signal open(String name, Cancellation cancellation) {
    SourceName sourceName = origins.get(name);
    if (sourceName == null) {
      throw new IllegalArgumentException(name);
    }
    return sourceName.source.open(rollout, sourceName.own, cancellation);
  }
}
