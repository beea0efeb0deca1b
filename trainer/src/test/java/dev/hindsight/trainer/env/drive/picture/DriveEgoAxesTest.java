package dev.hindsight.trainer.env.drive.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Mark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a vehicle observes stands on axes in metres, ahead and to the side.
class DriveEgoAxesTest {
  @Test
  void aNumberStandsWhereItSays(@TempDir Path folder) throws IOException {
    try (Rollout rollout =
        Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 3))) {
      List<Mark.Text> words =
          new DriveEgoSketch()
              .at(new Moment(rollout, 1, 0), Set.of()).stream()
                  .filter(Mark.Text.class::isInstance)
                  .map(Mark.Text.class::cast)
                  .toList();
      List<Mark.Text> metres = words.stream().filter(text -> text.words().endsWith(" m")).toList();
      assertEquals(8, metres.size());
      for (Mark.Text text : metres) {
        double said = Double.parseDouble(text.words().replace(" m", ""));
        assertEquals(said, Math.max(Math.abs(text.x()), Math.abs(text.y())), 1e-6);
      }
      assertTrue(words.stream().anyMatch(text -> text.words().equals("ahead") && text.y() > 40));
      assertTrue(words.stream().anyMatch(text -> text.words().equals("left") && text.x() < -40));
    }
  }
}
