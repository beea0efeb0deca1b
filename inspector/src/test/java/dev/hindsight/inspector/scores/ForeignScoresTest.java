package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.InspectionSample;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignScoresTest {
  @TempDir private Path folder;

  @Test
  void aFolderOfTheInspectionScriptHasItsScoresAndTicksOfReaching() throws Exception {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout =
            RecordingOpener.open(InspectionSample.write(folder.resolve("ego_only"), "trials=3"))) {
      ScoreSheet sheet = ScoreReaderTest.read(rollout);

      assertEquals(1, sheet.episodes().size());
      assertEquals(
          List.of(List.of(3, 2, -1), List.of(8, 7, 6), List.of(13, 12, 12)),
          IntStream.range(0, 3)
              .mapToObj(trial ->
                  sheet.episodes().getFirst().trials().get(trial).agents().stream()
                      .map(AgentTrial::reachedAt)
                      .toList())
              .toList());
      assertEquals(List.of(2 / 3.0, 1.0, 1.0), ScoreSummary.of(List.of(sheet), Side.EGO).means());
      assertEquals(List.of(), ScoreChecks.of(rollout, sheet));
    }
  }
}
