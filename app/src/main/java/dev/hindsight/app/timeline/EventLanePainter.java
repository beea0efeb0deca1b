package dev.hindsight.app.timeline;

import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/// Draws what happened, and bookmarks, on a lane. FX thread.
final class EventLanePainter {
  /// Marks of one kind that stand closer, in pixels, would only cover each other.
  private static final double CLOSE = 3;

  private final GraphicsContext pen;
  private final LaneColours colours;
  private final LaneScale scale;

  EventLanePainter(GraphicsContext pen, LaneColours colours, LaneScale scale) {
    this.pen = pen;
    this.colours = colours;
    this.scale = scale;
  }

  /// A mark at the tick whose action caused something, a bar below for as long as it lasts: from
  /// the next tick on, whose world shows it.
  void all(EventLog log, double top, double height) {
    bars(log, EventKind::lasts, top + height - 5, 4);
    marks(log, kind -> kind != EventKind.LIMBO, top + (height - 5) / 2);
  }

  /// Those of the recording that stands beside, in the same shapes and colours.
  void beside(OtherEvents others, double top, double height) {
    Map<EventKind, Double> bars = new EnumMap<>(EventKind.class);
    Map<EventKind, Double> marks = new EnumMap<>(EventKind.class);
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
      boolean marked = kind != EventKind.LIMBO && others.own().caused(place.event());
      boolean seen = x >= scale.left() && x <= end;
      if (marked && seen && x - marks.getOrDefault(kind, -CLOSE) >= CLOSE) {
        EventGlyph.draw(pen, kind, colours.of(kind), x, top + (height - 5) / 2);
        marks.put(kind, x);
      }
    }
  }

  /// One kind alone.
  void one(EventLog log, EventKind only, double top, double height) {
    bars(log, kind -> kind == only && kind.lasts(), top + height * 0.3, height * 0.4);
    if (only != EventKind.LIMBO) {
      marks(log, kind -> kind == only, top + height / 2);
    }
  }

  private void bars(EventLog log, Predicate<EventKind> which, double y, double height) {
    int end =
        log.firstAt((int) Math.min(Integer.MAX_VALUE, Math.ceil(scale.first() + scale.span())));
    Map<EventKind, Double> drawn = new EnumMap<>(EventKind.class);
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

  /// Limbo is a bar and nothing else: it begins with the goal, whose mark stands there already.
  private void marks(EventLog log, Predicate<EventKind> which, double y) {
    int end =
        log.firstAt((int) Math.min(Integer.MAX_VALUE, Math.ceil(scale.first() + scale.span())));
    Map<EventKind, Double> drawn = new EnumMap<>(EventKind.class);
    for (int i = log.firstAt((int) Math.floor(scale.first())); i < end; i++) {
      EventKind kind = log.kind(i);
      double x = scale.x(log.at(i) + 0.5);
      if (which.test(kind) && log.caused(i) && x - drawn.getOrDefault(kind, -CLOSE) >= CLOSE) {
        EventGlyph.draw(pen, kind, colours.of(kind), x, y);
        drawn.put(kind, x);
      }
    }
  }

  /// A flag with its letter, and a bar where it covers a range.
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
        Color ink =
            switch (theme) {
              case DARK -> Color.BLACK;
              case LIGHT -> Color.WHITE;
            };
        String letter = Character.toString(mark.letter());
        CanvasText.write(
            pen, letter, CanvasText.SMALL, ink, x, y + side / 2 + 0.5, TextAlignment.CENTER);
      }
    }
  }
}
