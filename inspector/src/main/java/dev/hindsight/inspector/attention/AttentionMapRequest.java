package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A picture of a map that is to be painted: everything it depends on.
///
/// @param layer from 0
/// @param blends one tile each
/// @param percent of weights that the strongest colour leaves out no more than
/// @param boxes where the tiles go
record AttentionMapRequest(
    AttentionTrace trace,
    int layer,
    List<HeadBlend> blends,
    AttentionScale.Kind kind,
    double percent,
    Diagonal diagonal,
    AttentionMapViewport window,
    List<PixelBox> boxes,
    int width,
    int height,
    AttentionColours colours) {
  AttentionMapRequest {
    blends = List.copyOf(blends);
    boxes = List.copyOf(boxes);
  }

  /// What came of it.
  ///
  /// @param argb `[height * width]`, `0xAARRGGBB`, transparent outside the tiles
  /// @param planes the weights of each tile
  /// @param scales of each tile
  record RenderedMap(
      AttentionMapRequest order, int[] argb, List<float[]> planes, List<AttentionScale> scales) {
    /// Weight in a tile's cell; 0 where there is none.
    float weight(int tile, int query, int slot) {
      AttentionTrace trace = order.trace;
      boolean there =
          query >= 0 && query < trace.span().ticks() && slot >= 0 && slot < trace.slots(query);
      return there ? planes.get(tile)[trace.offset(query) + slot] : 0;
    }
  }

  /// Paints it, on any thread. Planes of a picture before serve again where they can.
  ///
  /// @param colourCeilingCache those that are known, and get to know those that are not
  RenderedMap paint(Optional<RenderedMap> before, ColourCeilingCache colourCeilingCache) {
    boolean samePlanes =
        before
            .map(p ->
                p.order.trace == trace && p.order.layer == layer && p.order.blends.equals(blends))
            .orElse(false);
    List<float[]> planes =
        samePlanes
            ? before.orElseThrow().planes
            : blends.stream().map(blend -> blend.plane(trace, layer)).toList();
    List<AttentionScale> scales = new ArrayList<>();
    for (int tile = 0; tile < planes.size(); tile++) {
      ColourCeilingCache.Key key =
          new ColourCeilingCache.Key(trace, layer, blends.get(tile), percent, diagonal);
      scales.add(new AttentionScale(kind, colourCeilingCache.of(key, planes.get(tile))));
    }
    int[] argb = new int[width * height];
    for (int tile = 0; tile < boxes.size(); tile++) {
      new AttentionRaster(trace, planes.get(tile), scales.get(tile), diagonal)
          .paint(window, colours, argb, width, boxes.get(tile));
    }
    return new RenderedMap(this, argb, planes, scales);
  }
}
