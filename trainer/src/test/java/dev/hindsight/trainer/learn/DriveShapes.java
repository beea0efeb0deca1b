package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Drive environments of which only the sizes matter.
final class DriveShapes {
  /// The `classic` preset with classic dynamics.
  static final EnvironmentShape CLASSIC = of(32, 7, 31, 128, joint(91));

  private DriveShapes() {}

  static EnvironmentShape of(int agents, int ego, int partners, int roads, ActionSpace actions) {
    List<String> names = IntStream.range(0, ego).mapToObj(i -> "e" + i).toList();
    return of(agents, names, partners, roads, actions);
  }

  static EnvironmentShape of(
      int agents, List<String> names, int partners, int roads, ActionSpace actions) {
    int ego = names.size();
    int roadsAt = ego + 7 * partners;
    return new EnvironmentShape(
        agents,
        new ObservationLayout(
            List.of(
                new Segment(DriveLayout.EGO, 0, List.of(ego), names),
                new Segment(
                    DriveLayout.PARTNERS, ego, List.of(partners, 7), DriveLayout.PARTNER_FEATURES),
                new Segment(
                    DriveLayout.ROADS, roadsAt, List.of(roads, 7), DriveLayout.ROAD_FEATURES))),
        actions,
        0.1,
        1,
        0,
        List.of());
  }

  static ActionSpace joint(int count) {
    return new ActionSpace.Discrete(
        List.of(new ActionSpace.Factor("action", "1", Collections.nCopies(count, 0f))));
  }
}
