package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout;

/// Positions of the three parts of a driver's observation.
///
/// @param size D, numbers in an observation
/// @param ego ego features, at offset 0
/// @param partners rows of partners
/// @param partnersAt index of the first one
/// @param roads rows of road segments
/// @param roadsAt index of the first one
record DriveObservationParts(
    int size, int ego, int partners, int partnersAt, int roads, int roadsAt) {
  /// Finds them in an environment's layout.
  ///
  /// @param where the checkpoint that reads it, for messages
  /// @throws Problem if it lacks one of the three parts, or their features differ
  static DriveObservationParts of(EnvironmentShape shape, String where) {
    ObservationLayout layout = shape.observation();
    ObservationLayout.Segment ego = segment(layout, DriveLayout.EGO, 1, where);
    ObservationLayout.Segment partners = segment(layout, DriveLayout.PARTNERS, 2, where);
    ObservationLayout.Segment roads = segment(layout, DriveLayout.ROADS, 2, where);
    if (ego.offset() != 0
        || partners.shape().getLast() != DriveLstmSpec.PARTNER_INPUT
        || roads.shape().getLast() != DriveLayout.ROAD_FEATURES.size()) {
      throw new Problem(
          wording("DriveObservationParts.it_is_for_drivers_and_the", layout.segments()),
          where,
          wording("DriveObservationParts.choose_a_checkpoint_that_was_trained"));
    }
    return new DriveObservationParts(
        layout.size(),
        ego.length(),
        partners.shape().getFirst(),
        partners.offset(),
        roads.shape().getFirst(),
        roads.offset());
  }

  private static ObservationLayout.Segment segment(
      ObservationLayout layout, String name, int axes, String where) {
    return layout.segments().stream()
        .filter(s -> s.name().equals(name) && s.shape().size() == axes)
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("DriveObservationParts.it_is_for_drivers_and_the_2", name),
                where,
                wording("DriveObservationParts.choose_a_checkpoint_that_was_trained")));
  }
}
