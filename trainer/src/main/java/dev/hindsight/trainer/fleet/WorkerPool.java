package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.fleet.WorkOrder.PolicySnapshot;
import dev.hindsight.trainer.fleet.WorkerActor.ResumedWorker;
import dev.hindsight.trainer.fleet.WorkerActor.WorkerSpec;
import dev.hindsight.trainer.fleet.WorkerPulse.WorkerFailure;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.WorkerCollection.Share;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorSystem;

/// The workers of a fleet as the learner sees them: it starts, replaces and watches them, and gives
/// them orders. One owner thread: the learner's.
final class WorkerPool implements AutoCloseable {
  /// How long closing waits for workers in the middle of a step.
  private static final long PATIENCE_SECONDS = 5;

  /// How often a learner that waits looks whether it should.
  private static final long LOOK_NANOS = 200_000_000;

  /// How long it waits until the address is free for the learner that comes next, and before for
  /// workers that are not there, which notice a loss after 9 s.
  private static final long PATIENCE_OF_NETWORK_SECONDS = 30;

  private final TrainingTask task;
  private final FleetSettings settings;
  private final CollectionPlan plan;
  private final EpisodeLedger ledger;
  private final BlockingQueue<WorkerReport> queue = new LinkedBlockingQueue<>();
  private final ActorSystem<WorkCoordinator.Message> system;
  private final WorkerState[] workers;
  private boolean finished;

  /// When the last report of each worker arrived, as [System#nanoTime].
  private final AtomicLongArray arrivals;

  /// What the learner knows of a worker.
  static final class WorkerState {
    /// The learner's row of its first agent.
    final int firstRow;

    /// The update for which this generation started.
    long born;

    /// What it needs to go on from its last batch after an interruption.
    List<Tensor> state = List.of();

    /// What it was asked to collect last.
    Optional<WorkOrder> order = Optional.empty();

    WorkerPulse pulse = new WorkerPulse();
    private final Share share;
    private long created;

    /// Whether it has delivered nothing yet, so that it has no environments to go on with.
    private boolean fresh = true;

    private long beats;
    private long beatsAt = System.nanoTime();

    private WorkerState(Share share, int firstRow) {
      this.share = share;
      this.firstRow = firstRow;
    }

    /// Its numbers, for a checkpoint.
    void transfer(StateStream stream) {
      born = stream.number(born);
      created = stream.number(created);
      fresh = stream.flag(fresh);
    }
  }

  /// Shares out the environments; [#start] starts each worker.
  ///
  /// @param rowsBefore `[num_envs + 1]` number of learning agents before each environment
  /// @param line what carries reports from the workers to the queue
  WorkerPool(
      TrainingTask task,
      CollectionPlan plan,
      int[] rowsBefore,
      EpisodeLedger ledger,
      BiConsumer<WorkerReport, Consumer<WorkerReport>> line) {
    this.task = task;
    this.settings = FleetSettings.of(task.settings());
    this.plan = plan;
    this.ledger = ledger;
    int environments = task.settings().whole("num_envs");
    settings.check(environments);
    this.workers = new WorkerState[settings.workers()];
    this.arrivals = new AtomicLongArray(workers.length);
    for (int w = 0; w < workers.length; w++) {
      int from = (int) ((long) environments * w / workers.length);
      int to = (int) ((long) environments * (w + 1) / workers.length);
      workers[w] = new WorkerState(new Share(w, from, to - from), rowsBefore[from]);
    }
    int[] rows = new int[workers.length];
    for (int w = 0; w < rows.length; w++) {
      Share share = workers[w].share;
      rows[w] = rowsBefore[share.before() + share.count()] - rowsBefore[share.before()];
    }
    this.system = system(rows, report -> line.accept(report, this::arrived));
  }

  /// Puts a report into the queue; any thread.
  private void arrived(WorkerReport report) {
    if (report instanceof WorkerReport.Collected batch) {
      arrivals.set(batch.id().worker(), System.nanoTime());
    }
    queue.add(report);
  }

  /// When the last batch of a worker arrived, as [System#nanoTime].
  long arrivedAt(int worker) {
    return arrivals.get(worker);
  }

  /// The actors: workers in this process, or those that join.
  private ActorSystem<WorkCoordinator.Message> system(int[] rows, Consumer<WorkerReport> learner) {
    if (settings.listening().isEmpty()) {
      return ActorSystem.create(
          WorkCoordinator.of(learner), FleetNetwork.NAME, FleetNetwork.local());
    }
    byte[] content = TaskContent.write(task);
    return FleetNetwork.start(
        ProcessCoordinator.of(
            new ProcessCoordinator.Hall(task, content, plan.ticks(), rows, CodeVersion.text()),
            learner),
        settings.listening().get(),
        settings.keys(),
        FleetRole.LEARNER);
  }

  /// Number of workers.
  int size() {
    return workers.length;
  }

  WorkerState worker(int worker) {
    return workers[worker];
  }

  /// Whether a worker was asked for an update.
  boolean ordered(int worker, long update) {
    return workers[worker].order.filter(order -> order.update() >= update).isPresent();
  }

  /// Asks a worker for a batch.
  void order(int worker, long update, PolicySnapshot policy) {
    WorkerState state = workers[worker];
    WorkOrder order =
        new WorkOrder(
            new BatchId(worker, ledger.generation(worker), ledger.nextBatch(worker)),
            update,
            policy);
    state.order = Optional.of(order);
    state.beatsAt = System.nanoTime();
    system.tell(new WorkCoordinator.Place(order));
  }

  /// Waits for the next report; empty if none comes in time.
  ///
  /// @param meanwhile called at once, and a few times a second while nothing comes
  Optional<WorkerReport> next(Runnable meanwhile) {
    try {
      long begin = System.nanoTime();
      Optional<WorkerReport> report = Optional.empty();
      long left = settings.queueTimeout().toNanos();
      while (report.isEmpty() && left > 0) {
        meanwhile.run();
        report = Optional.ofNullable(queue.poll(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS));
        left = settings.queueTimeout().toNanos() - (System.nanoTime() - begin);
      }
      return report;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException(wording("WorkerPool.stopped_while_it_waited"));
    }
  }

  /// Whether a worker waits for a process to run in.
  boolean lacksProcesses() {
    return Arrays.stream(workers).anyMatch(worker -> worker.pulse.absent());
  }

  /// Workers whose batch has arrived, but has not been taken by [#next].
  BitSet delivered() {
    BitSet delivered = new BitSet();
    for (WorkerReport report : queue) {
      if (report instanceof WorkerReport.Collected batch) {
        delivered.set(batch.id().worker());
      }
    }
    return delivered;
  }

  /// Keeps what a worker needs to go on from a batch, unless it was replaced since.
  void delivered(WorkerReport.Collected batch) {
    int worker = batch.id().worker();
    if (batch.id().generation() == ledger.generation(worker)) {
      workers[worker].state = batch.state();
      workers[worker].created = batch.created();
      workers[worker].fresh = false;
    }
  }

  /// Ends workers that owe a batch and whose environments have not run a tick for too long.
  ///
  /// @param arrived workers whose batch has arrived
  /// @return whether a worker that owes a batch has run a tick since the last call
  boolean endSilentWorkers(Set<Integer> arrived) {
    long now = System.nanoTime();
    boolean moves = false;
    for (int w = 0; w < workers.length; w++) {
      WorkerState state = workers[w];
      long beats = state.pulse.steps();
      if (arrived.contains(w)) {
        continue;
      }
      if (state.pulse.absent()) {
        state.beatsAt = now;
        continue;
      }
      if (beats != state.beats) {
        state.beats = beats;
        state.beatsAt = now;
        moves = true;
      } else if (now - state.beatsAt > settings.stepDeadline().toNanos()) {
        state.pulse.killAfter(0);
        String cause = wording("WorkerPool.no_step_for", settings.stepDeadline().toSeconds());
        queue.add(new WorkerReport.Failed(w, ledger.generation(w), 0, 0, new WorkerFailure(cause)));
      }
    }
    return moves;
  }

  /// Books the end of a worker and starts its next generation.
  ///
  /// @param update the update that it collects first
  /// @param end how its episodes end
  /// @param startedSince episodes that began since its last batch
  /// @param stepsSince agent steps since its last batch
  void replace(int worker, long update, FleetEnd end, long startedSince, long stepsSince) {
    ledger.endGeneration(worker, end, startedSince, stepsSince);
    WorkerState state = workers[worker];
    state.fresh = true;
    state.state = List.of();
    state.born = update;
    state.pulse = new WorkerPulse();
    start(worker, Optional.empty());
  }

  /// Starts a worker from a checkpoint.
  ///
  /// @param own the worker's tensors
  /// @param tensors all
  void resume(int worker, List<Tensor> own, Map<String, Tensor> tensors, long updates) {
    WorkerState state = workers[worker];
    state.state = own;
    state.pulse = new WorkerPulse();
    start(
        worker,
        state.fresh
            ? Optional.empty()
            : Optional.of(new ResumedWorker(tensors, updates, state.created)));
  }

  /// Starts a worker's present generation.
  void start(int worker, Optional<ResumedWorker> resumed) {
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
                ledger.nextBatch(worker),
                ledger.nextEpisode(worker))));
  }

  /// The first generation has the seeds that the same environments have without workers.
  private Seeds seeds(int worker, int generation) {
    return new Seeds(
        generation == 0 ? task.seed() : RecyclingRule.seed(task.seed(), worker, generation));
  }

  /// Tells workers in other processes that the run has ended, once.
  ///
  /// @param absent whether to wait a while for workers that are not there: those of a learner that
  ///   was killed after its last update, and started again, are still looking for it
  void finish(boolean absent) {
    if (settings.listening().isEmpty() || finished) {
      return;
    }
    finished = true;
    CompletableFuture<Boolean> told = new CompletableFuture<>();
    system.tell(new WorkCoordinator.Finish(absent, told));
    await(told);
  }

  private void await(Future<?> end) {
    try {
      end.get(
          settings.listening().isPresent() ? PATIENCE_OF_NETWORK_SECONDS : PATIENCE_SECONDS,
          TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // A worker that does not end is a daemon: the program can end without it.
    }
  }

  @Override
  public void close() {
    for (WorkerState worker : workers) {
      worker.pulse.killAfter(0);
    }
    system.terminate();
    await(system.getWhenTerminated().toCompletableFuture());
  }
}
