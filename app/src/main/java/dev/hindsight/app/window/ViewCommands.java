package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.commands.CommandGroup;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Overlay;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for the view of the front recording.
final class ViewCommands {
  private final WindowContext window;

  private ViewCommands(WindowContext window) {
    this.window = window;
  }

  static CommandGroup of(WindowContext window, ShellActions shell) {
    return new ViewCommands(window).group(shell);
  }

  private CommandGroup group(ShellActions shell) {
    return new CommandGroup(
        "View",
        List.of(
            CommandGroup.Section.of(
                List.of(
                    mode(
                        "map",
                        wording("ViewCommands.whole_map"),
                        Material2MZ.MAP,
                        "1",
                        CameraMode.WHOLE_MAP),
                    mode(
                        "follow",
                        wording("ViewCommands.follow_agent"),
                        Material2MZ.MY_LOCATION,
                        "2",
                        CameraMode.FOLLOW),
                    mode(
                        "headingUp",
                        wording("ViewCommands.heading_up"),
                        Material2MZ.NAVIGATION,
                        "3",
                        CameraMode.HEADING_UP),
                    mode(
                        "eyes",
                        wording("ViewCommands.what_the_agent_sees"),
                        Material2MZ.VISIBILITY,
                        "4",
                        CameraMode.EYES),
                    mode(
                            "story",
                            wording("ViewCommands.what_happens"),
                            Material2MZ.VIDEOCAM,
                            "5",
                            CameraMode.STORY)
                        .alsoCalled("story", "film", "frame", "action", "camera"))),
            CommandGroup.Section.of(
                List.of(
                    send(
                        "nextAgent",
                        wording("ViewCommands.next_agent"),
                        Material2AL.ARROW_RIGHT,
                        "N",
                        new ViewCommand.SelectNext(1)),
                    send(
                        "previousAgent",
                        wording("ViewCommands.previous_agent"),
                        Material2AL.ARROW_LEFT,
                        "Shift+N",
                        new ViewCommand.SelectNext(-1)),
                    noAgent())),
            CommandGroup.Section.submenu(
                "Overlays",
                List.of(
                    overlay("goals", "Goals", "G", Overlay.GOALS),
                    overlay("trails", "Trails", "T", Overlay.TRAILS),
                    overlay(
                        "observed",
                        wording("ViewCommands.observed_objects"),
                        "O",
                        Overlay.OBSERVED),
                    overlay("labels", wording("ViewCommands.agent_numbers"), "B", Overlay.LABELS),
                    overlay("vectors", wording("ViewCommands.track_vectors"), "V", Overlay.VECTORS),
                    overlay("zones", wording("ViewCommands.protected_zones"), "Z", Overlay.ZONES),
                    overlay(
                        "conflicts",
                        wording("ViewCommands.predicted_conflicts"),
                        "X",
                        Overlay.CONFLICTS),
                    overlay("attention", "Attention", "W", Overlay.ATTENTION),
                    overlay(
                        "caption", wording("ViewCommands.trial_and_time"), "C", Overlay.CAPTION),
                    overlay("metrics", "Metrics", "M", Overlay.METRICS),
                    overlay(
                        "ghosts",
                        wording("ViewCommands.the_other_recording_as_outlines"),
                        "H",
                        Overlay.GHOSTS))),
            CommandGroup.Section.of(
                List.of(
                    AppCommand.always(
                            "view.theme",
                            wording("ViewCommands.dark_or_light_theme"),
                            Material2AL.BRIGHTNESS_6,
                            "Shortcut+Shift+T",
                            shell::switchTheme)
                        .alsoCalled("theme", "colours", "colors", "appearance", "mode"),
                    AppCommand.always(
                            "view.history",
                            wording("ViewCommands.activity_in_this_session"),
                            Material2AL.HISTORY,
                            "Shortcut+J",
                            shell::showHistory)
                        .alsoCalled("history", "tasks", "jobs", "log"),
                    AppCommand.always(
                            "view.message",
                            wording("ViewCommands.go_to_the_message"),
                            Material2AL.ANNOUNCEMENT,
                            "Alt+Shift+M",
                            shell::focusNotice)
                        .alsoCalled("notice", "banner", "error"))),
            CommandGroup.Section.submenu(
                wording("ViewCommands.text_size"),
                List.of(
                    size(
                        "larger",
                        wording("ViewCommands.larger_text"),
                        "Shortcut+Equals",
                        kept -> kept.sized(1)),
                    size(
                        "smaller",
                        wording("ViewCommands.smaller_text"),
                        "Shortcut+Minus",
                        kept -> kept.sized(-1)),
                    size(
                        "usual",
                        wording("ViewCommands.default_text_size"),
                        "Shortcut+0",
                        Preferences::usualSize)))));
  }

  /// Escape restores a maximised pane first.
  private AppCommand noAgent() {
    return AppCommand.recording(
        "view.noAgent",
        wording("ViewCommands.deselect_agent"),
        Material2AL.CLOSE,
        "Esc",
        () ->
            document()
                .ifPresent(shown -> {
                  if (shown.maximised().state().isPresent()) {
                    shown.maximised().send(Optional.empty());
                  } else {
                    shown.view().send(new ViewCommand.Select(Moment.NO_AGENT));
                  }
                }));
  }

  private AppCommand size(
      String name, String title, String keys, UnaryOperator<Preferences> change) {
    return AppCommand.always(
            "view.font." + name,
            title,
            Material2AL.FORMAT_SIZE,
            keys,
            () -> window.preferences().send(change))
        .alsoCalled("font", "text", "size", "zoom");
  }

  private AppCommand mode(String name, String title, Ikon icon, String keys, CameraMode mode) {
    return send(name, title, icon, keys, new ViewCommand.SetCameraMode(mode))
        .switching(() -> is(state -> state.view().mode() == mode));
  }

  private AppCommand overlay(String name, String title, String keys, Overlay overlay) {
    return send("overlay." + name, title, Material2AL.LAYERS, keys, new ViewCommand.Toggle(overlay))
        .switching(() -> is(state -> state.overlays().contains(overlay)))
        .unless(() ->
            document()
                .filter(shown -> !shown.sketch().sceneDefaults().offered().contains(overlay))
                .map(_ ->
                    overlay == Overlay.ATTENTION
                        ? wording("ViewCommands.its_scene_draws_no_attention")
                        : wording("ViewCommands.this_environment_has_none")));
  }

  private AppCommand send(String name, String title, Ikon icon, String keys, ViewCommand command) {
    return AppCommand.recording(
        "view." + name,
        title,
        icon,
        keys,
        () -> document().ifPresent(shown -> shown.view().send(command)));
  }

  private boolean is(Predicate<ViewState> condition) {
    return document().map(shown -> condition.test(shown.view().state())).orElse(false);
  }

  private Optional<Document> document() {
    return window.workspace().state().document();
  }
}
