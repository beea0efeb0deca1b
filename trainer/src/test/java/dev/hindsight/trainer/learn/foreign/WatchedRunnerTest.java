package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.program.NumberKind;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs that take long or much are given up in one line; `make.py` made them.
class WatchedRunnerTest {
  private static final int ROWS = 2;
  private static final int OBSERVED = 5;

  private static List<ProgramArray> observations() {
    return List.of(
        new ProgramArray(
            "obs", NumberKind.FLOAT32, new long[] {ROWS, OBSERVED}, new float[ROWS * OBSERVED]));
  }

  private static WatchedRunner open(String name, WatchedRunner.Budget budget) {
    Program program = program(name);
    ProgramRunner runner =
        name.endsWith(".pt")
            ? new ScriptRunner(TorchEngine.scope(), program)
            : new OnnxRunner(program);
    return new WatchedRunner(runner, budget, name, ResidentMemory::bytes);
  }

  private static Program program(String name) {
    String file =
        Objects.requireNonNull(
                Checkpoint.class.getResource("/dev/hindsight/trainer/policy/program/" + name))
            .toString();
    return Checkpoints.read(Path.of(URI.create(file))).program().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "slow.pt, 300, 100000, s -",
    "large.pt, 60000, 100, 100 MB",
    "large.onnx, 60000, 100, 100 MB"
  })
  void whatTakesTooMuchIsGivenUpInOneLine(String name, long millis, long megabytes, String reason) {
    long begin = System.nanoTime();
    try (WatchedRunner runner =
        open(name, new WatchedRunner.Budget(Duration.ofMillis(millis), megabytes << 20))) {
      Problem problem = assertThrows(Problem.class, () -> runner.run(observations()));
      assertEquals(1, problem.getMessage().lines().count(), problem.getMessage());
      assertTrue(problem.getMessage().contains(reason), problem.getMessage());
      assertThrows(Problem.class, () -> runner.run(observations()), "it is given up for good");
    }
    assertTrue(System.nanoTime() - begin < Duration.ofSeconds(50).toNanos());
  }

  /// Runs a program, and from a pass on computes for ever.
  private record Hanging(
      ProgramRunner inner, int from, AtomicInteger passes, CountDownLatch stopped)
      implements ProgramRunner {
    @Override
    public List<ProgramArray> run(List<ProgramArray> inputs) {
      if (passes.incrementAndGet() >= from) {
        try {
          stopped.await();
        } catch (InterruptedException _) {
          Thread.currentThread().interrupt();
        }
      }
      return inner.run(inputs);
    }

    @Override
    public float[] gradient(List<ProgramArray> inputs, int input, int output, int number) {
      return inner.gradient(inputs, input, output, number);
    }

    @Override
    public void stop() {
      inner.stop();
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  @Test
  void aPolicyThatHangsWhileItActsIsGivenUpAndSaysSo() {
    EnvironmentShape shape = ForeignPolicyTest.shape(false);
    Program program = program("plain.pt");
    CountDownLatch stopped = new CountDownLatch(1);
    try (ProgramRunner runner = new ScriptRunner(TorchEngine.scope(), program)) {
      ProgramForm form = FormGuess.of(program, shape, runner);
      Hanging hanging = new Hanging(runner, 3, new AtomicInteger(), stopped);
      WatchedRunner watched =
          new WatchedRunner(
              hanging,
              new WatchedRunner.Budget(Duration.ofMillis(500), 1L << 40),
              "plain.pt",
              ResidentMemory::bytes);
      Policy policy = new ForeignPolicy(program, form, shape, watched);
      StepBuffer seen = new StepBuffer(shape);
      PolicyOutput output = new PolicyOutput(shape);
      policy.act(seen, output);
      policy.act(seen, output);
      assertFalse(policy.stopped());
      Problem problem = assertThrows(Problem.class, () -> policy.act(seen, output));
      assertEquals(1, problem.getMessage().lines().count(), problem.getMessage());
      assertTrue(policy.stopped(), "what was recorded is kept");
      policy.close();
    } finally {
      stopped.countDown();
    }
  }

  @Test
  void whatTakesLittleRunsAndWhatFailsSaysWhy() {
    try (WatchedRunner runner = open("plain.pt", WatchedRunner.USUAL)) {
      assertEquals(2, runner.run(observations()).size());
      ProgramArray wrong =
          new ProgramArray("obs", NumberKind.FLOAT32, new long[] {1, 2}, new float[2]);
      Problem problem = assertThrows(Problem.class, () -> runner.run(List.of(wrong)));
      assertEquals(1, problem.getMessage().lines().count(), problem.getMessage());
      assertEquals(2, runner.run(observations()).size());
    }
  }
}
