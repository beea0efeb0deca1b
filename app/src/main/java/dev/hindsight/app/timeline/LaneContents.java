package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Everything that the lanes show at one time, except the cursor.
///
/// @param axis the length of the recording and its trials
/// @param lanes the lanes and the visible ticks
/// @param layout the positions of the lanes
/// @param agent the agent that the lanes show, or [Moment#NO_AGENT]
/// @param names the names of agents
/// @param events events of that agent, or of all
/// @param hints what is said where there is nothing to draw
/// @param others events of the recording beside this one; empty if there is none
/// @param rewards the parts of that agent's reward; empty without them, and while they are read
/// @param bookmarks those that the recording has a tick for
/// @param hits the breakpoints that are on
/// @param damaged ticks of which a part of the file does not match its checksum
/// @param columns gives the data of a channel
record LaneContents(
    TimeAxis axis,
    LaneState lanes,
    LaneLayout layout,
    int agent,
    AgentNames names,
    EventLog events,
    LaneHints hints,
    Optional<OtherEvents> others,
    Optional<RewardStack> rewards,
    List<BookmarkState.PlacedBookmark> bookmarks,
    List<BreakpointHits> hits,
    List<Span> damaged,
    Function<LaneSource.Numeric, LaneData> columns) {
  /// More lines are too many to read.
  private static final int MOST_TOOLTIP_LINES = 6;

  /// The horizontal scale.
  LaneLayout.Scale scale() {
    return layout.scale(lanes.window());
  }

  /// The name beside a lane.
  static String title(LaneSource source) {
    return switch (source) {
      case LaneSource.Events _ -> "Events";
      case LaneSource.EventsBeside _ -> "B Events";
      case LaneSource.EventsOfKind eventsOfKind -> eventsOfKind.kind().title();
      case LaneSource.Bookmarks _ -> "Bookmarks";
      case LaneSource.RewardParts _ -> "Rewards";
      case LaneSource.Breakpoints _ -> "Breakpoints";
      case LaneSource.ChannelComponent channelComponent ->
          channelComponent.component() == 0
              ? channelComponent.channel().startsWith(ActionPart.SEPARATOR)
                  ? channelComponent.channel().substring(ActionPart.SEPARATOR.length())
                  : channelComponent.channel()
              : channelComponent.channel() + "[" + channelComponent.component() + "]";
      case LaneSource.ComparedChannel comparedChannel ->
          switch (comparedChannel.shown()) {
            case OTHER -> "B " + title(comparedChannel.column());
            case APART -> "|A−B| " + title(comparedChannel.column());
          };
      case LaneSource.RecordingDistance _ -> "Difference";
    };
  }

  /// The agent of the lanes, in words.
  String whose() {
    return agent == Moment.NO_AGENT ? wording("LaneContents.all_agents") : names.titled(agent);
  }

  /// The same with another layout.
  LaneContents laid(LaneLayout next) {
    return with(axis, lanes, next, agent, events, others, rewards, bookmarks, hits);
  }

  /// The same with other lanes and another agent's events.
  LaneContents of(TimeAxis length, LaneState shown, int whose, EventLog happened) {
    LaneLayout next =
        new LaneLayout(shown.lanes(), layout.width(), layout.height(), layout.scroll());
    return with(length, shown, next, whose, happened, others, rewards, bookmarks, hits);
  }

  /// The same with other events of the recording beside this one.
  LaneContents beside(OtherEvents next) {
    return with(axis, lanes, layout, agent, events, Optional.of(next), rewards, bookmarks, hits);
  }

  /// The same with the parts of the agent's reward.
  LaneContents paid(Optional<RewardStack> next) {
    return with(axis, lanes, layout, agent, events, others, next, bookmarks, hits);
  }

  /// The same with other bookmarks and hits.
  LaneContents marked(List<BookmarkState.PlacedBookmark> placed, List<BreakpointHits> found) {
    return with(axis, lanes, layout, agent, events, others, rewards, placed, found);
  }

  /// The same, saying something else where there is nothing to draw.
  LaneContents saying(LaneHints next) {
    return new LaneContents(
        axis, lanes, layout, agent, names, events, next, others, rewards, bookmarks, hits, damaged,
        columns);
  }

  /// The same with other damaged ticks.
  LaneContents damaged(List<Span> ticks) {
    return new LaneContents(
        axis, lanes, layout, agent, names, events, hints, others, rewards, bookmarks, hits, ticks,
        columns);
  }

  private LaneContents with(
      TimeAxis length,
      LaneState shown,
      LaneLayout placed,
      int whose,
      EventLog happened,
      Optional<OtherEvents> happenedBeside,
      Optional<RewardStack> paid,
      List<BookmarkState.PlacedBookmark> marks,
      List<BreakpointHits> found) {
    return new LaneContents(
        length,
        shown,
        placed,
        whose,
        names,
        happened,
        hints,
        happenedBeside,
        paid,
        marks,
        found,
        damaged,
        columns);
  }

  /// Describes a tick: its trial, the lane's value there (all lanes for -1), and events.
  ///
  /// @param reach how many ticks away an event still counts
  List<String> at(int tick, int lane, int reach) {
    List<String> lines = new ArrayList<>();
    lines.add(
        wording(
            "LaneContents.tick",
            tick,
            axis.trials().count() == 0
                ? ""
                : wording("LaneContents.trial", TickAddress.inRecording(axis.trials(), tick))));
    if (damaged.stream().anyMatch(span -> span.from() <= tick && tick < span.to())) {
      lines.add(wording("LaneContents.a_part_of_the_file_is"));
    }
    List<LaneState.Lane> specs = lanes.lanes();
    Predicate<EventKind> kinds = _ -> true;
    for (int i = 0; i < specs.size(); i++) {
      if (lane < 0 || lane == i) {
        switch (specs.get(i).source()) {
          case LaneSource.Numeric numeric -> value(numeric, tick).ifPresent(lines::add);
          case LaneSource.Bookmarks _ -> bookmarks(tick, reach, lines);
          case LaneSource.RewardParts _ -> rewards(tick, lines);
          case LaneSource.Breakpoints _ -> breakpoints(tick, lines);
          case LaneSource.EventsOfKind eventsOfKind -> {
            if (lane >= 0) {
              kinds = only -> only.equals(eventsOfKind.kind());
            }
          }
          case LaneSource.Events _, LaneSource.EventsBeside _ -> {}
        }
      }
    }
    boolean aboutEvents =
        lane < 0
            || !(specs.get(lane).source() instanceof LaneSource.Numeric
                || specs.get(lane).source() instanceof LaneSource.RewardParts);
    boolean ofOther = lane >= 0 && specs.get(lane).source() instanceof LaneSource.EventsBeside;
    if (aboutEvents && !ofOther) {
      events(kinds, tick, reach, lines);
    }
    boolean shown =
        specs.stream().anyMatch(spec -> spec.source() instanceof LaneSource.EventsBeside);
    if (ofOther || (lane < 0 && shown)) {
      others.ifPresent(others -> beside(others, tick, reach, lines));
    }
    return lines;
  }

  /// Whether what a lane shows could not be read.
  boolean failed(int lane) {
    return switch (lanes.lanes().get(lane).source()) {
      case LaneSource.Events _, LaneSource.EventsOfKind _ -> hints.events().failed();
      case LaneSource.EventsBeside _ -> hints.beside().failed();
      case LaneSource.RewardParts _ -> hints.rewards().failed();
      case LaneSource.Numeric numeric ->
          columns.apply(numeric) instanceof LaneData.Empty(_, boolean failed) && failed;
      case LaneSource.Bookmarks _, LaneSource.Breakpoints _ -> false;
    };
  }

  /// Describes a lane as a whole: a legend for its name.
  String about(int lane) {
    return switch (lanes.lanes().get(lane).source()) {
      case LaneSource.EventsBeside _ ->
          others
              .map(others ->
                  wording("LaneContents.events_of_b_at_the_ticks")
                      + (others.alone() == 0
                          ? ""
                          : wording("LaneContents.at_ticks_of_b_without_a", others.alone())))
              .orElse("");
      case LaneSource.Events _ when others.isPresent() -> wording("LaneContents.events_of_a");
      case LaneSource.RewardParts _ -> wording("LaneContents.parts_of_the_reward");
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
    near.stream().limit(MOST_TOOLTIP_LINES).map(others::words).forEach(lines::add);
    if (near.size() > MOST_TOOLTIP_LINES) {
      lines.add(
          wording("LaneContents.and_more_events_of_b_here", near.size() - MOST_TOOLTIP_LINES));
    }
  }

  /// The value of a lane at a tick, as short as possible; empty if there is none.
  String shortly(int lane, int tick) {
    return switch (lanes.lanes().get(lane).source()) {
      case LaneSource.Numeric numeric ->
          columns.apply(numeric) instanceof LaneData.Ready ready && tick < ready.series().ticks()
              ? shortly(ready, ready.series().value(tick))
              : "";
      case LaneSource.Events _ -> happening(tick, _ -> true);
      case LaneSource.EventsOfKind only -> happening(tick, kind -> kind.equals(only.kind()));
      case LaneSource.Bookmarks _ ->
          bookmarks.stream()
              .filter(placed ->
                  placed.tick() <= tick && tick < placed.tick() + placed.bookmark().ticks())
              .findFirst()
              .map(placed -> placed.bookmark().name())
              .orElse("");
      case LaneSource.RewardParts _ ->
          paidAt(tick).map(stack -> reward(stack.sum(tick))).orElse("");
      case LaneSource.EventsBeside _, LaneSource.Breakpoints _ -> "";
    };
  }

  /// The stack, if it has a tick.
  private Optional<RewardStack> paidAt(int tick) {
    return rewards.filter(stack -> tick < stack.read().ticks());
  }

  /// The number of lines of a lane's legend; 0 if it has none.
  int legendLines(int lane) {
    return layout.lanes().get(lane).source() instanceof LaneSource.RewardParts
        ? rewards.map(stack -> Math.min(layout.legendLines(lane), stack.order().size())).orElse(0)
        : 0;
  }

  /// A part's value at a tick, for its line of the legend.
  ///
  /// @param line from 0; the last of `lines` is about all further parts
  String partAt(int line, int lines, int tick) {
    return paidAt(tick)
        .map(stack ->
            reward(
                line == lines - 1
                    ? stack.rest(line, tick)
                    : stack.read().value(stack.order().get(line), tick)))
        .orElse("");
  }

  private static String reward(double value) {
    return NumberWords.signedSignificant(value, 3);
  }

  private void rewards(int tick, List<String> lines) {
    paidAt(tick)
        .ifPresent(stack -> {
          lines.add(wording("LaneContents.reward", reward(stack.sum(tick))));
          for (int part : stack.order()) {
            float value = stack.read().value(part, tick);
            if (value != 0) {
              lines.add(
                  wording("LaneContents.part", stack.read().names().get(part), reward(value)));
            }
          }
        });
  }

  private static String shortly(LaneData.Ready ready, float value) {
    if (Float.isNaN(value)) {
      return NumberWords.NONE;
    }
    return switch (ready.form()) {
      case FLAG -> value == 0 ? "no" : "yes";
      case CATEGORY, STEPS -> ready.names().apply((int) value);
      case CURVE -> LanePainter.number(value) + unit(ready);
    };
  }

  private static String unit(LaneData.Ready ready) {
    return ready.unit().isEmpty() || ready.unit().equals("1") ? "" : " " + ready.unit();
  }

  /// Events caused by the tick's action first, then ongoing ones.
  private String happening(int tick, Predicate<EventKind> kinds) {
    String lasting = "";
    int end = events.firstAt(tick + 1);
    for (int i = events.firstAt(tick - events.longest()); i < end; i++) {
      if (kinds.test(events.kind(i))) {
        if (events.at(i) == tick) {
          return events.kind(i).title();
        }
        if (events.from(i) <= tick && tick < events.to(i)) {
          lasting = events.kind(i).title();
        }
      }
    }
    return lasting;
  }

  private Optional<String> value(LaneSource.Numeric numeric, int tick) {
    return switch (columns.apply(numeric)) {
      case LaneData.Ready ready when tick < ready.series().ticks() -> {
        float value = ready.series().value(tick);
        String words =
            switch (ready.form()) {
              case FLAG -> Float.isNaN(value) ? "none" : value == 0 ? "no" : "yes";
              case CATEGORY, STEPS ->
                  Float.isNaN(value) ? "none" : ready.names().apply((int) value);
              case CURVE -> Float.toString(value);
            };
        yield Optional.of(title(numeric) + " " + words + unit(ready));
      }
      case LaneData.Ready _, LaneData.Empty _ -> Optional.empty();
    };
  }

  private void bookmarks(int tick, int reach, List<String> lines) {
    for (BookmarkState.PlacedBookmark placedBookmark : bookmarks) {
      Bookmark bookmark = placedBookmark.bookmark();
      if (placedBookmark.tick() - reach <= tick
          && tick < placedBookmark.tick() + bookmark.ticks() + reach) {
        lines.add(
            wording(
                "LaneContents.bookmark",
                bookmark.name(),
                bookmark.note().isEmpty() ? "" : ": ",
                bookmark.note()));
      }
    }
  }

  private void breakpoints(int tick, List<String> lines) {
    for (BreakpointHits line : hits) {
      if (line.found() instanceof ConditionResult.Completed completed
          && tick < completed.hits().ticks()) {
        int whose = EventLanePainter.Hits.whose(completed, agent);
        if (completed.hits().at(tick, whose)) {
          int agent = completed.hits().agentFrom(tick, Math.max(0, whose)).orElse(0);
          lines.add(
              wording(
                  "LaneContents.breakpoint",
                  line.number(),
                  line.breakpoint().title(),
                  completed.condition().perAgent() ? ": " + names.titled(agent) : ""));
        }
      }
    }
  }

  private void events(Predicate<EventKind> kinds, int tick, int reach, List<String> lines) {
    EventLog log = events;
    int more = 0;
    int listed = 0;
    int end = log.firstAt(tick + reach + 1);
    for (int i = log.firstAt(tick - reach - log.longest()); i < end; i++) {
      if (Math.max(log.at(i) + 1, log.to(i)) > tick - reach && kinds.test(log.kind(i))) {
        if (listed < MOST_TOOLTIP_LINES) {
          String whose = others.isPresent() ? "A: " : "";
          lines.add(whose + log.words(i, names::titled));
          listed++;
        } else {
          more++;
        }
      }
    }
    if (more > 0) {
      lines.add(wording("LaneContents.and_more_events_here", more));
    }
  }
}
