package dev.hindsight.app.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoPlanTest {
  @TempDir private Path folder;

  /// Trial 1 takes the wrong branch first, the others go straight: the demo's story.
  @Test
  void theDriverOfTheDemoAdapts() throws Exception {
    RecordingReport report =
        DemoPlan.into(folder, DemoPlan.DRIVER).run(Progress.SILENT, new Cancellation());
    assertEquals(List.of(0.0, 1.0, 1.0, 1.0), report.trialScores(), report.toString());
    FilmPlan film = FilmPlan.whole(report.file(), folder.resolve("demo.gif")).lookingBack();
    assertTrue(film.run(Progress.SILENT, new Cancellation()).frames() > 30);
  }

  /// Other processors round differently, and the trained driver may lose a vehicle there.
  @ParameterizedTest
  @ValueSource(strings = {"drive-near", DemoPlan.SCRIPTED})
  void theDemoOfOtherDriversIsWorthShowing(String driver) throws Exception {
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
