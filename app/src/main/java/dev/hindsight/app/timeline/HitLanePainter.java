package dev.hindsight.app.timeline;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.trainer.condition.ConditionHits;
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

  void draw(List<BreakpointHits> lines, double top, double height) {
    double each = height / Math.max(1, lines.size());
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).found() instanceof ConditionResult.Completed completed) {
        line(lines.get(i), completed, top + i * each, each);
      }
    }
  }

  private void line(
      BreakpointHits line, ConditionResult.Completed completed, double top, double height) {
    ConditionHits conditionHits = completed.hits();
    int whose = whose(completed, agent);
    int end = (int) Math.min(conditionHits.ticks(), Math.ceil(scale.first() + scale.span()));
    double drawn = -CLOSE;
    Color colour = colour(line.breakpoint());
    pen.setFill(colour);
    for (int tick = conditionHits.tickFrom((int) Math.max(0, Math.floor(scale.first())));
        tick < end;
        tick = conditionHits.tickFrom(tick + 1)) {
      if (!conditionHits.at(tick, whose)) {
        continue;
      }
      double from = Math.max(scale.left(), scale.x(tick));
      pen.fillRect(from, top + height / 2 - 1.5, Math.max(1, scale.x(tick + 1.0) - from), 3);
      double x = scale.x(tick + 0.5);
      boolean marked =
          line.breakpoint().when() == Breakpoint.When.HOLDS || conditionHits.begins(tick, whose);
      if (marked && x - drawn >= CLOSE) {
        disc(line, colour, x, top, height);
        drawn = x;
      }
    }
  }

  private void disc(BreakpointHits line, Color colour, double x, double top, double height) {
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
      CanvasText.write(pen, number, CanvasText.SMALL, ink, x, y + 0.5, TextAlignment.CENTER);
      pen.setFill(colour);
    }
  }

  private Color colour(Breakpoint breakpoint) {
    return FxColours.of(
        switch (theme) {
          case DARK -> breakpoint.mark().onDark();
          case LIGHT -> breakpoint.mark().onLight();
        });
  }

  /// Whose hits of a condition count when an agent is looked at: one about ticks is everybody's.
  static int whose(ConditionResult.Completed completed, int agent) {
    boolean one = completed.condition().perAgent() && agent != Moment.NO_AGENT;
    return one && agent < completed.hits().agents() ? agent : ConditionHits.ANYONE;
  }
}
