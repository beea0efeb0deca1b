package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.rollout.Moment;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
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
  private final RewardStackRaster rewards = new RewardStackRaster();

  /// @param pixelScale screen pixels per layout unit
  void paint(GraphicsContext pen, LaneContents sheet, Theme theme, double pixelScale) {
    LaneColours colours = LaneColours.of(theme);
    LaneLayout layout = sheet.layout();
    LaneLayout.Scale scale = sheet.scale();
    pen.setFill(colours.ground());
    pen.fillRect(0, 0, layout.width(), layout.height());
    RulerPainter ruler = new RulerPainter(pen, colours, layout, scale);
    ruler.trials(sheet.axis());
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
        hint(
            pen,
            sheet,
            colours,
            lane,
            sheet.events().count() == 0 ? wording("LanePainter.no_events") : "");
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
                ? ""
                : alone > 0
                    ? wording("LanePainter.at_ticks_without_a_counterpart")
                    : wording("LanePainter.no_events"));
      }
      case LaneSource.EventsOfKind eventsOfKind ->
          events.one(sheet.events(), eventsOfKind.kind(), top, height);
      case LaneSource.Bookmarks _ -> {
        events.bookmarks(sheet.bookmarks(), theme, top, height);
        hint(pen, sheet, colours, lane, sheet.bookmarks().isEmpty() ? "Ctrl+D adds one" : "");
      }
      case LaneSource.Breakpoints _ -> {
        new EventLanePainter.Hits(pen, sheet.scale(), theme, sheet.agent())
            .draw(sheet.hits(), top, height);
        hint(pen, sheet, colours, lane, sheet.hits().isEmpty() ? "Ctrl+B adds one" : "");
      }
      case LaneSource.RewardParts _ -> rewards(pen, sheet, theme, pixelScale, lane);
      case LaneSource.Numeric numeric -> {
        switch (sheet.columns().apply(numeric)) {
          case LaneData.Ready ready -> column(pen, sheet, theme, pixelScale, lane, source, ready);
          case LaneData.Empty empty -> hint(pen, sheet, colours, lane, empty.why());
        }
      }
    }
  }

  private void rewards(
      GraphicsContext pen, LaneContents sheet, Theme theme, double pixelScale, int lane) {
    LaneLayout.Scale scale = sheet.scale();
    LaneColours colours = LaneColours.of(theme);
    if (sheet.rewards().isEmpty() || sheet.rewards().get().order().isEmpty()) {
      String why =
          sheet.agent() == Moment.NO_AGENT
              ? wording("LaneSeries.select_an_agent")
              : sheet.rewards().isPresent() ? wording("LanePainter.no_rewards") : "";
      hint(pen, sheet, colours, lane, why);
      return;
    }
    double height = sheet.layout().height(lane) - 2;
    rewards.draw(
        sheet.rewards().get(),
        sheet.lanes().window(),
        LaneColours.Pixels.of(theme),
        (int) Math.max(1, Math.round(scale.width() * pixelScale)),
        (int) Math.max(1, Math.round(height * pixelScale)));
    double top = sheet.layout().top(lane) + 1;
    pen.drawImage(rewards.image(), scale.left(), top, scale.width(), height);
  }

  /// The names of the largest parts of the reward, each with its colour and hatching.
  private static void legend(
      GraphicsContext pen, LaneContents sheet, Theme theme, RewardStack stack, int lane) {
    LaneLayout layout = sheet.layout();
    LaneColours colours = LaneColours.of(theme);
    LaneColours.Pixels ink = LaneColours.Pixels.of(theme);
    int lines = layout.legendLines(lane);
    for (int line = 0; line < Math.min(lines, stack.order().size()); line++) {
      boolean others = line == lines - 1 && stack.order().size() > lines;
      double y = layout.legendY(lane, line);
      if (!others) {
        pen.setFill(FxColours.of(ink.part(line)));
        pen.fillRect(8, y - 4, 8, 8);
        if (line % 2 == 1) {
          pen.setStroke(FxColours.of(ink.hatch()));
          pen.setLineWidth(1);
          pen.strokeLine(8, y, 12, y - 4);
          pen.strokeLine(8, y + 4, 16, y - 4);
          pen.strokeLine(12, y + 4, 16, y);
        }
      }
      String name =
          others
              ? wording("LanePainter.others", stack.order().size() - line)
              : stack.read().names().get(stack.order().get(line));
      CanvasText.write(
          pen,
          CanvasText.cut(name, CanvasText.SMALL, layout.gutter() - 26),
          CanvasText.SMALL,
          colours.muted(),
          20,
          y,
          TextAlignment.LEFT);
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
    LaneColours.Pixels ink = LaneColours.Pixels.of(theme);
    switch (ready.form()) {
      case CATEGORY ->
          new CategoryLabels(pen, ink::on, scale, ready.names()).write(ready.series(), top, height);
      case STEPS -> {
        LaneColours colours = LaneColours.of(theme);
        new CategoryLabels(pen, _ -> colours.words(), scale, ready.names())
            .behind(colours.ground().deriveColor(0, 1, 1, 0.7))
            .write(ready.series(), top, height);
      }
      case FLAG, CURVE -> {}
    }
  }

  private static void hint(
      GraphicsContext pen, LaneContents sheet, LaneColours colours, int lane, String words) {
    LaneLayout.Scale scale = sheet.scale();
    CanvasText.write(
        pen,
        words,
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
      sheet.rewards().ifPresent(stack -> legend(pen, sheet, theme, stack, lane));
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
    private final IntFunction<Color> ink;
    private final LaneLayout.Scale scale;
    private Color patch = Color.TRANSPARENT;

    /// @param ink the colour of a category's label
    /// @param names the names of categories
    CategoryLabels(
        GraphicsContext pen,
        IntFunction<Color> ink,
        LaneLayout.Scale scale,
        IntFunction<String> names) {
      this.names = names;
      this.pen = pen;
      this.ink = ink;
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
            ink.apply((int) value),
            (left + right) / 2,
            y,
            TextAlignment.CENTER);
      }
    }
  }

  /// Where the number of a trial is drawn: in the middle, or beside the cursor's head.
  ///
  /// @param from where the visible part of the trial begins
  /// @param to where it ends
  /// @param width of the number, at most the trial's without [#GAP] on both sides
  record TrialLabel(double from, double to, double width) {
    static final double GAP = 3;

    /// The left end in the middle of the trial.
    double middle() {
      return (from + to - width) / 2;
    }

    /// Whether the head covers the number in the middle.
    boolean covered(double at, double reach) {
      return Math.abs(at - (from + to) / 2) < width / 2 + reach + 1;
    }

    /// The left end on the right of the head, or on its left; empty if there is no room.
    OptionalDouble beside(double at, double reach) {
      double right = at + reach + GAP;
      double left = at - reach - GAP - width;
      return right + width + GAP <= to
          ? OptionalDouble.of(right)
          : left >= from + GAP ? OptionalDouble.of(left) : OptionalDouble.empty();
    }
  }

  /// Draws the number of the cursor's trial beside the cursor's head, where that covers it.
  ///
  /// @param tick the cursor's
  /// @param at the middle of the head
  /// @param reach half its width
  static void trialBeside(
      GraphicsContext pen, LaneContents sheet, Theme theme, int tick, double at, double reach) {
    new RulerPainter(pen, LaneColours.of(theme), sheet.layout(), sheet.scale())
        .beside(sheet.axis(), tick, at, reach);
  }

  /// Draws the strip of trials above the lanes and the tick numbers below them. FX thread.
  private static final class RulerPainter {
    private static final double LABEL_GAP = 70;

    private final GraphicsContext pen;
    private final LaneColours colours;
    private final LaneLayout layout;
    private final LaneLayout.Scale scale;

    RulerPainter(
        GraphicsContext pen, LaneColours colours, LaneLayout layout, LaneLayout.Scale scale) {
      this.pen = pen;
      this.colours = colours;
      this.layout = layout;
      this.scale = scale;
    }

    /// Draws bands behind every second trial, lines where trials begin, and their numbers. Trials
    /// that are too narrow share a band.
    void trials(TimeAxis axis) {
      if (axis.ticks() == 0) {
        return;
      }
      double right = scale.left() + scale.width();
      int last = axis.stretchAt(scale.tick(right));
      double drawn = -1;
      for (int stretch = axis.stretchAt(scale.tick(scale.left())); stretch <= last; stretch++) {
        double from = Math.max(scale.left(), scale.x(axis.trials().start(stretch)));
        double to = Math.min(right, scale.x(axis.trials().end(stretch)));
        if (to - drawn < 2) {
          continue;
        }
        drawn = to;
        if (stretch % 2 == 1) {
          pen.setFill(colours.band());
          pen.fillRect(from, 0, to - from, layout.bottom());
        }
        pen.setStroke(colours.grid());
        pen.setLineWidth(1);
        double x = Math.round(from) + 0.5;
        pen.strokeLine(x, 0, x, layout.bottom());
        number(axis.trials().trial(stretch) + 1, from, to);
      }
    }

    private void number(int trial, double from, double to) {
      String shown = label(trial, to - from - 2 * TrialLabel.GAP);
      write(shown, (from + to - CanvasText.width(shown, CanvasText.FONT)) / 2);
    }

    /// Draws the number of the cursor's trial beside the cursor's head, where that covers it.
    ///
    /// @param at the middle of the head
    /// @param reach half its width
    void beside(TimeAxis axis, int tick, double at, double reach) {
      int stretch = axis.stretchAt(tick);
      double from = Math.max(scale.left(), scale.x(axis.trials().start(stretch)));
      double to = Math.min(scale.left() + scale.width(), scale.x(axis.trials().end(stretch)));
      String shown = label(axis.trials().trial(stretch) + 1, to - from - 2 * TrialLabel.GAP);
      TrialLabel label = new TrialLabel(from, to, CanvasText.width(shown, CanvasText.FONT));
      if (shown.isEmpty() || !label.covered(at, reach)) {
        return;
      }
      pen.setFill(colours.ground());
      pen.fillRect(label.middle() - 1, 0, label.width() + 2, LaneLayout.TRIALS - 1);
      if (stretch % 2 == 1) {
        pen.setFill(colours.band());
        pen.fillRect(label.middle() - 1, 0, label.width() + 2, LaneLayout.TRIALS - 1);
      }
      label.beside(at, reach).ifPresent(left -> write(shown, left));
    }

    private static String label(int trial, double room) {
      String whole = wording("LanePainter.trial", trial);
      String number = Integer.toString(trial);
      return CanvasText.width(whole, CanvasText.FONT) <= room
          ? whole
          : CanvasText.width(number, CanvasText.FONT) <= room ? number : "";
    }

    private void write(String words, double left) {
      CanvasText.write(
          pen,
          words,
          CanvasText.FONT,
          colours.words(),
          left,
          LaneLayout.TRIALS / 2,
          TextAlignment.LEFT);
    }

    /// Draws numbers at round ticks; one that would cross the edge goes to the left of its line, or
    /// is left out.
    void ticks() {
      double y = layout.bottom();
      double right = scale.left() + scale.width();
      pen.setStroke(colours.grid());
      pen.setLineWidth(1);
      pen.strokeLine(0, Math.round(y) + 0.5, layout.width(), Math.round(y) + 0.5);
      int every = scale.labelEvery(LABEL_GAP);
      double first = Math.ceil(scale.first() / every) * every;
      double free = scale.left();
      for (double tick = first; tick < scale.ticks() && scale.x(tick) < right; tick += every) {
        double x = Math.round(scale.x(tick)) + 0.5;
        pen.strokeLine(x, y, x, y + 4);
        String words = Long.toString((long) tick);
        double width = CanvasText.width(words, CanvasText.FONT);
        boolean fits = x + 3 + width <= right + LaneLayout.MARGIN;
        double from = fits ? x + 3 : x - 3 - width;
        if (from >= free) {
          CanvasText.write(
              pen,
              words,
              CanvasText.FONT,
              colours.muted(),
              from,
              y + LaneLayout.TICKS / 2 + 1,
              TextAlignment.LEFT);
          free = from + width + 6;
        }
      }
    }
  }
}
