package dev.hindsight.trainer.fleet;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The books of a fleet: every episode that a worker began has ended in exactly one way, or is
/// still running. One owner thread.
///
/// ```
/// started = sum over the kinds of end + running
/// ```
///
/// The two sides come from different places: workers count what they began and what is under way,
/// the ledger adds up the ends. Steps of a batch that never arrived are wasted. A batch is booked
/// once: its id tells a second delivery.
public final class EpisodeLedger {
  private final Map<FleetEnd, Long> ends = new EnumMap<>(FleetEnd.class);
  private final Map<Integer, Books> workers = new HashMap<>();
  private long started;
  private long steps;
  private long wastedSteps;
  private long refused;

  /// One worker's present generation.
  private static final class Books {
    private int generation;
    private long nextBatch;
    private long nextEpisode;
    private long running;
  }

  /// Creates empty books.
  public EpisodeLedger() {
    for (FleetEnd end : FleetEnd.values()) {
      ends.put(end, 0L);
    }
  }

  /// Names a batch: no two batches of a run share an id.
  ///
  /// @param worker from 0
  /// @param generation of the worker: the number of times that it was replaced
  /// @param number of the batch: a worker numbers the batches of a generation from 0 without gaps
  public record BatchId(int worker, int generation, long number) {}

  /// What happened to episodes while a batch was collected, as its worker counted it.
  ///
  /// @param firstEpisode number of the first episode that began: a worker numbers the episodes of a
  ///   generation from 0 without gaps
  /// @param started number of episodes that began
  /// @param ends number of episodes that ended, by kind
  /// @param running number of episodes under way after the batch
  /// @param steps agent steps in the batch
  public record BatchCounts(
      long firstEpisode, long started, Map<FleetEnd, Long> ends, long running, long steps) {
    /// Copies the map.
    public BatchCounts {
      ends = Map.copyOf(ends);
    }
  }

  /// What the ledger did with a batch.
  public enum Receipt {
    /// It booked the batch.
    BOOKED,
    /// It booked nothing: this batch was delivered before, or comes from a worker that has been
    /// replaced.
    ALREADY_BOOKED,
    /// It booked nothing: batches or episodes between the last batch and this one are missing, or
    /// episodes appear in both.
    DOES_NOT_JOIN
  }

  /// Books a batch.
  public Receipt deliver(BatchId id, BatchCounts counts) {
    Books books = workers.computeIfAbsent(id.worker(), _ -> new Books());
    if (id.generation() != books.generation || id.number() < books.nextBatch) {
      refused++;
      return Receipt.ALREADY_BOOKED;
    }
    if (id.number() > books.nextBatch || counts.firstEpisode() != books.nextEpisode) {
      refused++;
      return Receipt.DOES_NOT_JOIN;
    }
    books.nextBatch++;
    started += counts.started();
    counts.ends().forEach((end, count) -> ends.merge(end, count, Long::sum));
    steps += counts.steps();
    books.nextEpisode += counts.started();
    books.running = counts.running();
    return Receipt.BOOKED;
  }

  /// Ends a worker's generation: the episodes it had under way, and those that began in a batch
  /// that never arrived, all end in the same way.
  ///
  /// @param worker from 0
  /// @param end how they end
  /// @param startedSince number of episodes that began since its last batch
  /// @param stepsSince agent steps since its last batch; they are wasted
  public void endGeneration(int worker, FleetEnd end, long startedSince, long stepsSince) {
    Books books = workers.computeIfAbsent(worker, _ -> new Books());
    started += startedSince;
    ends.merge(end, books.running + startedSince, Long::sum);
    wastedSteps += stepsSince;
    books.generation++;
    books.nextBatch = 0;
    books.nextEpisode = 0;
    books.running = 0;
  }

  /// Ends the episodes that a worker has under way, because it goes on in new worlds.
  public void replaceWorlds(int worker) {
    Books books = workers.computeIfAbsent(worker, _ -> new Books());
    ends.merge(FleetEnd.REPLACED, books.running, Long::sum);
    books.running = 0;
  }

  /// Counts a batch that arrived and must not be learned from. Its episodes are booked, its steps
  /// are wasted.
  public void waste(BatchCounts counts) {
    steps -= counts.steps();
    wastedSteps += counts.steps();
  }

  /// Number of times that a worker was replaced.
  public int generation(int worker) {
    Books books = workers.get(worker);
    return books == null ? 0 : books.generation;
  }

  /// Number of the next batch of a worker's generation.
  public long nextBatch(int worker) {
    Books books = workers.get(worker);
    return books == null ? 0 : books.nextBatch;
  }

  /// Number of the next episode that begins in a worker's generation.
  public long nextEpisode(int worker) {
    Books books = workers.get(worker);
    return books == null ? 0 : books.nextEpisode;
  }

  /// Episodes that began.
  public long started() {
    return started;
  }

  /// Episodes that ended, by kind; every kind is there.
  public Map<FleetEnd, Long> ends() {
    return Collections.unmodifiableMap(ends);
  }

  /// Episodes under way after the workers' last batches.
  public long running() {
    return workers.values().stream().mapToLong(books -> books.running).sum();
  }

  /// Agent steps of the batches that the learner may learn from.
  public long steps() {
    return steps;
  }

  /// Agent steps that nothing was learned from.
  public long wastedSteps() {
    return wastedSteps;
  }

  /// Deliveries that were not booked.
  public long refused() {
    return refused;
  }

  /// Whether every episode that began has ended in one way or is running.
  public boolean balances() {
    return started == ends.values().stream().mapToLong(Long::longValue).sum() + running();
  }

  /// The books as numbers, for a checkpoint: totals, ends by kind, and four numbers for each
  /// worker.
  ///
  /// @param count number of workers
  long[] state(int count) {
    LongStream totals = LongStream.of(started, steps, wastedSteps, refused);
    LongStream kinds = Stream.of(FleetEnd.values()).mapToLong(kind -> ends.getOrDefault(kind, 0L));
    LongStream own =
        IntStream.range(0, count)
            .mapToObj(worker -> workers.computeIfAbsent(worker, _ -> new Books()))
            .flatMapToLong(books ->
                LongStream.of(books.generation, books.nextBatch, books.nextEpisode, books.running));
    return LongStream.concat(totals, LongStream.concat(kinds, own)).toArray();
  }

  /// Takes over the numbers of [#state].
  void restore(long[] state, int count) {
    PrimitiveIterator.OfLong numbers = LongStream.of(state).iterator();
    started = numbers.nextLong();
    steps = numbers.nextLong();
    wastedSteps = numbers.nextLong();
    refused = numbers.nextLong();
    for (FleetEnd kind : FleetEnd.values()) {
      ends.put(kind, numbers.nextLong());
    }
    for (int worker = 0; worker < count; worker++) {
      Books books = workers.computeIfAbsent(worker, _ -> new Books());
      books.generation = (int) numbers.nextLong();
      books.nextBatch = numbers.nextLong();
      books.nextEpisode = numbers.nextLong();
      books.running = numbers.nextLong();
    }
  }
}
