package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunQueue.QueuedRun;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that wait for another one to end.
class RunQueueTest {
  @TempDir private Path folder;
  private RunQueue queue;

  @BeforeEach
  void open() {
    queue = new RunQueue(folder.resolve("deep").resolve("queue.json"));
  }

  @Test
  void whatWaitsIsTakenInOrderByWhoeverOpensTheQueueNext() {
    TrainingRequest whole =
        new TrainingRequest(
            "drive",
            Optional.of("near"),
            List.of("a map", "b"),
            Map.of("updates", "7"),
            3,
            TrainingTask.Device.GPU,
            Optional.of("a parent"),
            Optional.of("scripted"),
            Optional.of("ppo"));
    queue.add(whole);
    queue.add(new RunId("darkroom-1"));
    queue.add(new RunId("darkroom-1"));
    queue.add(request(1));
    assertEquals(
        List.of(
            new QueuedRun.NewRun(1, whole),
            new QueuedRun.ResumedRun(2, new RunId("darkroom-1")),
            new QueuedRun.NewRun(3, request(1))),
        queue.runs());

    RunQueue later = new RunQueue(folder.resolve("deep").resolve("queue.json"));
    assertEquals(Optional.of(new QueuedRun.NewRun(1, whole)), later.take());
    assertEquals(2, later.take().orElseThrow().number());
    QueuedRun last = later.take().orElseThrow();
    assertEquals(Optional.empty(), later.take());
    assertEquals(List.of(last), later.putBack(last));
    assertEquals(4, later.add(request(2)).getLast().number(), "numbers are not used again");
  }

  @Test
  void theFileHasTheseKeysInThisOrder() throws IOException {
    queue.add(
        new TrainingRequest(
            "drive",
            Optional.of("near"),
            List.of("a map", "b"),
            Map.of("updates", "7"),
            3,
            TrainingTask.Device.GPU,
            Optional.of("a parent"),
            Optional.of("scripted"),
            Optional.of("ppo")));
    queue.add(new RunId("darkroom-1"));
    queue.add(request(1));
    String expected =
        """
        {
          "next" : 4,
          "runs" : [ {
            "number" : 1,
            "request" : {
              "environment" : "drive",
              "preset" : "near",
              "scenarios" : [ "a map", "b" ],
              "settings" : {
                "updates" : "7"
              },
              "seed" : 3,
              "device" : "gpu",
              "parent" : "a parent",
              "coPlayer" : "scripted",
              "algorithm" : "ppo"
            }
          }, {
            "number" : 2,
            "run" : "darkroom-1"
          }, {
            "number" : 3,
            "request" : {
              "environment" : "darkroom",
              "scenarios" : [ ],
              "settings" : { },
              "seed" : 1,
              "device" : "cpu"
            }
          } ]
        }\
        """;
    assertEquals(
        expected.lines().toList(),
        Files.readString(folder.resolve("deep").resolve("queue.json")).lines().toList());
  }

  @Test
  void aFileOfAnotherVersionIsRead() throws IOException {
    Path file = folder.resolve("queue.json");
    Files.writeString(
        file,
        """
        {"later": 1, "runs": [{"number": 7, "request": {"environment": "drive", "mood": "good"}}]}
        """);
    assertEquals(
        List.of(new QueuedRun.NewRun(7, TrainingRequest.of("drive"))), new RunQueue(file).runs());
    assertEquals(1, new RunQueue(file).add(new RunId("a")).getLast().number());
  }

  @Test
  void runsAreReorderedAndRemoved() {
    for (int seed = 0; seed < 4; seed++) {
      queue.add(request(seed));
    }
    assertEquals(List.of(1L, 4L, 2L, 3L), numbers(queue.move(4, -2)));
    assertEquals(List.of(4L, 2L, 3L, 1L), numbers(queue.move(1, 99)));
    assertEquals(List.of(4L, 2L, 3L, 1L), numbers(queue.move(4, -1)));
    assertEquals(List.of(4L, 2L, 3L, 1L), numbers(queue.move(77, 1)), "it was taken meanwhile");
    assertEquals(List.of(4L, 3L, 1L), numbers(queue.remove(2)));
    assertEquals(List.of(), queue.clear());
    assertEquals(List.of(), queue.runs());
  }

  @Test
  void aRunIsTakenOnceHoweverManyAsk() {
    for (int seed = 0; seed < 20; seed++) {
      queue.add(request(seed));
    }
    List<TaskHandle<Set<Long>>> takers = new ArrayList<>();
    try (Tasks tasks = new Tasks(4)) {
      for (int i = 0; i < 4; i++) {
        takers.add(
            tasks.start(
                "taker",
                (_, _) -> {
                  Set<Long> taken = new HashSet<>();
                  for (int n = 0; n < 5; n++) {
                    taken.add(queue.take().orElseThrow().number());
                  }
                  return taken;
                }));
      }
      Set<Long> all = new HashSet<>();
      for (TaskHandle<Set<Long>> taker : takers) {
        all.addAll(taker.await());
      }
      assertEquals(20, all.size());
    }
  }

  @Test
  void aDamagedFileIsAnEmptyQueue() throws IOException {
    Path file = folder.resolve("queue.json");
    for (String damaged :
        List.of(
            "",
            "null",
            "{\"runs\": [{}]}",
            "{\"runs\": [{\"number\": 1}]}",
            "{\"runs\": [null]}",
            "[",
            "{\"runs\": [{\"number\": 1, \"run\": \"a/b\"}]}")) {
      Files.writeString(file, damaged);
      assertEquals(List.of(), new RunQueue(file).runs(), damaged);
      assertEquals(1, new RunQueue(file).add(request(1)).size(), damaged);
    }
    assertEquals("", Files.readString(folder.resolve("queue.json.broken")));
    assertEquals("[", Files.readString(folder.resolve("queue.json.broken6")));
    assertEquals(2, new RunQueue(file).add(request(2)).size());
    assertFalse(Files.exists(folder.resolve("queue.json.broken8")), "nothing was damaged");
  }

  private static TrainingRequest request(long seed) {
    return TrainingRequest.of("darkroom").withSeed(seed);
  }

  private static List<Long> numbers(List<QueuedRun> runs) {
    return runs.stream().map(QueuedRun::number).toList();
  }
}
