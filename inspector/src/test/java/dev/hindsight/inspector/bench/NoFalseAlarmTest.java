package dev.hindsight.inspector.bench;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Some recordings of correct code: no audit fails, and every applicable audit can run.
class NoFalseAlarmTest {
  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> noAuditCriesWolf() {
    return NoFalseAlarm.tests(RightRecordings.some(), folder);
  }

  @TestFactory
  List<DynamicTest> noAuditTakesWhatIsRandomisedForADefect() {
    return NoFalseAlarm.tests(RightRecordings.randomised(), folder);
  }

  @TestFactory
  List<DynamicTest> noAuditFailsOverADeclaredDefect() {
    return NoFalseAlarm.tests(RightRecordings.someQuirks(), folder);
  }
}
