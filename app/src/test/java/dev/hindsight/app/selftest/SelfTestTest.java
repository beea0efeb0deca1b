package dev.hindsight.app.selftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.selftest.SelfTest.Step;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class SelfTestTest {
  private final List<String> heard = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final Cancellation cancellation = new Cancellation();

  private final Step makes =
      new Step(
          "make",
          (folder, _, _) -> {
            folders.add(folder);
            Files.createFile(folder.resolve("made"));
            return "made";
          });
  private final Step finds =
      new Step("find", (folder, _, _) -> Files.exists(folder.resolve("made")) ? "found" : "lost");

  private List<PassedStep> run(Step... steps) {
    return new SelfTest(
            List.of(steps), passedStep -> heard.add(passedStep.step() + " " + passedStep.what()))
        .run(Progress.SILENT, cancellation);
  }

  private static Step failing(Exception failure) {
    return new Step(
        "film",
        (_, _, _) -> {
          throw failure;
        });
  }

  @Test
  void everyStepIsToldAndFindsWhatEarlierOnesMade() {
    assertEquals(2, run(makes, finds).size());
    assertEquals(List.of("make made", "find found"), heard);
  }

  @Test
  void aStepThatFailsIsTheLastAndIsNamedInOneLine() {
    Problem why = new Problem("the disk is full", "a.mp4", "free some space");
    Problem told = assertThrows(Problem.class, () -> run(makes, failing(why), finds));
    assertEquals(
        "a.mp4: the self-test failed at film: the disk is full - free some space",
        told.getMessage());
    assertEquals(List.of("make made"), heard);
  }

  @Test
  void whatNobodyExpectedIsNamedToo() {
    Problem told =
        assertThrows(Problem.class, () -> run(failing(new IllegalStateException("two\nlines"))));
    assertTrue(told.getMessage().contains("film"), told.getMessage());
    assertTrue(told.getMessage().contains("two lines"), told.getMessage());
  }

  @Test
  void nothingIsLeftBehindWhateverHappens() {
    run(makes);
    assertThrows(Problem.class, () -> run(makes, failing(new Exception("no"))));
    assertEquals(2, folders.size());
    folders.forEach(folder -> assertFalse(Files.exists(folder)));
  }

  @Test
  void whoEndsItIsObeyedBetweenSteps() {
    Step ends =
        new Step(
            "end",
            (_, _, _) -> {
              cancellation.cancel();
              return "";
            });
    assertThrows(CancellationException.class, () -> run(ends, makes));
    assertEquals(List.of(), folders);
  }
}
