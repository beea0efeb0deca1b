package dev.hindsight.trainer.fault;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every reader of this module under the guided fuzzer.
@Tag("faults")
@Timeout(36_000)
class GuidedFuzzingTest {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> noReaderFails() {
    return GuidedFuzzing.tests(JazzerTarget.class, TrainerTargets.ALL, folder);
  }
}
