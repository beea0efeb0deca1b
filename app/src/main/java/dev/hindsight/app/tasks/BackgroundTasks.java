package dev.hindsight.app.tasks;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.TaskState;
import dev.hindsight.trainer.task.Tasks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Work beside the FX thread, which owns this object and gets every result.
public final class BackgroundTasks {
  private final Tasks tasks;
  private final Executor owner;
  private final Consumer<Notice> trouble;
  private final Store<TaskStripState, TaskCommand> strip =
      new Store<>(TaskStripState.EMPTY, TaskStripState::apply);
  private final Map<Long, TaskHandle<?>> shown = new LinkedHashMap<>();
  private long started;

  /// Jobs that may read what is open and whose end has not been heard of, by the order they began
  /// in.
  private final NavigableSet<Long> readers = new TreeSet<>();

  private final List<WaitingTask> startAfterReaders = new ArrayList<>();

  /// Work that waits for all readers that began before it.
  private record WaitingTask(long number, String title, Job<?> job) {}

  /// @param owner puts work on the owner's thread
  /// @param trouble hears on that thread of every job that fails; a cancelled one did not fail
  public BackgroundTasks(Tasks tasks, Executor owner, Consumer<Notice> trouble) {
    this.tasks = tasks;
    this.owner = owner;
    this.trouble = trouble;
  }

  /// Starts work that the strip shows and the user can cancel.
  ///
  /// @param title what it does: "Recording town02"
  /// @param onResult gets the result on the owner's thread
  public <T> void start(String title, Job<T> job, Consumer<T> onResult) {
    start(BackgroundTask.of(title, job, onResult));
  }

  /// Starts work that the strip shows and the user can cancel.
  public <T> void start(BackgroundTask<T> backgroundTask) {
    begin(backgroundTask, started++);
  }

  /// As [#start(Errand)], of work that reads an open recording: that one is closed behind it.
  public <T> void startReading(BackgroundTask<T> backgroundTask) {
    long number = started++;
    readers.add(number);
    begin(backgroundTask, number);
  }

  private <T> void begin(BackgroundTask<T> backgroundTask, long number) {
    TaskHandle<T> handle = tasks.start(backgroundTask.title(), backgroundTask.job());
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

  /// Puts a piece of work on the owner's thread.
  public void runOnOwner(Runnable work) {
    owner.execute(work);
  }

  /// Starts work too short to be shown.
  public <T> void startHidden(String title, Job<T> job, Consumer<T> onResult) {
    heard(tasks.start(title, job), end -> ended(end, onResult));
  }

  /// As [#startHidden], for somebody who tells of a failure where it happened.
  ///
  /// @param onFailure gets on the owner's thread what the job threw
  /// @return stops the job; then neither is called unless that has happened already
  public <T> Runnable startCancellable(
      String title, Job<T> job, Consumer<T> onResult, Consumer<Throwable> onFailure) {
    TaskHandle<T> handle = tasks.start(title, job);
    heard(
        handle,
        end -> {
          switch (end) {
            case TaskState.Done<? extends T> done -> onResult.accept(done.result());
            case TaskState.Failed<? extends T> failed -> onFailure.accept(failed.cause());
            case TaskState.Cancelled<? extends T> _ -> {}
          }
        });
    return handle::cancel;
  }

  /// Starts a short piece of work that is done even when the window closes meanwhile; one after the
  /// other, in the order they were started.
  public <T> void startEssential(String title, Job<T> job, Consumer<T> onResult) {
    heard(tasks.startInOrder(title, job), end -> ended(end, onResult));
  }

  /// Takes away what is open: begins when all jobs under way have ended that may still read it,
  /// which are those the strip does not show, and of the others those that said so.
  public void startAfterReaders(String title, Job<?> job) {
    startAfterReaders.add(new WaitingTask(started++, title, job));
    follow();
  }

  /// Asks a job of the strip to stop.
  public void cancel(RunningTask line) {
    TaskHandle<?> handle = shown.get(line.number());
    if (handle != null) {
      handle.cancel();
    }
  }

  /// Asks the jobs how far they are; called before a frame is painted.
  public void poll() {
    shown.forEach((number, handle) ->
        handle
            .progress()
            .take()
            .ifPresent(progress -> strip.send(new TaskCommand.Advance(number, progress))));
  }

  /// The jobs that run and those that have ended.
  public TaskStripState jobs() {
    return strip.state();
  }

  /// Whether no job runs or waits, also of those the strip does not show, and all results have
  /// arrived.
  public boolean idle() {
    return shown.isEmpty() && readers.isEmpty() && startAfterReaders.isEmpty();
  }

  /// Tells a watcher which jobs run, now and whenever that changes.
  ///
  /// @return ends it
  public Runnable watch(Consumer<TaskStripState> watcher) {
    return strip.watch(watcher);
  }

  private <T> void heard(TaskHandle<T> handle, Consumer<TaskState.Ended<T>> listener) {
    long number = started++;
    readers.add(number);
    handle.whenEnded(
        owner,
        end -> {
          readers.remove(number);
          try {
            listener.accept(end);
          } finally {
            follow();
          }
        });
  }

  /// Begins what nothing is before any more.
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
