package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.fleet.EpisodeLedger.Receipt;
import dev.hindsight.trainer.fleet.LagFilter.Verdict;
import dev.hindsight.trainer.fleet.WorkOrder.PolicySnapshot;
import dev.hindsight.trainer.fleet.WorkerActor.ResumedWorker;
import dev.hindsight.trainer.fleet.WorkerActor.WorkerSpec;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.TrajectorySource;
import dev.hindsight.trainer.learn.training.WorkerCollection.Share;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateProgress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorSystem;
import org.jspecify.annotations.Nullable;

/// Workers in this process that collect trajectories for the learner. The environments of the run
/// are shared out among them in order, so an update learns from as much as without workers.
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
  private static final String CONFIG =
      """
      pekko {
        actor.provider = local
        actor.allow-java-serialization = off
        daemonic = on
        jvm-exit-on-fatal-error = off
        jvm-shutdown-hooks = off
        coordinated-shutdown.run-by-jvm-shutdown-hook = off
        log-dead-letters = off
        loglevel = OFF
        stdout-loglevel = OFF
        actor.default-dispatcher.fork-join-executor { parallelism-min = 1, parallelism-max = 2 }
        actor.internal-dispatcher.fork-join-executor { parallelism-min = 1, parallelism-max = 2 }
      }
      hindsight-worker { type = PinnedDispatcher, executor = "thread-pool-executor" }
      """;

  private static final String BOOKS = Checkpoint.OPTIMISER + "fleet";

  /// The weights of the round ahead.
  private static final String ACTING = Checkpoint.OPTIMISER + "fleet_acting";

  /// Numbers of the largest histogram in a checkpoint.
  private static final int MOST_LAGS = 4096;

  /// How often a worker may fail in one update before the run gives up.
  private static final int MOST_FAILURES = 3;

  private final TrainingTask task;
  private final FleetSettings settings;
  private final CollectionPlan plan;
  private final Supplier<float[]> weights;
  private final Trajectories into;
  private final long updatesInAll;
  private VersionRegistry registry = new VersionRegistry();
  private final LagFilter filter;
  private final EpisodeLedger ledger = new EpisodeLedger();
  private final BlockingQueue<WorkerReport> queue = new LinkedBlockingQueue<>();
  private final ActorSystem<WorkCoordinator.Message> system;
  private final WorkerState[] workers;
  private UpdateProgress progress = UpdateProgress.SILENT;
  private long failures;
  private long recycled;
  private long queueTimeouts;
  private double waited;
  private boolean started;
  private final BitSet corrected = new BitSet();
  private long resumedVersion;

  /// What the learner knows of a worker.
  private static final class WorkerState {
    private final Share share;
    private final int firstRow;
    private WorkerPulse pulse = new WorkerPulse();
    private long born;
    private long created;

    /// Whether it has delivered nothing yet, so that it has no environments to go on with.
    private boolean fresh = true;

    private long beats;
    private long beatsAt = System.nanoTime();
    private List<Tensor> state = List.of();
    private @Nullable WorkOrder order;

    private WorkerState(Share share, int firstRow) {
      this.share = share;
      this.firstRow = firstRow;
    }
  }

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
    this(task, plan, learner, (report, receiver) -> receiver.accept(report));
  }

  /// @param line what carries reports from the workers to the learner's queue
  Fleet(
      TrainingTask task,
      CollectionPlan plan,
      Learner learner,
      BiConsumer<WorkerReport, Consumer<WorkerReport>> line) {
    this.task = task;
    this.settings = FleetSettings.of(task.settings());
    this.plan = plan;
    this.weights = learner.weights();
    this.into = learner.into();
    this.updatesInAll = learner.updatesInAll();
    this.filter = new LagFilter(settings.maxLag(), settings.staleAction());
    int environments = task.settings().whole("num_envs");
    settings.check(environments);
    this.workers = new WorkerState[settings.workers()];
    for (int w = 0; w < workers.length; w++) {
      int from = (int) ((long) environments * w / workers.length);
      int to = (int) ((long) environments * (w + 1) / workers.length);
      workers[w] = new WorkerState(new Share(w, from, to - from), learner.rowsBefore()[from]);
    }
    this.system =
        ActorSystem.create(
            WorkCoordinator.of(report -> line.accept(report, queue::add)),
            "hindsight-fleet",
            config());
  }

  /// The library's own defaults and ours: nothing that a file on the class path could change.
  private static Config config() {
    return ConfigFactory.parseString(CONFIG)
        .withFallback(ConfigFactory.defaultReference(Fleet.class.getClassLoader()))
        .resolve();
  }

  @Override
  public CollectionReport collect(long update) {
    waited = 0;
    corrected.clear();
    for (int w = 0; w < workers.length; w++) {
      if (!started) {
        start(w, Optional.empty());
      }
      WorkOrder order = workers[w].order;
      if (order == null || order.update() < update) {
        recycle(w, update);
        order(w, update, snapshot());
      }
    }
    started = true;
    WorkerReport.Collected[] batches = awaitAll(update);
    into.clear((float) plan.rules().gamma());
    List<CollectionReport> results = new ArrayList<>();
    for (int w = 0; w < workers.length; w++) {
      into.copyRows(batches[w].trajectories(), workers[w].firstRow);
      results.add(batches[w].results());
      workers[w].state = batches[w].state();
      workers[w].created = batches[w].created();
      workers[w].fresh = false;
    }
    if (settings.roundsAhead() > 0 && update + 1 < updatesInAll) {
      PolicySnapshot present = snapshot();
      for (int w = 0; w < workers.length; w++) {
        recycle(w, update + 1);
        order(w, update + 1, present);
      }
    }
    return CollectionReport.of(results);
  }

  @Override
  public void learned() {
    registry.increment();
  }

  private PolicySnapshot snapshot() {
    return new PolicySnapshot(registry.current(), weights.get());
  }

  private void order(int worker, long update, PolicySnapshot policy) {
    WorkerState state = workers[worker];
    WorkOrder order =
        new WorkOrder(
            new BatchId(worker, ledger.generation(worker), ledger.nextBatch(worker)),
            update,
            policy);
    state.order = order;
    state.beatsAt = System.nanoTime();
    system.tell(new WorkCoordinator.Place(order));
  }

  /// Waits until every worker has delivered a batch that may be learned from.
  private WorkerReport.Collected[] awaitAll(long update) {
    WorkerReport.Collected[] batches = new WorkerReport.Collected[workers.length];
    int[] tries = new int[workers.length];
    int missing = workers.length;
    long begin = System.nanoTime();
    while (missing > 0) {
      WorkerReport report = next();
      if (report == null) {
        queueTimeouts++;
        endSilentWorkers(batches);
        continue;
      }
      switch (report) {
        case WorkerReport.Collected batch -> {
          if (accepts(batch, tries)) {
            batches[batch.id().worker()] = batch;
            missing--;
            progress.reached(
                UpdateProgress.Phase.COLLECT, workers.length - missing, workers.length);
          }
        }
        case WorkerReport.Failed failed -> replaceFailed(failed, update, tries);
      }
    }
    waited += (System.nanoTime() - begin) * 1e-9;
    return batches;
  }

  private @Nullable WorkerReport next() {
    try {
      return queue.poll(settings.queueTimeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException(wording("Fleet.stopped_while_it_waited"));
    }
  }

  /// Books a batch and asks the lag filter. A refused one is collected again, with the present
  /// weights.
  private boolean accepts(WorkerReport.Collected batch, int[] tries) {
    int worker = batch.id().worker();
    if (ledger.deliver(batch.id(), batch.counts()) != Receipt.BOOKED) {
      return false;
    }
    Verdict verdict = filter.check(registry.current(), batch.version());
    return switch (verdict) {
      case TAKE -> true;
      case TAKE_CORRECTED -> {
        int first = workers[worker].firstRow;
        corrected.set(first, first + batch.trajectories().rows);
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

  /// Books what a worker lost, and lets the next generation collect the same batch.
  private void replaceFailed(WorkerReport.Failed failed, long update, int[] tries) {
    int worker = failed.worker();
    if (failed.generation() != ledger.generation(worker)) {
      return;
    }
    failures++;
    WorkOrder lost = workers[worker].order;
    giveUpAfter(++tries[worker], worker, failed.cause());
    replace(worker, update, FleetEnd.INFRA_CRASH, failed.startedSince(), failed.stepsSince());
    if (lost != null) {
      order(worker, lost.update(), lost.policy());
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

  /// Ends workers that owe a batch and whose environments have not run a tick for too long.
  ///
  /// @param batches that have arrived
  private void endSilentWorkers(WorkerReport.@Nullable Collected[] batches) {
    long now = System.nanoTime();
    for (int w = 0; w < workers.length; w++) {
      WorkerState state = workers[w];
      long beats = state.pulse.steps();
      if (batches[w] != null) {
        continue;
      }
      if (beats != state.beats) {
        state.beats = beats;
        state.beatsAt = now;
        progress.reached(UpdateProgress.Phase.COLLECT, w, workers.length);
      } else if (now - state.beatsAt > settings.stepDeadline().toNanos()) {
        state.pulse.kill();
        queue.add(
            new WorkerReport.Failed(
                w,
                ledger.generation(w),
                0,
                0,
                new WorkerPulse.WorkerFailure(
                    wording("Fleet.no_step_for", settings.stepDeadline().toSeconds()))));
      }
    }
  }

  private void recycle(int worker, long update) {
    if (settings.recycling().due(update - workers[worker].born, 0)) {
      recycled++;
      boolean anyway = update % plan.renewal() == 0;
      replace(worker, update, anyway ? FleetEnd.REPLACED : FleetEnd.INFRA_CRASH, 0, 0);
    }
  }

  private void replace(int worker, long update, FleetEnd end, long startedSince, long stepsSince) {
    ledger.endGeneration(worker, end, startedSince, stepsSince);
    WorkerState state = workers[worker];
    state.fresh = true;
    state.state = List.of();
    state.born = update;
    state.pulse = new WorkerPulse();
    start(worker, Optional.empty());
  }

  private void start(int worker, Optional<ResumedWorker> resumed) {
    WorkerState state = workers[worker];
    int generation = ledger.generation(worker);
    state.beats = 0;
    state.beatsAt = System.nanoTime();
    system.tell(
        new WorkCoordinator.Start(
            new WorkerSpec(
                task,
                state.share,
                generation,
                plan,
                seeds(worker, generation),
                state.pulse,
                resumed,
                ledger.nextEpisode(worker))));
  }

  /// The first generation has the seeds that the same environments have without workers.
  private Seeds seeds(int worker, int generation) {
    return new Seeds(
        generation == 0 ? task.seed() : RecyclingRule.seed(task.seed(), worker, generation));
  }

  /// Makes a worker fail at its next step, as if its process had died.
  ///
  /// @param worker from 0
  void kill(int worker) {
    workers[worker].pulse.kill();
  }

  @Override
  public int[] rowsToCorrect() {
    return corrected.stream().toArray();
  }

  @Override
  public void addTo(Map<String, Double> metrics) {
    FleetBooks books = ledgerBooks();
    metrics.put("fleet/waited", waited);
    metrics.put("fleet/accepted", (double) books.accepted());
    metrics.put("fleet/stale", (double) books.stale());
    metrics.put("fleet/future", (double) books.future());
    metrics.put("fleet/started", (double) books.started());
    metrics.put("fleet/running", (double) books.running());
    metrics.put("fleet/lost", (double) books.lost());
    metrics.put("fleet/wasted_steps", (double) books.wastedSteps());
    metrics.put("fleet/failures", (double) failures);
    metrics.put("fleet/recycled", (double) recycled);
    metrics.put("fleet/queue_timeouts", (double) queueTimeouts);
  }

  @Override
  public Optional<FleetBooks> books() {
    return Optional.of(ledgerBooks());
  }

  private FleetBooks ledgerBooks() {
    Map<String, Long> ends = new LinkedHashMap<>();
    ledger.ends().forEach((end, count) -> ends.put(end.name().toLowerCase(Locale.ROOT), count));
    return new FleetBooks(
        workers.length,
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
    for (WorkerState worker : workers) {
      all.addAll(worker.state);
    }
    WorkOrder ahead = workers[0].order;
    if (ahead != null && ahead.update() == updates) {
      float[] acting = ahead.policy().weights();
      all.add(new Tensor(ACTING, new int[] {acting.length}, acting));
    }
    return all;
  }

  /// Numbers of the run so far. Workers that are a generation further because they were recycled
  /// for the round ahead are stored as they are.
  private void transfer(StateStream stream, long updates) {
    stream.within(workers.length, workers.length, workers.length);
    long[] numbers = ledger.state(workers.length);
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
    for (WorkerState worker : workers) {
      worker.born = stream.number(worker.born);
      worker.created = stream.number(worker.created);
      worker.fresh = stream.flag(worker.fresh);
    }
    if (stream.reads()) {
      ledger.restore(numbers, workers.length);
      filter.restore(lags);
      resumedVersion = version;
    }
  }

  private Optional<PolicySnapshot> ahead(long updates) {
    return Optional.ofNullable(workers[0].order)
        .filter(order -> order.update() == updates)
        .map(WorkOrder::policy);
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
    for (int w = 0; w < workers.length; w++) {
      WorkerState worker = workers[w];
      worker.state = state(tensors, w);
      worker.pulse = new WorkerPulse();
      if (updates % plan.renewal() == 0) {
        ledger.replaceWorlds(w);
      }
      start(
          w,
          worker.fresh
              ? Optional.empty()
              : Optional.of(new ResumedWorker(tensors, updates, worker.created)));
    }
    if (tensors.containsKey(ACTING)) {
      PolicySnapshot acting =
          new PolicySnapshot(resumedVersion, CheckpointTensors.values(tensors, ACTING));
      for (int w = 0; w < workers.length; w++) {
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
  public void close() {
    for (WorkerState worker : workers) {
      worker.pulse.kill();
    }
    system.terminate();
    try {
      system.getWhenTerminated().toCompletableFuture().get(5, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // A worker that does not end is a daemon: the program can end without it.
    }
  }
}
