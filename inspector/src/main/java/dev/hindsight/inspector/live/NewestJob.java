package dev.hindsight.inspector.live;

import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.NewestRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs background jobs where only the newest result matters: one job at a time, then the latest of
/// the requests that came meanwhile. A result that nobody wants any more is dropped. FX thread.
///
/// @param <W> type of a request, a value
/// @param <R> type of a result
public final class NewestJob<W, R> {
  private final PanelContext context;
  private final String title;
  private final Function<W, Job<R>> work;
  private final Consumer<R> shown;
  private final NewestRequest<W> requests = new NewestRequest<>();
  private Function<W, Object> subject = _ -> true;
  private List<StaleMark> marks = List.of();
  private Optional<W> wanted = Optional.empty();
  private boolean dimmed;

  /// @param title what it does, for users
  /// @param work makes the job of a request
  /// @param shown receives every result that is still wanted
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

  /// Names what a request is about, such as its agent. A result that a newer request has overtaken
  /// is shown if both are about the same, so that a panel keeps up with the cursor, and dropped
  /// otherwise, so that nothing stands under another's name. Without this, all requests are about
  /// the same.
  ///
  /// @param about a value
  public NewestJob<W, R> about(Function<W, Object> about) {
    subject = about;
    return this;
  }

  /// Requests something; drops an earlier request that has not started.
  public void request(W request) {
    wanted = Optional.of(request);
    if (requests.running().filter(request::equals).isPresent()) {
      requests.forget();
    } else {
      requests.ask(request).ifPresent(this::start);
    }
    dim();
  }

  /// Withdraws every request, for a panel that already has what it wants: the result of a running
  /// job is dropped.
  public void withdraw() {
    wanted = Optional.empty();
    requests.forget();
    brighten();
  }

  /// Whether a job is running.
  public boolean busy() {
    return requests.running().isPresent();
  }

  private void start(W request) {
    context.background(title, work.apply(request), result -> done(request, result));
  }

  private void done(W request, R result) {
    requests.done().ifPresent(this::start);
    Object answered = subject.apply(request);
    if (wanted.map(subject).filter(answered::equals).isPresent()) {
      shown.accept(result);
    }
    if (!busy()) {
      brighten();
    }
  }

  private void dim() {
    if (!dimmed) {
      dimmed = true;
      marks.forEach(StaleMark::begin);
    }
  }

  private void brighten() {
    if (dimmed) {
      dimmed = false;
      marks.forEach(StaleMark::end);
    }
  }
}
