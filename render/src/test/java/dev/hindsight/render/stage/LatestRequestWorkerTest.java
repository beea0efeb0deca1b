package dev.hindsight.render.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LatestRequestWorkerTest {
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> fx = new ArrayDeque<>();
  private final List<Integer> delivered = new ArrayList<>();
  private boolean closed;
  private final LatestRequestWorker<Integer, Integer> latestRequestWorker =
      new LatestRequestWorker<>(
          new SceneThreads(background::add, fx::add), this::read, delivered::add);

  private int read(int request) {
    if (closed) {
      throw new IllegalStateException("the recording has been closed");
    }
    return request;
  }

  private void work() {
    while (!background.isEmpty() || !fx.isEmpty()) {
      if (background.isEmpty()) {
        fx.remove().run();
      } else {
        background.remove().run();
      }
    }
  }

  @Test
  void ofWishesThatComeMeanwhileOnlyTheNewestCounts() {
    latestRequestWorker.request(1);
    latestRequestWorker.request(2);
    latestRequestWorker.request(3);
    work();
    assertEquals(List.of(1, 3), delivered);
  }

  @Test
  void aFailureIsThrownWhereItIsSeenAndTheNextWishFulfilled() {
    closed = true;
    latestRequestWorker.request(1);
    latestRequestWorker.request(2);
    background.remove().run();
    closed = false;
    assertThrows(IllegalStateException.class, fx.remove()::run);
    work();
    assertEquals(List.of(2), delivered);
  }

  @Test
  void whatIsForgottenIsNeitherDeliveredNorDoesItFail() {
    latestRequestWorker.request(1);
    latestRequestWorker.request(2);
    latestRequestWorker.discardPending();
    closed = true;
    work();
    closed = false;
    latestRequestWorker.request(3);
    work();
    assertEquals(List.of(3), delivered);
  }
}
