package dev.hindsight.render.stage;

import dev.hindsight.trainer.task.NewestRequest;
import java.util.function.Consumer;
import java.util.function.Function;

/// Does what is wished for off the FX thread, one wish at a time; of wishes that come meanwhile
/// only the newest counts. Used on the FX thread only.
///
/// @param <W> a wish
/// @param <R> what comes of it
final class LatestRequestWorker<W, R> {
  private final SceneThreads threads;
  private final Function<W, R> work;
  private final Consumer<R> deliver;
  private final NewestRequest<W> requests = new NewestRequest<>();

  /// Counts how often everything was forgotten.
  private int life;

  /// @param work called in the background, never twice at once
  /// @param deliver called on the FX thread
  LatestRequestWorker(SceneThreads threads, Function<W, R> work, Consumer<R> deliver) {
    this.threads = threads;
    this.work = work;
    this.deliver = deliver;
  }

  void request(W wish) {
    requests.ask(wish).ifPresent(this::start);
  }

  /// Nothing that was wished for so far is delivered any more, nor that it failed: what it is read
  /// from may be closed.
  void discardPending() {
    requests.forget();
    life++;
  }

  private void start(W wish) {
    int began = life;
    threads.background().execute(() -> fulfil(wish, began));
  }

  private void fulfil(W wish, int began) {
    try {
      R result = work.apply(wish);
      threads.fx().execute(() -> finish(began, () -> deliver.accept(result)));
    } catch (RuntimeException | Error failure) {
      // A wish that came to nothing must not keep the next one from being fulfilled. Thrown again
      // where the application shows what nobody expected.
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
      if (began == life) {
        delivery.run();
      }
    } finally {
      requests.done().ifPresent(this::start);
    }
  }
}
