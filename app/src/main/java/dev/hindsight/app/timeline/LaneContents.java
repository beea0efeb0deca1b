package dev.hindsight.app.timeline;

import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// All that the lanes show at one time, but for the cursor.
///
/// @param axis how long the recording is and where its trials lie
/// @param lanes which lanes, and which ticks
/// @param layout where they stand
/// @param agent whose lanes these are, or [Moment#NO_AGENT]
/// @param names what agents are called
/// @param events what happened to that agent, or to anyone
/// @param others what happened in the recording that stands beside; nothing where there is none
/// @param bookmarks those the recording has a tick for
/// @param hits breakpoints that are looked for
/// @param columns what there is to draw of a channel
record LaneContents(
    TimeAxis axis,
    LaneState lanes,
    LaneLayout layout,
    int agent,
    AgentNames names,
    EventLog events,
    Optional<OtherEvents> others,
    List<BookmarkState.PlacedBookmark> bookmarks,
    List<BreakpointHits> hits,
    Function<LaneSource.Numeric, LaneData> columns) {
  /// Which ticks stand where.
  LaneScale scale() {
    return layout.scale(lanes.window());
  }

  /// What a lane is called beside it.
  static String title(LaneSource source) {
    return switch (source) {
      case LaneSource.Events _ -> "Events";
      case LaneSource.EventsBeside _ -> "B Events";
      case LaneSource.EventsOfKind eventsOfKind -> eventsOfKind.kind().title();
      case LaneSource.Bookmarks _ -> "Bookmarks";
      case LaneSource.Breakpoints _ -> "Breakpoints";
      case LaneSource.ChannelComponent channelComponent ->
          channelComponent.component() == 0
              ? channelComponent.channel()
              : channelComponent.channel() + "[" + channelComponent.component() + "]";
      case LaneSource.ComparedChannel comparedChannel ->
          switch (comparedChannel.shown()) {
            case OTHER -> "B " + title(comparedChannel.column());
            case APART -> "|A−B| " + title(comparedChannel.column());
          };
      case LaneSource.RecordingDistance _ -> "Difference";
    };
  }

  /// The same with other events of the recording that stands beside.
  LaneContents beside(OtherEvents next) {
    return new LaneContents(
        axis, lanes, layout, agent, names, events, Optional.of(next), bookmarks, hits, columns);
  }

  /// Whose lanes these are, in words.
  String whose() {
    return agent == Moment.NO_AGENT ? "all agents" : names.titled(agent);
  }
}
