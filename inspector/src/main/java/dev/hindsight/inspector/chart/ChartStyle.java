package dev.hindsight.inspector.chart;

import dev.hindsight.render.Palette;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Polygon;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.NumberAxis;

/// The colours and strokes of charts. Lines differ in colour, dash and marker: the colours are
/// those of Okabe and Ito ("Color Universal Design", 2008), lightened on a dark background.
///
/// @param ground background of the chart
/// @param plot background of the lines
/// @param words colour of axes and legends
/// @param grid colour of the grid lines
/// @param mark colour of manual edits
/// @param lines colour of line 0, 1, ...
public record ChartStyle(
    Color ground, Color plot, Color words, Color grid, Color mark, List<Color> lines) {
  /// The font of axes and legends.
  public static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

  private static final ChartStyle DARK =
      new ChartStyle(
          new Color(0x0d1117),
          new Color(0x161b22),
          new Color(0xc0c8d2),
          new Color(0x2b323c),
          new Color(0xf0e442),
          colours(0x56b4e9, 0xe69f00, 0x10c58f, 0xe38ec4, 0xf0e442, 0xf0764a, 0xb0b8c4, 0x8fa8ff));

  private static final ChartStyle LIGHT =
      new ChartStyle(
          new Color(0xffffff),
          new Color(0xf6f8fa),
          new Color(0x3d4650),
          new Color(0xdde2e8),
          new Color(0x8a6d00),
          colours(0x0072b2, 0xb86a00, 0x008a63, 0x9c3a86, 0x6b5b00, 0xc63c0a, 0x4d5663, 0x3f4fc4));

  private static final float[][] DASHES = {{}, {7, 3}, {2, 3}, {9, 3, 2, 3}};

  private static final List<Shape> MARKERS =
      List.of(
          new Ellipse2D.Double(-3, -3, 6, 6),
          new Rectangle2D.Double(-2.7, -2.7, 5.4, 5.4),
          new Polygon(new int[] {-4, 0, 4}, new int[] {3, -4, 3}, 3),
          new Polygon(new int[] {-4, 0, 4, 0}, new int[] {0, 4, 0, -4}, 4),
          new Polygon(new int[] {-4, 0, 4}, new int[] {-3, 4, -3}, 3));

  /// Copies the list.
  public ChartStyle {
    lines = List.copyOf(lines);
  }

  /// The style for a palette.
  public static ChartStyle of(Palette palette) {
    return palette.equals(Palette.LIGHT) ? LIGHT : DARK;
  }

  /// Applies font and colours to an axis.
  public void paint(NumberAxis axis) {
    axis.setTickLabelFont(FONT);
    axis.setLabelFont(FONT);
    axis.setTickLabelPaint(words);
    axis.setLabelPaint(words);
    axis.setAxisLinePaint(grid);
    axis.setTickMarkPaint(grid);
  }

  /// The colour of a line.
  public Color line(int number) {
    return lines.get(number % lines.size());
  }

  /// The dash of a line.
  public static Stroke stroke(int number) {
    float[] dash = DASHES[number % DASHES.length];
    return dash.length == 0
        ? new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
        : new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
  }

  /// The marker of a line, centred on 0, 0.
  public static Shape marker(int number) {
    return MARKERS.get(number % MARKERS.size());
  }

  private static List<Color> colours(int... rgb) {
    return java.util.Arrays.stream(rgb).mapToObj(Color::new).toList();
  }
}
