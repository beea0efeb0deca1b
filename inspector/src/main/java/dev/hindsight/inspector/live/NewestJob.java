package dev.hindsight.inspector.live;

import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.NewestRequest;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Work beside the FX thread for who only ever wants the newest: one job at a time, and of the
/// wishes that come meanwhile the last. FX thread.
///
/// @param <W> what is wished for, a value
/// @param <R> what comes of it
public final class NewestJob<W, R> {
  private final PanelContext context;
  private final String title;
  private final Function<W, Job<R>> work;
  private final Consumer<R> shown;
  private final NewestRequest<W> requests = new NewestRequest<>();
  private List<StaleMark> marks = List.of();

  /// @param title what it does, for people
  /// @param work makes the job of a wish
  /// @param shown gets every result
  public NewestJob(
      PanelContext context, String title, Function<W, Job<R>> work, Consumer<R> shown) {
    this.context = context;
    this.title = title;
    this.work = work;
    this.shown = shown;
  }

  /// Says what shows its results, so that it is dimmed while a newer one is on its way.
  public NewestJob<W, R> marking(StaleMark... results) {
    marks = List.of(results);
    return this;
  }

  /// Wishes for something; what was wished for before and has not begun is forgotten.
  public void request(W wish) {
    if (requests.running().filter(wish::equals).isPresent()) {
      requests.forget();
    } else {
      requests.ask(wish).ifPresent(this::start);
    }
  }

  /// Whether something is being worked on.
  public boolean busy() {
    return requests.running().isPresent();
  }

  private void start(W wish) {
    marks.forEach(StaleMark::begin);
    context.background(title, work.apply(wish), this::done);
  }

  private void done(R result) {
    requests.done().ifPresent(this::start);
    shown.accept(result);
    marks.forEach(StaleMark::end);
  }
}
