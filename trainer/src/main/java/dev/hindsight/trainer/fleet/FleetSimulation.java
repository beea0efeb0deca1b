package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.FleetForecast.Bound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Simulates a fleet as a sequence of events, to say how fast it would be and what would bind it.
/// The same model and seed give the same numbers. One owner thread; use it once.
///
/// ```
/// learner:  order update u + ahead -> wait for every batch of u -> learn -> u + 1
/// order:    weights leave the learner one after the other, then are under way
/// worker:   collects its orders in turn; a batch is under way, then enters the learner
/// cores:    n tasks on C shared cores each run at min(1, C / n) of their speed
/// ```
///
/// These are the rules of [Fleet]: an update needs a batch of every worker, so the slowest worker
/// decides. What is measured lies between the beginnings of two updates' learning, which leaves out
/// how a run begins and ends. The model knows no failures, and no cost of packing and encrypting.
public final class FleetSimulation {
  /// Weights, gradients, and the two memories of the optimiser.
  private static final int COPIES_OF_WEIGHTS = 4;

  private static final double FULL = 0.95;
  private static final double WARM_UP = 0.1;

  private final FleetModel model;
  private final int updates;
  private final SplittableRandom random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Cores cores;
  private final Link out = new Link();
  private final Link in = new Link();
  private final Intervals learning = new Intervals();
  private final Intervals collecting = new Intervals();
  private final Worker[] workers;
  private final int[] arrived;
  private final double[] learnedFrom;
  private final SortedMap<Long, Long> lags = new TreeMap<>();
  private double now;
  private long sequence;
  private int update;
  private boolean learns;
  private double unread;
  private double mostUnread;

  /// @param updates number of simulated updates, at least 4
  public FleetSimulation(FleetModel model, int updates, long seed) {
    if (updates < 4) {
      throw new IllegalArgumentException(updates + " updates");
    }
    this.model = model;
    this.updates = updates;
    this.random = new SplittableRandom(seed);
    this.cores = new Cores(model.cores());
    this.workers = new Worker[model.workers()];
    for (int w = 0; w < workers.length; w++) {
      workers[w] = new Worker(model.environments(w));
    }
    this.arrived = new int[updates];
    this.learnedFrom = new double[updates];
  }

  /// Something that happens at a time; of two at the same time, the one that was planned first.
  private record Event(double time, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Double.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /// An order under way or in a worker's hands.
  private record Order(int update, int version) {}

  private static final class Worker {
    private final int environments;
    private final List<Order> orders = new ArrayList<>();
    private boolean collects;

    Worker(int environments) {
      this.environments = environments;
    }
  }

  private void at(double time, Runnable action) {
    events.add(new Event(time, sequence++, action));
  }

  /// Runs the simulation.
  public FleetForecast run() {
    int first = Math.max(1, model.roundsAhead());
    for (int u = 0; u < Math.min(first, updates); u++) {
      order(u, 0);
    }
    while (!events.isEmpty()) {
      Event next = events.remove();
      now = next.time();
      next.action().run();
    }
    return forecast();
  }

  private void order(int of, int version) {
    for (int w = 0; w < workers.length; w++) {
      Worker worker = workers[w];
      at(
          out.send(now, model.weightBytes()) + model.latency(),
          () -> {
            worker.orders.add(new Order(of, version));
            collect(worker);
          });
    }
  }

  private void collect(Worker worker) {
    if (worker.collects || worker.orders.isEmpty()) {
      return;
    }
    worker.collects = true;
    Order order = worker.orders.removeFirst();
    double seconds = (model.collectFixed() + worker.environments * model.collectEach()) * luck();
    double begin = now;
    cores.run(
        seconds,
        () -> {
          collecting.add(begin, now);
          worker.collects = false;
          double bytes = worker.environments * model.bytesEach();
          // A batch takes its turn at the learner's end of the line when it gets there.
          at(now + model.latency(), () -> at(in.send(now, bytes), () -> arrives(order, bytes)));
          collect(worker);
        });
  }

  /// A factor with the mean 1 and the model's spread, log-normal: seconds are never negative, and a
  /// few are long.
  private double luck() {
    if (model.spread() == 0) {
      return 1;
    }
    double variance = Math.log1p(model.spread() * model.spread());
    return Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
  }

  private void arrives(Order order, double bytes) {
    unread += bytes;
    mostUnread = Math.max(mostUnread, unread);
    lags.merge((long) order.update() - order.version(), 1L, Long::sum);
    arrived[order.update()]++;
    learn();
  }

  private void learn() {
    if (learns || update >= updates || arrived[update] < workers.length) {
      return;
    }
    learns = true;
    unread -= model.environments() * model.bytesEach();
    learnedFrom[update] = now;
    if (model.roundsAhead() > 0 && update + model.roundsAhead() < updates) {
      order(update + model.roundsAhead(), update);
    }
    double begin = now;
    cores.run(
        model.learn(),
        () -> {
          learning.add(begin, now);
          learns = false;
          update++;
          if (model.roundsAhead() == 0 && update < updates) {
            order(update, update);
          }
          learn();
        });
  }

  private FleetForecast forecast() {
    int from = Math.clamp(Math.round(updates * WARM_UP), 1, updates - 2);
    double begin = learnedFrom[from];
    double end = learnedFrom[updates - 1];
    double seconds = end - begin;
    double learner = learning.within(begin, end) / seconds;
    double collectors = collecting.within(begin, end) / seconds / workers.length;
    double network = Math.max(out.busy.within(begin, end), in.busy.within(begin, end)) / seconds;
    double busy = model.cores() == 0 ? 0 : cores.used.within(begin, end) / seconds / model.cores();
    double perUpdate = seconds / (updates - 1 - from);
    double bytes = model.environments() * model.bytesEach();
    double workerMemory =
        Math.ceilDiv(model.environments(), workers.length) * model.bytesEach()
            + model.weightBytes();
    double memory = bytes + mostUnread + COPIES_OF_WEIGHTS * model.weightBytes();
    if (model.cores() > 0) {
      memory += bytes + workers.length * model.weightBytes();
    }
    return new FleetForecast(
        workers.length,
        model.environments(),
        perUpdate,
        model.environments() * model.stepsEach() / perUpdate,
        learner,
        1 - collectors,
        network,
        (bytes + workers.length * model.weightBytes()) / perUpdate,
        busy,
        lags,
        memory,
        workerMemory,
        bound(memory, learner, collectors, network, busy));
  }

  private Bound bound(
      double memory, double learner, double collectors, double network, double busy) {
    if (memory > model.memory()) {
      return Bound.MEMORY;
    }
    if (busy >= FULL) {
      return Bound.CORES;
    }
    if (learner >= Math.max(collectors, network)) {
      return Bound.LEARNER;
    }
    return network > collectors ? Bound.NETWORK : Bound.WORKERS;
  }

  /// One direction of the learner's network: one message after the other.
  private final class Link {
    private final Intervals busy = new Intervals();
    private double free;

    /// @return when the last byte has passed
    double send(double when, double bytes) {
      double begin = Math.max(when, free);
      free = begin + bytes / model.bandwidth();
      busy.add(begin, free);
      return free;
    }
  }

  /// The cores that tasks run on. Shared ones serve all tasks equally: a clock that runs as fast as
  /// each of them tells when the next is done.
  private final class Cores {
    private final int count;
    private final PriorityQueue<Event> tasks = new PriorityQueue<>();
    private final WeightedIntervals used = new WeightedIntervals();
    private double clock;
    private double clockAt;
    private long plan;

    Cores(int count) {
      this.count = count;
    }

    void run(double seconds, Runnable done) {
      if (count == 0) {
        at(now + seconds, done);
        return;
      }
      advance();
      tasks.add(new Event(clock + seconds, sequence++, done));
      plan();
    }

    private double rate() {
      return Math.min(1, (double) count / Math.max(1, tasks.size()));
    }

    private void advance() {
      used.add(clockAt, now, Math.min(count, tasks.size()));
      clock += (now - clockAt) * rate();
      clockAt = now;
    }

    private void plan() {
      long mine = ++plan;
      Event next = tasks.peek();
      if (next == null) {
        return;
      }
      at(
          now + Math.max(0, next.time() - clock) / rate(),
          () -> {
            if (mine != plan) {
              return;
            }
            advance();
            tasks.remove(next);
            clock = Math.max(clock, next.time());
            plan();
            next.action().run();
          });
    }
  }

  /// Times at which something was in use.
  private static class Intervals {
    private double[] ends = new double[64];
    private int count;

    void add(double begin, double end) {
      if (count + 2 > ends.length) {
        ends = Arrays.copyOf(ends, 2 * ends.length);
      }
      ends[count++] = begin;
      ends[count++] = end;
    }

    /// Seconds of it between two times.
    double within(double from, double to) {
      double sum = 0;
      for (int i = 0; i < count; i += 2) {
        sum += Math.max(0, Math.min(to, ends[i + 1]) - Math.max(from, ends[i])) * weight(i / 2);
      }
      return sum;
    }

    double weight(int interval) {
      return 1;
    }
  }

  /// Times at which several of something were in use.
  private static final class WeightedIntervals extends Intervals {
    private int[] weights = new int[64];
    private int intervals;

    void add(double begin, double end, int weight) {
      if (intervals == weights.length) {
        weights = Arrays.copyOf(weights, 2 * weights.length);
      }
      weights[intervals++] = weight;
      add(begin, end);
    }

    @Override
    double weight(int interval) {
      return weights[interval];
    }
  }
}
