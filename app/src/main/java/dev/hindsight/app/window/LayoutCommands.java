package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.commands.CommandGroup;
import dev.hindsight.app.dock.DockEdge;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode.Flow;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for opening and arranging panes.
final class LayoutCommands {
  private static final double STEP = 0.05;

  private final WindowContext window;
  private final ShellActions shell;

  private LayoutCommands(WindowContext window, ShellActions shell) {
    this.window = window;
    this.shell = shell;
  }

  static CommandGroup of(WindowContext window, ShellActions shell) {
    LayoutCommands commands = new LayoutCommands(window, shell);
    List<CommandGroup.Section> sections = new ArrayList<>();
    PaneKinds.ALL.stream()
        .map(PaneKinds.Kind::group)
        .distinct()
        .forEach(
            group -> sections.add(CommandGroup.Section.submenu(group, commands.toggles(group))));
    sections.add(CommandGroup.Section.of(List.of(commands.anotherScene())));
    sections.add(CommandGroup.Section.of(commands.presets()));
    sections.add(
        CommandGroup.Section.submenu(wording("LayoutCommands.this_pane"), commands.keyboard()));
    sections.add(
        CommandGroup.Section.submenu(
            wording("LayoutCommands.size_of_this_pane"), commands.resizing()));
    sections.add(CommandGroup.Section.of(commands.files()));
    return new CommandGroup("Panels", sections);
  }

  private List<AppCommand> toggles(String group) {
    return PaneKinds.ALL.stream()
        .filter(kind -> kind.group().equals(group))
        .map(this::toggle)
        .toList();
  }

  /// Opens a kind of pane, brings a hidden one to the front, or closes it.
  private AppCommand toggle(PaneKinds.Kind kind) {
    PaneId pane = PaneId.of(kind.id());
    return recording(
            "panel." + kind.id(),
            kind.title(),
            Material2MZ.VIEW_QUILT,
            "",
            document ->
                document
                    .layout()
                    .send(
                        document.layout().state().inFront(pane)
                            ? new LayoutCommand.Close(pane)
                            : new LayoutCommand.Open(pane, PaneKinds.home(kind.id()))))
        .switching(() -> document().map(shown -> shown.layout().state().holds(pane)).orElse(false))
        .unless(() ->
            document().flatMap(shown -> PaneKinds.missing(kind.id(), shown.rollout().manifest())))
        .alsoCalled(kind.synonyms())
        .explained(kind.help());
  }

  /// Opens another scene with its own camera.
  private AppCommand anotherScene() {
    return recording(
        "scene.another",
        wording("LayoutCommands.another_scene_view"),
        Material2AL.ADD_TO_QUEUE,
        "",
        document -> {
          int free = ViewState.FIRST;
          while (document.layout().state().holds(new PaneId(PaneKinds.SCENE, free))) {
            free++;
          }
          PaneId pane = new PaneId(PaneKinds.SCENE, free);
          document.layout().send(new LayoutCommand.Open(pane, PaneKinds.home(PaneKinds.SCENE)));
        });
  }

  private List<AppCommand> presets() {
    List<AppCommand> presets = new ArrayList<>();
    for (LayoutPreset layoutPreset : LayoutPreset.values()) {
      presets.add(
          recording(
              "layout." + layoutPreset.name().toLowerCase(Locale.ROOT),
              wording("LayoutCommands.layout", layoutPreset.title()),
              Material2AL.DASHBOARD,
              layoutPreset.keys(),
              document -> arrange(document, layoutPreset)));
    }
    presets.add(
        recording(
            "layout.reset",
            wording("LayoutCommands.reset_the_layout"),
            Material2MZ.RESTORE,
            "",
            this::reset));
    return presets;
  }

  /// Applies the default layout of the recording.
  private void reset(Document document) {
    Layout layout =
        document.beside().isPresent()
            ? PaneKinds.fitting(
                LayoutPreset.COMPARE.layout(window.room().get()), document.rollout().manifest())
            : PaneKinds.suited(document.rollout().manifest(), window.room().get());
    document.layout().send(new LayoutCommand.Arrange(layout.root()));
  }

  private List<AppCommand> keyboard() {
    return List.of(
        recording(
            "pane.next",
            wording("LayoutCommands.next_pane"),
            Material2AL.ARROW_FORWARD,
            "F6",
            _ -> shell.focusPane(1)),
        recording(
            "pane.previous",
            wording("LayoutCommands.previous_pane"),
            Material2AL.ARROW_BACK,
            "Shift+F6",
            _ -> shell.focusPane(-1)),
        pane(
                "maximise",
                wording("LayoutCommands.maximise_or_restore_the_pane"),
                Material2AL.FULLSCREEN,
                "Shortcut+Shift+Enter",
                (document, pane) ->
                    document
                        .maximised()
                        .send(
                            document.maximised().state().isPresent()
                                ? Optional.empty()
                                : Optional.of(pane)))
            .alsoCalled("full", "large", "zoom", "maximize"),
        pane(
            "close",
            wording("LayoutCommands.close_pane"),
            Material2AL.CLOSE,
            "Shortcut+F4",
            (document, pane) -> document.layout().send(new LayoutCommand.Close(pane))),
        move("left", Material2AL.ARROW_BACK, DockEdge.LEFT),
        move("right", Material2AL.ARROW_FORWARD, DockEdge.RIGHT),
        move("up", Material2AL.ARROW_UPWARD, DockEdge.TOP),
        move("down", Material2AL.ARROW_DOWNWARD, DockEdge.BOTTOM));
  }

  private List<AppCommand> resizing() {
    return List.of(
        grow("wider", "Alt+Shift+Right", Flow.COLUMNS, STEP),
        grow("narrower", "Alt+Shift+Left", Flow.COLUMNS, -STEP),
        grow("taller", "Alt+Shift+Up", Flow.ROWS, STEP),
        grow("shorter", "Alt+Shift+Down", Flow.ROWS, -STEP));
  }

  private List<AppCommand> files() {
    LayoutFiles files = new LayoutFiles(window);
    return List.of(
        recording(
            "layout.save",
            wording("LayoutCommands.export_layout"),
            Material2MZ.SAVE_ALT,
            "",
            files::export),
        recording(
            "layout.load",
            wording("LayoutCommands.import_layout"),
            Material2AL.FOLDER_OPEN,
            "",
            files::load));
  }

  private AppCommand move(String where, Ikon icon, DockEdge dockEdge) {
    String arrow = where.substring(0, 1).toUpperCase(Locale.ROOT) + where.substring(1);
    return pane(
        where,
        wording("LayoutCommands.move_pane", where),
        icon,
        "Shortcut+Alt+" + arrow,
        (document, pane) -> {
          document.layout().send(new LayoutCommand.Move(pane, dockEdge));
          shell.focusPane(pane);
        });
  }

  private AppCommand grow(String how, String keys, Flow flow, double share) {
    return pane(
        how,
        wording("LayoutCommands.make_pane", how),
        Material2MZ.OPEN_WITH,
        keys,
        (document, pane) -> document.layout().send(new LayoutCommand.Grow(pane, flow, share)));
  }

  private void arrange(Document document, LayoutPreset layoutPreset) {
    document
        .layout()
        .send(
            new LayoutCommand.Arrange(
                PaneKinds.fitting(
                        layoutPreset.layout(window.room().get()), document.rollout().manifest())
                    .root()));
  }

  private AppCommand pane(
      String name, String title, Ikon icon, String keys, BiConsumer<Document, PaneId> run) {
    return recording(
            "pane." + name,
            title,
            icon,
            keys,
            document -> shell.focusedPane().ifPresent(pane -> run.accept(document, pane)))
        .unless(() ->
            shell.focusedPane().isPresent()
                ? Optional.empty()
                : Optional.of(wording("LayoutCommands.press_f6_to_focus_a_pane")));
  }

  private AppCommand recording(
      String id, String title, Ikon icon, String keys, Consumer<Document> run) {
    return AppCommand.recording(id, title, icon, keys, () -> document().ifPresent(run));
  }

  private Optional<Document> document() {
    return window.workspace().state().document();
  }

  /// Saves and loads layout files that the user chooses. FX thread.
  private static final class LayoutFiles {
    private static final FileDialogs.Kind LAYOUTS =
        new FileDialogs.Kind("Layouts", List.of("*.json"));

    private final WindowContext window;

    LayoutFiles(WindowContext window) {
      this.window = window;
    }

    /// Saves the layout of a recording to a file that the user chooses.
    void export(Document document) {
      Layout layout = document.layout().state();
      window
          .dialogs()
          .save(
              wording("LayoutCommands.export_layout_2"),
              LAYOUTS,
              window.layouts().folder().resolve("my-layout.json"))
          .ifPresent(file ->
              window
                  .background()
                  .startHidden(
                      wording("LayoutCommands.exporting_the_layout"),
                      (_, _) -> {
                        LayoutStore.write(layout, file);
                        return file;
                      },
                      written ->
                          window.raiseNotice(
                              Notice.Success.in(
                                  written, wording("LayoutCommands.the_layout_is_exported")))));
    }

    /// Applies the layout of a file; leaves out panes that do not apply to the recording.
    void load(Document document) {
      window
          .dialogs()
          .open(wording("LayoutCommands.import_layout_2"), List.of(LAYOUTS))
          .ifPresent(file ->
              window
                  .background()
                  .startHidden(
                      wording("LayoutCommands.importing_the_layout"),
                      (_, _) -> LayoutStore.read(file),
                      layout ->
                          document
                              .layout()
                              .send(
                                  new LayoutCommand.Replace(
                                      PaneKinds.fitting(layout, document.rollout().manifest())))));
    }
  }
}
