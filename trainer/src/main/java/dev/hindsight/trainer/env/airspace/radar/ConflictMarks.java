package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import java.util.Locale;

/// Who is in conflict with whom and when it is too late; what should have been kept clear.
final class ConflictMarks {
  private static final Mark.Stroke PREDICTED = Mark.Stroke.solid(0, 1.4f).dashed();
  private static final Mark.Stroke LOST = Mark.Stroke.solid(0, 2.6f);
  private static final float LETTERS = 11;

  private ConflictMarks() {}

  /// A circle about everybody in conflict, broken, and about everybody who lost separation,
  /// unbroken and filled.
  static void zones(Plot plot, float radius, List<Mark> marks) {
    for (int body = 0; body < plot.bodies(); body++) {
      switch (plot.states()[body]) {
        case FREE, GONE -> {}
        case CONFLICT -> marks.add(zone(plot.pose(body), radius, Mark.Fill.HOLLOW, Tone.CONFLICT));
        case LOSS -> {
          marks.add(zone(plot.pose(body), radius, Mark.Fill.FAINT, Tone.LOSS));
          marks.add(zone(plot.pose(body), radius, Mark.Fill.HOLLOW, Tone.LOSS));
        }
      }
    }
  }

  private static Mark zone(Poses.Pose pose, float radius, Mark.Fill fill, Tone tone) {
    return new Mark.Disc(pose.x(), pose.y(), radius, 0, fill, tone, Subject.NONE);
  }

  /// A line between the two of each pair, with the time to the loss or, where separation is lost,
  /// the distance; the most urgent ones last, so that they lie on top.
  static void pairs(Plot plot, List<Mark> marks) {
    for (Pair pair : Pair.at(plot.moment(), plot.bodies()).reversed()) {
      if (plot.here(pair.own()) && plot.here(pair.intruder())) {
        Poses.Pose one = plot.pose(pair.own());
        Poses.Pose two = plot.pose(pair.intruder());
        Tone tone = pair.lost() ? Tone.LOSS : Tone.CONFLICT;
        float[] xy = {one.x(), one.y(), two.x(), two.y()};
        marks.add(new Mark.Polyline(xy, pair.lost() ? LOST : PREDICTED, tone, Subject.NONE));
        float x = (one.x() + two.x()) / 2;
        float y = (one.y() + two.y()) / 2;
        marks.add(new Mark.Text(x, y, 0, words(pair, one, two), LETTERS, tone, Subject.NONE));
      }
    }
  }

  private static String words(Pair pair, Poses.Pose one, Poses.Pose two) {
    return pair.lost()
        ? String.format(
            Locale.ROOT,
            "%.1f NM",
            Math.hypot(one.x() - two.x(), one.y() - two.y()) / LengthUnit.NAUTICAL_MILES.metres())
        : time(pair.seconds());
  }

  /// Minutes and seconds, rounded down: better too early.
  static String time(float seconds) {
    int whole = (int) Math.max(0, seconds);
    return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }
}
