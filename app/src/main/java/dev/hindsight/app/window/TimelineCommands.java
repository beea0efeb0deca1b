package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.branch.KeyboardDriveController;
import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.commands.CommandGroup;
import dev.hindsight.app.commands.CommandGroup.Section;
import dev.hindsight.app.timeline.LaneSource;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.TimeWindow;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for the lanes, events and bookmarks of the front recording.
final class TimelineCommands {
  private static final double ZOOM = 1.5;
  private static final double PAGE = 0.25;
  private static final int TALLER = 8;

  private final WindowContext window;

  private TimelineCommands(WindowContext window) {
    this.window = window;
  }

  static CommandGroup of(WindowContext window, Supplier<KeyboardDriveController> wheel) {
    TimelineCommands commands = new TimelineCommands(window);
    return new CommandGroup(
        "Timeline",
        List.of(
            Section.submenu("Events", EventCommands.of(window)),
            Section.submenu("Bookmarks", BookmarkCommands.of(window)),
            Section.submenu("Branches", BranchCommands.of(window, wheel)),
            Section.submenu("Breakpoints", BreakpointCommands.of(window)),
            Section.submenu(wording("TimelineCommands.zoom_and_pan"), commands.window()),
            Section.submenu("Lanes", commands.lanes())));
  }

  private List<AppCommand> window() {
    return List.of(
        lane(
            "zoom.in",
            wording("TimelineCommands.zoom_in"),
            Material2MZ.ZOOM_IN,
            "EQUALS",
            timelineModel -> zoom(timelineModel, ZOOM)),
        lane(
            "zoom.out",
            wording("TimelineCommands.zoom_out"),
            Material2MZ.ZOOM_OUT,
            "MINUS",
            timelineModel -> zoom(timelineModel, 1 / ZOOM)),
        lane(
            "zoom.fit",
            wording("TimelineCommands.show_all_ticks"),
            Material2MZ.ZOOM_OUT_MAP,
            "0",
            _ -> new LaneState.Command.Fit()),
        lane(
            "zoom.loop",
            wording("TimelineCommands.show_the_loop_or_trial"),
            Material2AL.CROP_FREE,
            "Shift+0",
            timelineModel -> new LaneState.Command.ShowRange(range(timelineModel))),
        lane(
            "zoom.left",
            wording("TimelineCommands.pan_to_earlier_ticks"),
            Material2AL.KEYBOARD_ARROW_LEFT,
            "Alt+Left",
            timelineModel -> pan(timelineModel, -PAGE)),
        lane(
            "zoom.right",
            wording("TimelineCommands.pan_to_later_ticks"),
            Material2AL.KEYBOARD_ARROW_RIGHT,
            "Alt+Right",
            timelineModel -> pan(timelineModel, PAGE)));
  }

  private List<AppCommand> lanes() {
    return List.of(
        command(
            "previous",
            wording("TimelineCommands.select_the_lane_above"),
            Material2AL.EXPAND_LESS,
            wording("TimelineCommands.alt_up"),
            new LaneState.Command.ChooseNext(-1)),
        command(
            "next",
            wording("TimelineCommands.select_the_lane_below"),
            Material2AL.EXPAND_MORE,
            wording("TimelineCommands.alt_down"),
            new LaneState.Command.ChooseNext(1)),
        command(
            "up",
            wording("TimelineCommands.move_the_lane_up"),
            Material2AL.ARROW_UPWARD,
            "Shortcut+Shift+Up",
            new LaneState.Command.Move(-1)),
        command(
            "down",
            wording("TimelineCommands.move_the_lane_down"),
            Material2AL.ARROW_DOWNWARD,
            "Shortcut+Shift+Down",
            new LaneState.Command.Move(1)),
        command(
            "higher",
            wording("TimelineCommands.make_the_lane_taller"),
            Material2MZ.UNFOLD_MORE,
            wording("TimelineCommands.alt_equals"),
            new LaneState.Command.Grow(TALLER)),
        command(
            "lower",
            wording("TimelineCommands.make_the_lane_shorter"),
            Material2MZ.UNFOLD_LESS,
            wording("TimelineCommands.alt_minus"),
            new LaneState.Command.Grow(-TALLER)),
        command(
            "remove",
            wording("TimelineCommands.remove_the_lane"),
            Material2MZ.REMOVE_CIRCLE_OUTLINE,
            wording("TimelineCommands.alt_delete"),
            new LaneState.Command.Remove()),
        command(
            "oppose",
            wording("TimelineCommands.compare_the_lane_with_the_other"),
            Material2AL.COMPARE_ARROWS,
            wording("TimelineCommands.alt_b"),
            new LaneState.Command.AddComparison()),
        switching(
            "parted",
            wording("TimelineCommands.lane_of_differences"),
            new LaneSource.RecordingDistance()),
        switching("events", wording("TimelineCommands.lane_of_events"), new LaneSource.Events()),
        switching(
            "bookmarks", wording("TimelineCommands.lane_of_bookmarks"), new LaneSource.Bookmarks()),
        switching(
            "breakpoints",
            wording("TimelineCommands.lane_of_breakpoints"),
            new LaneSource.Breakpoints()),
        switching(
            "action",
            wording("TimelineCommands.lane_of_actions"),
            new LaneSource.ChannelComponent("action", 0)),
        switching(
            "reward",
            wording("TimelineCommands.lane_of_rewards"),
            new LaneSource.ChannelComponent("reward", 0)),
        switching(
            "rewards",
            wording("TimelineCommands.lane_of_the_parts_of_the"),
            new LaneSource.RewardParts()),
        switching(
            "value",
            wording("TimelineCommands.lane_of_values"),
            new LaneSource.ChannelComponent("value", 0)));
  }

  private AppCommand switching(String name, String title, LaneSource source) {
    return command(
            name, title, Material2AL.FORMAT_LINE_SPACING, "", new LaneState.Command.Toggle(source))
        .switching(() ->
            window
                .workspace()
                .state()
                .document()
                .map(shown -> shown.timelineModel().lanes().state().place(source) >= 0)
                .orElse(false));
  }

  private AppCommand command(
      String name, String title, Ikon icon, String keys, LaneState.Command command) {
    return lane("lane." + name, title, icon, keys, _ -> command);
  }

  private AppCommand lane(
      String id,
      String title,
      Ikon icon,
      String keys,
      Function<TimelineModel, LaneState.Command> command) {
    return AppCommand.recording(
        id,
        title,
        icon,
        keys,
        () ->
            window
                .workspace()
                .state()
                .document()
                .map(Document::timelineModel)
                .ifPresent(
                    timelineModel -> timelineModel.lanes().send(command.apply(timelineModel))));
  }

  /// Zooms around the cursor if it is visible, else around the middle.
  private static LaneState.Command zoom(TimelineModel timelineModel, double factor) {
    TimeWindow shownTicks = timelineModel.lanes().state().window();
    double cursor = timelineModel.timeline().state().tick() + 0.5;
    boolean inSight =
        cursor >= shownTicks.first() && cursor <= shownTicks.first() + shownTicks.span();
    return new LaneState.Command.Zoom(
        factor, inSight ? cursor : shownTicks.first() + shownTicks.span() / 2);
  }

  private static LaneState.Command pan(TimelineModel timelineModel, double part) {
    return new LaneState.Command.Pan(part * timelineModel.lanes().state().window().span());
  }

  private static Span range(TimelineModel timelineModel) {
    var state = timelineModel.timeline().state();
    return state.loop().orElseGet(() -> state.axis().trialAt(state.tick()));
  }
}
