package dev.hindsight.app.window;

import dev.hindsight.app.branch.BranchDesk;
import dev.hindsight.app.branch.WheelDesk;
import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.workspace.Workbench;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands about going back in the recording that is shown, and running on.
final class BranchCommands {
  private final Workbench bench;
  private final Supplier<WheelDesk> wheel;

  private BranchCommands(Workbench bench, Supplier<WheelDesk> wheel) {
    this.bench = bench;
    this.wheel = wheel;
  }

  /// @param wheel asked for when it is used: it takes keys from the very commands
  static List<AppCommand> of(Workbench bench, Supplier<WheelDesk> wheel) {
    BranchCommands commands = new BranchCommands(bench, wheel);
    return List.of(
        AppCommand.recording(
            "branch.wheel",
            "Take the wheel, or let go",
            Material2AL.DIRECTIONS_CAR,
            "Shift+W",
            () ->
                bench
                    .workspace()
                    .state()
                    .document()
                    .ifPresent(document -> commands.wheel.get().turn(document))),
        commands.command(
            "replay", "Does it replay here?", Material2MZ.REPLAY, "", BranchDesk::replay),
        commands.command(
            "run",
            "Run on from here with the changes",
            Material2AL.CALL_SPLIT,
            "Shortcut+ENTER",
            BranchDesk::runOn),
        commands
            .command(
                "up",
                "Open what this branched from",
                Material2AL.ARROW_UPWARD,
                "Shortcut+Up",
                BranchDesk::up)
            .unless(() ->
                commands.desk().filter(BranchDesk::branched).isPresent()
                    ? Optional.empty()
                    : Optional.of("This recording is not a branch")));
  }

  private AppCommand command(
      String name, String title, Ikon icon, String keys, Consumer<BranchDesk> run) {
    return AppCommand.recording("branch." + name, title, icon, keys, () -> desk().ifPresent(run));
  }

  private Optional<BranchDesk> desk() {
    return bench.workspace().state().document().map(document -> BranchDesk.of(document, bench));
  }
}
