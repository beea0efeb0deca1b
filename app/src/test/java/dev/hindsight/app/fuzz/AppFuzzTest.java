package dev.hindsight.app.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.fault.FuzzBench;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// Every reader of the window and of the command line with its valid inputs and changes of them.
class AppFuzzTest {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("hindsight.fuzz.seconds", "5"));
  private static final String ONLY = System.getProperty("hindsight.fuzz.only", "");

  @TestFactory
  Stream<DynamicTest> everyReaderEndsNormallyOrWithALine() {
    return FuzzBench.everyTarget("app", AppTargets.ALL);
  }

  /// An input that is refused at once tries nothing of its reader.
  @TestFactory
  Stream<DynamicTest> everySeedIsRead() {
    return AppTargets.ALL.stream()
        .map(target ->
            DynamicTest.dynamicTest(
                target.name(),
                () -> {
                  for (byte[] seed : target.seeds().make()) {
                    target.reading().read(seed);
                  }
                }));
  }

  @Tag("faults")
  @TestFactory
  Stream<DynamicTest> noReaderFailsForAWhile() {
    return Stream.of(AppTargets.ALL, AppTargets.SLOW)
        .flatMap(List::stream)
        .filter(target -> ONLY.isEmpty() || List.of(ONLY.split(",", -1)).contains(target.name()))
        .map(target ->
            DynamicTest.dynamicTest(
                target.name(),
                () -> {
                  FuzzBench.Outcome outcome =
                      FuzzBench.failures(target, target.seeds().make(), SECONDS, 1);
                  System.out.println("faults " + target.name() + ": " + outcome.tried());
                  assertEquals(List.of(), outcome.names());
                }));
  }
}
