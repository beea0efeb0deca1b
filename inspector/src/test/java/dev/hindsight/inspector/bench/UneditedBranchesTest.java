package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.bench.RecordingSpec.Finish;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// A branch without an edit repeats its recording bit for bit, in every environment and with every
/// policy.
class UneditedBranchesTest {
  @TempDir private Path folder;

  /// Every n-th complete recording of the benchmark.
  private static List<RecordingSpec> every(int step) {
    List<RecordingSpec> whole =
        RightRecordings.all().stream()
            .filter(recordingSpec -> recordingSpec.finish() == Finish.NONE)
            .toList();
    List<RecordingSpec> some = new ArrayList<>();
    for (int i = 1; i < whole.size(); i += step) {
      some.add(whole.get(i));
    }
    return some;
  }

  @TestFactory
  List<DynamicTest> someBranchesRepeat() {
    return UneditedBranches.tests(every(60), folder);
  }

  @TestFactory
  @Tag("nightly")
  List<DynamicTest> aHundredAndSeventyBranchesRepeat() {
    List<RecordingSpec> takes = every(5);
    assertTrue(takes.size() * UneditedBranches.TICKS_EACH >= 165, takes.size() + " recordings");
    return UneditedBranches.tests(takes, folder);
  }
}
