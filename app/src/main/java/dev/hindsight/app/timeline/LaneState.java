package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.outcome.RewardParts;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The lanes, the chosen lane, and the visible ticks.
///
/// @param lanes from top to bottom, no source twice
/// @param chosen the lane that keys act on, -1 if there is none
/// @param window the visible ticks
public record LaneState(List<Lane> lanes, int chosen, TimeWindow window) {
  /// Actions with more parts start as one lane.
  private static final int MOST_PARTS = 4;

  /// The height of an action lane, which does not show its value by height alone.
  private static final int ACTION = 20;

  /// Copies the list, and chooses an existing lane.
  public LaneState {
    lanes = List.copyOf(lanes);
    chosen = lanes.isEmpty() ? -1 : Math.clamp(chosen, 0, lanes.size() - 1);
  }

  /// The usual lanes of a recording.
  public static LaneState start(Rollout rollout) {
    List<Lane> lanes = new ArrayList<>();
    lanes.add(Lane.of(new LaneSource.Events()));
    List<ActionPart> parts = ActionPart.of(rollout.manifest());
    if (rollout.channel("action").isPresent() && !parts.isEmpty() && parts.size() <= MOST_PARTS) {
      parts.forEach(part -> lanes.add(lane(part.channel())));
    } else {
      single(rollout, "action").ifPresent(lanes::add);
    }
    single(rollout, "reward").ifPresent(lanes::add);
    if (RewardParts.areIn(rollout.manifest())) {
      lanes.add(Lane.of(new LaneSource.RewardParts()));
    }
    single(rollout, "value").ifPresent(lanes::add);
    lanes.add(Lane.of(new LaneSource.Bookmarks()));
    return new LaneState(lanes, 0, TimeWindow.all(rollout.ticks()));
  }

  /// The usual lanes of two recordings: where they diverge, the actions in both, and how far apart
  /// these are.
  public static LaneState compared(Rollout rollout) {
    LaneState alone = start(rollout);
    List<Lane> lanes = new ArrayList<>();
    lanes.add(Lane.of(new LaneSource.RecordingDistance()));
    for (Lane lane : alone.lanes) {
      switch (lane.source()) {
        case LaneSource.ChannelComponent channelComponent
            when !channelComponent.channel().equals("value") -> {
          lanes.add(lane);
          lanes.add(
              new Lane(
                  new LaneSource.ComparedChannel(channelComponent, LaneSource.ComparedValue.OTHER),
                  lane.height()));
        }
        case LaneSource.Events _ -> {
          lanes.add(lane);
          lanes.add(Lane.of(new LaneSource.EventsBeside()));
        }
        default -> {}
      }
    }
    return new LaneState(lanes, 0, alone.window);
  }

  private static Optional<Lane> single(Rollout rollout, String name) {
    return rollout
        .channel(name)
        .filter(channel -> SeriesKey.components(channel) == 1)
        .map(channel -> lane(channel.spec().name()));
  }

  private static Lane lane(String channel) {
    LaneSource source = new LaneSource.ChannelComponent(channel, 0);
    return channel.startsWith("action") ? new Lane(source, ACTION) : Lane.of(source);
  }

  /// The state after a command.
  public LaneState apply(Command command) {
    return switch (command) {
      case Command.Add add -> adding(add.source());
      case Command.Remove _ -> removing(chosen);
      case Command.Toggle toggle -> {
        int place = place(toggle.source());
        yield place < 0 ? adding(toggle.source()) : removing(place);
      }
      case Command.AddComparison _ -> opposing();
      case Command.Move move -> moving(move.places());
      case Command.Resize resize -> resizing(resize.lane(), resize.height());
      case Command.Grow grow ->
          chosen < 0 ? this : resizing(chosen, lanes.get(chosen).height() + grow.pixels());
      case Command.Choose choose -> new LaneState(lanes, choose.lane(), window);
      case Command.ChooseNext next ->
          new LaneState(lanes, Math.max(0, chosen + next.lanes()), window);
      case Command.Replace replace -> new LaneState(replace.lanes(), 0, window);
      case Command.Zoom zoom -> within(window.zoomed(zoom.factor(), zoom.about()));
      case Command.Pan pan -> within(window.panned(pan.ticks()));
      case Command.Fit _ -> within(TimeWindow.all(window.ticks()));
      case Command.ShowRange showRange -> within(window.about(showRange.range()));
      case Command.Reveal reveal -> within(window.showing(reveal.tick()));
      case Command.Extend extend -> within(window.extended(extend.ticks()));
    };
  }

  /// The index of the lane of a source, or -1.
  public int place(LaneSource source) {
    return IntStream.range(0, lanes.size())
        .filter(lane -> lanes.get(lane).source().equals(source))
        .findFirst()
        .orElse(-1);
  }

  private LaneState adding(LaneSource source) {
    int place = place(source);
    if (place >= 0) {
      return new LaneState(lanes, place, window);
    }
    List<Lane> more = new ArrayList<>(lanes);
    more.add(chosen + 1, Lane.of(source));
    return new LaneState(more, chosen + 1, window);
  }

  /// Only a channel of the recording itself has a counterpart.
  private LaneState opposing() {
    if (chosen < 0
        || !(lanes.get(chosen).source() instanceof LaneSource.ChannelComponent channelComponent)) {
      return this;
    }
    return adding(new LaneSource.ComparedChannel(channelComponent, LaneSource.ComparedValue.OTHER))
        .adding(new LaneSource.ComparedChannel(channelComponent, LaneSource.ComparedValue.APART));
  }

  private LaneState removing(int lane) {
    if (lane < 0) {
      return this;
    }
    List<Lane> fewer = new ArrayList<>(lanes);
    fewer.remove(lane);
    return new LaneState(fewer, lane < chosen ? chosen - 1 : chosen, window);
  }

  private LaneState moving(int places) {
    if (chosen < 0) {
      return this;
    }
    int place = Math.clamp((long) chosen + places, 0, lanes.size() - 1);
    List<Lane> other = new ArrayList<>(lanes);
    other.add(place, other.remove(chosen));
    return new LaneState(other, place, window);
  }

  private LaneState resizing(int lane, int height) {
    if (lane < 0 || lane >= lanes.size()) {
      return this;
    }
    List<Lane> other = new ArrayList<>(lanes);
    other.set(lane, new Lane(lanes.get(lane).source(), height));
    return new LaneState(other, chosen, window);
  }

  private LaneState within(TimeWindow next) {
    return new LaneState(lanes, chosen, next);
  }

  /// Everything that changes the lanes and the ticks they show.
  public sealed interface Command {
    /// Adds a lane below the chosen one and chooses it; chooses a lane that already exists.
    record Add(LaneSource source) implements Command {}

    /// Removes the chosen lane.
    record Remove() implements Command {}

    /// Removes the lane of a source, or adds it.
    record Toggle(LaneSource source) implements Command {}

    /// Adds, below the chosen lane, the same channel of the recording beside this one, and their
    /// difference.
    record AddComparison() implements Command {}

    /// Moves the chosen lane down a number of places, or up below 0.
    record Move(int places) implements Command {}

    /// Sets the height of a lane in pixels.
    record Resize(int lane, int height) implements Command {}

    /// Makes the chosen lane higher by a number of pixels, or lower below 0.
    record Grow(int pixels) implements Command {}

    /// Chooses a lane.
    record Choose(int lane) implements Command {}

    /// Chooses the lane a number of places further down.
    record ChooseNext(int lanes) implements Command {}

    /// Replaces all lanes.
    record Replace(List<Lane> lanes) implements Command {
      /// Copies the list.
      public Replace {
        lanes = List.copyOf(lanes);
      }
    }

    /// Zooms by a factor while a tick stays in place.
    record Zoom(double factor, double about) implements Command {}

    /// Moves the visible ticks forwards, or backwards below 0.
    record Pan(double ticks) implements Command {}

    /// Shows everything.
    record Fit() implements Command {}

    /// Shows a range.
    record ShowRange(Span range) implements Command {}

    /// Makes a tick visible.
    record Reveal(int tick) implements Command {}

    /// Sets the new length of the recording.
    record Extend(int ticks) implements Command {}
  }

  /// A lane of the timeline, as stored in layouts.
  ///
  /// @param source what it shows
  /// @param height in pixels, [#LOWEST] to [#TALLEST]
  public record Lane(LaneSource source, int height) {
    /// The lowest readable height.
    public static final int LOWEST = 16;

    /// The greatest height.
    public static final int TALLEST = 240;

    /// Limits the height.
    public Lane {
      height = Math.clamp(height, LOWEST, TALLEST);
    }

    /// A lane with the usual height of its source.
    public static Lane of(LaneSource source) {
      return new Lane(
          source,
          switch (source) {
            case LaneSource.Events _, LaneSource.EventsBeside _ -> 22;
            case LaneSource.EventsOfKind _ -> 20;
            case LaneSource.Bookmarks _ -> 18;
            case LaneSource.Breakpoints _ -> 26;
            case LaneSource.ChannelComponent _, LaneSource.ComparedChannel _ -> 30;
            case LaneSource.RewardParts _ -> 64;
            case LaneSource.RecordingDistance _ -> 18;
          });
    }

    /// In layout files: `channel:reward:0@30`.
    public String text() {
      return source.id() + "@" + height;
    }

    /// Reads [#text()]; empty if it is not valid.
    public static Optional<Lane> parse(String text) {
      int at = text.lastIndexOf('@');
      if (at < 0 || !text.substring(at + 1).matches("\\d{1,4}")) {
        return Optional.empty();
      }
      int height = Integer.parseInt(text.substring(at + 1));
      return LaneSource.parse(text.substring(0, at)).map(source -> new Lane(source, height));
    }
  }
}
