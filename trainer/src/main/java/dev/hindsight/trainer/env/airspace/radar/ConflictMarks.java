package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import java.util.Locale;

/// Conflicts and losses of separation, and the zones that should have stayed clear.
final class ConflictMarks {
  private static final Mark.Stroke PREDICTED = Mark.Stroke.solid(0, 1.4f).dashed();
  private static final Mark.Stroke LOST = Mark.Stroke.solid(0, 2.6f);
  private static final float LETTERS = 11;

  private ConflictMarks() {}

  /// A circle around each aircraft: broken in conflict, unbroken and filled after a loss of
  /// separation.
  static void zones(TrafficAtTick trafficAtTick, float radius, List<Mark> marks) {
    for (int body = 0; body < trafficAtTick.bodies(); body++) {
      switch (trafficAtTick.states()[body]) {
        case FREE, GONE -> {}
        case CONFLICT ->
            marks.add(zone(trafficAtTick.pose(body), radius, Mark.Fill.HOLLOW, Tone.CONFLICT));
        case LOSS -> {
          marks.add(zone(trafficAtTick.pose(body), radius, Mark.Fill.FAINT, Tone.LOSS));
          marks.add(zone(trafficAtTick.pose(body), radius, Mark.Fill.HOLLOW, Tone.LOSS));
        }
      }
    }
  }

  private static Mark zone(Poses.Pose pose, float radius, Mark.Fill fill, Tone tone) {
    return new Mark.Disc(pose.x(), pose.y(), radius, 0, fill, tone, MarkSubject.NONE);
  }

  /// A line for each pair, the most urgent ones last, so that they lie on top; and its label, the
  /// time to the loss or, after it, the distance. Labels of urgent pairs come first, so that they
  /// get room.
  static void pairs(TrafficAtTick trafficAtTick, List<Mark> marks) {
    List<ConflictPair> pairs =
        ConflictPair.at(trafficAtTick.moment(), trafficAtTick.bodies()).stream()
            .filter(conflictPair ->
                trafficAtTick.here(conflictPair.own())
                    && trafficAtTick.here(conflictPair.intruder()))
            .toList();
    for (ConflictPair conflictPair : pairs.reversed()) {
      Mark.Ends line =
          ends(trafficAtTick.pose(conflictPair.own()), trafficAtTick.pose(conflictPair.intruder()));
      float[] xy = {line.x0(), line.y0(), line.x1(), line.y1()};
      marks.add(
          new Mark.Polyline(
              xy, conflictPair.lost() ? LOST : PREDICTED, tone(conflictPair), MarkSubject.NONE));
    }
    for (ConflictPair conflictPair : pairs) {
      int one = Math.min(conflictPair.own(), conflictPair.intruder());
      int two = Math.max(conflictPair.own(), conflictPair.intruder());
      Mark.Ends line = ends(trafficAtTick.pose(one), trafficAtTick.pose(two));
      Mark.Ends steady = ends(trafficAtTick.steady(one), trafficAtTick.steady(two));
      String words = words(conflictPair, line);
      marks.add(
          new Mark.Tag(line, steady, 0.5f, words, LETTERS, tone(conflictPair), MarkSubject.NONE));
    }
  }

  private static Tone tone(ConflictPair conflictPair) {
    return conflictPair.lost() ? Tone.LOSS : Tone.CONFLICT;
  }

  static Mark.Ends ends(Poses.Pose one, Poses.Pose two) {
    return new Mark.Ends(one.x(), one.y(), two.x(), two.y());
  }

  private static String words(ConflictPair conflictPair, Mark.Ends line) {
    return conflictPair.lost()
        ? NumberWords.decimals(
                Math.hypot(line.x1() - line.x0(), line.y1() - line.y0())
                    / LengthUnit.NAUTICAL_MILES.metres(),
                1)
            + " NM"
        : time(conflictPair.seconds());
  }

  /// Minutes and seconds, rounded down: an early warning is better than a late one.
  static String time(float seconds) {
    int whole = (int) Math.max(0, seconds);
    return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }
}
