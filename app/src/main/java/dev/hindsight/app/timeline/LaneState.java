package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The lanes, the chosen lane, and the visible ticks.
///
/// @param lanes from top to bottom, no source twice
/// @param chosen the lane that keys act on, -1 if there is none
/// @param window the visible ticks
public record LaneState(List<LaneSpec> lanes, int chosen, TimeWindow window) {
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
    List<LaneSpec> lanes = new ArrayList<>();
    lanes.add(LaneSpec.of(new LaneSource.Events()));
    List<ActionPart> parts = ActionPart.of(rollout.manifest());
    if (rollout.channel("action").isPresent() && !parts.isEmpty() && parts.size() <= MOST_PARTS) {
      parts.forEach(part -> lanes.add(lane(part.channel())));
    } else {
      single(rollout, "action").ifPresent(lanes::add);
    }
    single(rollout, "reward").ifPresent(lanes::add);
    single(rollout, "value").ifPresent(lanes::add);
    lanes.add(LaneSpec.of(new LaneSource.Bookmarks()));
    return new LaneState(lanes, 0, TimeWindow.all(rollout.ticks()));
  }

  /// The usual lanes of two recordings: where they diverge, the actions in both, and how far apart
  /// these are.
  public static LaneState compared(Rollout rollout) {
    LaneState alone = start(rollout);
    List<LaneSpec> lanes = new ArrayList<>();
    lanes.add(LaneSpec.of(new LaneSource.RecordingDistance()));
    for (LaneSpec lane : alone.lanes) {
      switch (lane.source()) {
        case LaneSource.ChannelComponent channelComponent
            when !channelComponent.channel().equals("value") -> {
          lanes.add(lane);
          lanes.add(
              new LaneSpec(
                  new LaneSource.ComparedChannel(channelComponent, LaneSource.ComparedValue.OTHER),
                  lane.height()));
        }
        case LaneSource.Events _ -> {
          lanes.add(lane);
          lanes.add(LaneSpec.of(new LaneSource.EventsBeside()));
        }
        default -> {}
      }
    }
    return new LaneState(lanes, 0, alone.window);
  }

  private static Optional<LaneSpec> single(Rollout rollout, String name) {
    return rollout
        .channel(name)
        .filter(channel -> SeriesKey.components(channel) == 1)
        .map(channel -> lane(channel.spec().name()));
  }

  private static LaneSpec lane(String channel) {
    LaneSource source = new LaneSource.ChannelComponent(channel, 0);
    return channel.startsWith("action") ? new LaneSpec(source, ACTION) : LaneSpec.of(source);
  }

  /// The state after a command.
  public LaneState apply(LaneCommand command) {
    return switch (command) {
      case LaneCommand.Add add -> adding(add.source());
      case LaneCommand.Remove _ -> removing(chosen);
      case LaneCommand.Toggle toggle -> {
        int place = place(toggle.source());
        yield place < 0 ? adding(toggle.source()) : removing(place);
      }
      case LaneCommand.AddComparison _ -> opposing();
      case LaneCommand.Move move -> moving(move.places());
      case LaneCommand.Resize resize -> resizing(resize.lane(), resize.height());
      case LaneCommand.Grow grow ->
          chosen < 0 ? this : resizing(chosen, lanes.get(chosen).height() + grow.pixels());
      case LaneCommand.Choose choose -> new LaneState(lanes, choose.lane(), window);
      case LaneCommand.ChooseNext next ->
          new LaneState(lanes, Math.max(0, chosen + next.lanes()), window);
      case LaneCommand.Replace replace -> new LaneState(replace.lanes(), 0, window);
      case LaneCommand.Zoom zoom -> within(window.zoomed(zoom.factor(), zoom.about()));
      case LaneCommand.Pan pan -> within(window.panned(pan.ticks()));
      case LaneCommand.Fit _ -> within(TimeWindow.all(window.ticks()));
      case LaneCommand.ShowRange showRange -> within(window.about(showRange.range()));
      case LaneCommand.Reveal reveal -> within(window.showing(reveal.tick()));
      case LaneCommand.Extend extend -> within(window.extended(extend.ticks()));
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
    List<LaneSpec> more = new ArrayList<>(lanes);
    more.add(chosen + 1, LaneSpec.of(source));
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
    List<LaneSpec> fewer = new ArrayList<>(lanes);
    fewer.remove(lane);
    return new LaneState(fewer, lane < chosen ? chosen - 1 : chosen, window);
  }

  private LaneState moving(int places) {
    if (chosen < 0) {
      return this;
    }
    int place = Math.clamp((long) chosen + places, 0, lanes.size() - 1);
    List<LaneSpec> other = new ArrayList<>(lanes);
    other.add(place, other.remove(chosen));
    return new LaneState(other, place, window);
  }

  private LaneState resizing(int lane, int height) {
    if (lane < 0 || lane >= lanes.size()) {
      return this;
    }
    List<LaneSpec> other = new ArrayList<>(lanes);
    other.set(lane, new LaneSpec(lanes.get(lane).source(), height));
    return new LaneState(other, chosen, window);
  }

  private LaneState within(TimeWindow next) {
    return new LaneState(lanes, chosen, next);
  }
}
