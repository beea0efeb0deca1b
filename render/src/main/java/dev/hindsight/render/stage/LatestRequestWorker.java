package dev.hindsight.render.stage;

import dev.hindsight.trainer.task.NewestRequest;
import java.util.function.Consumer;
import java.util.function.Function;

/// Executes requests off the FX thread, one at a time; of requests that arrive meanwhile only the
/// newest is executed. Used only on the FX thread.
///
/// @param <W> a request
/// @param <R> its result
final class LatestRequestWorker<W, R> {
  private final SceneThreads threads;
  private final Function<W, R> work;
  private final Consumer<R> deliver;
  private final NewestRequest<W> requests = new NewestRequest<>();

  /// Number of calls of [#discardPending], to recognise outdated results.
  private int generation;

  /// @param work called in the background, never twice at once
  /// @param deliver called on the FX thread
  LatestRequestWorker(SceneThreads threads, Function<W, R> work, Consumer<R> deliver) {
    this.threads = threads;
    this.work = work;
    this.deliver = deliver;
  }

  void request(W request) {
    requests.ask(request).ifPresent(this::start);
  }

  /// Discards the results and failures of all requests so far: the recording they read may be
  /// closed.
  void discardPending() {
    requests.forget();
    generation++;
  }

  private void start(W request) {
    int began = generation;
    threads.background().execute(() -> fulfil(request, began));
  }

  private void fulfil(W request, int began) {
    try {
      R result = work.apply(request);
      threads.fx().execute(() -> finish(began, () -> deliver.accept(result)));
    } catch (RuntimeException | Error failure) {
      // A failed request must not block the next one. It is rethrown where the application shows
      // unexpected errors.
      threads
          .fx()
          .execute(() ->
              finish(
                  began,
                  () -> {
                    throw failure;
                  }));
    }
  }

  private void finish(int began, Runnable delivery) {
    try {
      if (began == generation) {
        delivery.run();
      }
    } finally {
      requests.done().ifPresent(this::start);
    }
  }
}
