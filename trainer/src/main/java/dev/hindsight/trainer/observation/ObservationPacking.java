package dev.hindsight.trainer.observation;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/// Packs one agent's observation into bytes: each segment in its own type, one after the other. A
/// map of 64 x 64 x 7 small integers takes 28 kB instead of 115. Immutable; any thread.
public final class ObservationPacking {
  /// Neighbouring segments of one type, packed together.
  private record Stretch(NumberType type, int from, int count) {}

  private final List<Stretch> stretches = new ArrayList<>();
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
    bytes = stretches.stream().mapToInt(s -> s.count() * s.type().bytes()).sum();
  }

  private void add(NumberType type, int from, int count) {
    if (!stretches.isEmpty() && stretches.getLast().type() == type) {
      Stretch last = stretches.removeLast();
      stretches.add(new Stretch(type, last.from(), last.count() + count));
    } else {
      stretches.add(new Stretch(type, from, count));
    }
  }

  /// Bytes of a packed observation.
  public int bytes() {
    return bytes;
  }

  /// Packs an observation.
  ///
  /// @param numbers holds its D numbers from index `from`; its position does not change
  /// @param target little-endian; receives [#bytes()] bytes
  /// @throws dev.hindsight.trainer.Problem if a segment's type does not hold one of its numbers
  public void pack(FloatBuffer numbers, int from, ByteBuffer target) {
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      stretch.type().put(numbers, from + stretch.from(), stretch.count(), target);
    }
  }

  /// Unpacks an observation.
  ///
  /// @param source little-endian, at the first of its [#bytes()] bytes
  /// @param numbers receives its D numbers from its position on
  public void unpack(ByteBuffer source, FloatBuffer numbers) {
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      stretch.type().get(source, numbers, stretch.count());
    }
  }
}
