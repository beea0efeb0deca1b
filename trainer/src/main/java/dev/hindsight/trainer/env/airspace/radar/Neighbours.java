package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.env.ObservationLayout;
import dev.hindsight.trainer.env.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Sources;
import dev.hindsight.trainer.scene.Sources.Source;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;

/// Of whom the selected aircraft is told: the rows of its table `neighbours`, each of which begins
/// with the number of a body.
final class Neighbours {
  static final String TABLE = "neighbours";
  private static final String OWN = "own";
  private static final float RING_PIXELS = 13;

  private Neighbours() {}

  /// Rows and who they tell of; nothing where the layout is another.
  static Sources sources(Moment moment) {
    if (moment.agent() == Moment.NO_AGENT) {
      return Sources.NONE;
    }
    ObservationLayout layout = moment.rollout().manifest().observation();
    List<Source> told = new ArrayList<>();
    int agents = moment.rollout().manifest().agents();
    float[] seen = moment.observation();
    for (Segment segment : layout.segments()) {
      if (segment.name().equals(OWN)) {
        told.add(new Source(Subject.agent(moment.agent()), segment.offset(), segment.length()));
      }
      if (segment.name().equals(TABLE) && seen.length > 0) {
        for (int at = segment.offset();
            at < segment.offset() + segment.length();
            at += segment.features()) {
          int body = (int) seen[at];
          if (body >= 0) {
            Subject who = body < agents ? Subject.agent(body) : Subject.other(body - agents);
            told.add(new Source(who, at, segment.features()));
          }
        }
      }
    }
    return Sources.of(layout).and(told);
  }

  /// A thin ring about each.
  static void rings(Plot plot, List<Mark> marks) {
    for (Source source : sources(plot.moment()).all()) {
      Subject who = source.subject();
      int body =
          switch (who.kind()) {
            case Subject.AGENT -> who.index();
            case Subject.OTHER -> plot.agents() + who.index();
            default -> -1;
          };
      boolean there = body >= 0 && body < plot.bodies() && plot.here(body);
      if (there && !plot.selected(body)) {
        Poses.Pose pose = plot.pose(body);
        marks.add(
            new Mark.Disc(
                pose.x(),
                pose.y(),
                0,
                RING_PIXELS,
                Mark.Fill.HOLLOW,
                Tone.OBSERVED_PARTNER,
                Subject.NONE));
      }
    }
  }
}
