package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.EnvironmentHistory;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Breakpoints armed on a run: it waits at the tick, holds the history that led to it, and training
/// gives the same result as without the wait.
class BreakpointRunTest {
  @TempDir private Path folder;
  private SmallRun runs;

  @BeforeEach
  void place() {
    runs = new SmallRun(folder);
  }

  @Test
  void itWaitsAtTheTickAtWhichTheGoalIsReached() {
    TrainingResult result = waitingAt("goal[a]", 3, new TrainingCommand.Resume());
    assertEquals(RunStatus.FINISHED, result.status());
    List<TrainingEvent.Hit> hits = hits();
    assertEquals(3, hits.size());
    for (TrainingEvent.Hit hit : hits) {
      StepBuffer there = again(hit);
      assertTrue((there.event[hit.hit().agent()] & EventBits.GOAL) != 0, hit.hit().words());
      assertTrue(Files.isRegularFile(hit.policy().orElseThrow()));
    }
    assertEquals(
        hits.size(),
        runs.events().stream().filter(TrainingEvent.Resumed.class::isInstance).count(),
        "it went on after each");
  }

  @Test
  void aTickIsHitWhereAConditionBeginsAndNotWhereItGoesOn() {
    waitingAt("tick >= 5", 1000, new TrainingCommand.Resume());
    assertFalse(hits().isEmpty());
    for (TrainingEvent.Hit hit : hits()) {
      assertEquals(5, hit.hit().tick());
      assertEquals(-1, hit.hit().agent());
    }
    long environments =
        hits().stream()
            .filter(hit -> hit.update() == 1)
            .map(hit -> hit.hit().history().environment())
            .distinct()
            .count();
    assertEquals(hits().stream().filter(hit -> hit.update() == 1).count(), environments);
  }

  @Test
  void havingWaitedChangesNotABit() {
    TrainingResult plain = runs.run(SmallRun.request());
    TrainingResult waited = waitingAt("goal[a]", 5, new TrainingCommand.Resume());
    assertEquals(SmallRun.tensors(plain), SmallRun.tensors(waited));
  }

  @Test
  void aRunThatIsStoppedWhileItWaitsGoesOnFromTheUpdateBefore() {
    TrainingResult whole = runs.run(SmallRun.request());
    TrainingResult stopped = waitingAt("trial == 1 && goal[a]", 1, new TrainingCommand.Stop());
    assertEquals(RunStatus.STOPPED, stopped.status());
    assertEquals(hits().getFirst().update() - 1, stopped.progress().updates());
    TrainingResult resumed = runs.resume(stopped.run());
    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));
  }

  @Test
  void whatIsNoConditionIsToldAndEndsNothing() {
    TrainingResult result = waitingAt("golf[a]", 1, new TrainingCommand.Resume());
    assertEquals(RunStatus.FINISHED, result.status());
    assertTrue(hits().isEmpty());
    TrainingEvent.Armed armed = armed();
    assertTrue(armed.wrong().orElseThrow().getMessage().contains("golf"));
    waitingAt("ret[a] > 0", 1, new TrainingCommand.Resume());
    assertTrue(armed().wrong().orElseThrow().getMessage().contains("has not happened yet"));
  }

  @Test
  void whatIsNoConditionIsRefusedBeforeAnyPartOfTheRunExists() {
    TrainingRun run =
        TrainingRun.begin(SmallRun.spec(SmallRun.request()), runs.place(), runs.events()::add);
    for (String wrong : List.of("golf[a]", "ret[a] > 0", "eval_golf > 1")) {
      assertThrows(Problem.class, () -> run.armed(List.of(wrong)), wrong);
    }
    assertTrue(runs.ledger().runs().isEmpty());
    assertTrue(Files.notExists(folder.resolve("runs")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"transformer", "lstm", "mlp"})
  void whatIsCheckedBeforehandIsWhatTheRunKnows(String policy) {
    TrainingSpec spec = SmallRun.spec(SmallRun.request().with(Map.of("policy", policy)));
    try (Algorithm algorithm = spec.algorithm().open(spec.task())) {
      for (String text :
          List.of("entropy[a] < 1", "goal[a]", "value[a] > 1", "loss[a]", "logits[a][4] > 0")) {
        assertEquals(
            refusal(() -> algorithm.arm(List.of(text), _ -> {})),
            refusal(() -> spec.algorithm().checkConditions(spec.task(), List.of(text))),
            text);
      }
    }
  }

  private static String refusal(Runnable check) {
    try {
      check.run();
      return "";
    } catch (Problem problem) {
      return problem.getMessage();
    }
  }

  @Test
  void waitingIsNoTrainingTime() {
    long[] waited = {0};
    List<TrainingRun> self = new ArrayList<>();
    Consumer<TrainingEvent> listener =
        event -> {
          if (event instanceof TrainingEvent.Hit) {
            long begin = System.nanoTime();
            for (; System.nanoTime() - begin < 400_000_000; ) {
              Thread.onSpinWait();
            }
            waited[0] += System.nanoTime() - begin;
            self.getFirst().command(new TrainingCommand.Arm(List.of()));
            self.getFirst().command(new TrainingCommand.Resume());
          }
        };
    self.add(
        TrainingRun.begin(SmallRun.spec(SmallRun.request()), runs.place(), listener)
            .armed(List.of("tick >= 5")));
    long begin = System.nanoTime();
    TrainingResult result = self.getFirst().run(Progress.SILENT, new Cancellation());
    double all = (System.nanoTime() - begin) * 1e-9;
    assertTrue(waited[0] > 0);
    assertTrue(
        result.progress().seconds() <= all - waited[0] * 1e-9,
        result.progress().seconds() + " s of " + all);
  }

  private TrainingEvent.Armed armed() {
    return runs.events().stream()
        .filter(TrainingEvent.Armed.class::isInstance)
        .map(TrainingEvent.Armed.class::cast)
        .toList()
        .getLast();
  }

  private List<TrainingEvent.Hit> hits() {
    return runs.events().stream()
        .filter(TrainingEvent.Hit.class::isInstance)
        .map(TrainingEvent.Hit.class::cast)
        .toList();
  }

  /// A run that waits at a condition.
  ///
  /// @param times how often; afterwards nothing is armed any more
  /// @param command the command to send whenever it waits
  private TrainingResult waitingAt(String condition, int times, TrainingCommand command) {
    List<TrainingRun> self = new ArrayList<>();
    int before = hits().size();
    Consumer<TrainingEvent> listener =
        event -> {
          runs.events().add(event);
          if (event instanceof TrainingEvent.Hit) {
            if (hits().size() - before == times) {
              self.getFirst().command(new TrainingCommand.Arm(List.of()));
            }
            self.getFirst().command(command);
          }
        };
    self.add(TrainingRun.begin(SmallRun.spec(SmallRun.request()), runs.place(), listener));
    self.getFirst().command(new TrainingCommand.Arm(List.of(condition)));
    return self.getFirst().run(Progress.SILENT, new Cancellation());
  }

  /// The environment of a hit lived through once more, up to and with its tick.
  private static StepBuffer again(TrainingEvent.Hit hit) {
    EnvironmentHistory environmentHistory = hit.hit().history();
    Environment environment =
        SmallRun.spec(SmallRun.request())
            .task()
            .factories()
            .getFirst()
            .create(environmentHistory.seed());
    Actions actions = new Actions(environment.shape());
    for (int t = 0; t < environmentHistory.ticks(); t++) {
      for (int agent = 0; agent < environmentHistory.agents(); agent++) {
        int at = t * environmentHistory.agents() + agent;
        actions.joint[agent] = (int) environmentHistory.actions()[at];
      }
      environment.step(actions);
    }
    return environment.buffer();
  }
}
