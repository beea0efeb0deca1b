package dev.hindsight.app.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.model.Store;
import dev.hindsight.trainer.task.Tasks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AutoSaveTest {
  private final List<Integer> file = Collections.synchronizedList(new ArrayList<>());
  private final Store<Integer, Integer> store = new Store<>(1, (_, next) -> next);

  @Test
  void whatIsWrittenDownAlreadyIsNotWrittenAgain() {
    try (Tasks tasks = new Tasks(1)) {
      store.watch(new AutoSave<>(background(tasks), "Remembering", 1, file::add));
      store.send(1);
    }
    assertEquals(List.of(), file);
  }

  @Test
  void theLastValueIsWrittenBeforeTheTasksEnd() {
    try (Tasks tasks = new Tasks(1)) {
      store.watch(new AutoSave<>(background(tasks), "Remembering", 1, file::add));
      store.send(2);
    }
    assertEquals(List.of(2), file);
  }

  @Test
  void ofSeveralThatWaitOnlyTheNewestIsWritten() {
    CountDownLatch gate = new CountDownLatch(1);
    try (Tasks tasks = new Tasks(1)) {
      tasks.startInOrder(
          "Writing something else",
          (_, _) -> {
            gate.await();
            return true;
          });
      store.watch(new AutoSave<>(background(tasks), "Remembering", 1, file::add));
      store.send(2);
      store.send(3);
      gate.countDown();
    }
    assertEquals(List.of(3), file);
  }

  private static BackgroundTasks background(Tasks tasks) {
    return new BackgroundTasks(tasks, Runnable::run, _ -> {});
  }
}
