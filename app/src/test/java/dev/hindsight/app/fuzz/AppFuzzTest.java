package dev.hindsight.app.fuzz;

import dev.hindsight.trainer.fault.FuzzBench;
import dev.hindsight.trainer.fault.GuidedFuzzing;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every reader of the window and of the command line with its valid inputs and changes of them.
class AppFuzzTest {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> everyReaderEndsNormallyOrWithALine() {
    return FuzzBench.everyTarget("app", AppTargets.ALL);
  }

  @Tag("faults")
  @Timeout(36_000)
  @TestFactory
  Stream<DynamicTest> noReaderFails() {
    return GuidedFuzzing.tests(AppJazzerTarget.class, AppTargets.GUIDED, folder);
  }
}
