package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.rollout.foreign.InspectionSample;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// All correct recordings of the benchmark: no audit fails, and every applicable audit can run.
@Tag("nightly")
class NoFalseAlarmNightlyTest {
  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> noAuditCriesWolf() {
    return NoFalseAlarm.tests(RightRecordings.all(), folder);
  }

  @TestFactory
  List<DynamicTest> nobodyCriesWolfInTheReferencesTown() {
    return NoFalseAlarm.tests(RightRecordings.shared(), folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agents=3",
        "agents=1 trials=1",
        "agents=5 trials=4 length=9",
        "poses=1",
        "attention=0"
      })
  void noAuditCriesWolfOverFoldersOfTheInspectionScript(String options) throws Exception {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      Path inspected = InspectionSample.write(folder.resolve("inspected"), options.split(" ", -1));
      AuditAllResult.of(inspected).assertQuiet(options);
    }
  }

  @Test
  void thereAreAtLeastTwoHundred() {
    assertTrue(RightRecordings.all().size() >= 200, "only " + RightRecordings.all().size());
  }
}
