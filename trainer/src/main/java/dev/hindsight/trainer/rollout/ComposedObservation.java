package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The channel `observation` of a recording that stores each segment in a column of its own type:
/// reads them as the floats `[agent, D]` that the policy saw. Any thread.
public final class ComposedObservation implements Channel {
  private final ObservationLayout layout;
  private final List<Channel> segments;
  private final int agents;
  private final int size;
  private final ChannelSpec spec;

  private ComposedObservation(ObservationLayout layout, List<Channel> segments) {
    this.layout = layout;
    this.segments = segments;
    agents = segments.getFirst().rowShape()[0];
    size = layout.size();
    spec =
        ChannelSpec.perTick(
            "observation", Dtype.F4, "1", segments.getFirst().spec().doc(), "agent", size);
  }

  /// The name of the column of a segment.
  public static String column(Segment segment) {
    return "observation/" + segment.name();
  }

  /// Composes the channel.
  ///
  /// @param columns the stored columns by name
  /// @return empty if the layout fits one column, or a segment's column is missing or has another
  ///   shape
  static Optional<Channel> of(
      ObservationLayout layout, Function<String, Optional<Channel>> columns) {
    if (layout.inOneColumn()) {
      return Optional.empty();
    }
    List<Channel> segments = new ArrayList<>();
    for (Segment segment : layout.segments()) {
      Optional<Channel> stored =
          columns.apply(column(segment)).filter(channel -> fits(channel, segment));
      stored.ifPresent(segments::add);
    }
    return segments.size() == layout.segments().size()
        ? Optional.of(new ComposedObservation(layout, List.copyOf(segments)))
        : Optional.empty();
  }

  private static boolean fits(Channel channel, Segment segment) {
    int[] shape = channel.rowShape();
    return shape.length > 1
        && shape[0] > 0
        && channel.rowLength() == (long) shape[0] * segment.length();
  }

  @Override
  public ChannelSpec spec() {
    return spec;
  }

  @Override
  public int[] rowShape() {
    return new int[] {agents, size};
  }

  @Override
  public int rowLength() {
    return agents * size;
  }

  @Override
  public double value(int tick, int index) {
    int agent = index / size;
    int dimension = index % size;
    for (int s = 0; s < segments.size(); s++) {
      Segment segment = layout.segments().get(s);
      int within = dimension - segment.offset();
      if (within >= 0 && within < segment.length()) {
        return segments.get(s).value(tick, agent * segment.length() + within);
      }
    }
    return 0;
  }

  @Override
  public void read(int tick, int from, float[] target, int count) {
    float[] part = new float[0];
    for (int s = 0; s < segments.size(); s++) {
      Segment segment = layout.segments().get(s);
      if (part.length < segment.length()) {
        part = new float[segment.length()];
      }
      for (int agent = from / size; agent * size < from + count; agent++) {
        int start = agent * size + segment.offset();
        int first = Math.max(from, start);
        int end = Math.min(from + count, start + segment.length());
        if (first < end) {
          int within = agent * segment.length() + first - start;
          segments.get(s).read(tick, within, part, end - first);
          System.arraycopy(part, 0, target, first - from, end - first);
        }
      }
    }
  }
}
