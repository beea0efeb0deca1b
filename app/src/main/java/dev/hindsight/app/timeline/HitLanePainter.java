package dev.hindsight.app.timeline;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.Found;
import dev.hindsight.inspector.live.Colours;
import dev.hindsight.trainer.condition.Hits;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/// Draws the hits of breakpoints, each in a row of its own: a bar for as long as the condition
/// holds, and where a hit begins a disc with the breakpoint's number. FX thread.
final class HitLanePainter {
  /// Discs nearer than this would hide each other.
  private static final double CLOSE = 9;

  private final GraphicsContext pen;
  private final LaneScale scale;
  private final Theme theme;
  private final int agent;

  /// @param agent whose hits, or [Moment#NO_AGENT] for anyone's
  HitLanePainter(GraphicsContext pen, LaneScale scale, Theme theme, int agent) {
    this.pen = pen;
    this.scale = scale;
    this.theme = theme;
    this.agent = agent;
  }

  void draw(List<HitLine> lines, double top, double height) {
    double each = height / Math.max(1, lines.size());
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).found() instanceof Found.There there) {
        line(lines.get(i), there, top + i * each, each);
      }
    }
  }

  private void line(HitLine line, Found.There there, double top, double height) {
    Hits hits = there.hits();
    int whose = whose(there, agent);
    int end = (int) Math.min(hits.ticks(), Math.ceil(scale.first() + scale.span()));
    double drawn = -CLOSE;
    Color colour = colour(line.breakpoint());
    pen.setFill(colour);
    for (int tick = hits.tickFrom((int) Math.max(0, Math.floor(scale.first())));
        tick < end;
        tick = hits.tickFrom(tick + 1)) {
      if (!hits.at(tick, whose)) {
        continue;
      }
      double from = Math.max(scale.left(), scale.x(tick));
      pen.fillRect(from, top + height / 2 - 1.5, Math.max(1, scale.x(tick + 1.0) - from), 3);
      double x = scale.x(tick + 0.5);
      boolean marked =
          line.breakpoint().when() == Breakpoint.When.HOLDS || hits.begins(tick, whose);
      if (marked && x - drawn >= CLOSE) {
        disc(line, colour, x, top, height);
        drawn = x;
      }
    }
  }

  private void disc(HitLine line, Color colour, double x, double top, double height) {
    double size = Math.clamp(height - 2, 5, 13);
    double y = top + height / 2;
    pen.fillOval(x - size / 2, y - size / 2, size, size);
    if (size >= 11) {
      Color ink =
          switch (theme) {
            case DARK -> Color.BLACK;
            case LIGHT -> Color.WHITE;
          };
      String number = Integer.toString(line.number());
      LaneText.write(pen, number, LaneText.SMALL, ink, x, y + 0.5, TextAlignment.CENTER);
      pen.setFill(colour);
    }
  }

  private Color colour(Breakpoint breakpoint) {
    return Colours.of(
        switch (theme) {
          case DARK -> breakpoint.mark().onDark();
          case LIGHT -> breakpoint.mark().onLight();
        });
  }

  /// Whose hits of a condition count when an agent is looked at: one about ticks is everybody's.
  static int whose(Found.There there, int agent) {
    boolean one = there.condition().perAgent() && agent != Moment.NO_AGENT;
    return one && agent < there.hits().agents() ? agent : Hits.ANYONE;
  }
}
