package dev.hindsight.inspector.attention;

import java.util.List;
import java.util.stream.IntStream;

/// The user's options for an attention map.
///
/// @param layer from 0
/// @param heads which heads to show, and how to combine them
/// @param percent share of weights, in percent, that do not exceed the weight of the strongest
///   colour
record AttentionMapOptions(
    int layer, HeadLayout heads, AttentionScale.Kind kind, double percent, Diagonal diagonal) {
  static final AttentionMapOptions START =
      new AttentionMapOptions(
          0,
          new HeadLayout.Blended(new HeadBlend.Mean()),
          AttentionScale.Kind.LINEAR,
          99,
          Diagonal.SHOWN);

  /// One picture, or one per head.
  sealed interface HeadLayout {
    /// One picture.
    record Blended(HeadBlend blend) implements HeadLayout {}

    /// A tile for every head.
    record Tiles() implements HeadLayout {}

    /// A picture of one head.
    static HeadLayout one(int head) {
      return new Blended(new HeadBlend.One(head));
    }
  }

  /// The pictures to draw for a layer with this many heads.
  List<HeadBlend> blends(int count) {
    return switch (heads) {
      case HeadLayout.Blended blended -> List.of(blended.blend());
      case HeadLayout.Tiles _ ->
          IntStream.range(0, count).<HeadBlend>mapToObj(HeadBlend.One::new).toList();
    };
  }

  AttentionMapOptions layer(int next) {
    return new AttentionMapOptions(next, heads, kind, percent, diagonal);
  }

  AttentionMapOptions heads(HeadLayout next) {
    return new AttentionMapOptions(layer, next, kind, percent, diagonal);
  }

  AttentionMapOptions kind(AttentionScale.Kind next) {
    return new AttentionMapOptions(layer, heads, next, percent, diagonal);
  }

  AttentionMapOptions percent(double next) {
    return new AttentionMapOptions(layer, heads, kind, next, diagonal);
  }

  AttentionMapOptions diagonal(Diagonal next) {
    return new AttentionMapOptions(layer, heads, kind, percent, next);
  }
}
