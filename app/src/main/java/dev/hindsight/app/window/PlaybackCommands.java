package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.commands.CommandGroup;
import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.PlaybackSpeeds;
import dev.hindsight.app.timeline.TimeAxis;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.TailMode;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for the cursor of the front recording.
final class PlaybackCommands {
  private static final int MANY = 10;

  /// An event and what led to it.
  private static final int AROUND = 5;

  private final WindowContext window;

  private PlaybackCommands(WindowContext window) {
    this.window = window;
  }

  static CommandGroup of(WindowContext window, ShellActions shell) {
    return new PlaybackCommands(window).group(shell);
  }

  private CommandGroup group(ShellActions shell) {
    return CommandGroup.of(
        "Playback",
        List.of(
            List.of(
                send(
                    "toggle",
                    wording("PlaybackCommands.play_or_pause"),
                    Material2MZ.PLAY_ARROW,
                    "Space",
                    new TimelineCommand.TogglePlay()),
                send(
                    "reverse",
                    wording("PlaybackCommands.play_backwards"),
                    Material2AL.FAST_REWIND,
                    "Shift+Space",
                    new TimelineCommand.Play(PlaybackMotion.BACKWARD)),
                from("faster", "Faster", Material2MZ.SPEED, "PERIOD", PlaybackCommands::faster)
                    .alsoCalled("speed", "rate"),
                from("slower", "Slower", Material2MZ.SPEED, "COMMA", PlaybackCommands::slower)
                    .alsoCalled("speed", "rate"),
                from(
                        "loop",
                        wording("PlaybackCommands.loop_this_trial"),
                        Material2MZ.REPEAT,
                        "L",
                        state -> LoopRange.toggled(state, AROUND))
                    .switching(this::loops)
                    .alsoCalled("repeat"),
                from(
                        "loopAround",
                        wording("PlaybackCommands.loop_five_ticks_around_here"),
                        Material2AL.FILTER_CENTER_FOCUS,
                        "Shift+L",
                        state -> LoopRange.aroundToggled(state, AROUND))
                    .switching(this::loopsAround)
                    .alsoCalled("repeat"),
                from(
                    "loopIn",
                    wording("PlaybackCommands.loop_from_here"),
                    Material2AL.FIRST_PAGE,
                    "I",
                    LoopRange::from),
                from(
                    "loopOut",
                    wording("PlaybackCommands.loop_to_here"),
                    Material2AL.LAST_PAGE,
                    "Shift+I",
                    LoopRange::to)),
            List.of(tail()),
            List.of(
                step(
                    "forward",
                    wording("PlaybackCommands.forward_one_tick"),
                    Material2AL.CHEVRON_RIGHT,
                    "Right",
                    1),
                step(
                    "back",
                    wording("PlaybackCommands.back_one_tick"),
                    Material2AL.CHEVRON_LEFT,
                    "Left",
                    -1),
                step(
                    "forward10",
                    wording("PlaybackCommands.forward_ten_ticks"),
                    Material2AL.FORWARD_10,
                    "Shift+Right",
                    MANY),
                step(
                    "back10",
                    wording("PlaybackCommands.back_ten_ticks"),
                    Material2MZ.REPLAY_10,
                    "Shift+Left",
                    -MANY),
                send(
                    "nextTrial",
                    wording("PlaybackCommands.next_trial"),
                    Material2MZ.SKIP_NEXT,
                    "CLOSE_BRACKET",
                    new TimelineCommand.StepTrial(1)),
                send(
                    "previousTrial",
                    wording("PlaybackCommands.previous_trial"),
                    Material2MZ.SKIP_PREVIOUS,
                    "OPEN_BRACKET",
                    new TimelineCommand.StepTrial(-1)),
                send(
                    "first",
                    wording("PlaybackCommands.first_tick"),
                    Material2AL.FIRST_PAGE,
                    "Home",
                    new TimelineCommand.Seek(0)),
                send(
                    "last",
                    wording("PlaybackCommands.last_tick"),
                    Material2AL.LAST_PAGE,
                    "End",
                    new TimelineCommand.Seek(Integer.MAX_VALUE)),
                AppCommand.recording(
                        "playback.goto",
                        wording("PlaybackCommands.go_to_tick"),
                        Material2MZ.MY_LOCATION,
                        "Shortcut+G",
                        shell::goToTick)
                    .alsoCalled("seek", "jump", "step"))));
  }

  /// Makes the cursor of a growing recording stay at its end, or stay in place.
  private AppCommand tail() {
    return AppCommand.recording(
            "playback.tail",
            wording("PlaybackCommands.follow_the_newest_tick"),
            Material2AL.LAST_PAGE,
            "Shift+End",
            () -> document().ifPresent(shown -> shown.follow(shown.tail().state().other())))
        .switching(
            () -> document().map(shown -> shown.tail().state() == TailMode.FOLLOWING).orElse(false))
        .unless(() ->
            document().map(Document::live).orElse(false)
                ? Optional.empty()
                : Optional.of(wording("PlaybackCommands.this_recording_is_not_live")));
  }

  private AppCommand step(String name, String title, Ikon icon, String keys, int ticks) {
    return send(name, title, icon, keys, new TimelineCommand.Step(ticks));
  }

  private AppCommand send(
      String name, String title, Ikon icon, String keys, TimelineCommand command) {
    return from(name, title, icon, keys, _ -> command);
  }

  private AppCommand from(
      String name,
      String title,
      Ikon icon,
      String keys,
      Function<TimelineState, TimelineCommand> command) {
    return AppCommand.recording(
        "playback." + name,
        title,
        icon,
        keys,
        () ->
            document()
                .ifPresent(
                    shown -> shown.timeline().send(command.apply(shown.timeline().state()))));
  }

  private static TimelineCommand faster(TimelineState state) {
    return new TimelineCommand.Speed(PlaybackSpeeds.faster(state.speed()));
  }

  private static TimelineCommand slower(TimelineState state) {
    return new TimelineCommand.Speed(PlaybackSpeeds.slower(state.speed()));
  }

  private boolean loops() {
    return document().map(shown -> LoopRange.isOn(shown.timeline().state(), AROUND)).orElse(false);
  }

  private boolean loopsAround() {
    return document()
        .map(shown -> LoopRange.isAround(shown.timeline().state(), AROUND))
        .orElse(false);
  }

  private Optional<Document> document() {
    return window.workspace().state().document();
  }

  /// The effect of the loop keys.
  private static final class LoopRange {
    private LoopRange() {}

    /// Ends a loop over a trial or a chosen range; otherwise loops the cursor's trial, or
    /// everything if there are no trials.
    ///
    /// @param ticks length of the loop around a tick
    static TimelineCommand toggled(TimelineState state, int ticks) {
      return isOn(state, ticks)
          ? new TimelineCommand.LoopOff()
          : new TimelineCommand.Loop(state.axis().trialAt(state.tick()));
    }

    /// Whether there is a loop other than the one around a tick.
    ///
    /// @param ticks length of the loop around a tick; a trial of this length still counts as a
    ///   trial
    static boolean isOn(TimelineState state, int ticks) {
      return state
          .loop()
          .filter(
              range -> range.equals(state.axis().trialAt(range.from())) || !isAround(state, ticks))
          .isPresent();
    }

    /// Off where there is such a loop; else so many ticks with the cursor in their middle, as far
    /// as its trial goes.
    static TimelineCommand aroundToggled(TimelineState state, int ticks) {
      return isAround(state, ticks)
          ? new TimelineCommand.LoopOff()
          : new TimelineCommand.Loop(around(state.axis(), state.tick(), ticks));
    }

    /// Whether the loop is one around a tick with this length.
    static boolean isAround(TimelineState state, int ticks) {
      return state
          .loop()
          .filter(
              range -> range.equals(around(state.axis(), range.from() + range.ticks() / 2, ticks)))
          .isPresent();
    }

    private static Span around(TimeAxis axis, int tick, int ticks) {
      Span trial = axis.trialAt(tick);
      int from = Math.max(trial.from(), Math.min(tick - ticks / 2, trial.to() - ticks));
      return new Span(from, Math.min(trial.to(), from + ticks));
    }

    /// Loops from the cursor to the end of the loop, or to the last tick.
    static TimelineCommand from(TimelineState state) {
      int all = state.axis().all().to();
      int end = state.loop().map(Span::to).orElse(all);
      return new TimelineCommand.Loop(new Span(state.tick(), state.tick() < end ? end : all));
    }

    /// Loops from the beginning of the loop, or from the first tick, to the cursor.
    static TimelineCommand to(TimelineState state) {
      int from = state.loop().map(Span::from).orElse(0);
      return new TimelineCommand.Loop(new Span(from <= state.tick() ? from : 0, state.tick() + 1));
    }
  }
}
