package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.fleet.EpisodeLedger.Receipt;
import dev.hindsight.trainer.fleet.LagFilter.Verdict;
import dev.hindsight.trainer.fleet.WorkOrder.PolicySnapshot;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.TrajectorySource;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateProgress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Workers, in this process or in others, that collect trajectories for the learner. The
/// environments of the run are shared out among them in order, so an update learns from as much as
/// without workers.
///
/// ```
/// for each update:
///   order the update from every worker, unless it was ordered one round ahead
///   wait for a whole batch of each -> books -> lag filter -> copy its rows
///   order the next update with the present weights, if rounds_ahead = 1; then the learner learns
/// ```
///
/// Which weights a batch is collected with follows from its update alone, and rows are in the order
/// of workers, so the same seed and number of workers give the same bits however threads run. One
/// owner thread: the learner's.
public final class Fleet implements TrajectorySource {
  private static final String BOOKS = Checkpoint.OPTIMISER + "fleet";

  /// The weights of the round ahead.
  private static final String ACTING = Checkpoint.OPTIMISER + "fleet_acting";

  /// Numbers of the largest histogram in a checkpoint.
  private static final int MOST_LAGS = 4096;

  /// How often a worker may fail in one update before the run gives up.
  private static final int MOST_FAILURES = 3;

  private final FleetSettings settings;
  private final CollectionPlan plan;
  private final Supplier<float[]> weights;
  private final Trajectories into;
  private final long updatesInAll;
  private VersionRegistry registry = new VersionRegistry();
  private final LagFilter filter;
  private final EpisodeLedger ledger = new EpisodeLedger();
  private final WorkerPool pool;
  private final FleetMonitor monitor;
  private final MemoryGauge gauge;

  private UpdateProgress progress = UpdateProgress.SILENT;
  private long failures;
  private long recycled;
  private long queueTimeouts;
  private boolean started;
  private final BitSet corrected = new BitSet();
  private final BitSet older = new BitSet();
  private long resumedVersion;

  /// The learner's side of a fleet.
  ///
  /// @param weights copies the present weights
  /// @param into the learner's trajectories
  /// @param updatesInAll number of updates of the run: nothing is collected beyond
  /// @param rowsBefore `[num_envs + 1]` number of learning agents before each environment
  public record Learner(
      Supplier<float[]> weights, Trajectories into, long updatesInAll, int[] rowsBefore) {
    /// Copies the array.
    public Learner {
      rowsBefore = rowsBefore.clone();
    }
  }

  /// Starts the workers with the first collection.
  public Fleet(TrainingTask task, CollectionPlan plan, Learner learner) {
    this(
        task,
        plan,
        learner,
        (report, receiver) -> receiver.accept(report),
        FleetSettings.of(task.settings()).listening().isEmpty()
            ? MemoryGauge.HEAP
            : MemoryGauge.REPORTED);
  }

  /// @param line what carries reports from the workers to the learner's queue
  /// @param gauge of the workers' memory
  Fleet(
      TrainingTask task,
      CollectionPlan plan,
      Learner learner,
      BiConsumer<WorkerReport, Consumer<WorkerReport>> line,
      MemoryGauge gauge) {
    this.gauge = gauge;
    this.settings = FleetSettings.of(task.settings());
    this.plan = plan;
    this.weights = learner.weights();
    this.into = learner.into();
    this.updatesInAll = learner.updatesInAll();
    this.filter = new LagFilter(settings.maxLag(), settings.staleAction());
    this.pool = new WorkerPool(task, plan, learner.rowsBefore(), ledger, line);
    this.monitor = new FleetMonitor(pool.size(), System::nanoTime);
  }

  @Override
  public CollectionReport collect(long update) {
    monitor.begins(update);
    corrected.clear();
    older.clear();
    for (int w = 0; w < pool.size(); w++) {
      if (!started) {
        pool.start(w, Optional.empty());
      }
      if (!pool.ordered(w, update)) {
        recycle(w, update);
        order(w, update, snapshot());
      }
    }
    started = true;
    List<WorkerReport.Collected> batches = awaitAll(update);
    into.clear((float) plan.rules().gamma());
    for (WorkerReport.Collected batch : batches) {
      into.copyRows(batch.trajectories(), pool.worker(batch.id().worker()).firstRow);
      pool.delivered(batch);
    }
    if (settings.roundsAhead() > 0 && update + 1 < updatesInAll) {
      PolicySnapshot present = snapshot();
      for (int w = 0; w < pool.size(); w++) {
        recycle(w, update + 1);
        order(w, update + 1, present);
      }
    }
    return CollectionReport.of(batches.stream().map(WorkerReport.Collected::results).toList());
  }

  @Override
  public void learned() {
    registry.increment();
    monitor.learned(registry.current());
  }

  private void order(int worker, long update, PolicySnapshot policy) {
    pool.order(worker, update, policy);
    monitor.ordered(worker, policy.version());
  }

  private PolicySnapshot snapshot() {
    return new PolicySnapshot(registry.current(), weights.get());
  }

  /// Waits until every worker has delivered a batch that may be learned from.
  private List<WorkerReport.Collected> awaitAll(long update) {
    SortedMap<Integer, WorkerReport.Collected> batches = new TreeMap<>();
    int[] tries = new int[pool.size()];
    monitor.waits();
    while (batches.size() < pool.size()) {
      Optional<WorkerReport> report = pool.next(this::waits);
      if (report.isEmpty()) {
        queueTimeouts++;
        if (pool.endSilentWorkers(batches.keySet())) {
          progress.reached(UpdateProgress.Phase.COLLECT, batches.size(), pool.size());
        }
        continue;
      }
      switch (report.get()) {
        case WorkerReport.Collected batch -> {
          if (accepts(batch, tries)) {
            batches.put(batch.id().worker(), batch);
            progress.reached(UpdateProgress.Phase.COLLECT, batches.size(), pool.size());
          }
        }
        case WorkerReport.Failed failed -> replaceFailed(failed, update, tries, batches.keySet());
      }
    }
    double _ = monitor.waitedEnough();
    return List.copyOf(batches.values());
  }

  private void waits() {
    progress.waits();
    if (pool.lacksProcesses()) {
      progress.lacksWorkers();
    }
  }

  /// Books a batch and asks the lag filter. A refused one is collected again, with the present
  /// weights.
  private boolean accepts(WorkerReport.Collected batch, int[] tries) {
    int worker = batch.id().worker();
    if (ledger.deliver(batch.id(), batch.counts()) != Receipt.BOOKED) {
      return false;
    }
    monitor.delivered(worker, batch.counts().steps(), pool.arrivedAt(worker));
    Verdict verdict = filter.check(registry.current(), batch.version());
    int first = pool.worker(worker).firstRow;
    int end = first + batch.trajectories().rows;
    return switch (verdict) {
      case TAKE -> {
        older.set(first, end, registry.current() > batch.version());
        yield true;
      }
      case TAKE_CORRECTED -> {
        corrected.set(first, end);
        older.set(first, end);
        yield true;
      }
      case REFUSE_STALE, REFUSE_FUTURE -> {
        ledger.waste(batch.counts());
        giveUpAfter(
            ++tries[worker],
            worker,
            new IllegalStateException(
                wording("Fleet.its_batch_is_of_version", batch.version(), registry.current())));
        order(worker, batch.update(), snapshot());
        yield false;
      }
    };
  }

  /// Books what a worker lost, and lets the next generation collect the batch that it owes.
  ///
  /// @param arrived workers whose batch has arrived
  private void replaceFailed(
      WorkerReport.Failed failed, long update, int[] tries, Set<Integer> arrived) {
    int worker = failed.worker();
    if (failed.generation() != ledger.generation(worker)) {
      return;
    }
    failures++;
    giveUpAfter(++tries[worker], worker, failed.cause());
    Optional<WorkOrder> owed = pool.worker(worker).order;
    pool.replace(worker, update, FleetEnd.INFRA_CRASH, failed.startedSince(), failed.stepsSince());
    monitor.replaced(worker);
    if (!arrived.contains(worker)) {
      owed.ifPresent(order -> order(worker, order.update(), order.policy()));
    }
  }

  private void giveUpAfter(int tries, int worker, RuntimeException cause) {
    if (tries <= MOST_FAILURES) {
      return;
    }
    if (cause instanceof Problem problem) {
      throw problem;
    }
    throw new Problem(
        wording("Fleet.failed_times_in_one_update", tries, String.valueOf(cause.getMessage())),
        wording("Fleet.worker", worker + 1),
        wording("Fleet.train_without_workers_to_find_the_cause"),
        cause);
  }

  /// Replaces a worker that is too old, or uses too much memory, before it collects an update. One
  /// that has just begun has nothing to give back.
  private void recycle(int worker, long update) {
    long age = update - pool.worker(worker).born;
    boolean due =
        age > 0 && settings.recycling().due(age, gauge.of(worker, pool.worker(worker).pulse));
    if (due || monitor.draining(worker)) {
      recycled++;
      boolean anyway = update % plan.renewal() == 0;
      pool.replace(worker, update, anyway ? FleetEnd.REPLACED : FleetEnd.INFRA_CRASH, 0, 0);
      monitor.replaced(worker);
    }
  }

  /// Makes a worker fail, as if its process had died.
  ///
  /// @param worker from 0
  /// @param steps number of steps that its environments still run
  void kill(int worker, long steps) {
    pool.worker(worker).pulse.killAfter(steps);
  }

  /// Makes a worker slow.
  ///
  /// @param worker from 0
  /// @param steps number of steps of its environments that take longer
  void slowDown(int worker, long steps) {
    pool.worker(worker).pulse.slowDown(steps);
  }

  @Override
  public void kill(int worker) {
    kill(worker, 0);
  }

  @Override
  public void drain(int worker) {
    monitor.drains(worker);
  }

  @Override
  public Optional<FleetState> fleet() {
    return Optional.of(
        monitor.state(
            registry.current(),
            settings,
            ledgerBooks(),
            pool.delivered(),
            ledger::generation,
            worker -> pool.worker(worker).pulse));
  }

  @Override
  public int[] rowsToCorrect() {
    return corrected.stream().toArray();
  }

  @Override
  public int[] olderRows() {
    return switch (settings.clipAround()) {
      case LEARNER -> older.stream().toArray();
      case ACTOR -> new int[0];
    };
  }

  @Override
  public void addTo(Map<String, Double> metrics) {
    fleet().map(FleetState::metrics).ifPresent(metrics::putAll);
  }

  @Override
  public Optional<FleetBooks> books() {
    return Optional.of(ledgerBooks());
  }

  private FleetBooks ledgerBooks() {
    Map<String, Long> ends = new LinkedHashMap<>();
    ledger.ends().forEach((end, count) -> ends.put(end.name().toLowerCase(Locale.ROOT), count));
    return new FleetBooks(
        pool.size(),
        ledger.started(),
        ends,
        ledger.running(),
        ledger.balances(),
        ledger.steps(),
        ledger.wastedSteps(),
        filter.accepted(),
        filter.stale(),
        filter.future(),
        filter.histogram(),
        ledger.refused(),
        failures,
        recycled,
        queueTimeouts);
  }

  /// What every worker needs to go on from where the last batch that was learned from ended, the
  /// books, and the weights with which the round ahead is being collected.
  @Override
  public List<Tensor> state(long updates) {
    List<Tensor> all = new ArrayList<>();
    byte[] books = StateBytes.write(stream -> transfer(stream, updates));
    all.add(CheckpointTensors.ofBytes(BOOKS, books));
    for (int w = 0; w < pool.size(); w++) {
      all.addAll(pool.worker(w).state);
    }
    ahead(updates)
        .map(PolicySnapshot::weights)
        .ifPresent(acting -> all.add(new Tensor(ACTING, new int[] {acting.length}, acting)));
    return all;
  }

  /// Numbers of the run so far. Workers that are a generation further because they were recycled
  /// for the round ahead are stored as they are.
  private void transfer(StateStream stream, long updates) {
    stream.within(pool.size(), pool.size(), pool.size());
    long[] numbers = ledger.state(pool.size());
    stream.numbers(numbers);
    long[] counted = filter.state();
    long[] lags = stream.reads() ? new long[stream.within(0, 0, MOST_LAGS)] : counted;
    if (!stream.reads()) {
      stream.within(lags.length, 0, MOST_LAGS);
    }
    stream.numbers(lags);
    failures = stream.number(failures);
    recycled = stream.number(recycled);
    queueTimeouts = stream.number(queueTimeouts);
    long version = stream.number(ahead(updates).map(PolicySnapshot::version).orElse(updates));
    for (int w = 0; w < pool.size(); w++) {
      pool.worker(w).transfer(stream);
    }
    if (stream.reads()) {
      ledger.restore(numbers, pool.size());
      filter.restore(lags);
      resumedVersion = version;
    }
  }

  private Optional<PolicySnapshot> ahead(long updates) {
    return pool.worker(0).order.filter(order -> order.update() == updates).map(WorkOrder::policy);
  }

  @Override
  public void restore(Map<String, Tensor> tensors, long updates) {
    started = true;
    registry = new VersionRegistry(updates);
    if (!tensors.containsKey(BOOKS)) {
      throw new Problem(
          wording("Fleet.the_checkpoint_is_of_a_run_without_workers"),
          FleetSettings.WORKERS,
          wording("Fleet.resume_it_without_workers"));
    }
    StateBytes.read(
        CheckpointTensors.bytes(tensors, BOOKS),
        BOOKS,
        stream -> {
          transfer(stream, updates);
          return true;
        });
    for (int w = 0; w < pool.size(); w++) {
      if (updates % plan.renewal() == 0) {
        ledger.replaceWorlds(w);
      }
      pool.resume(w, state(tensors, w), tensors, updates);
    }
    if (tensors.containsKey(ACTING)) {
      PolicySnapshot acting =
          new PolicySnapshot(resumedVersion, CheckpointTensors.values(tensors, ACTING));
      for (int w = 0; w < pool.size(); w++) {
        order(w, updates, acting);
      }
    }
  }

  private static List<Tensor> state(Map<String, Tensor> tensors, int worker) {
    String prefix = Checkpoint.OPTIMISER + "worker" + worker + ".";
    return tensors.values().stream().filter(one -> one.name().startsWith(prefix)).toList();
  }

  @Override
  public void arm(List<String> conditions, BreakpointListener breakpointListener) {
    settings.refuse(conditions);
  }

  @Override
  public void follow(UpdateProgress listener) {
    progress = listener;
  }

  @Override
  public void endWorkers() {
    pool.finish(hasEnded());
  }

  @Override
  public void close() {
    if (hasEnded()) {
      pool.finish(true);
    }
    pool.close();
  }

  private boolean hasEnded() {
    return registry.current() >= updatesInAll;
  }
}
