package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarkLists;
import dev.hindsight.app.breakpoints.BreakpointLists;
import dev.hindsight.app.commands.KeyRouter;
import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.facts.FactLists;
import dev.hindsight.app.fx.FxThread;
import dev.hindsight.app.fx.PlaybackClock;
import dev.hindsight.app.fx.StyleSheet;
import dev.hindsight.app.fx.SystemFileDialogs;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.notices.NoticeState;
import dev.hindsight.app.session.SessionFile;
import dev.hindsight.app.session.SessionKeeper;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.PreferencesFile;
import dev.hindsight.app.tasks.AutoSave;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.training.QueueNotice;
import dev.hindsight.app.window.MainWindow;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.LiveRecordings;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.app.workspace.WorkspaceState;
import dev.hindsight.inspector.breakpoint.BreakpointStore;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.task.Tasks;
import dev.hindsight.trainer.task.Worker;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javafx.scene.Scene;
import javafx.stage.Stage;

/// The object graph of the window, wired by hand. FX thread.
final class CompositionRoot {
  private final Store<Preferences, UnaryOperator<Preferences>> preferences;
  private final WindowContext context;
  private final MainWindow window;
  private final Shell shell;
  private final SessionKeeper session;
  private final PlaybackClock clock = new PlaybackClock(this::pulse);

  /// @param window shown or not; gets its content
  /// @param tasks runs long work
  /// @param scenes builds scenes
  /// @param dialogs makes the window's file choosers
  /// @param folder where changes of settings and layouts are stored
  CompositionRoot(
      MainWindow window,
      Preferences remembered,
      Tasks tasks,
      Worker scenes,
      Function<Stage, FileDialogs> dialogs,
      Path folder) {
    this.window = window;
    Stage stage = window.stage();
    StyleSheet.apply(remembered.theme(), remembered.fontPercent());
    preferences = new Store<>(remembered, (kept, change) -> change.apply(kept));
    Store<NoticeState, NoticeCommand> notices = new Store<>(NoticeState.EMPTY, NoticeState::apply);
    BackgroundTasks backgroundTasks =
        new BackgroundTasks(
            tasks, FxThread::later, notice -> notices.send(new NoticeCommand.Raise(notice)));
    Store<WorkspaceState, WorkspaceCommand> workspace =
        new Store<>(WorkspaceState.EMPTY, WorkspaceState::apply);
    context =
        new WindowContext(
            workspace,
            notices,
            preferences,
            backgroundTasks,
            dialogs.apply(stage),
            new LayoutStore(folder.resolve("layouts")),
            new LiveRecordings(workspace, backgroundTasks),
            new BreakpointLists(
                new BreakpointStore(folder.resolve("breakpoints")), backgroundTasks),
            new FactLists(folder.resolve("facts"), backgroundTasks),
            new BookmarkLists(
                backgroundTasks, notice -> notices.send(new NoticeCommand.Raise(notice))),
            this::room);
    preferences.watch(
        new AutoSave<>(
            backgroundTasks,
            wording("CompositionRoot.saving_the_settings"),
            remembered,
            new PreferencesFile(folder)::remember));
    shell = new Shell(context, new SceneThreads(scenes::execute, FxThread::run), stage::close);
    window.fill(shell);
    preferences.watch(kept -> window.paint(kept.theme()));
    session = new SessionKeeper(context, SessionFile.in(folder));
    KeyRouter.install(stage.getScene(), shell.commands(), shell);
    context
        .workspace()
        .watch(state -> window.entitle(state.active().map(state.names()::get).orElse("")));
    Thread.currentThread()
        .setUncaughtExceptionHandler((_, failure) -> context.raiseNotice(Notice.of(failure)));
    clock.start();
  }

  /// The system's file choosers.
  static FileDialogs systemDialogs(Stage stage) {
    return new SystemFileDialogs(stage);
  }

  /// Known before the contents are in the window, and for pictures taken without one.
  private WindowSizeClass room() {
    Scene scene = shell.getScene();
    return WindowSizeClass.of(
        scene.getWidth(), scene.getHeight(), preferences.state().fontPercent());
  }

  /// What every part of the window uses.
  WindowContext context() {
    return context;
  }

  /// Runs a command, as its menu entry does.
  void command(String id) {
    shell.commands().run(shell.commands().named(id));
  }

  /// The window itself.
  Stage stage() {
    return window.stage();
  }

  /// Shows the window.
  ///
  /// @param onClosed runs once the window is closed
  void show(Runnable onClosed) {
    window.onClosed(() -> {
      end();
      onClosed.run();
    });
    window.show();
  }

  /// What closing does besides hiding the window: stops all motion and stores the window's
  /// position.
  void end() {
    clock.stop();
    session.save();
    preferences.send(kept -> kept.with(window.place()));
  }

  /// Opens the recordings of the last session, and mentions the runs that wait since then.
  void restore() {
    session.restore();
    QueueNotice.ofEarlierWindows(context);
  }

  /// Updates every pane, as happens before a frame is painted.
  ///
  /// @param seconds since the last frame
  void frame(double seconds) {
    session.frame(seconds);
    shell.frame(seconds);
  }

  /// Whether the scenes of the front recording have been built.
  boolean drawn() {
    return shell.drawn();
  }

  /// Whether everything visible of the front recording has arrived.
  boolean complete() {
    return shell.complete();
  }

  private void pulse(double seconds) {
    context.background().poll();
    context.live().poll();
    context
        .workspace()
        .state()
        .document()
        .ifPresent(document -> document.timelineModel().runs().pulse(seconds));
    frame(seconds);
  }
}
