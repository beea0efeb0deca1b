package dev.hindsight.inspector.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FrameSource;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.render.film.Shot;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.task.Cancellation;
import java.awt.image.BufferedImage;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GhostSketchTest {
  private static final Set<Overlay> GHOSTS = EnumSet.of(Overlay.GHOSTS);

  /// Three agents that walk; one of them strays from a tick on.
  private static MemoryRollout walk(int ticks, int strayed, int from) {
    return new MemoryRollout("toy", 3, ticks, 1)
        .with(
            "pose",
            Dtype.F4,
            (tick, index) -> {
              int agent = index / 3;
              double aside = agent == strayed && tick >= from ? 6 : 0;
              return index % 3 == 0 ? 10 * agent + tick : index % 3 == 1 ? aside : 0;
            },
            3,
            3);
  }

  private static PairFrames pair(MemoryRollout one, MemoryRollout other) {
    AgentPairs agents = AgentPairs.of(one, other);
    return new PairFrames(
        one,
        other,
        new PoseSketch(),
        new PoseSketch(),
        Aligner.align(new AlignmentRule.ByTick(), one, other, agents, new Cancellation()),
        agents);
  }

  private static GhostSketch ghosts(MemoryRollout one, MemoryRollout other) {
    PairFrames pair = pair(one, other);
    return new GhostSketch(
        pair.sketch(),
        pair.drawn(),
        other,
        pair.alignment(),
        pair.agents(),
        new GhostSketch.Names("A", "B"));
  }

  private static List<Mark> ghostMarks(GhostSketch sketch, Moment moment, Set<Overlay> overlays) {
    return sketch.at(moment, overlays).stream().filter(m -> m.tone() == Tone.GHOST).toList();
  }

  @Test
  void whereNothingDiffersThereAreNoGhosts() {
    MemoryRollout one = walk(10, -1, 0);

    assertEquals(
        List.of(), ghostMarks(ghosts(one, walk(10, -1, 0)), new Moment(one, 4, 1), GHOSTS));
  }

  @Test
  void bodyThatIsElsewhereIsAnOutlineTiedToItsOwn() {
    MemoryRollout one = walk(10, -1, 0);
    GhostSketch sketch = ghosts(one, walk(10, 2, 5));
    Moment moment = new Moment(one, 7, Moment.NO_AGENT);

    assertEquals(List.of(), ghostMarks(sketch, new Moment(one, 4, Moment.NO_AGENT), GHOSTS));
    List<Mark> marks = ghostMarks(sketch, moment, GHOSTS);
    Mark.Box body = (Mark.Box) marks.getLast();
    assertEquals(Mark.Fill.HOLLOW, body.fill());
    assertEquals(6, body.y());
    assertEquals(new MarkSubject(GhostSketch.GHOST, 2), body.subject());
    Mark.Polyline tie = (Mark.Polyline) marks.getFirst();
    assertArrayEquals(new float[] {27, 0, 27, 6}, tie.xy());
    assertTrue(sketch.describe(moment, body.subject()).startsWith("in B: agent 2"));
    assertEquals(List.of(), ghostMarks(sketch, moment, Set.of()), "they can be switched off");
  }

  @Test
  void ghostOfTheSelectedAgentHasALetterAndANumber() {
    MemoryRollout one = walk(10, -1, 0);
    List<Mark> marks = ghostMarks(ghosts(one, walk(10, 2, 5)), new Moment(one, 7, 2), GHOSTS);

    assertTrue(
        marks.stream().anyMatch(m -> m instanceof Mark.Text text && text.words().equals("B2")));
  }

  @Test
  void legendSaysWhereTheOtherWaits() {
    MemoryRollout one = walk(10, -1, 0);
    GhostSketch sketch = ghosts(one, walk(6, -1, 0));

    assertEquals(List.of("filled:  A", "outline: B"), sketch.legend(new Moment(one, 5, 0), GHOSTS));
    assertEquals(
        "outline: B, waits at tick 5", sketch.legend(new Moment(one, 8, 0), GHOSTS).getLast());
  }

  @Test
  void halvesOfAFilmAreTheFilmsOfEach() {
    MemoryRollout one = walk(10, -1, 0);
    MemoryRollout other = walk(6, 1, 2);
    Shot shot = new Shot(new Camera.Follow(1, 30, Camera.Up.NORTH), Set.of(Overlay.CAPTION), 1);
    FrameSource both = pair(one, other).sideBySide(Span.all(10), shot, Palette.DARK);
    BufferedImage picture = SceneRaster.canvas(404, 160);
    BufferedImage half = SceneRaster.canvas(200, 160);

    for (int frame : new int[] {9, 3, 5}) {
      both.paint(frame, picture);
      alone(one, frame, shot, "A · memory.rollout").paint(0, half);
      assertTrue(same(picture, 0, half), "left, frame " + frame);
      alone(other, Math.min(5, frame), shot, "B · memory.rollout").paint(0, half);
      assertTrue(same(picture, 204, half), "right, frame " + frame);
      assertFalse(same(picture, 0, half), "the two differ");
    }
    assertEquals(10, both.frames());
  }

  private static SceneFrames alone(MemoryRollout rollout, int tick, Shot shot, String name) {
    return new SceneFrames(
        rollout, Span.at(tick), shot, new NamedSketch(new PoseSketch(), name), Palette.DARK);
  }

  private static boolean same(BufferedImage picture, int left, BufferedImage part) {
    for (int y = 0; y < part.getHeight(); y++) {
      for (int x = 0; x < part.getWidth(); x++) {
        if (picture.getRGB(left + x, y) != part.getRGB(x, y)) {
          return false;
        }
      }
    }
    return true;
  }
}
