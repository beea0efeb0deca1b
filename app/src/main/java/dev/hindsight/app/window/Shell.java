package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.branch.KeyboardDriveController;
import dev.hindsight.app.commands.CommandPalette;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.commands.KeyRouter;
import dev.hindsight.app.commands.ShortcutSheet;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.draft.RecordingDraftPane;
import dev.hindsight.app.evaluation.EvaluationPane;
import dev.hindsight.app.export.ChannelExportPane;
import dev.hindsight.app.film.FilmPane;
import dev.hindsight.app.foreign.LoggedPane;
import dev.hindsight.app.foreign.MappingPane;
import dev.hindsight.app.foreign.PolicyFormPane;
import dev.hindsight.app.foreign.TensorsPane;
import dev.hindsight.app.fx.StyleSheet;
import dev.hindsight.app.gpu.GpuPane;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.scene.SceneImage;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.study.StudyPane;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.RunningTask;
import dev.hindsight.app.tasks.TaskStripState;
import dev.hindsight.app.training.ChartOptions;
import dev.hindsight.app.training.TrainingPane;
import dev.hindsight.app.welcome.WelcomePane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.EvaluationTab;
import dev.hindsight.app.workspace.FileTab;
import dev.hindsight.app.workspace.RecordingDraft;
import dev.hindsight.app.workspace.StudyTab;
import dev.hindsight.app.workspace.TailMode;
import dev.hindsight.app.workspace.TrainingTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.app.workspace.WorkspaceState;
import dev.hindsight.app.workspace.WorkspaceTab;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.render.stage.SceneThreads;
import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// The content of the window. FX thread.
public final class Shell extends StackPane implements ShellActions, KeyRouter.Dialogs {
  private static final List<FileDialogs.Kind> KINDS =
      List.of(
          new FileDialogs.Kind(
              wording("Shell.all_files_hindsight_opens"),
              List.of(
                  "*.rollout",
                  "*.part",
                  "*.bin",
                  "*.json",
                  "*.zip",
                  "*.yaml",
                  "*.yml",
                  "*.pt",
                  "*.pth",
                  "*.onnx",
                  "*.safetensors",
                  "*.hdf5",
                  "*.h5",
                  "*.npz",
                  "*.npy")),
          FileDialogs.Kind.RECORDINGS,
          new FileDialogs.Kind(wording("Shell.studies"), List.of("*.yaml", "*.yml", "*.json")),
          new FileDialogs.Kind("Maps", List.of("*.bin", "*.json", "*.zip")),
          FileDialogs.Kind.CHECKPOINTS);

  private final WindowContext window;
  private final SceneThreads threads;
  private final Runnable close;
  private final CommandSet commands;
  private final KeyboardDriveController wheel;
  private final TabArea tabs;
  private final NoticeBanner banner;
  private final DialogLayer modal = new DialogLayer();

  /// Lasts longer than a tab for training.
  private final Store<ChartOptions, UnaryOperator<ChartOptions>> charts =
      new Store<>(ChartOptions.INITIAL, (before, change) -> change.apply(before));

  private Preferences shownPreferences;

  /// @param threads draw the scenes
  /// @param close closes the window
  public Shell(WindowContext window, SceneThreads threads, Runnable close) {
    this.window = window;
    this.threads = threads;
    this.close = close;
    this.shownPreferences = window.preferences().state();
    this.commands = commands(window, this, this::wheel);
    this.wheel = new KeyboardDriveController(window, commands);
    this.tabs = new TabArea(window, new WelcomePane(window, commands), this::content);
    BorderPane frame = new BorderPane(tabs);
    banner = new NoticeBanner(window);
    frame.setTop(new VBox(new TopBar(commands), banner));
    frame.setBottom(new TaskStrip(window.background()));
    getChildren().addAll(frame, modal.node());
    FileDrop.accept(this, window);
    window.workspace().watch(this::shown);
    window.preferences().watch(this::applyTheme);
  }

  /// All commands.
  ///
  /// @param wheel requested on use, because it captures keys of these commands
  static CommandSet commands(
      WindowContext window, ShellActions shell, Supplier<KeyboardDriveController> wheel) {
    return new CommandSet(
        List.of(
            FileCommands.file(window, shell),
            UndoCommands.of(window, shell),
            ViewCommands.of(window, shell),
            LayoutCommands.of(window, shell),
            PlaybackCommands.of(window, shell),
            TimelineCommands.of(window, wheel),
            FileCommands.help(window, shell)));
  }

  /// The commands, for the keys of the window.
  public CommandSet commands() {
    return commands;
  }

  @Override
  public boolean shown() {
    return modal.shown();
  }

  @Override
  public void leave() {
    modal.hide();
  }

  @Override
  public void openFile() {
    window.dialogs().open("Open", KINDS).ifPresent(window::open);
  }

  @Override
  public void openSample(Sample sample) {
    Path folder = Samples.folder();
    window
        .background()
        .startHidden(
            wording("Shell.looking_for_the_sample", sample.title()),
            (_, _) -> sample.liesIn(folder),
            there -> {
              if (there) {
                window.open(sample.file(folder));
              } else {
                record(sample, folder);
              }
            });
  }

  /// Shows the sample from its first tick while it is recorded. Ignores further clicks.
  private void record(Sample sample, Path folder) {
    String title = wording("Shell.recording_the_sample", sample.title());
    if (window.background().shows(title)) {
      return;
    }
    Path file = sample.file(folder);
    Optional<WorkspaceTab> open =
        window.workspace().state().tabs().stream()
            .filter(workspaceTab ->
                workspaceTab instanceof Document document && document.rollout().file().equals(file))
            .findFirst();
    open.ifPresentOrElse(
        workspaceTab -> window.workspace().send(new WorkspaceCommand.Activate(workspaceTab)),
        () ->
            window.record(
                title,
                (progress, cancellation, follower) ->
                    sample.record(folder, progress, cancellation, follower),
                Optional.empty(),
                TailMode.FROZEN));
  }

  @Override
  public void exportFilm() {
    window
        .workspace()
        .state()
        .document()
        .ifPresent(document ->
            modal.show(FilmPane.film(window, document, ArrangementFrames::of, modal::hide)));
  }

  @Override
  public void exportPicture() {
    window
        .workspace()
        .state()
        .document()
        .ifPresent(document ->
            modal.show(FilmPane.still(window, document, ArrangementFrames::of, modal::hide)));
  }

  @Override
  public void exportChannel() {
    window
        .workspace()
        .state()
        .document()
        .filter(document -> !document.rollout().channels().isEmpty())
        .ifPresent(document -> modal.show(new ChannelExportPane(window, document, modal::hide)));
  }

  @Override
  public void copyScene() {
    window
        .workspace()
        .state()
        .document()
        .ifPresent(document ->
            SceneImage.copy(window, document, active().flatMap(DocumentPane::viewpoint)));
  }

  @Override
  public void closeTab() {
    window.workspace().state().active().ifPresent(window::close);
  }

  @Override
  public void nextTab() {
    WorkspaceState state = window.workspace().state();
    state
        .active()
        .ifPresent(workspaceTab -> {
          int next = (state.tabs().indexOf(workspaceTab) + 1) % state.tabs().size();
          window.workspace().send(new WorkspaceCommand.Activate(state.tabs().get(next)));
        });
  }

  @Override
  public void goToTick() {
    active().ifPresent(DocumentPane::askForTick);
  }

  /// Updates what is visible; called once before a frame is painted.
  ///
  /// @param seconds since the last frame
  public void frame(double seconds) {
    banner.frame(seconds);
    active().ifPresent(DocumentPane::frame);
    tabs.panes(TrainingPane.class).forEach(pane -> pane.frame(seconds));
  }

  /// Whether the scenes of the front recording have been built.
  public boolean drawn() {
    return active().map(DocumentPane::drawn).orElse(true);
  }

  /// Whether everything visible of the front recording has arrived.
  public boolean complete() {
    return active().map(DocumentPane::complete).orElse(true);
  }

  @Override
  public Optional<PaneId> focusedPane() {
    return active().flatMap(pane -> pane.docks().focused());
  }

  @Override
  public void focusPane(PaneId pane) {
    active().ifPresent(shown -> shown.docks().focus(pane));
  }

  @Override
  public void focusPane(int steps) {
    active().ifPresent(shown -> shown.docks().focusNext(steps));
  }

  @Override
  public void switchTheme() {
    window.preferences().send(kept -> kept.with(kept.theme().other()));
  }

  @Override
  public void showPalette() {
    modal.show(new CommandPalette(commands, modal::hide));
  }

  @Override
  public void showHistory() {
    modal.show(new TaskHistory(window, modal::hide));
  }

  @Override
  public void showGpu() {
    modal.show(new GpuPane(window, modal::hide));
  }

  @Override
  public void showShortcuts() {
    modal.show(
        new ShortcutSheet(
            commands,
            wording("Shell.while_you_drive"),
            window
                .workspace()
                .state()
                .document()
                .map(document -> KeyboardDriveController.keys(document.rollout()))
                .orElse(Map.of())));
  }

  @Override
  public void showDocs() {
    ProgramFiles.docs(window, docs -> ResultFile.launch(window, docs));
  }

  @Override
  public void showAbout() {
    modal.show(new AboutPane(window, modal::hide));
  }

  @Override
  public void focusNotice() {
    banner.takeKeyboard();
  }

  @Override
  public void quit() {
    close.run();
  }

  private Node content(WorkspaceTab workspaceTab) {
    return switch (workspaceTab) {
      case Document document -> new DocumentPane(document, commands, window, threads, theme());
      case RecordingDraft draft -> new RecordingDraftPane(window, draft);
      case TrainingTab training -> new TrainingPane(window, training, threads, charts);
      case EvaluationTab _ -> new EvaluationPane(window);
      case StudyTab study -> new StudyPane(window, study);
      case FileTab tab ->
          switch (tab.look()) {
            case POLICY -> new PolicyFormPane(window, tab);
            case TENSORS -> new TensorsPane(window, tab);
            case ARRAYS -> new MappingPane(window, tab);
            case LOGGED -> new LoggedPane(window, tab);
          };
    };
  }

  private void shown(WorkspaceState state) {
    commands.show(
        state.document().isPresent()
            ? CommandSet.WindowContent.A_RECORDING
            : CommandSet.WindowContent.NO_RECORDING);
  }

  private void applyTheme(Preferences preferences) {
    boolean otherTheme = shownPreferences.theme() != preferences.theme();
    if (otherTheme || shownPreferences.fontPercent() != preferences.fontPercent()) {
      StyleSheet.apply(preferences.theme(), preferences.fontPercent());
    }
    shownPreferences = preferences;
    if (otherTheme) {
      window.workspace().state().tabs().stream()
          .flatMap(workspaceTab -> tabs.pane(workspaceTab).stream())
          .forEach(this::applyTheme);
    }
  }

  private void applyTheme(Node pane) {
    switch (pane) {
      case DocumentPane document -> document.applyTheme(theme());
      case TrainingPane training -> training.applyTheme(theme());
      case StudyPane study -> study.applyTheme(theme());
      default -> {}
    }
  }

  private Optional<DocumentPane> active() {
    return window
        .workspace()
        .state()
        .active()
        .flatMap(tabs::pane)
        .filter(DocumentPane.class::isInstance)
        .map(DocumentPane.class::cast);
  }

  private KeyboardDriveController wheel() {
    return wheel;
  }

  private Theme theme() {
    return window.preferences().state().theme();
  }

  /// Opens dropped files. FX thread.
  private static final class FileDrop {
    private FileDrop() {}

    /// Accepts dropped files anywhere on a node.
    static void accept(Node node, WindowContext window) {
      node.addEventHandler(
          DragEvent.DRAG_OVER,
          event -> {
            if (event.getDragboard().hasFiles()) {
              event.acceptTransferModes(TransferMode.COPY);
              event.consume();
            }
          });
      node.addEventHandler(
          DragEvent.DRAG_DROPPED,
          event -> {
            event.getDragboard().getFiles().stream().map(File::toPath).forEach(window::open);
            event.setDropCompleted(event.getDragboard().hasFiles());
            event.consume();
          });
    }
  }

  /// Shows the running jobs at the bottom of the window. FX thread.
  private static final class TaskStrip extends VBox {
    private final BackgroundTasks backgroundTasks;
    private final Map<Long, RunningTaskRow> rows = new HashMap<>();

    TaskStrip(BackgroundTasks backgroundTasks) {
      this.backgroundTasks = backgroundTasks;
      setId("tasks");
      backgroundTasks.watch(this::show);
    }

    /// A row stays while its job runs: a pressed button must still be the same when it is released.
    private void show(TaskStripState state) {
      rows.keySet().retainAll(state.lines().stream().map(RunningTask::number).toList());
      List<RunningTaskRow> wanted = state.lines().stream().map(this::row).toList();
      if (!wanted.equals(getChildren())) {
        getChildren().setAll(wanted);
      }
    }

    private RunningTaskRow row(RunningTask line) {
      RunningTaskRow row =
          rows.computeIfAbsent(line.number(), _ -> new RunningTaskRow(backgroundTasks, line));
      row.show(line);
      return row;
    }
  }
}
