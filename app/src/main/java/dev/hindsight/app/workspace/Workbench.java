package dev.hindsight.app.workspace;

import dev.hindsight.app.bookmarks.BookmarkKeeper;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutShelf;
import dev.hindsight.app.dock.Preset;
import dev.hindsight.app.fx.FileDialogs;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.notices.NoticeState;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What every part of the window works with. Owned by the FX thread.
///
/// @param workspace what is open
/// @param notices what the user is told
/// @param preferences what is remembered
/// @param background long work
/// @param dialogs asks for files
/// @param layouts where layouts are remembered
public record Workbench(
    Store<WorkspaceState, WorkspaceCommand> workspace,
    Store<NoticeState, NoticeCommand> notices,
    Store<Preferences, UnaryOperator<Preferences>> preferences,
    Background background,
    FileDialogs dialogs,
    LayoutShelf layouts) {
  /// A file that was read, and for a recording how its kind was arranged last.
  private record Opened(OpenedFile file, LayoutShelf.Found layout) {}

  /// Opens any file in the background; what goes wrong is told.
  public void open(Path file) {
    background.start("Opening " + file.getFileName(), (_, _) -> read(file), this::show);
  }

  /// Tells the user.
  public void tell(Notice notice) {
    notices.send(new NoticeCommand.Raise(notice));
  }

  /// Opens the form for a new recording.
  public void draft(Optional<Path> map, Optional<Path> checkpoint) {
    workspace.send(new WorkspaceCommand.Open(new RecordingDraft(map, checkpoint)));
  }

  /// Opens a place to train in.
  public void train() {
    workspace.send(new WorkspaceCommand.Open(new TrainingTab(Optional.empty())));
  }

  /// Opens a finished recording where its form stood.
  public void openInsteadOf(Tab old, Path file) {
    background.start(
        "Opening " + file.getFileName(),
        (_, _) -> read(file),
        opened -> {
          workspace.send(new WorkspaceCommand.Close(old));
          show(opened);
        });
  }

  /// Closes a tab and what it holds.
  public void close(Tab tab) {
    workspace.send(new WorkspaceCommand.Close(tab));
    switch (tab) {
      case Document document ->
          background.quietly("Closing", (_, _) -> closed(document.rollout()), _ -> {});
      case RecordingDraft _, TrainingTab _ -> {}
    }
  }

  private static Rollout closed(Rollout rollout) {
    rollout.close();
    return rollout;
  }

  private Opened read(Path file) {
    OpenedFile read = FileReader.read(file);
    LayoutShelf.Found layout =
        switch (read) {
          case OpenedFile.Recording recording ->
              layouts.remembered(recording.rollout().manifest().environment().id());
          case OpenedFile.Map _, OpenedFile.Weights _ -> LayoutShelf.NOTHING;
        };
    return new Opened(read, layout);
  }

  private void show(Opened opened) {
    opened.layout().trouble().ifPresent(problem -> tell(Notice.of(problem)));
    switch (opened.file()) {
      case OpenedFile.Recording recording -> {
        Rollout rollout = recording.rollout();
        preferences.send(kept -> kept.opened(rollout.file()));
        Layout layout =
            PaneKinds.fitting(
                opened.layout().layout().orElse(Preset.INSPECT.layout()), rollout.manifest());
        Document document = new Document(rollout, BuiltInEnvironments.sketchOf(rollout), layout);
        BookmarkKeeper.attend(rollout.file(), document.desk().bookmarks(), background, this::tell);
        workspace.send(new WorkspaceCommand.Open(document));
        if (!rollout.complete()) {
          tell(
              new Notice.Trouble(
                  "the recording was cut off; its first " + rollout.ticks() + " ticks are shown",
                  rollout.file().toString(),
                  "record it again for the rest"));
        }
      }
      case OpenedFile.Map map -> draft(Optional.of(map.file()), Optional.empty());
      case OpenedFile.Weights weights ->
          workspace.send(
              new WorkspaceCommand.Open(
                  new RecordingDraft(
                      Optional.empty(), Optional.of(weights.file()), weights.origin())));
    }
  }
}
