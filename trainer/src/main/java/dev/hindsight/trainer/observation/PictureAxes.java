package dev.hindsight.trainer.observation;

import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.List;
import java.util.Optional;

/// The axes of a picture, whose planes lie first, `[planes, height, width]`, in observations and
/// recordings, and last, `[height, width, planes]`, in Gymnasium's environments, datasets and many
/// libraries.
public record PictureAxes(int height, int width, int planes) {
  private static final int MOST_PLANES = 4;

  /// Those of a foreign array, if it looks like a picture with its planes last.
  ///
  /// @param shape of a row
  public static Optional<PictureAxes> ofForeign(List<Integer> shape) {
    boolean picture =
        shape.size() == 3 && shape.get(2) <= MOST_PLANES && shape.get(0) > MOST_PLANES;
    return picture
        ? Optional.of(new PictureAxes(shape.get(0), shape.get(1), shape.get(2)))
        : Optional.empty();
  }

  /// Those of a segment; empty if it is no stack of planes.
  public static Optional<PictureAxes> of(Segment segment) {
    List<Integer> shape = segment.shape();
    return segment.isPlanes()
        ? Optional.of(new PictureAxes(shape.get(1), shape.get(2), shape.get(0)))
        : Optional.empty();
  }

  /// `[planes, height, width]`.
  public List<Integer> planesFirst() {
    return List.of(planes, height, width);
  }

  /// `[height, width, planes]`.
  public List<Integer> planesLast() {
    return List.of(height, width, planes);
  }

  /// Where a number lies if planes are last.
  ///
  /// @param first where it lies if they are first
  public int last(int first) {
    int area = height * width;
    return first % area * planes + first / area;
  }

  /// Where a number lies if planes are first.
  ///
  /// @param last where it lies if they are last
  public int first(int last) {
    return last % planes * height * width + last / planes;
  }
}
