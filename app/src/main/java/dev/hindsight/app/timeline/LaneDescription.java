package dev.hindsight.app.timeline;

import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.rollout.TickAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What lies at a tick, in words: for tooltips, and for those who cannot see the lanes.
final class LaneDescription {
  /// More would not be read.
  private static final int MOST = 6;

  private final LaneContents sheet;

  LaneDescription(LaneContents sheet) {
    this.sheet = sheet;
  }

  /// The tick, its trial, what a lane shows there (of all lanes for -1), and what happened.
  ///
  /// @param reach ticks around in which an event still counts
  List<String> at(int tick, int lane, int reach) {
    List<String> lines = new ArrayList<>();
    String address = TickAddress.inTrial(sheet.axis().trials(), tick);
    lines.add("tick " + tick + (address.isEmpty() ? "" : ", trial " + address));
    List<LaneSpec> lanes = sheet.lanes().lanes();
    Predicate<EventKind> kinds = _ -> true;
    for (int i = 0; i < lanes.size(); i++) {
      if (lane < 0 || lane == i) {
        switch (lanes.get(i).source()) {
          case LaneSource.Numeric numeric -> value(numeric, tick).ifPresent(lines::add);
          case LaneSource.Bookmarks _ -> bookmarks(tick, reach, lines);
          case LaneSource.Breakpoints _ -> breakpoints(tick, lines);
          case LaneSource.EventsOfKind eventsOfKind -> {
            if (lane >= 0) {
              kinds = only -> only == eventsOfKind.kind();
            }
          }
          case LaneSource.Events _, LaneSource.EventsBeside _ -> {}
        }
      }
    }
    boolean aboutEvents = lane < 0 || !(lanes.get(lane).source() instanceof LaneSource.Numeric);
    boolean ofOther = lane >= 0 && lanes.get(lane).source() instanceof LaneSource.EventsBeside;
    if (aboutEvents && !ofOther) {
      events(kinds, tick, reach, lines);
    }
    boolean shown =
        lanes.stream().anyMatch(spec -> spec.source() instanceof LaneSource.EventsBeside);
    if (ofOther || (lane < 0 && shown)) {
      sheet.others().ifPresent(others -> beside(others, tick, reach, lines));
    }
    return lines;
  }

  /// What there is to say of a lane as a whole: a legend for its name.
  String about(int lane) {
    return switch (sheet.lanes().lanes().get(lane).source()) {
      case LaneSource.EventsBeside _ ->
          sheet
              .others()
              .map(others ->
                  "\nevents of B, at the ticks of A beside theirs"
                      + (others.alone() == 0
                          ? ""
                          : "\n" + others.alone() + " at ticks of B without a counterpart"))
              .orElse("");
      case LaneSource.Events _ when sheet.others().isPresent() -> "\nevents of A";
      case LaneSource.Events _,
          LaneSource.EventsOfKind _,
          LaneSource.Bookmarks _,
          LaneSource.Breakpoints _,
          LaneSource.Numeric _ ->
          "";
    };
  }

  private static void beside(OtherEvents others, int tick, int reach, List<String> lines) {
    List<OtherEvents.Place> near = others.near(tick, reach);
    near.stream().limit(MOST).map(others::words).forEach(lines::add);
    if (near.size() > MOST) {
      lines.add("and " + (near.size() - MOST) + " more events of B here");
    }
  }

  private java.util.Optional<String> value(LaneSource.Numeric numeric, int tick) {
    return switch (sheet.columns().apply(numeric)) {
      case LaneData.Ready ready when tick < ready.series().ticks() -> {
        float value = ready.series().value(tick);
        String words =
            switch (ready.form()) {
              case FLAG -> value == 0 ? "no" : "yes";
              case CATEGORY -> Float.isNaN(value) ? "none" : ready.names().apply((int) value);
              case CURVE -> Float.toString(value);
            };
        String unit = ready.unit().isEmpty() || ready.unit().equals("1") ? "" : " " + ready.unit();
        yield java.util.Optional.of(LaneContents.title(numeric) + " " + words + unit);
      }
      case LaneData.Ready _, LaneData.Empty _ -> java.util.Optional.empty();
    };
  }

  private void bookmarks(int tick, int reach, List<String> lines) {
    for (BookmarkState.PlacedBookmark placedBookmark : sheet.bookmarks()) {
      Bookmark bookmark = placedBookmark.bookmark();
      if (placedBookmark.tick() - reach <= tick
          && tick < placedBookmark.tick() + bookmark.ticks() + reach) {
        lines.add(
            "bookmark "
                + bookmark.name()
                + (bookmark.note().isEmpty() ? "" : ": ")
                + bookmark.note());
      }
    }
  }

  private void breakpoints(int tick, List<String> lines) {
    for (BreakpointHits line : sheet.hits()) {
      if (line.found() instanceof ConditionResult.Completed completed
          && tick < completed.hits().ticks()) {
        int whose = HitLanePainter.whose(completed, sheet.agent());
        if (completed.hits().at(tick, whose)) {
          int agent = completed.hits().agentFrom(tick, Math.max(0, whose)).orElse(0);
          lines.add(
              "breakpoint "
                  + line.number()
                  + " "
                  + line.breakpoint().title()
                  + (completed.condition().perAgent() ? ": " + sheet.names().titled(agent) : ""));
        }
      }
    }
  }

  private void events(Predicate<EventKind> kinds, int tick, int reach, List<String> lines) {
    EventLog log = sheet.events();
    int more = 0;
    int told = 0;
    int end = log.firstAt(tick + reach + 1);
    for (int i = log.firstAt(tick - reach - log.longest()); i < end; i++) {
      if (Math.max(log.at(i) + 1, log.to(i)) > tick - reach && kinds.test(log.kind(i))) {
        if (told < MOST) {
          String whose = sheet.others().isPresent() ? "A: " : "";
          lines.add(whose + log.words(i, sheet.names()::titled));
          told++;
        } else {
          more++;
        }
      }
    }
    if (more > 0) {
      lines.add("and " + more + " more events here");
    }
  }
}
