package dev.hindsight.app.selftest;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/// Runs steps one after the other in a temporary folder. Each needs the results of those before it,
/// so it stops at the first failure.
///
/// @param steps in order
/// @param listener receives every step that succeeded
public record SelfTest(List<Step> steps, Consumer<PassedStep> listener)
    implements Job<List<PassedStep>> {
  /// A step that must succeed.
  ///
  /// @param name one word: `film`
  public record Step(String name, Work work) {}

  /// The work of a step.
  @FunctionalInterface
  public interface Work {
    /// Does the work.
    ///
    /// @param folder for its files; also holds those of earlier steps
    /// @return a short description of what it did
    /// @throws Exception for any failure
    String in(Path folder, Progress progress, Cancellation cancellation) throws Exception;
  }

  /// Copies the list.
  public SelfTest {
    steps = List.copyOf(steps);
  }

  /// Runs all steps.
  ///
  /// @throws Problem naming the step that failed, and why
  @Override
  public List<PassedStep> run(Progress progress, Cancellation cancellation) {
    List<PassedStep> passed = new ArrayList<>();
    try (TemporaryFolder folder = new TemporaryFolder("self-test")) {
      for (Step step : steps) {
        cancellation.throwIfCancelled();
        PassedStep one = pass(step, folder.path(), progress, cancellation);
        passed.add(one);
        listener.accept(one);
      }
    }
    return List.copyOf(passed);
  }

  private static PassedStep pass(
      Step step, Path folder, Progress progress, Cancellation cancellation) {
    long begin = System.nanoTime();
    try {
      String what = step.work.in(folder, progress, cancellation);
      return new PassedStep(step.name, (System.nanoTime() - begin) / 1e9, what);
    } catch (CancellationException stopped) {
      throw stopped;
    } catch (Problem problem) {
      throw new Problem(failed(step) + problem.what(), problem.where(), problem.remedy(), problem);
    } catch (Exception | LinkageError | AssertionError failure) {
      throw new Problem(
          failed(step) + failure,
          System.getProperty("os.name") + " " + System.getProperty("os.arch"),
          wording("SelfTest.install_hindsight_again_if_that"),
          failure);
    }
  }

  private static String failed(Step step) {
    return wording("SelfTest.the_self_test_failed_at", step.name);
  }
}
