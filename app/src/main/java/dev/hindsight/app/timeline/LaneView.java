package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/// Shows a recording from beginning to end in lanes, with the cursor. FX thread.
///
/// Lays out everything in units; a unit is a pixel at the usual text size.
///
/// One canvas holds what stands still, another what moves: a tick redraws only the second, without
/// allocating.
final class LaneView extends Region {
  private static final double HANDLE = 5;

  /// The height of lanes that stays visible in any case, in units: most of one lane.
  private static final double LEAST = 20;

  private static final double VALUE_GAP = 6;
  private static final int MOST_CUT = 400;

  private final Canvas still = new Canvas();
  private final Canvas moving = new Canvas();
  private final TextScale letters = new TextScale(this::resized);

  /// Shows that the lanes have the keyboard focus; a border would lie below the canvases.
  private final Region ring = new Region();

  private final LanePainter painter = new LanePainter();
  private final TimelineModel timelineModel;
  private final Runnable again;
  private final Tooltip tip = new Tooltip();
  private final double[] handleX = new double[5];
  private final double[] handleY = {0, 0, HANDLE + 1, 2 * HANDLE + 1, HANDLE + 1};

  /// Texts of values, cut to fit beside the lanes; measuring them takes longer than drawing them.
  private final Map<String, String> cut = new HashMap<>();

  private Theme theme;
  private LaneContents sheet;
  private TimelineState cursor;

  /// @param again reads once more what could not be read
  LaneView(
      TimelineModel timelineModel,
      Theme theme,
      Function<LaneSource.Numeric, LaneData> columns,
      Runnable again) {
    this.timelineModel = timelineModel;
    this.again = again;
    this.theme = theme;
    cursor = timelineModel.timeline().state();
    LaneState lanes = timelineModel.lanes().state();
    sheet =
        new LaneContents(
            cursor.axis(),
            lanes,
            new LaneLayout(lanes.lanes(), 0, 0, 0),
            Moment.NO_AGENT,
            AgentNames.of(timelineModel.rollout()),
            EventLog.EMPTY,
            LaneHints.NONE,
            timelineModel.beside().map(beside -> OtherEvents.none(AgentNames.of(beside.other()))),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            columns);
    getStyleClass().add("hs-lane");
    setId("lanes");
    ring.getStyleClass().add("hs-ring");
    ring.setMouseTransparent(true);
    moving.setId("cursor");
    getChildren().addAll(still, moving, ring, letters);
    fit();
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.SLIDER);
    tip.setShowDelay(Duration.millis(250));
    Tooltip.install(this, tip);
    var _ = new LaneMouse(this, timelineModel.timeline(), timelineModel.lanes());
    focusedProperty().subscribe(_ -> describe());
  }

  /// Pixels per unit.
  double unit() {
    return letters.factor();
  }

  private void resized() {
    fit();
    requestLayout();
  }

  private void fit() {
    double wanted = LaneLayout.wanted(sheet.lanes().lanes());
    setMinHeight(Math.min(wanted, LaneLayout.TRIALS + LaneLayout.TICKS + LEAST) * unit());
    setPrefHeight(wanted * unit());
  }

  /// The current content, except the cursor.
  LaneContents sheet() {
    return sheet;
  }

  /// Shows another cursor state.
  void show(TimelineState next) {
    TimelineState before = cursor;
    cursor = next;
    if (!before.axis().equals(next.axis())) {
      timelineModel.lanes().send(new LaneState.Command.Extend(next.axis().ticks()));
      shows(timelineModel.lanes().state(), sheet.agent(), sheet.events());
    }
    if (before.tick() != next.tick()) {
      timelineModel.lanes().send(new LaneState.Command.Reveal(next.tick()));
    }
    paintMoving();
    notifyAccessibleAttributeChanged(AccessibleAttribute.VALUE);
    if (!next.running()) {
      describe();
    }
  }

  /// Shows other lanes or other ticks.
  void show(LaneState next) {
    boolean chosenMoved = next.chosen() != sheet.lanes().chosen();
    shows(next, sheet.agent(), sheet.events());
    fit();
    if (chosenMoved) {
      scroll(sheet.layout().showing(next.chosen()) - sheet.layout().scroll());
    }
  }

  /// Shows the events of an agent, or of all.
  void show(int agent, EventLog events) {
    sheet = sheet.saying(sheet.hints().events(LaneHints.Hint.of(wording("LaneView.no_events"))));
    shows(sheet.lanes(), agent, events);
    describe();
  }

  /// Shows that the events of an agent, or of all, have not been read.
  ///
  /// @param why for the user
  void showUnread(int agent, LaneHints.Hint why) {
    sheet = sheet.saying(sheet.hints().events(why));
    shows(sheet.lanes(), agent, EventLog.EMPTY);
    describe();
  }

  /// Shows events of the recording beside this one.
  void show(OtherEvents others) {
    showBeside(others, LaneHints.Hint.of(wording("LaneView.no_events")));
  }

  /// As [#show(OtherEvents)], of events that have not been read or are none.
  void showBeside(OtherEvents others, LaneHints.Hint why) {
    sheet = sheet.beside(others).saying(sheet.hints().beside(why));
    paint();
    describe();
  }

  /// Shows the parts of the agent's reward.
  ///
  /// @param why said if they are empty
  void show(Optional<RewardStack> rewards, LaneHints.Hint why) {
    sheet = sheet.paid(rewards).saying(sheet.hints().rewards(why));
    paint();
    describe();
  }

  /// Shows bookmarks.
  void show(List<BookmarkState.PlacedBookmark> bookmarks) {
    marks(bookmarks, sheet.hits());
  }

  /// Shows which ticks are damaged in the file.
  void damaged(List<Span> ticks) {
    sheet = sheet.damaged(ticks);
    paint();
    describe();
  }

  /// Shows the hits of breakpoints.
  void hit(List<BreakpointHits> hits) {
    marks(sheet.bookmarks(), hits);
  }

  private void marks(List<BookmarkState.PlacedBookmark> bookmarks, List<BreakpointHits> hits) {
    sheet = sheet.marked(bookmarks, hits);
    paint();
    describe();
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme other) {
    theme = other;
    paint();
  }

  /// Scrolls the lanes up, in units.
  void scroll(double by) {
    LaneLayout now = sheet.layout();
    sheet = sheet.laid(new LaneLayout(now.lanes(), now.width(), now.height(), now.scroll() + by));
    paint();
  }

  private void shows(LaneState lanes, int agent, EventLog events) {
    sheet = sheet.of(cursor.axis(), lanes, agent, events);
    paint();
  }

  @Override
  public @Nullable Object queryAccessibleAttribute(
      AccessibleAttribute attribute, Object... parameters) {
    return switch (attribute) {
      case VALUE -> (double) cursor.tick();
      case MIN_VALUE -> 0.0;
      case MAX_VALUE -> (double) cursor.axis().last();
      default -> super.queryAccessibleAttribute(attribute, parameters);
    };
  }

  @Override
  protected void layoutChildren() {
    for (Canvas canvas : List.of(still, moving)) {
      canvas.setWidth(getWidth());
      canvas.setHeight(getHeight());
    }
    ring.resizeRelocate(0, 0, getWidth(), getHeight());
    cut.clear();
    LaneLayout now = sheet.layout();
    sheet =
        sheet.laid(
            new LaneLayout(now.lanes(), getWidth() / unit(), getHeight() / unit(), now.scroll()));
    paint();
  }

  /// Describes what is under the mouse; coordinates in units.
  void tell(double x, double y) {
    LaneLayout.Scale scale = sheet.scale();
    if (x < scale.left()) {
      int lane = sheet.layout().laneAt(y);
      tip.setText(
          lane < 0
              ? sheet.whose()
              : LaneContents.title(sheet.lanes().lanes().get(lane).source())
                  + sheet.about(lane)
                  + wording("LaneView.drag_to_move_drag_its_lower"));
      return;
    }
    int reach = (int) Math.ceil(LaneMouse.REACH / scale.pixelsPerTick());
    tip.setText(String.join("\n", sheet.at(scale.tick(x), sheet.layout().laneAt(y), reach)));
  }

  /// Reads a lane once more, if it could not be read.
  void clicked(int lane) {
    if (lane >= 0 && sheet.failed(lane)) {
      again.run();
    }
  }

  /// Whether any lane could not be read.
  boolean failed() {
    return IntStream.range(0, sheet.lanes().lanes().size()).anyMatch(sheet::failed);
  }

  /// The tick of the event or bookmark near a click.
  OptionalInt eventNear(double x, int lane) {
    if (lane < 0) {
      return OptionalInt.empty();
    }
    LaneLayout.Scale scale = sheet.scale();
    int reach = (int) Math.ceil(LaneMouse.REACH / scale.pixelsPerTick());
    int tick = scale.tick(x);
    EventLog log = sheet.events();
    IntStream begins =
        switch (sheet.lanes().lanes().get(lane).source()) {
          case LaneSource.Numeric _, LaneSource.RewardParts _ -> IntStream.empty();
          case LaneSource.Bookmarks _ ->
              sheet.bookmarks().stream().mapToInt(BookmarkState.PlacedBookmark::tick);
          case LaneSource.Breakpoints _ ->
              IntStream.rangeClosed(Math.max(0, tick - reach), tick + reach).filter(this::hitAt);
          case LaneSource.Events _ ->
              IntStream.range(log.firstAt(tick - reach), log.firstAt(tick + reach + 1))
                  .map(log::at);
          case LaneSource.EventsBeside _ ->
              sheet.others().stream()
                  .flatMap(others -> others.near(tick, reach).stream())
                  .mapToInt(OtherEvents.Place::at);
          case LaneSource.EventsOfKind eventsOfKind ->
              IntStream.range(log.firstAt(tick - reach), log.firstAt(tick + reach + 1))
                  .filter(event -> log.kind(event).equals(eventsOfKind.kind()))
                  .map(log::at);
        };
    return begins
        .filter(begin -> Math.abs(begin - tick) <= reach)
        .boxed()
        .min(java.util.Comparator.comparingInt(begin -> Math.abs(begin - tick)))
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  private boolean hitAt(int tick) {
    return sheet.hits().stream()
        .anyMatch(line ->
            line.found() instanceof ConditionResult.Completed completed
                && tick < completed.hits().ticks()
                && completed
                    .hits()
                    .begins(tick, EventLanePainter.Hits.whose(completed, sheet.agent())));
  }

  /// Describes the cursor's tick for screen readers.
  private void describe() {
    setAccessibleText(
        wording(
            "LaneView.timeline_of",
            sheet.whose(),
            String.join("; ", sheet.at(cursor.tick(), -1, 0))));
  }

  /// Draws everything.
  void paint() {
    if (getWidth() > 0 && getHeight() > 0) {
      boolean shown = getScene() != null && getScene().getWindow() != null;
      double pixels = shown ? getScene().getWindow().getOutputScaleX() : 1;
      GraphicsContext pen = still.getGraphicsContext2D();
      pen.setTransform(unit(), 0, 0, unit(), 0, 0);
      painter.paint(pen, sheet, theme, pixels * unit());
      paintMoving();
    }
  }

  /// A hot loop while the cursor moves: allocates nothing of its own except the texts of values.
  private void paintMoving() {
    GraphicsContext pen = moving.getGraphicsContext2D();
    pen.setTransform(unit(), 0, 0, unit(), 0, 0);
    pen.clearRect(0, 0, sheet.layout().width(), sheet.layout().height());
    LaneLayout.Scale scale = sheet.scale();
    LaneColours colours = LaneColours.of(theme);
    double left = scale.left();
    double right = left + scale.width();
    double bottom = sheet.layout().bottom();
    double x = Math.round(scale.x(cursor.tick() + 0.5)) + 0.5;
    boolean inSight = cursor.axis().ticks() > 0 && x >= left && x <= right + 1;
    if (inSight) {
      new RulerPainter(pen, colours, sheet.layout(), scale)
          .beside(sheet.axis(), cursor.tick(), x, HANDLE);
    }
    if (cursor.loop().isPresent()) {
      Span loop = cursor.loop().get();
      double from = Math.clamp(scale.x(loop.from()), left, right);
      double to = Math.clamp(scale.x(loop.to()), left, right);
      pen.setFill(colours.loop());
      pen.fillRect(from, 0, to - from, bottom);
      pen.setFill(colours.cursor());
      pen.fillRect(from, LaneLayout.TRIALS - 3, to - from, 3);
    }
    if (cursor.axis().ticks() == 0) {
      return;
    }
    values(pen, colours);
    if (!inSight) {
      return;
    }
    pen.setStroke(colours.cursor());
    pen.setLineWidth(2);
    pen.strokeLine(x, 0, x, bottom);
    pen.setFill(colours.cursor());
    handleX[0] = x - HANDLE;
    handleX[1] = x + HANDLE;
    handleX[2] = x + HANDLE;
    handleX[3] = x;
    handleX[4] = x - HANDLE;
    pen.fillPolygon(handleX, handleY, 5);
  }

  /// Draws each lane's value at the cursor, on the right.
  private void values(GraphicsContext pen, LaneColours colours) {
    LaneLayout layout = sheet.layout();
    double room = layout.values() - VALUE_GAP - 4;
    if (room <= 0) {
      return;
    }
    double x = layout.width() - layout.values() + VALUE_GAP;
    value(
        pen,
        wording("LaneView.tick", cursor.tick()),
        colours.muted(),
        x,
        LaneLayout.TRIALS / 2,
        room);
    for (int lane = 0; lane < layout.lanes().size(); lane++) {
      int lines = sheet.legendLines(lane);
      for (int line = 0; line < lines; line++) {
        double y = layout.legendY(lane, line);
        if (y > LaneLayout.TRIALS + 4 && y < layout.bottom() - 4) {
          String part = sheet.partAt(line, lines, cursor.tick());
          CanvasText.write(pen, part, CanvasText.SMALL, colours.muted(), x, y, TextAlignment.LEFT);
        }
      }
      double middle =
          lines > 0 ? layout.legendTitleY(lane) : layout.top(lane) + layout.height(lane) / 2.0;
      if (middle > LaneLayout.TRIALS + 4 && middle < layout.bottom() - 4) {
        value(pen, sheet.shortly(lane, cursor.tick()), colours.words(), x, middle, room);
      }
    }
  }

  private void value(
      GraphicsContext pen, String words, Color colour, double x, double y, double room) {
    if (cut.size() > MOST_CUT) {
      cut.clear();
    }
    String fitting =
        cut.computeIfAbsent(words, whole -> CanvasText.cut(whole, CanvasText.FONT, room));
    CanvasText.write(pen, fitting, CanvasText.FONT, colour, x, y, TextAlignment.LEFT);
  }
}
