package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.ObservationSources.ObservationSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The sources of a dark room's observation: each number of column and row stands for a strip of
/// the floor; those that are set, and the result of the last action, come from the agent. The goal
/// is the source of nothing, because it is not observed.
final class DarkRoomSources {
  private static final Set<String> OF_THE_AGENT =
      Set.of(DarkRoomObserver.COLUMN, DarkRoomObserver.ROW);

  private DarkRoomSources() {}

  static ObservationSources of(Moment moment) {
    ObservationLayout layout = moment.rollout().manifest().observation();
    float[] seen = moment.observation();
    if (seen.length == 0) {
      return ObservationSources.NONE;
    }
    List<ObservationSource> agent = new ArrayList<>();
    for (ObservationLayout.Segment segment : layout.segments()) {
      boolean previous = segment.name().equals(ObservationLayout.PREVIOUS);
      for (int i = segment.offset(); i < segment.offset() + segment.length(); i++) {
        if (previous || (OF_THE_AGENT.contains(segment.name()) && seen[i] != 0)) {
          agent.add(new ObservationSource(MarkSubject.agent(moment.agent()), i, 1));
        }
      }
    }
    return ObservationSources.of(layout).and(agent);
  }

  /// The agent's observed column and row; empty in limbo.
  static Set<MarkSubject> observedSubjects(Moment moment) {
    ObservationLayout layout = moment.rollout().manifest().observation();
    float[] seen = moment.observation();
    Set<MarkSubject> observed = new HashSet<>();
    for (ObservationLayout.Segment segment : layout.segments()) {
      for (int i = 0; seen.length > 0 && i < segment.length(); i++) {
        if (OF_THE_AGENT.contains(segment.name()) && seen[segment.offset() + i] != 0) {
          observed.add(new MarkSubject(segment.name(), i));
        }
      }
    }
    return observed;
  }
}
