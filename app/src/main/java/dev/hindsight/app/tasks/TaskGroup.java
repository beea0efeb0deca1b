package dev.hindsight.app.tasks;

import dev.hindsight.trainer.task.Job;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The jobs of one owner, such as a panel, which end together. Holds nothing of those that have
/// ended, because an owner may start one for every move of the cursor. FX thread.
public final class TaskGroup {
  private final BackgroundTasks backgroundTasks;
  private final Set<Member> running = new LinkedHashSet<>();

  /// Different from every other, whatever it cancels.
  private static final class Member {
    private Runnable canceller = () -> {};
  }

  /// A group without jobs.
  public TaskGroup(BackgroundTasks backgroundTasks) {
    this.backgroundTasks = backgroundTasks;
  }

  /// As [BackgroundTasks#startCancellable(String, Job, Consumer, Consumer)].
  public <T> void start(
      String title, Job<T> job, Consumer<T> onResult, Consumer<Throwable> onFailure) {
    Member member = new Member();
    running.add(member);
    member.canceller =
        backgroundTasks.startCancellable(
            title, job, onResult, onFailure, () -> running.remove(member));
  }

  /// Cancels all jobs that still run; none of their handlers is called.
  public void cancel() {
    List.copyOf(running).forEach(member -> member.canceller.run());
    running.clear();
  }
}
