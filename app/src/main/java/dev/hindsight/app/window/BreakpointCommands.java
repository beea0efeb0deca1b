package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.breakpoints.BreakpointCommand;
import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.breakpoint.PresetBreakpoint;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventRole;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for the breakpoints of the front recording.
final class BreakpointCommands {
  private final WindowContext window;

  private BreakpointCommands(WindowContext window) {
    this.window = window;
  }

  static List<AppCommand> of(WindowContext window) {
    BreakpointCommands commands = new BreakpointCommands(window);
    List<AppCommand> all = new ArrayList<>();
    all.add(
        commands.command(
            "run",
            wording("BreakpointCommands.run_to_the_next_breakpoint_hit"),
            Material2MZ.SKIP_NEXT,
            "F8",
            document -> document.timelineModel().runs().go(SearchDirection.NEXT)));
    all.add(
        commands.command(
            "back",
            wording("BreakpointCommands.run_back_to_the_previous_hit"),
            Material2MZ.SKIP_PREVIOUS,
            wording("BreakpointCommands.shift_f8"),
            document -> document.timelineModel().runs().go(SearchDirection.PREVIOUS)));
    all.add(
        commands.command(
            "add",
            wording("BreakpointCommands.break_when"),
            Material2MZ.PAN_TOOL,
            "Shortcut+B",
            commands::ask));
    BuiltInEnvironments.all().stream()
        .flatMap(type -> type.events().stream())
        .filter(kind -> kind.role() != EventRole.GOOD && !kind.equals(EventKind.OFFROAD))
        .distinct()
        .forEach(kind -> all.add(commands.at(kind)));
    all.add(
        commands.command(
            "toggleAll",
            wording("BreakpointCommands.enable_or_disable_all_breakpoints"),
            Material2AL.BLOCK,
            "Shortcut+F8",
            document ->
                window.breakpoints(document).book().send(new BreakpointCommand.ToggleAll())));
    return all;
  }

  private void ask(Document document) {
    PaneId pane = PaneId.of(PaneKinds.BREAKPOINTS);
    document.layout().send(new LayoutCommand.Open(pane, PaneKinds.home(PaneKinds.BREAKPOINTS)));
    window.breakpoints(document).requestConditionInput();
  }

  /// Stops at an event.
  private AppCommand at(EventKind kind) {
    return command(
        kind.name(),
        wording("BreakpointCommands.break_at", kind.plural()),
        Material2MZ.REPORT_PROBLEM,
        "",
        document ->
            window
                .breakpoints(document)
                .book()
                .send(new BreakpointCommand.Add(PresetBreakpoint.of(kind))));
  }

  private AppCommand command(
      String name, String title, Ikon icon, String keys, Consumer<Document> run) {
    return AppCommand.recording(
        "breakpoint." + name,
        title,
        icon,
        keys,
        () -> window.workspace().state().document().ifPresent(run));
  }
}
