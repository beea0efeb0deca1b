package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Captions.Metric;
import dev.hindsight.trainer.scene.Tone;
import java.awt.Font;
import java.util.List;

/// Names on the left, values on the right.
///
/// @param unit pixels per unit of length on the plate
record MetricsPlate(List<Metric> metrics, double unit) implements Plate {
  private static final double LINE = 1.5;
  private static final double BASE = 0.8;

  /// Room for growing values, so that the plate does not change its width.
  private static final String WIDEST_VALUE = "0000";

  @Override
  public Sprite paint(Palette palette) {
    Font plain = TextDrawing.plain(LETTERS * unit);
    Font bold = TextDrawing.bold(LETTERS * unit);
    double pad = PAD * unit;
    double line = LINE * LETTERS * unit;
    double names = 0;
    double values = TextDrawing.width(bold, WIDEST_VALUE);
    for (Metric metric : metrics) {
      names = Math.max(names, TextDrawing.width(plain, metric.name()));
      values = Math.max(values, TextDrawing.width(bold, metric.value()));
    }
    double width = names + values + 3 * pad;
    double height = line * (metrics.size() - 1) + LETTERS * unit + 2 * pad;
    return TextDrawing.plate(
        width,
        height,
        unit,
        palette,
        g -> {
          double base = pad + BASE * LETTERS * unit;
          for (Metric metric : metrics) {
            TextDrawing.write(g, metric.name(), plain, palette, Tone.TEXT_MUTED, pad, base);
            double x = width - pad - TextDrawing.width(bold, metric.value());
            TextDrawing.write(g, metric.value(), bold, palette, Tone.TEXT, x, base);
            base += line;
          }
        });
  }
}
