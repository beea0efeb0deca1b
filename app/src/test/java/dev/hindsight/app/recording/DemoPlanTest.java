package dev.hindsight.app.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoPlanTest {
  @TempDir private Path folder;

  /// Other processors round differently, and the trained driver may lose a vehicle there.
  @ParameterizedTest
  @ValueSource(strings = {DemoPlan.DRIVER, DemoPlan.SCRIPTED})
  void theDemoIsWorthShowing(String driver) throws Exception {
    RecordingReport report = DemoPlan.into(folder, driver).run(Progress.SILENT, new Cancellation());
    assertEquals(4, report.trialScores().size());
    assertTrue(Collections.min(report.trialScores()) >= 0.8, report.toString());
    assertTrue(report.goals() >= 4L * report.agents() - 2, report.toString());
  }

  @Test
  void almostAllOfFiftyAircraftReachTheirExits() throws Exception {
    RecordingReport report =
        DemoPlan.airspace(folder, DemoPlan.CONTROLLER).run(Progress.SILENT, new Cancellation());
    assertEquals(50, report.agents());
    assertTrue(report.goals() >= 45, report.toString());
  }
}
