package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the policy weighs is drawn where it is, larger the more it weighs, and the two signs differ
/// without colour.
class WeightMarksTest {
  @TempDir private static Path folder;
  private static Rollout rollout;

  @BeforeAll
  static void record() throws IOException {
    rollout = Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 12));
  }

  @AfterAll
  static void close() {
    rollout.close();
  }

  private static List<Mark> marks(Moment moment, Map<MarkSubject, Float> shares) {
    Sketch sketch = BuiltInEnvironments.sketchOf(rollout);
    return WeightMarks.of(sketch, moment, new SubjectWeights(3, 0, shares));
  }

  private static Mark.Disc around(List<Mark> marks, MarkSubject subject) {
    Poses.Pose pose = Poses.of(rollout, "pose").orElseThrow().at(3, subject.index());
    return marks.stream()
        .filter(
            mark -> mark instanceof Mark.Disc disc && disc.x() == pose.x() && disc.y() == pose.y())
        .map(Mark.Disc.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatWeighsMoreHasTheLargerRing() {
    MarkSubject near = MarkSubject.agent(1);
    MarkSubject far = MarkSubject.agent(2);
    List<Mark> marks = marks(new Moment(rollout, 3, 0), Map.of(near, 1f, far, -0.3f));

    assertEquals(2, marks.size());
    assertEquals(Tone.RAISES, around(marks, near).tone());
    assertEquals(Tone.LOWERS, around(marks, far).tone());
    assertTrue(around(marks, near).minPixels() > around(marks, far).minPixels());
  }

  @Test
  void anotherMomentShowsNothingOfIt() {
    Map<MarkSubject, Float> shares = Map.of(MarkSubject.agent(1), 1f);

    assertEquals(List.of(), marks(new Moment(rollout, 4, 0), shares));
    assertEquals(List.of(), marks(new Moment(rollout, 3, 1), shares));
    assertEquals(1, marks(new Moment(rollout, 3, 0), shares).size());
  }

  @Test
  void aThingHasTheNumberOfLargestSizeThatItFills() {
    MarkSubject one = MarkSubject.other(1);
    MarkSubject two = MarkSubject.other(2);
    MarkSubject little = MarkSubject.other(3);
    ObservationSources sources =
        new ObservationSources(
            List.of(
                new ObservationSources.ObservationSource(one, 0, 2),
                new ObservationSources.ObservationSource(two, 2, 2),
                new ObservationSources.ObservationSource(little, 4, 1)));
    float[] numbers = {1, -4, 2, Float.NaN, 0.3f};

    assertEquals(Map.of(one, -1f, two, 0.5f), SubjectWeights.of(0, 0, sources, numbers).shares());
    assertEquals(Map.of(), SubjectWeights.of(0, 0, sources, new float[5]).shares());
  }

  @Test
  void aShareBeyondOneIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new SubjectWeights(0, 0, Map.of(MarkSubject.agent(0), 1.5f)));
  }
}
