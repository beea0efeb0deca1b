package dev.hindsight.trainer.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/// Every reader of this module with what once failed, its valid inputs and a few changes of them.
@Timeout(300)
class FuzzInputsTest {
  @TestFactory
  Stream<DynamicTest> everyReaderEndsNormallyOrWithALine() {
    return FuzzBench.everyTarget("trainer", TrainerTargets.ALL);
  }

  @Test
  void aTargetLeavesTheProcessAsItWas() throws Exception {
    String before = System.getProperty("hindsight.cache", "");
    AtomicReference<String> meanwhile = new AtomicReference<>("");
    FuzzTarget target =
        FuzzTarget.ofText(
            "cache", text -> meanwhile.set(System.getProperty("hindsight.cache", text)));
    target.tried(new byte[1]);

    assertEquals(before, System.getProperty("hindsight.cache", ""));
    assertNotEquals(before, meanwhile.get());
  }

  /// It would try nothing of its reader.
  @Test
  void aSeedThatIsRefusedIsAFailure() {
    FuzzTarget shut =
        FuzzTarget.ofText(
            "shut",
            text -> {
              throw new Problem(text, "here", "try another");
            },
            "seed");
    List<DynamicTest> tests = FuzzBench.everyTarget("trainer", List.of(shut)).toList();
    assertEquals(1, tests.size());
    assertThrows(AssertionError.class, tests.getFirst().getExecutable());
  }

  @Test
  void aBugATimeAndAnAllocationAreFailures() {
    FuzzTarget bug =
        FuzzTarget.ofText(
            "bug",
            text -> {
              throw new IllegalStateException(text);
            });
    assertThrows(IllegalStateException.class, () -> bug.tried(new byte[1]));
    FuzzTarget large =
        FuzzTarget.ofText(
            "large",
            text -> {
              for (int i = 0; i < 9; i++) {
                assertEquals(64 << 20, new byte[64 << 20].length, text);
              }
            });
    assertThrows(AssertionError.class, () -> large.tried(new byte[1]));
    assertEquals(
        TrainerTargets.ALL.size(),
        TrainerTargets.ALL.stream().map(FuzzTarget::name).distinct().count());
    assertEquals(List.of(), FuzzBench.failures(bug, List.of(), 0, 1).names());
  }
}
