package dev.hindsight.trainer.rollout.foreign.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.List;
import java.util.Optional;

/// The axes of a picture: `[height, width, planes]` in a dataset, as Gymnasium's environments have
/// them, and `[planes, height, width]` in a recording, as those of such environments are.
record PictureAxes(int height, int width, int planes) {
  /// The key in the manifest's description of the dataset: the segments whose planes were last.
  static final String KEY = "planes_last";

  private static final int MOST_PLANES = 4;

  /// Whether a dataset's array is taken for a picture, by the shape of its rows.
  static boolean is(List<Integer> shape) {
    return shape.size() == 3 && shape.get(2) <= MOST_PLANES && shape.get(0) > MOST_PLANES;
  }

  /// Those of a dataset's array.
  ///
  /// @param shape of a row, `[height, width, planes]`
  static PictureAxes inDataset(List<Integer> shape) {
    return new PictureAxes(shape.get(0), shape.get(1), shape.get(2));
  }

  /// Those of a recording's segment; empty if the dataset had its numbers in the same order.
  ///
  /// @param dataset what the manifest says of it
  static Optional<PictureAxes> of(JsonNode dataset, Segment segment) {
    List<Integer> shape = segment.shape();
    for (JsonNode name : dataset.path(KEY)) {
      if (name.asText().equals(segment.name()) && shape.size() == 3) {
        return Optional.of(new PictureAxes(shape.get(1), shape.get(2), shape.get(0)));
      }
    }
    return Optional.empty();
  }

  /// The shape of the segment.
  List<Integer> recorded() {
    return List.of(planes, height, width);
  }

  /// The shape of a row of the dataset.
  List<Integer> saved() {
    return List.of(height, width, planes);
  }

  /// Where a number of the segment lies in a row of the dataset.
  int saved(int recorded) {
    int area = height * width;
    return recorded % area * planes + recorded / area;
  }

  /// Where a number of a row of the dataset lies in the segment.
  int recorded(int saved) {
    return saved % planes * height * width + saved / planes;
  }
}
