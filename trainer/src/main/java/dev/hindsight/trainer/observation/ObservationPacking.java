package dev.hindsight.trainer.observation;

import java.util.ArrayList;
import java.util.List;

/// Packs one agent's observation into bytes: each segment in its own type, one after the other. A
/// map of 64 x 64 x 7 small integers takes 28 kB instead of 115. Immutable; any thread. Hot loop:
/// allocates nothing after construction.
public final class ObservationPacking {
  /// Neighbouring segments of one type, packed together.
  private record Stretch(NumberType type, int from, int count) {}

  private final List<Stretch> stretches = new ArrayList<>();
  private final int numbers;
  private final int bytes;

  /// For observations of a layout. Numbers that no segment describes are floats.
  public ObservationPacking(ObservationLayout layout) {
    int at = 0;
    for (ObservationLayout.Segment segment : layout.segments()) {
      if (segment.offset() > at) {
        add(NumberType.F4, at, segment.offset() - at);
      }
      add(segment.type(), segment.offset(), segment.length());
      at = segment.offset() + segment.length();
    }
    numbers = at;
    bytes = stretches.stream().mapToInt(s -> s.count() * s.type().bytes()).sum();
  }

  private ObservationPacking(int floats) {
    add(NumberType.F4, 0, floats);
    numbers = floats;
    bytes = floats * Float.BYTES;
  }

  /// For observations of floats alone.
  ///
  /// @param numbers D
  public static ObservationPacking ofFloats(int numbers) {
    return new ObservationPacking(numbers);
  }

  private void add(NumberType type, int from, int count) {
    if (!stretches.isEmpty() && stretches.getLast().type() == type) {
      Stretch last = stretches.removeLast();
      stretches.add(new Stretch(type, last.from(), last.count() + count));
    } else {
      stretches.add(new Stretch(type, from, count));
    }
  }

  /// D, the numbers of an observation.
  public int numbers() {
    return numbers;
  }

  /// Bytes of a packed observation.
  public int bytes() {
    return bytes;
  }

  /// Whether all numbers are floats, so that packing saves nothing.
  public boolean isFloats() {
    return bytes == numbers * Float.BYTES;
  }

  /// Packs an observation.
  ///
  /// @param observation holds its D numbers from index `from`
  /// @param packed receives [#bytes()] bytes from index `to` on
  /// @throws dev.hindsight.trainer.Problem if a segment's type does not hold one of its numbers
  public void pack(float[] observation, int from, byte[] packed, int to) {
    int at = to;
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      stretch.type().pack(observation, from + stretch.from(), stretch.count(), packed, at);
      at += stretch.count() * stretch.type().bytes();
    }
  }

  /// Unpacks an observation.
  ///
  /// @param packed holds its [#bytes()] bytes from index `from`
  /// @param observation receives its D numbers from index `to` on
  public void unpack(byte[] packed, int from, float[] observation, int to) {
    int at = from;
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      stretch.type().unpack(packed, at, observation, to + stretch.from(), stretch.count());
      at += stretch.count() * stretch.type().bytes();
    }
  }
}
