package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.ObservationSources.ObservationSource;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;

/// The neighbours that the selected aircraft observes: the rows of its table `neighbours`, each of
/// which begins with the index of a body.
final class NeighbourMarks {
  static final String TABLE = "neighbours";
  private static final String OWN = "own";
  private static final float RING_PIXELS = 13;

  private NeighbourMarks() {}

  /// Maps rows to bodies; empty for another layout.
  static ObservationSources sources(Moment moment) {
    if (moment.agent() == Moment.NO_AGENT) {
      return ObservationSources.NONE;
    }
    ObservationLayout layout = moment.rollout().manifest().observation();
    List<ObservationSource> sources = new ArrayList<>();
    int agents = moment.rollout().manifest().agents();
    float[] seen = moment.observation();
    for (Segment segment : layout.segments()) {
      if (segment.name().equals(OWN)) {
        sources.add(
            new ObservationSource(
                MarkSubject.agent(moment.agent()), segment.offset(), segment.length()));
      }
      if (segment.name().equals(TABLE) && seen.length > 0) {
        for (int at = segment.offset();
            at < segment.offset() + segment.length();
            at += segment.features()) {
          int body = (int) seen[at];
          if (body >= 0) {
            MarkSubject who =
                body < agents ? MarkSubject.agent(body) : MarkSubject.other(body - agents);
            sources.add(new ObservationSource(who, at, segment.features()));
          }
        }
      }
    }
    return ObservationSources.of(layout).and(sources);
  }

  /// A thin ring around each.
  static void rings(TrafficAtTick trafficAtTick, List<Mark> marks) {
    for (ObservationSource observationSource : sources(trafficAtTick.moment()).all()) {
      MarkSubject who = observationSource.subject();
      int body =
          switch (who.kind()) {
            case MarkSubject.AGENT -> who.index();
            case MarkSubject.OTHER -> trafficAtTick.agents() + who.index();
            default -> -1;
          };
      boolean there = body >= 0 && body < trafficAtTick.bodies() && trafficAtTick.here(body);
      if (there && !trafficAtTick.selected(body)) {
        Poses.Pose pose = trafficAtTick.pose(body);
        marks.add(
            new Mark.Disc(
                pose.x(),
                pose.y(),
                0,
                RING_PIXELS,
                Mark.Fill.HOLLOW,
                Tone.OBSERVED_PARTNER,
                MarkSubject.NONE));
      }
    }
  }
}
