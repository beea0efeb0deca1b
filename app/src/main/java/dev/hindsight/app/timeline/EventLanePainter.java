package dev.hindsight.app.timeline;

import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.rollout.Moment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/// Draws events and bookmarks on a lane. FX thread.
final class EventLanePainter {
  /// Marks of one kind that are closer, in pixels, would only cover each other.
  private static final double CLOSE = 3;

  private final GraphicsContext pen;
  private final LaneColours colours;
  private final LaneLayout.Scale scale;

  EventLanePainter(GraphicsContext pen, LaneColours colours, LaneLayout.Scale scale) {
    this.pen = pen;
    this.colours = colours;
    this.scale = scale;
  }

  /// Draws a mark at the tick whose action caused an event, and below it a bar for as long as its
  /// effect lasts: from the next tick on, whose world shows it.
  void all(EventLog log, double top, double height) {
    bars(log, EventKind::lasts, top + height - 5, 4);
    marks(log, kind -> !kind.equals(EventKind.LIMBO), top + (height - 5) / 2);
  }

  /// Draws the events of the recording beside this one, with the same shapes and colours.
  void beside(OtherEvents others, double top, double height) {
    Map<EventKind, Double> bars = new HashMap<>();
    Map<EventKind, Double> marks = new HashMap<>();
    double end = scale.left() + scale.width();
    for (OtherEvents.Place place : others.places()) {
      EventKind kind = others.own().kind(place.event());
      double from = Math.max(scale.left(), scale.x(place.from()));
      double right = Math.min(end, Math.max(scale.x(place.to()), from + 2));
      boolean lasts = kind.lasts() && place.to() > place.from();
      if (lasts && scale.x(place.to()) > scale.left() && right > bars.getOrDefault(kind, -1.0)) {
        pen.setFill(colours.of(kind));
        pen.fillRect(from, top + height - 5, right - from, 4);
        bars.put(kind, right);
      }
      double x = scale.x(place.at() + 0.5);
      boolean marked = !kind.equals(EventKind.LIMBO) && others.own().caused(place.event());
      boolean seen = x >= scale.left() && x <= end;
      if (marked && seen && x - marks.getOrDefault(kind, -CLOSE) >= CLOSE) {
        EventGlyph.draw(pen, kind, colours.of(kind), x, top + (height - 5) / 2);
        marks.put(kind, x);
      }
    }
  }

  /// Draws one kind of event.
  void one(EventLog log, EventKind only, double top, double height) {
    bars(log, kind -> kind.equals(only) && kind.lasts(), top + height * 0.3, height * 0.4);
    if (!only.equals(EventKind.LIMBO)) {
      marks(log, kind -> kind.equals(only), top + height / 2);
    }
  }

  private void bars(EventLog log, Predicate<EventKind> which, double y, double height) {
    int end =
        log.firstAt((int) Math.min(Integer.MAX_VALUE, Math.ceil(scale.first() + scale.span())));
    Map<EventKind, Double> drawn = new HashMap<>();
    for (int i = log.firstAt((int) scale.first() - log.longest()); i < end; i++) {
      EventKind kind = log.kind(i);
      double to = scale.x(log.to(i));
      if (which.test(kind) && log.to(i) > log.from(i) && to > scale.left()) {
        double from = Math.max(scale.left(), scale.x(log.from(i)));
        double right = Math.min(scale.left() + scale.width(), Math.max(to, from + 2));
        if (right > drawn.getOrDefault(kind, -1.0)) {
          pen.setFill(colours.of(kind));
          pen.fillRect(from, y, right - from, height);
          drawn.put(kind, right);
        }
      }
    }
  }

  /// Limbo has only a bar: it begins with the goal, which has a mark already.
  private void marks(EventLog log, Predicate<EventKind> which, double y) {
    int end =
        log.firstAt((int) Math.min(Integer.MAX_VALUE, Math.ceil(scale.first() + scale.span())));
    Map<EventKind, Double> drawn = new HashMap<>();
    for (int i = log.firstAt((int) Math.floor(scale.first())); i < end; i++) {
      EventKind kind = log.kind(i);
      double x = scale.x(log.at(i) + 0.5);
      if (which.test(kind) && log.caused(i) && x - drawn.getOrDefault(kind, -CLOSE) >= CLOSE) {
        EventGlyph.draw(pen, kind, colours.of(kind), x, y);
        drawn.put(kind, x);
      }
    }
  }

  /// Draws a flag with its letter, and a bar if it covers a range.
  void bookmarks(
      List<BookmarkState.PlacedBookmark> bookmarks, Theme theme, double top, double height) {
    double side = Math.min(13, height - 3);
    double y = top + (height - side) / 2;
    for (BookmarkState.PlacedBookmark placedBookmark : bookmarks) {
      double x = scale.x(placedBookmark.tick() + 0.5);
      double end = scale.x((double) placedBookmark.tick() + placedBookmark.bookmark().ticks());
      if (end < scale.left() || x > scale.left() + scale.width()) {
        continue;
      }
      BookmarkMark mark = placedBookmark.bookmark().mark();
      int rgb =
          switch (theme) {
            case DARK -> mark.onDark();
            case LIGHT -> mark.onLight();
          };
      Color colour = FxColours.of(rgb);
      pen.setFill(colour);
      if (placedBookmark.bookmark().ticks() > 1) {
        double from = Math.max(scale.left(), scale.x(placedBookmark.tick()));
        pen.fillRect(from, y + side - 3, Math.min(end, scale.left() + scale.width()) - from, 3);
      }
      if (x >= scale.left()) {
        pen.fillRoundRect(x - side / 2, y, side, side, 4, 4);
        Color letterColour =
            switch (theme) {
              case DARK -> Color.BLACK;
              case LIGHT -> Color.WHITE;
            };
        String letter = Character.toString(mark.letter());
        CanvasText.write(
            pen,
            letter,
            CanvasText.SMALL,
            letterColour,
            x,
            y + side / 2 + 0.5,
            TextAlignment.CENTER);
      }
    }
  }

  /// The shape of an event on a lane, distinguishable without colour. FX thread.
  private static final class EventGlyph {
    private static final double HALF = 4.5;

    private EventGlyph() {}

    /// @param x of its centre
    /// @param y of its centre
    static void draw(GraphicsContext pen, EventKind kind, Color colour, double x, double y) {
      pen.setFill(colour);
      pen.setStroke(colour);
      pen.setLineWidth(2);
      switch (kind.shape()) {
        case FLAG -> flag(pen, x, y);
        case CROSS -> cross(pen, x, y);
        case DIAMOND -> diamond(pen, x, y);
        case RING -> ring(pen, x, y);
        case DISC -> disc(pen, x, y);
        case STRUCK_RING -> struckRing(pen, x, y);
        case BAR -> bar(pen, x, y);
        case SQUARE -> square(pen, x, y);
        case FRAME -> frame(pen, x, y);
        case PLUS -> plus(pen, x, y);
        case TRIANGLE -> triangle(pen, x, y);
        case WEDGE -> wedge(pen, x, y);
      }
    }

    private static void cross(GraphicsContext pen, double x, double y) {
      pen.strokeLine(x - HALF, y - HALF, x + HALF, y + HALF);
      pen.strokeLine(x - HALF, y + HALF, x + HALF, y - HALF);
    }

    private static void diamond(GraphicsContext pen, double x, double y) {
      pen.fillPolygon(
          new double[] {x - HALF - 1, x, x + HALF + 1, x},
          new double[] {y, y - HALF - 1, y, y + HALF + 1},
          4);
    }

    private static void ring(GraphicsContext pen, double x, double y) {
      pen.strokeOval(x - HALF, y - HALF, 2 * HALF, 2 * HALF);
    }

    private static void disc(GraphicsContext pen, double x, double y) {
      pen.fillOval(x - HALF, y - HALF, 2 * HALF, 2 * HALF);
    }

    private static void struckRing(GraphicsContext pen, double x, double y) {
      ring(pen, x, y);
      pen.strokeLine(x - 3, y + 3, x + 3, y - 3);
    }

    private static void bar(GraphicsContext pen, double x, double y) {
      pen.fillRect(x - HALF - 1, y - 2, 2 * HALF + 2, 4);
    }

    private static void square(GraphicsContext pen, double x, double y) {
      pen.fillRect(x - HALF + 0.5, y - HALF + 0.5, 2 * HALF - 1, 2 * HALF - 1);
    }

    private static void frame(GraphicsContext pen, double x, double y) {
      pen.setLineWidth(1.5);
      pen.strokeRect(x - HALF + 1, y - HALF + 1, 2 * HALF - 2, 2 * HALF - 2);
    }

    private static void plus(GraphicsContext pen, double x, double y) {
      pen.strokeLine(x - HALF - 1, y, x + HALF + 1, y);
      pen.strokeLine(x, y - HALF - 1, x, y + HALF + 1);
    }

    private static void triangle(GraphicsContext pen, double x, double y) {
      pen.fillPolygon(
          new double[] {x - HALF - 1, x + HALF + 1, x},
          new double[] {y + HALF, y + HALF, y - HALF},
          3);
    }

    /// The shape of events that declare none.
    private static void wedge(GraphicsContext pen, double x, double y) {
      pen.fillPolygon(
          new double[] {x - HALF - 1, x + HALF + 1, x},
          new double[] {y - HALF, y - HALF, y + HALF},
          3);
    }

    private static void flag(GraphicsContext pen, double x, double y) {
      pen.strokeLine(x - 3, y - HALF - 1, x - 3, y + HALF + 1);
      pen.fillPolygon(
          new double[] {x - 3, x + HALF + 1, x - 3}, new double[] {y - HALF - 1, y - 2, y + 2}, 3);
    }
  }

  /// Draws the hits of breakpoints, a row for each: a bar while the condition holds, and a disc
  /// with the breakpoint's number where a hit begins. FX thread.
  static final class Hits {
    /// Discs closer than this would hide each other.
    private static final double CLOSE = 9;

    private final GraphicsContext pen;
    private final LaneLayout.Scale scale;
    private final Theme theme;
    private final int agent;

    /// @param agent the agent whose hits to draw, or [Moment#NO_AGENT] for all
    Hits(GraphicsContext pen, LaneLayout.Scale scale, Theme theme, int agent) {
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
        Color letterColour =
            switch (theme) {
              case DARK -> Color.BLACK;
              case LIGHT -> Color.WHITE;
            };
        String number = Integer.toString(line.number());
        CanvasText.write(
            pen, number, CanvasText.SMALL, letterColour, x, y + 0.5, TextAlignment.CENTER);
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

    /// The agent whose hits count when an agent is selected: a condition about ticks concerns all.
    static int whose(ConditionResult.Completed completed, int agent) {
      boolean one = completed.condition().perAgent() && agent != Moment.NO_AGENT;
      return one && agent < completed.hits().agents() ? agent : ConditionHits.ANYONE;
    }
  }
}
