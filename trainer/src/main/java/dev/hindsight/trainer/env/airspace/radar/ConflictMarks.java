package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.NumberWords;
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

  /// A line between the two of each pair, the most urgent ones last, so that they lie on top; and
  /// beside it the time to the loss or, where separation is lost, the distance, the most urgent one
  /// first, so that it has room.
  static void pairs(Plot plot, List<Mark> marks) {
    List<Pair> pairs =
        Pair.at(plot.moment(), plot.bodies()).stream()
            .filter(pair -> plot.here(pair.own()) && plot.here(pair.intruder()))
            .toList();
    for (Pair pair : pairs.reversed()) {
      Mark.Ends line = ends(plot.pose(pair.own()), plot.pose(pair.intruder()));
      float[] xy = {line.x0(), line.y0(), line.x1(), line.y1()};
      marks.add(new Mark.Polyline(xy, pair.lost() ? LOST : PREDICTED, tone(pair), Subject.NONE));
    }
    for (Pair pair : pairs) {
      int one = Math.min(pair.own(), pair.intruder());
      int two = Math.max(pair.own(), pair.intruder());
      Mark.Ends line = ends(plot.pose(one), plot.pose(two));
      Mark.Ends steady = ends(plot.steady(one), plot.steady(two));
      String words = words(pair, line);
      marks.add(new Mark.Tag(line, steady, 0.5f, words, LETTERS, tone(pair), Subject.NONE));
    }
  }

  private static Tone tone(Pair pair) {
    return pair.lost() ? Tone.LOSS : Tone.CONFLICT;
  }

  static Mark.Ends ends(Poses.Pose one, Poses.Pose two) {
    return new Mark.Ends(one.x(), one.y(), two.x(), two.y());
  }

  private static String words(Pair pair, Mark.Ends line) {
    return pair.lost()
        ? NumberWords.decimals(
                Math.hypot(line.x1() - line.x0(), line.y1() - line.y0())
                    / LengthUnit.NAUTICAL_MILES.metres(),
                1)
            + " NM"
        : time(pair.seconds());
  }

  /// Minutes and seconds, rounded down: better too early.
  static String time(float seconds) {
    int whole = (int) Math.max(0, seconds);
    return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }
}
