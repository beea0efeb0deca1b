package dev.hindsight.render.stage;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.application.Platform;

/// JavaFX for tests: started once, on the headless platform.
public final class HeadlessToolkit {
  private static final long PATIENCE_SECONDS = 120;

  private HeadlessToolkit() {}

  private static final class Started {
    static final boolean DONE = start();

    private static boolean start() {
      CountDownLatch up = new CountDownLatch(1);
      Platform.setImplicitExit(false);
      Platform.startup(up::countDown);
      try {
        return up.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /// Runs code on the FX thread and waits for its result.
  public static <T> T onFx(Callable<T> work) throws Exception {
    if (!Started.DONE) {
      throw new IllegalStateException("JavaFX did not start");
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Platform.runLater(() -> {
      try {
        result.complete(work.call());
      } catch (Exception | AssertionError failure) {
        result.completeExceptionally(failure);
      }
    });
    try {
      return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof AssertionError failure) {
        throw failure;
      }
      throw failed;
    } catch (TimeoutException late) {
      throw new IllegalStateException("the FX thread did not answer", late);
    }
  }
}
