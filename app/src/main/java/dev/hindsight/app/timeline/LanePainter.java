package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionPart;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/// Draws everything that does not move with the cursor. FX thread.
///
/// From top to bottom: a strip with the trials' numbers, the lanes, a row with tick numbers; on the
/// left the names of the lanes.
final class LanePainter {
  private final Map<LaneSource, ColumnRaster> rasters = new HashMap<>();
  private final RewardLanePainter rewards = new RewardLanePainter();

  /// @param pixelScale screen pixels per layout unit
  void paint(GraphicsContext pen, LaneContents sheet, Theme theme, double pixelScale) {
    LaneColours colours = LaneColours.of(theme);
    LaneLayout layout = sheet.layout();
    LaneLayout.Scale scale = sheet.scale();
    pen.setFill(colours.ground());
    pen.fillRect(0, 0, layout.width(), layout.height());
    RulerPainter ruler = new RulerPainter(pen, colours, layout, scale);
    ruler.trials(sheet.axis());
    ruler.damaged(sheet.damaged());
    pen.save();
    pen.beginPath();
    pen.rect(0, LaneLayout.TRIALS, layout.width(), layout.bottom() - LaneLayout.TRIALS);
    pen.clip();
    for (int lane = 0; lane < layout.lanes().size(); lane++) {
      double top = layout.top(lane);
      double height = layout.height(lane);
      if (top + height > LaneLayout.TRIALS && top < layout.bottom()) {
        lane(pen, sheet, theme, pixelScale, lane);
        name(pen, sheet, theme, lane);
      }
    }
    pen.restore();
    pen.setFill(colours.gutter());
    pen.fillRect(0, 0, layout.gutter(), LaneLayout.TRIALS);
    pen.fillRect(0, layout.bottom(), layout.gutter(), LaneLayout.TICKS);
    pen.fillRect(layout.width() - layout.values(), 0, layout.values(), layout.height());
    CanvasText.write(
        pen,
        CanvasText.cut(sheet.whose(), CanvasText.FONT, layout.gutter() - 12),
        CanvasText.FONT,
        colours.muted(),
        8,
        LaneLayout.TRIALS / 2,
        TextAlignment.LEFT);
    ruler.ticks();
    Set<LaneSource> there =
        sheet.lanes().lanes().stream().map(LaneState.Lane::source).collect(Collectors.toSet());
    rasters.keySet().retainAll(there);
  }

  private void lane(
      GraphicsContext pen, LaneContents sheet, Theme theme, double pixelScale, int lane) {
    LaneColours colours = LaneColours.of(theme);
    double top = sheet.layout().top(lane);
    double height = sheet.layout().height(lane);
    pen.setStroke(colours.grid().deriveColor(0, 1, 1, 0.6));
    pen.setLineWidth(1);
    pen.strokeLine(0, Math.round(top) + 0.5, sheet.layout().width(), Math.round(top) + 0.5);
    EventLanePainter events = new EventLanePainter(pen, colours, sheet.scale());
    LaneSource source = sheet.layout().lanes().get(lane).source();
    switch (source) {
      case LaneSource.Events _ -> {
        events.all(sheet.events(), top, height);
        hint(pen, sheet, colours, lane, eventless(sheet));
      }
      case LaneSource.EventsBeside _ -> {
        sheet.others().ifPresent(others -> events.beside(others, top, height));
        int alone = sheet.others().map(OtherEvents::alone).orElse(0);
        int there = sheet.others().map(others -> others.places().size()).orElse(0);
        hint(
            pen,
            sheet,
            colours,
            lane,
            there > 0
                ? LaneHints.Hint.NONE
                : alone > 0
                    ? LaneHints.Hint.of(wording("LanePainter.at_ticks_without_a_counterpart"))
                    : sheet.hints().beside());
      }
      case LaneSource.EventsOfKind eventsOfKind -> {
        events.one(sheet.events(), eventsOfKind.kind(), top, height);
        if (sheet.hints().events().failed()) {
          hint(pen, sheet, colours, lane, eventless(sheet));
        }
      }
      case LaneSource.Bookmarks _ -> {
        events.bookmarks(sheet.bookmarks(), theme, top, height);
        hint(
            pen,
            sheet,
            colours,
            lane,
            LaneHints.Hint.of(sheet.bookmarks().isEmpty() ? "Ctrl+D adds one" : ""));
      }
      case LaneSource.Breakpoints _ -> {
        new EventLanePainter.Hits(pen, sheet.scale(), theme, sheet.agent())
            .draw(sheet.hits(), top, height);
        hint(
            pen,
            sheet,
            colours,
            lane,
            LaneHints.Hint.of(sheet.hits().isEmpty() ? "Ctrl+B adds one" : ""));
      }
      case LaneSource.RewardParts _ ->
          hint(pen, sheet, colours, lane, rewards.paint(pen, sheet, theme, pixelScale, lane));
      case LaneSource.Numeric numeric -> {
        switch (sheet.columns().apply(numeric)) {
          case LaneData.Ready ready -> column(pen, sheet, theme, pixelScale, lane, source, ready);
          case LaneData.Empty(String why, boolean failed) ->
              hint(pen, sheet, colours, lane, new LaneHints.Hint(why, failed));
        }
      }
    }
  }

  private void column(
      GraphicsContext pen,
      LaneContents sheet,
      Theme theme,
      double pixelScale,
      int lane,
      LaneSource source,
      LaneData.Ready ready) {
    LaneLayout.Scale scale = sheet.scale();
    double height = sheet.layout().height(lane) - 2;
    ColumnRaster raster = rasters.computeIfAbsent(source, _ -> new ColumnRaster());
    raster.draw(
        ready,
        sheet.lanes().window(),
        LaneColours.Pixels.of(theme),
        (int) Math.max(1, Math.round(scale.width() * pixelScale)),
        (int) Math.max(1, Math.round(height * pixelScale)));
    double top = sheet.layout().top(lane) + 1;
    pen.drawImage(raster.image(), scale.left(), top, scale.width(), height);
    LaneColours.Pixels pixelColours = LaneColours.Pixels.of(theme);
    switch (ready.form()) {
      case CATEGORY ->
          new CategoryLabels(pen, pixelColours::on, scale, ready.names())
              .write(ready.series(), top, height);
      case STEPS -> {
        LaneColours colours = LaneColours.of(theme);
        new CategoryLabels(pen, _ -> colours.words(), scale, ready.names())
            .behind(colours.ground().deriveColor(0, 1, 1, 0.7))
            .write(ready.series(), top, height);
      }
      case FLAG, CURVE -> {}
    }
  }

  private static LaneHints.Hint eventless(LaneContents sheet) {
    return sheet.events().count() == 0 ? sheet.hints().events() : LaneHints.Hint.NONE;
  }

  private static void hint(
      GraphicsContext pen, LaneContents sheet, LaneColours colours, int lane, LaneHints.Hint hint) {
    LaneLayout.Scale scale = sheet.scale();
    String words =
        hint.failed() ? wording("LanePainter.click_to_retry", hint.words()) : hint.words();
    CanvasText.write(
        pen,
        CanvasText.cut(words, CanvasText.FONT, scale.width()),
        CanvasText.FONT,
        colours.muted(),
        scale.left() + scale.width() / 2,
        sheet.layout().top(lane) + sheet.layout().height(lane) / 2.0,
        TextAlignment.CENTER);
  }

  private static void name(GraphicsContext pen, LaneContents sheet, Theme theme, int lane) {
    LaneColours colours = LaneColours.of(theme);
    LaneLayout layout = sheet.layout();
    double top = layout.top(lane);
    LaneState.Lane spec = layout.lanes().get(lane);
    pen.setFill(lane == sheet.lanes().chosen() ? colours.chosen() : colours.gutter());
    int height = layout.height(lane);
    pen.fillRect(0, top + 1, layout.gutter(), height - 1);
    String range =
        spec.source() instanceof LaneSource.Numeric numeric && height >= 26
            ? range(sheet.columns().apply(numeric))
            : "";
    double room = layout.gutter() - 12;
    boolean legend = sheet.legendLines(lane) > 0;
    double middle =
        legend ? layout.legendTitleY(lane) : top + height / 2.0 + (range.isEmpty() ? 0.5 : -5);
    if (legend) {
      sheet.rewards().ifPresent(stack -> RewardLanePainter.legend(pen, sheet, theme, stack, lane));
    }
    CanvasText.write(
        pen,
        CanvasText.cut(LaneContents.title(spec.source()), CanvasText.FONT, room),
        CanvasText.FONT,
        colours.words(),
        8,
        middle,
        TextAlignment.LEFT);
    CanvasText.write(
        pen,
        CanvasText.cut(range, CanvasText.SMALL, room),
        CanvasText.SMALL,
        colours.muted(),
        8,
        middle + 12,
        TextAlignment.LEFT);
  }

  /// The smallest and largest value of the whole recording, which span the lane's height.
  private static String range(LaneData column) {
    return switch (column) {
      case LaneData.Ready ready
          when ready.form() == LaneSeries.Style.CURVE && ready.lowest() <= ready.highest() ->
          number(ready.lowest())
              + " … "
              + number(ready.highest())
              + (ready.unit().isEmpty() || ready.unit().equals("1") ? "" : " " + ready.unit());
      case LaneData.Ready ready when ready.form() == LaneSeries.Style.CURVE ->
          wording("LanePainter.no_numbers");
      case LaneData.Ready _, LaneData.Empty _ -> "";
    };
  }

  /// Three digits, which fit.
  static String number(double value) {
    return NumberWords.significant(value, 3);
  }

  /// Labels the values of a lane with categories or steps where there is room: with text, or else
  /// with an arrow. FX thread.
  private static final class CategoryLabels {
    /// The width of an arrow.
    private static final double LEAST_ROOM = 11;

    private final IntFunction<String> names;
    private final GraphicsContext pen;
    private final IntFunction<Color> pixelColours;
    private final LaneLayout.Scale scale;
    private Color patch = Color.TRANSPARENT;

    /// @param pixelColours the colour of a category's label
    /// @param names the names of categories
    CategoryLabels(
        GraphicsContext pen,
        IntFunction<Color> pixelColours,
        LaneLayout.Scale scale,
        IntFunction<String> names) {
      this.names = names;
      this.pen = pen;
      this.pixelColours = pixelColours;
      this.scale = scale;
    }

    /// Draws labels on a patch of a colour, because a line would cross them.
    CategoryLabels behind(Color colour) {
      patch = colour;
      return this;
    }

    /// Reads only as many ticks as could have room for a label.
    void write(MinMaxPyramid series, double top, double height) {
      int end = (int) Math.min(series.ticks(), Math.ceil(scale.first() + scale.span()));
      if (scale.span() > 8 * scale.width() || height < 11) {
        return;
      }
      int begin = (int) Math.max(0, Math.floor(scale.first()));
      for (int tick = begin + 1; tick <= end; tick++) {
        if (tick == end || series.value(tick) != series.value(begin)) {
          label(series.value(begin), begin, tick, top + height / 2);
          begin = tick;
        }
      }
    }

    private void label(float value, int from, int to, double y) {
      double left = Math.max(scale.left(), scale.x(from));
      double right = Math.min(scale.left() + scale.width(), scale.x(to));
      if (right - left < LEAST_ROOM || Float.isNaN(value)) {
        return;
      }
      double room = right - left - 4;
      String name = names.apply((int) value);
      String words =
          CanvasText.width(name, CanvasText.SMALL) <= room ? name : ActionPart.arrow(name);
      double width = CanvasText.width(words, CanvasText.SMALL);
      if (!words.isEmpty() && width <= room) {
        pen.setFill(patch);
        pen.fillRect((left + right - width) / 2 - 2, y - 4, width + 4, 9);
        CanvasText.write(
            pen,
            words,
            CanvasText.SMALL,
            pixelColours.apply((int) value),
            (left + right) / 2,
            y,
            TextAlignment.CENTER);
      }
    }
  }
}
