package dev.hindsight.inspector.live;

import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.NewestRequest;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs background jobs where only the newest result matters: one job at a time, then the latest of
/// the requests that came meanwhile. FX thread.
///
/// @param <W> type of a request, a value
/// @param <R> type of a result
public final class NewestJob<W, R> {
  private final PanelContext context;
  private final String title;
  private final Function<W, Job<R>> work;
  private final Consumer<R> shown;
  private final NewestRequest<W> requests = new NewestRequest<>();
  private List<StaleMark> marks = List.of();

  /// @param title what it does, for users
  /// @param work makes the job of a request
  /// @param shown receives every result
  public NewestJob(
      PanelContext context, String title, Function<W, Job<R>> work, Consumer<R> shown) {
    this.context = context;
    this.title = title;
    this.work = work;
    this.shown = shown;
  }

  /// Names the marks that dim its results while a newer one is being computed.
  public NewestJob<W, R> marking(StaleMark... results) {
    marks = List.of(results);
    return this;
  }

  /// Requests something; drops an earlier request that has not started.
  public void request(W request) {
    if (requests.running().filter(request::equals).isPresent()) {
      requests.forget();
    } else {
      requests.ask(request).ifPresent(this::start);
    }
  }

  /// Whether a job is running.
  public boolean busy() {
    return requests.running().isPresent();
  }

  private void start(W request) {
    marks.forEach(StaleMark::begin);
    context.background(title, work.apply(request), this::done);
  }

  private void done(R result) {
    requests.done().ifPresent(this::start);
    shown.accept(result);
    marks.forEach(StaleMark::end);
  }
}
