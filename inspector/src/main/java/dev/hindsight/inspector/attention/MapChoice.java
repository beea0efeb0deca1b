package dev.hindsight.inspector.attention;

import java.util.List;
import java.util.stream.IntStream;

/// What the user chose to see of a map.
///
/// @param layer from 0
/// @param heads which of them, and how put together
/// @param percent of weights that the strongest colour leaves out no more than
record MapChoice(int layer, Heads heads, HeatScale.Kind kind, double percent, Diagonal diagonal) {
  static final MapChoice START =
      new MapChoice(
          0, new Heads.Together(new HeadBlend.Mean()), HeatScale.Kind.LINEAR, 99, Diagonal.SHOWN);

  /// One picture, or one a head.
  sealed interface Heads {
    /// One picture.
    record Together(HeadBlend blend) implements Heads {}

    /// A tile for every head.
    record Tiles() implements Heads {}

    /// One head alone.
    static Heads one(int head) {
      return new Together(new HeadBlend.One(head));
    }
  }

  /// The tiles of a layer with so many heads.
  List<HeadBlend> blends(int count) {
    return switch (heads) {
      case Heads.Together together -> List.of(together.blend());
      case Heads.Tiles _ ->
          IntStream.range(0, count).<HeadBlend>mapToObj(HeadBlend.One::new).toList();
    };
  }

  MapChoice layer(int next) {
    return new MapChoice(next, heads, kind, percent, diagonal);
  }

  MapChoice heads(Heads next) {
    return new MapChoice(layer, next, kind, percent, diagonal);
  }

  MapChoice kind(HeatScale.Kind next) {
    return new MapChoice(layer, heads, next, percent, diagonal);
  }

  MapChoice percent(double next) {
    return new MapChoice(layer, heads, kind, next, diagonal);
  }

  MapChoice diagonal(Diagonal next) {
    return new MapChoice(layer, heads, kind, percent, next);
  }
}
