package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.rollout.Channel;

/// How the numbers of a channel are drawn.
enum LaneStyle {
  /// A bar where it is true.
  FLAG,
  /// A colour for each value.
  CATEGORY,
  /// A curve, as the least and the largest of what lies behind a pixel.
  CURVE;

  static LaneStyle of(Channel channel) {
    return switch (channel.spec().type()) {
      case BOOL -> FLAG;
      case I1, U1 -> CATEGORY;
      case I2, I4, I8 ->
          channel.spec().name().equals("action") && SeriesKey.components(channel) == 1
              ? CATEGORY
              : CURVE;
      case F2, F4, F8 -> CURVE;
    };
  }
}
