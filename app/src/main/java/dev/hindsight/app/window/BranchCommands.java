package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.branch.KeyboardDriveController;
import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.workspace.WindowContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for editing the front recording and running on.
final class BranchCommands {
  private final WindowContext window;
  private final Supplier<KeyboardDriveController> wheel;

  private BranchCommands(WindowContext window, Supplier<KeyboardDriveController> wheel) {
    this.window = window;
    this.wheel = wheel;
  }

  /// @param wheel requested on use, because it captures keys of these commands
  static List<AppCommand> of(WindowContext window, Supplier<KeyboardDriveController> wheel) {
    BranchCommands commands = new BranchCommands(window, wheel);
    return List.of(
        AppCommand.recording(
            "branch.wheel",
            wording("BranchCommands.take_or_leave_the_wheel"),
            Material2AL.DIRECTIONS_CAR,
            "Shift+W",
            () ->
                window
                    .workspace()
                    .state()
                    .document()
                    .ifPresent(document -> commands.wheel.get().turn(document))),
        commands.command(
            "replay",
            wording("BranchCommands.check_replay"),
            Material2MZ.REPLAY,
            "",
            BranchController::replay),
        commands.command(
            "run",
            wording("BranchCommands.run_on_from_here_with_the"),
            Material2AL.CALL_SPLIT,
            "Shortcut+ENTER",
            BranchController::runOn),
        commands
            .command(
                "up",
                wording("BranchCommands.open_the_parent_of_this_branch"),
                Material2AL.ARROW_UPWARD,
                "Shortcut+Up",
                BranchController::up)
            .unless(() ->
                commands.controller().filter(BranchController::branched).isPresent()
                    ? Optional.empty()
                    : Optional.of(wording("BranchCommands.this_recording_is_not_a_branch"))));
  }

  private AppCommand command(
      String name, String title, Ikon icon, String keys, Consumer<BranchController> run) {
    return AppCommand.recording(
        "branch." + name, title, icon, keys, () -> controller().ifPresent(run));
  }

  private Optional<BranchController> controller() {
    return window
        .workspace()
        .state()
        .document()
        .map(document -> BranchController.of(document, window));
  }
}
