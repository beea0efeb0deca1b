package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/// The attention readings of a recording that were requested last, within a number of bytes, shared
/// by all its panels. Any thread may ask. Computations wait for each other, so the FX thread may
/// call only [#edition] and [#choose].
public final class AttentionReadingCache {
  /// Enough for about a dozen agents with 804 ticks, two layers and four heads.
  private static final long BUDGET = 128L << 20;

  private final Rollout rollout;
  private final long budget;
  private final ReentrantLock working = new ReentrantLock();
  private final Map<Key, AttentionTrace> kept = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Integer, Known> agents = new LinkedHashMap<>();
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
  private volatile CheckpointChoice checkpointChoice = new CheckpointChoice(0, Optional.empty());
  private int keptEdition;

  /// @param edition counts the user's choices
  private record CheckpointChoice(int edition, Optional<Path> checkpoint) {}

  private record Key(int agent, Span stretch, MemoryRules rules) {}

  private record Known(
      EpisodeFlags passage,
      MemoryRuleSearch search,
      List<Span> stretches,
      int horizon,
      String source) {
    private Key key(int agent, int tick) {
      Span stretch =
          stretches.stream()
              .filter(each -> each.holds(tick))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("no stretch holds tick " + tick));
      return new Key(agent, stretch, search.rules());
    }
  }

  /// The cache of one recording.
  public AttentionReadingCache(Rollout rollout) {
    this(rollout, BUDGET);
  }

  /// A cache for reading a recording once from beginning to end: it keeps only the weights
  /// requested last.
  ///
  /// @param checkpoint the user's choice
  public static AttentionReadingCache forSinglePass(Rollout rollout, Optional<Path> checkpoint) {
    AttentionReadingCache library = new AttentionReadingCache(rollout, 0);
    checkpoint.ifPresent(library::choose);
    return library;
  }

  /// @param budget most bytes of weights to keep; the reading requested last is kept whatever its
  ///   size
  AttentionReadingCache(Rollout rollout, long budget) {
    this.rollout = rollout;
    this.budget = budget;
  }

  /// Counts the checkpoints chosen so far: readings of earlier editions are out of date.
  public int edition() {
    return checkpointChoice.edition;
  }

  /// Uses a checkpoint that the user chose from now on.
  public void choose(Path checkpoint) {
    checkpointChoice = new CheckpointChoice(checkpointChoice.edition + 1, Optional.of(checkpoint));
    watchers.forEach(Runnable::run);
  }

  /// Calls back whenever a checkpoint is chosen, on the thread that chooses.
  ///
  /// @return unsubscribes when run
  public Runnable watch(Runnable chosen) {
    watchers.add(chosen);
    return () -> watchers.remove(chosen);
  }

  /// The checkpoint the user chose.
  public Optional<Path> chosen() {
    return checkpointChoice.checkpoint;
  }

  /// The attention of an agent at a tick, computed if it is not in the cache.
  ///
  /// @throws dev.hindsight.trainer.Problem if there is no source, no tick, or too many ticks at
  ///   once
  public AttentionReading reading(int agent, int tick, Cancellation cancellation) {
    if (rollout.ticks() == 0) {
      throw new Problem(
          wording("AttentionReadingCache.it_holds_no_tick"),
          rollout.file().toString(),
          wording("AttentionReadingCache.record_it_again"));
    }
    working.lock();
    try {
      cancellation.throwIfCancelled();
      CheckpointChoice now = checkpointChoice;
      if (now.edition != keptEdition) {
        kept.clear();
        agents.clear();
        keptEdition = now.edition;
      }
      Known known = agents.get(agent);
      if (known != null && tick < known.passage.ticks()) {
        AttentionTrace trace = kept.get(known.key(agent, tick));
        if (trace != null) {
          return reading(agent, now.edition, known, trace);
        }
      }
      try (AttentionSource source = AttentionSources.open(rollout, now.checkpoint)) {
        known = known(source, agent, tick, cancellation);
        Key key = known.key(agent, tick);
        AttentionLimit.check(source, key.stretch);
        AttentionTrace trace = source.trace(agent, key.stretch, known.passage, key.rules);
        keep(key, trace);
        return reading(agent, now.edition, known, trace);
      }
    } finally {
      working.unlock();
    }
  }

  /// The ticks that are computed together with a tick; empty if there is no source that knows.
  Optional<Span> stretch(int agent, int tick) {
    working.lock();
    try {
      return Optional.ofNullable(agents.get(agent))
          .filter(known -> keptEdition == checkpointChoice.edition && tick < known.passage.ticks())
          .map(known -> known.key(agent, tick).stretch);
    } finally {
      working.unlock();
    }
  }

  /// Reads a recording again after it has grown, since its last stretch may have grown too.
  private Known known(AttentionSource source, int agent, int tick, Cancellation cancellation) {
    Known before = agents.get(agent);
    if (before != null && tick < before.passage.ticks()) {
      return before;
    }
    EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, agent);
    MemoryRuleSearch search =
        before == null
            ? MemoryRuleSearch.of(source, rollout, agent, episodeFlags, cancellation)
            : before.search;
    Known known =
        new Known(
            episodeFlags,
            search,
            source.stretches(agent, episodeFlags, search.rules()),
            source.horizon(),
            source.words());
    agents.put(agent, known);
    return known;
  }

  private AttentionReading reading(int agent, int edition, Known known, AttentionTrace trace) {
    return new AttentionReading(
        agent,
        edition,
        known.passage,
        known.stretches,
        trace,
        known.search,
        RecomputationAgreement.of(rollout, agent, trace),
        trace.rowSumError(),
        known.horizon,
        known.source);
  }

  private void keep(Key key, AttentionTrace trace) {
    kept.put(key, trace);
    var oldest = kept.entrySet().iterator();
    while (bytes() > budget && kept.size() > 1) {
      oldest.next();
      oldest.remove();
    }
  }

  /// The bytes of weights in the cache.
  long bytes() {
    return kept.values().stream().mapToLong(AttentionTrace::bytes).sum();
  }
}
