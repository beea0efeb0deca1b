package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AgentObservations;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.QueryReplay;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/// The stretches of a recording that were asked about last, opened to be asked again. Any thread
/// may ask, one at a time; closing waits for nobody.
public final class QueryReplayCache implements AutoCloseable {
  /// An agent's 804 ticks of width 256 take 5.5 MiB of native memory.
  private static final int KEPT = 4;

  private final Rollout rollout;
  private final ReentrantLock working = new ReentrantLock();
  private final Map<Key, QueryReplay> kept = new LinkedHashMap<>(16, 0.75f, true);
  private Optional<AttentionSource> source = Optional.empty();
  private int edition;
  private volatile boolean closed;

  private record Key(int agent, Span stretch) {}

  /// Of one recording.
  public QueryReplayCache(Rollout rollout) {
    this.rollout = rollout;
  }

  /// Asks about the stretch of a reading.
  ///
  /// @param chosen the checkpoint the user chose, as for the reading
  /// @throws Problem if there is no network to ask
  public <T> T ask(
      AttentionReading reading,
      Optional<Path> chosen,
      BiFunction<Introspection, QueryReplay, T> question) {
    working.lock();
    try {
      if (reading.edition() != edition || closed) {
        letGo();
        edition = reading.edition();
      }
      AttentionSource from = source.orElseGet(() -> AttentionSources.open(rollout, chosen));
      source = Optional.of(from);
      Introspection network = from.network().orElseThrow(this::weightsAlone);
      Key key = new Key(reading.agent(), reading.trace().span());
      QueryReplay queryReplay = kept.computeIfAbsent(key, _ -> open(network, reading));
      var oldest = kept.entrySet().iterator();
      while (kept.size() > KEPT) {
        oldest.next().getValue().close();
        oldest.remove();
      }
      return question.apply(network, queryReplay);
    } finally {
      if (closed) {
        letGo();
      }
      working.unlock();
    }
  }

  private QueryReplay open(Introspection network, AttentionReading reading) {
    Span span = reading.trace().span();
    return network.recall(
        span,
        AgentObservations.of(rollout, reading.agent(), span),
        reading.passage(),
        reading.search().rules());
  }

  private Problem weightsAlone() {
    return new Problem(
        "it stores only weights, which are not enough to compute the output without them",
        rollout.file().toString(),
        "choose the checkpoint it was recorded with");
  }

  private void letGo() {
    kept.values().forEach(QueryReplay::close);
    kept.clear();
    source.ifPresent(AttentionSource::close);
    source = Optional.empty();
  }

  /// Frees native memory, now or when whoever is asking has been answered.
  @Override
  public void close() {
    closed = true;
    if (working.tryLock()) {
      try {
        letGo();
      } finally {
        working.unlock();
      }
    }
  }
}
