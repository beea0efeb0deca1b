package dev.hindsight.app.tasks;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.TaskState;
import dev.hindsight.trainer.task.Tasks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/// Runs jobs off the FX thread, which owns this object and receives every result.
public final class BackgroundTasks {
  private final Tasks tasks;
  private final Executor owner;
  private final Consumer<Notice> trouble;
  private final Store<TaskStripState, TaskCommand> strip =
      new Store<>(TaskStripState.EMPTY, TaskStripState::apply);
  private final Map<Long, TaskHandle<?>> shown = new LinkedHashMap<>();
  private long started;

  /// Jobs that may read open recordings and have not ended yet, in the order they started.
  private final NavigableSet<Long> readers = new TreeSet<>();

  /// Other jobs that the strip does not show and that have not ended yet.
  private final Set<Long> others = new HashSet<>();

  private final List<WaitingTask> startAfterReaders = new ArrayList<>();

  /// Those who joined a running task, by its key.
  private final Map<Object, List<Consumer<TaskOutcome>>> joining = new HashMap<>();

  /// A task that waits for all readers started before it.
  private record WaitingTask(long number, String title, Job<?> job) {}

  /// @param owner runs work on the owner's thread later, even if this is it: a job may have ended
  ///   before the call that starts it returns, and its caller is not ready for the result until
  ///   then
  /// @param trouble receives on that thread every failed job, except cancelled ones
  public BackgroundTasks(Tasks tasks, Executor owner, Consumer<Notice> trouble) {
    this.tasks = tasks;
    this.owner = owner;
    this.trouble = trouble;
  }

  /// Starts a job that the strip shows and the user can cancel.
  ///
  /// @param title a description: "Recording town02"
  /// @param onResult receives the result on the owner's thread
  public <T> void start(String title, Job<T> job, Consumer<T> onResult) {
    start(BackgroundTask.of(title, job, onResult));
  }

  /// Starts a task that the strip shows and the user can cancel. It may take long.
  public <T> void start(BackgroundTask<T> backgroundTask) {
    begin(backgroundTask, started++, tasks::startLong);
  }

  /// As [#start(BackgroundTask)], but a task with the same key that still runs is joined instead.
  ///
  /// @param key what the task makes; two tasks that would write one file have the same
  /// @param joined receives how the other task ended, on the owner's thread
  public <T> void startOnce(
      Object key, BackgroundTask<T> backgroundTask, Consumer<TaskOutcome> joined) {
    List<Consumer<TaskOutcome>> others = joining.get(key);
    if (others != null) {
      others.add(joined);
      return;
    }
    joining.put(key, new ArrayList<>());
    start(
        new BackgroundTask<>(
            backgroundTask.title(),
            backgroundTask.job(),
            backgroundTask.file(),
            result -> {
              List<Consumer<TaskOutcome>> all = joinedBy(key);
              backgroundTask.onResult().accept(result);
              TaskOutcome done = new TaskOutcome.Done(backgroundTask.file().apply(result));
              all.forEach(other -> other.accept(done));
            },
            outcome -> {
              List<Consumer<TaskOutcome>> all = joinedBy(key);
              backgroundTask.onLost().accept(outcome);
              all.forEach(other -> other.accept(outcome));
            }));
  }

  private List<Consumer<TaskOutcome>> joinedBy(Object key) {
    return Optional.ofNullable(joining.remove(key)).orElse(List.of());
  }

  /// As [#start(BackgroundTask)], for a short task, such as opening a file, that must not wait for
  /// long ones.
  public <T> void startShort(BackgroundTask<T> backgroundTask) {
    begin(backgroundTask, started++, tasks::start);
  }

  /// As [#start(BackgroundTask)], for a task that a pane can cancel, too.
  ///
  /// @return cancels it
  public <T> Runnable startStoppable(BackgroundTask<T> backgroundTask) {
    long number = started++;
    begin(backgroundTask, number, tasks::startLong);
    return () -> cancel(number);
  }

  /// As [#start(BackgroundTask)], for a job that reads an open recording, which is then closed only
  /// after the job.
  public <T> void startReading(BackgroundTask<T> backgroundTask) {
    long number = started++;
    readers.add(number);
    begin(backgroundTask, number, tasks::startLong);
  }

  private <T> void begin(
      BackgroundTask<T> backgroundTask,
      long number,
      BiFunction<String, Job<T>, TaskHandle<T>> pool) {
    TaskHandle<T> handle = pool.apply(backgroundTask.title(), backgroundTask.job());
    shown.put(number, handle);
    strip.send(new TaskCommand.Begin(number, backgroundTask.title()));
    handle.whenEnded(
        owner,
        end -> {
          shown.remove(number);
          readers.remove(number);
          follow();
          TaskOutcome outcome = TaskOutcome.of(end, backgroundTask);
          strip.send(new TaskCommand.End(new EndedTask(number, backgroundTask.title(), outcome)));
          switch (outcome) {
            case TaskOutcome.Cancelled _, TaskOutcome.Failed _ ->
                backgroundTask.onLost().accept(outcome);
            case TaskOutcome.Done _ -> {}
          }
          ended(end, backgroundTask.onResult());
        });
  }

  /// Runs work on the owner's thread.
  public void runOnOwner(Runnable work) {
    owner.execute(work);
  }

  /// Tells the user of a failure that a caller of [#startCancellable] received and cannot show.
  public void report(Throwable failure) {
    trouble.accept(Notice.of(failure));
  }

  /// What a caller of [#startCancellable] shows where the result would be: what is wrong and what
  /// to do. The words of a failure that is a bug of ours are for its report, of which the user is
  /// told.
  public String words(Throwable failure) {
    Notice notice = Notice.of(failure);
    if (notice instanceof Notice.Trouble) {
      return notice.text();
    }
    trouble.accept(notice);
    return wording("BackgroundTasks.an_unexpected_error_occurred");
  }

  /// Starts a job too short to be shown.
  public <T> void startHidden(String title, Job<T> job, Consumer<T> onResult) {
    startHidden(title, job, onResult, () -> {});
  }

  /// As [#startHidden(String, Job, Consumer)], for a caller that must know when there will be no
  /// result.
  ///
  /// @param onLost runs on the owner's thread after a failure, of which the user is told, or a
  ///   cancellation
  public <T> void startHidden(String title, Job<T> job, Consumer<T> onResult, Runnable onLost) {
    heard(
        readers,
        tasks.start(title, job),
        end -> {
          ended(end, onResult);
          if (!(end instanceof TaskState.Done<T>)) {
            onLost.run();
          }
        });
  }

  /// As [#startHidden], for a caller that shows failures itself.
  ///
  /// @param onFailure receives on the owner's thread what the job threw
  /// @return cancels the job; afterwards neither handler is called, unless one was called already.
  ///   Holds nothing of a job that has ended.
  public <T> Runnable startCancellable(
      String title, Job<T> job, Consumer<T> onResult, Consumer<Throwable> onFailure) {
    return startCancellable(title, job, onResult, onFailure, () -> {});
  }

  /// As [#startCancellable(String, Job, Consumer, Consumer)].
  ///
  /// @param onEnd is called first on the owner's thread, however the job ended
  <T> Runnable startCancellable(
      String title,
      Job<T> job,
      Consumer<T> onResult,
      Consumer<Throwable> onFailure,
      Runnable onEnd) {
    TaskHandle<T> started = tasks.start(title, job);
    AtomicReference<Optional<TaskHandle<T>>> handle = new AtomicReference<>(Optional.of(started));
    // A job that does not check for it ends as if it had not been cancelled.
    AtomicBoolean dropped = new AtomicBoolean();
    heard(
        readers,
        started,
        end -> {
          handle.set(Optional.empty());
          onEnd.run();
          if (dropped.get()) {
            return;
          }
          switch (end) {
            case TaskState.Done<? extends T> done -> onResult.accept(done.result());
            case TaskState.Failed<? extends T> failed -> onFailure.accept(failed.cause());
            case TaskState.Cancelled<? extends T> _ -> {}
          }
        });
    return () -> {
      dropped.set(true);
      handle.get().ifPresent(TaskHandle::cancel);
    };
  }

  /// Starts a job that the strip does not show, that reads no open recording and may run for hours,
  /// such as a training: no recording waits for it to be closed.
  ///
  /// @param onEnd receives on the owner's thread how the job ended, cancelled or not: a result may
  ///   hold something open
  /// @return cancels the job
  public <T> Runnable startApart(String title, Job<T> job, Consumer<TaskState.Ended<T>> onEnd) {
    TaskHandle<T> handle = tasks.startLong(title, job);
    heard(others, handle, onEnd);
    return handle::cancel;
  }

  /// Starts a short job that completes even if the window closes meanwhile; such jobs run one after
  /// the other, in order.
  public <T> void startEssential(String title, Job<T> job, Consumer<T> onResult) {
    heard(readers, tasks.startInOrder(title, job), end -> ended(end, onResult));
  }

  /// Closes something open: starts when all earlier jobs that may still read it have ended, which
  /// are those the strip does not show, without those apart, and those that declare it.
  public void startAfterReaders(String title, Job<?> job) {
    startAfterReaders.add(new WaitingTask(started++, title, job));
    follow();
  }

  /// Whether the strip shows a job of this title that has not ended.
  public boolean shows(String title) {
    return strip.state().lines().stream().anyMatch(line -> line.title().equals(title));
  }

  /// Cancels a job in the strip.
  public void cancel(RunningTask line) {
    cancel(line.number());
  }

  private void cancel(long number) {
    TaskHandle<?> handle = shown.get(number);
    if (handle != null) {
      handle.cancel();
    }
  }

  /// Updates the progress of the jobs; called before a frame is painted.
  public void poll() {
    shown.forEach((number, handle) ->
        handle
            .progress()
            .take()
            .ifPresent(progress -> strip.send(new TaskCommand.Advance(number, progress))));
  }

  /// Whether no job runs or waits, including those the strip does not show, and all results have
  /// arrived.
  public boolean idle() {
    return shown.isEmpty() && readers.isEmpty() && others.isEmpty() && startAfterReaders.isEmpty();
  }

  /// Passes the jobs to a watcher, now and after every change.
  ///
  /// @return unsubscribes when run
  public Runnable watch(Consumer<TaskStripState> watcher) {
    return strip.watch(watcher);
  }

  private <T> void heard(
      Set<Long> running, TaskHandle<T> handle, Consumer<TaskState.Ended<T>> listener) {
    long number = started++;
    running.add(number);
    handle.whenEnded(
        owner,
        end -> {
          running.remove(number);
          try {
            listener.accept(end);
          } finally {
            follow();
          }
        });
  }

  /// Starts the tasks that no longer wait for anything.
  private void follow() {
    List<WaitingTask> ready =
        startAfterReaders.stream()
            .filter(one -> readers.isEmpty() || readers.first() > one.number())
            .toList();
    startAfterReaders.removeAll(ready);
    ready.forEach(one -> startHidden(one.title(), one.job(), _ -> {}));
  }

  private <T> void ended(TaskState.Ended<? extends T> end, Consumer<T> onResult) {
    switch (end) {
      case TaskState.Done<? extends T> done -> onResult.accept(done.result());
      case TaskState.Failed<? extends T> failed -> trouble.accept(Notice.of(failed.cause()));
      case TaskState.Cancelled<? extends T> _ -> {}
    }
  }
}
