package dev.hindsight.render.stage;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Marks in every fill and stroke, on a plane of 80 by 50 metres. It ignores the recording it is
/// given.
///
/// @param ground static marks
/// @param marks moving marks
record AllMarksSketch(List<Mark> ground, List<Mark> marks) implements Sketch {
  private static final MarkSubject NOBODY = MarkSubject.NONE;

  AllMarksSketch {
    ground = List.copyOf(ground);
    marks = List.copyOf(marks);
  }

  @Override
  public Scene backdrop(Rollout rollout) {
    return new Scene(new Bounds(-40, -25, 40, 25), ground);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    return marks;
  }

  /// The same with one mark left out.
  AllMarksSketch without(int index) {
    List<Mark> rest = new ArrayList<>(marks);
    rest.remove(index);
    return new AllMarksSketch(ground, rest);
  }

  /// The same with one mark exchanged.
  AllMarksSketch with(int index, Mark other) {
    List<Mark> changed = new ArrayList<>(marks);
    changed.set(index, other);
    return new AllMarksSketch(ground, changed);
  }

  /// The same with so many marks beyond the picture that all of them are a crowd.
  AllMarksSketch crowded() {
    List<Mark> more = new ArrayList<>(marks);
    for (int i = 0; i <= CrowdLayer.MOST_NODES; i++) {
      more.add(new Mark.Disc(5000 + i, 5000, 1, 1, Mark.Fill.SOLID, Tone.AGENT, NOBODY));
    }
    return new AllMarksSketch(ground, more);
  }

  /// Every kind but cells.
  static AllMarksSketch ofShapes() {
    List<Mark> marks = new ArrayList<>();
    lines(marks);
    areas(marks);
    bodies(marks);
    marks.add(new Mark.Link(10, -8, 26, 6, 0.2f, Tone.OBSERVED_PARTNER, NOBODY));
    marks.add(new Mark.Link(10, -8, 30, -2, 1, Tone.OBSERVED_PARTNER, NOBODY));
    marks.add(new Mark.Text(-12, -2, 0, "Agent 7", 16, Tone.SELECTED, NOBODY));
    marks.add(new Mark.Text(20, -6, 2, "partner 3", 12, Tone.TEXT, NOBODY));
    marks.add(new Mark.Text(2, 12, 0, "muted words", 12, Tone.TEXT_MUTED, NOBODY));
    aircraft(marks);
    return new AllMarksSketch(street(), marks);
  }

  /// By state, with labels of which one stands off, zones and a look.
  private static void aircraft(List<Mark> marks) {
    Tone[] tones = {Tone.AGENT, Tone.CONFLICT, Tone.LOSS};
    for (int i = 0; i < tones.length; i++) {
      float x = 20 + 7 * i;
      marks.add(
          new Mark.Box(
              x,
              -20,
              0.8f * i,
              1,
              1,
              Mark.Form.AIRCRAFT,
              Mark.Fill.SOLID,
              tones[i],
              MarkSubject.agent(20 + i)));
      marks.add(
          new Mark.Label(x, -20, x, -20, List.of("KL00" + i, "330↑ 45" + i), 11, tones[i], NOBODY));
    }
    marks.add(
        new Mark.Box(
            14,
            -23,
            2,
            1,
            1,
            Mark.Form.AIRCRAFT,
            Mark.Fill.HOLLOW,
            Tone.LIMBO,
            MarkSubject.agent(24)));
    marks.add(new Mark.Disc(27, -20, 4, 0, Mark.Fill.HOLLOW, Tone.CONFLICT, NOBODY));
    marks.add(new Mark.Disc(34, -20, 4, 0, Mark.Fill.HOLLOW, Tone.LOSS, NOBODY));
    Mark.Ends line = new Mark.Ends(20, -20, 8, -20);
    marks.add(new Mark.Tag(line, line, 0.65f, "61%", 10, Tone.ATTENTION, NOBODY));
    marks.add(new Mark.Link(20, -20, 8, -20, 0.9f, Tone.ATTENTION, NOBODY));
    marks.add(new Mark.Link(20, -20, 14, -23, 0.2f, Tone.ATTENTION, NOBODY));
  }

  /// Twenty cells, every second one half transparent.
  static AllMarksSketch ofCells() {
    int[] argb = new int[20];
    for (int i = 0; i < argb.length; i++) {
      argb[i] = (i % 2 == 0 ? 0xff000000 : 0x80000000) | (i * 12) << 16 | (255 - i * 12) << 8 | 90;
    }
    return new AllMarksSketch(
        street(), List.of(new Mark.Cells(-18, -8, 5.5f, 5, argb, Tone.ROAD_OTHER, NOBODY)));
  }

  private static List<Mark> street() {
    float[] middle = {-40, -14, 40, -14};
    return List.of(
        new Mark.Polyline(middle, Mark.Stroke.solid(8, 4), Tone.ROAD_SURFACE, NOBODY),
        new Mark.Polyline(
            new float[] {-40, -10, 40, -10}, Mark.Stroke.solid(0.2f, 1), Tone.ROAD_EDGE, NOBODY),
        new Mark.Polyline(middle, Mark.Stroke.solid(0.2f, 1.5f).dashed(), Tone.ROAD_LINE, NOBODY));
  }

  private static void lines(List<Mark> marks) {
    float[] zigzag = {-22, 20, -14, 10, -8, 21, -2, 14};
    marks.add(new Mark.Polyline(zigzag, Mark.Stroke.solid(0.5f, 2), Tone.TRAIL, NOBODY));
    marks.add(
        new Mark.Polyline(
            new float[] {-22, 16, -14, 6, -8, 17},
            Mark.Stroke.solid(0.3f, 2).faded(0.4f),
            Tone.TRAIL,
            NOBODY));
    marks.add(
        new Mark.Polyline(
            new float[] {-22, 4, -2, 4},
            Mark.Stroke.solid(0.3f, 2).dashed(),
            Tone.OBSERVED_ROAD,
            NOBODY));
  }

  private static void areas(List<Mark> marks) {
    int column = 0;
    for (Mark.Fill fill : Mark.Fill.values()) {
      float x = 2 + 9 * column++;
      float[] kite = {x, 20, x + 3, 23, x + 6, 20, x + 3, 15};
      marks.add(new Mark.Polygon(kite, fill, Tone.OBSERVED_ROAD, NOBODY));
      marks.add(new Mark.Disc(x + 3, 9, 2, 3, fill, Tone.GOAL, NOBODY));
    }
    marks.add(new Mark.Disc(-12, -5, 3.4f, 8, Mark.Fill.HOLLOW, Tone.SELECTED, NOBODY));
  }

  private static void bodies(List<Mark> marks) {
    Tone[] tones = {
      Tone.AGENT, Tone.EXPERT, Tone.STATIC, Tone.COLLIDED, Tone.OFFROAD, Tone.SELECTED
    };
    for (int i = 0; i < tones.length; i++) {
      marks.add(
          new Mark.Box(
              -34 + 11 * i,
              -5,
              0.5f * i,
              4.5f,
              2,
              Mark.Fill.SOLID,
              tones[i],
              MarkSubject.agent(i)));
    }
    marks.add(
        new Mark.Box(-30, -20, 0.3f, 4.5f, 2, Mark.Fill.HOLLOW, Tone.LIMBO, MarkSubject.agent(6)));
    marks.add(
        new Mark.Box(
            -18,
            -20,
            0.3f,
            4.5f,
            2,
            Mark.Fill.HOLLOW,
            Tone.OBSERVED_PARTNER,
            MarkSubject.agent(7)));
    marks.add(new Mark.Box(-6, -20, 2, 4.5f, 2, Mark.Fill.FAINT, Tone.AGENT, MarkSubject.agent(8)));
    marks.add(
        new Mark.Box(8, -20, 1, 0.7f, 0.7f, Mark.Fill.SOLID, Tone.AGENT, MarkSubject.agent(9)));
  }
}
