package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Poses;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// One table of the selected vehicle's observation, with the vehicle's pose.
///
/// @param values `[rows * features]`
record ObservedTable(Poses.Pose ego, Segment table, float[] values) {
  /// The table with that name, placed at the vehicle's pose; empty if the recording has no readable
  /// one, if no agent is selected, or if the selected one is off the map.
  static Optional<ObservedTable> by(Moment moment, Poses poses, String segment) {
    return moment.agent() < 0 || moment.agent() >= poses.count()
        ? Optional.empty()
        : from(poses.at(moment.tick(), moment.agent()), moment, segment);
  }

  /// The same, placed at another pose.
  static Optional<ObservedTable> from(Poses.Pose place, Moment moment, String segment) {
    return moment.rollout().manifest().observation().segments().stream()
        .filter(s -> s.name().equals(segment) && s.shape().size() == 2)
        .filter(s -> s.names().containsAll(List.of("rel_x", "rel_y", "cos_heading")))
        .findFirst()
        .filter(_ -> place.onMap())
        .flatMap(
            table -> read(moment, table).map(values -> new ObservedTable(place, table, values)));
  }

  /// The numbers of a segment in the selected vehicle's observation.
  static Optional<float[]> read(Moment moment, Segment segment) {
    boolean named = segment.names().size() == segment.features();
    float[] seen = moment.observation();
    int from = segment.offset();
    return named && seen.length >= from + segment.length()
        ? Optional.of(Arrays.copyOfRange(seen, from, from + segment.length()))
        : Optional.empty();
  }

  int rows() {
    return table.rows();
  }

  /// Index of the first number of a row in the whole observation.
  int offset(int row) {
    return table.offset() + row * table.features();
  }

  /// Whether a row is in use; unused rows are all zeros.
  boolean filled(int row) {
    int features = table.features();
    for (int i = row * features; i < (row + 1) * features; i++) {
      if (values[i] != 0) {
        return true;
      }
    }
    return false;
  }

  float feature(int row, String name) {
    int index = table.names().indexOf(name);
    return index < 0 ? 0 : values[row * table.features() + index];
  }

  float x(int row) {
    return (float)
        (ego.x() + Math.cos(ego.heading()) * ahead(row) - Math.sin(ego.heading()) * left(row));
  }

  float y(int row) {
    return (float)
        (ego.y() + Math.sin(ego.heading()) * ahead(row) + Math.cos(ego.heading()) * left(row));
  }

  double heading(int row) {
    return ego.heading() + Math.atan2(feature(row, "sin_heading"), feature(row, "cos_heading"));
  }

  /// Metres in front of the vehicle.
  float ahead(int row) {
    return feature(row, "rel_x") / DriveLayout.POSITION_SCALE;
  }

  /// Metres to the left of the vehicle.
  float left(int row) {
    return feature(row, "rel_y") / DriveLayout.POSITION_SCALE;
  }
}
