package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A request to paint a map: everything that the picture depends on.
///
/// @param layer from 0
/// @param blends one for each tile
/// @param percent share of weights, in percent, that do not exceed the weight of the strongest
///   colour
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

  /// The painted picture.
  ///
  /// @param argb `[height * width]`, `0xAARRGGBB`, transparent outside the tiles
  /// @param planes the weights of each tile
  /// @param scales the colour scale of each tile
  record RenderedMap(
      AttentionMapRequest order, int[] argb, List<float[]> planes, List<AttentionScale> scales) {
    /// The weight of a tile's cell; 0 outside the map.
    float weight(int tile, int query, int slot) {
      AttentionTrace trace = order.trace;
      boolean there =
          query >= 0 && query < trace.span().ticks() && slot >= 0 && slot < trace.slots(query);
      return there ? planes.get(tile)[trace.offset(query) + slot] : 0;
    }
  }

  /// Paints the map, on any thread. Reuses the planes of the previous picture where possible.
  ///
  /// @param colourCeilingCache provides known ceilings and stores new ones
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
