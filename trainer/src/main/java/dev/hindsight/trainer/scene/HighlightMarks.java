package dev.hindsight.trainer.scene;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Highlights things that the user points at: a broken ring around bodies and spots, a strong line
/// along lines. The selection has an unbroken ring, so the two differ without colour.
public final class HighlightMarks {
  /// Radius of the ring around a body, in body lengths.
  private static final float RING = 0.72f;

  private static final float RING_PIXELS = 17;

  /// Margin around a spot's own ring, in metres.
  private static final float WIDER = 0.8f;

  private static final Mark.Stroke LINE = Mark.Stroke.solid(1.1f, 5).faded(0.9f);

  private HighlightMarks() {}

  /// Marks to draw over those that stand for one of the subjects.
  public static List<Mark> of(List<Mark> marks, Set<MarkSubject> subjects) {
    List<Mark> over = new ArrayList<>();
    Set<MarkSubject> ringed = new HashSet<>();
    for (Mark mark : marks) {
      if (subjects.contains(mark.subject()) && !mark.subject().equals(MarkSubject.NONE)) {
        switch (mark) {
          case Mark.Box box -> {
            if (ringed.add(box.subject())) {
              over.add(ring(box.x(), box.y(), RING * box.length(), box.subject()));
            }
          }
          case Mark.Disc disc -> {
            if (ringed.add(disc.subject())) {
              over.add(ring(disc.x(), disc.y(), disc.radius() + WIDER, disc.subject()));
            }
          }
          case Mark.Polyline line -> {
            if (line.tone() != Tone.TRAIL) {
              over.add(new Mark.Polyline(line.xy(), LINE, Tone.POINTED, line.subject()));
            }
          }
          case Mark.Polygon polygon ->
              over.add(
                  new Mark.Polygon(
                      polygon.xy(), Mark.Fill.HOLLOW, Tone.POINTED, polygon.subject()));
          case Mark.Cells _, Mark.Text _, Mark.Label _, Mark.Tag _, Mark.Link _ -> {
            // Text and connections belong to the things beside them.
          }
        }
      }
    }
    return over;
  }

  private static Mark ring(float x, float y, float radius, MarkSubject markSubject) {
    return new Mark.Disc(x, y, radius, RING_PIXELS, Mark.Fill.HOLLOW, Tone.POINTED, markSubject);
  }
}
