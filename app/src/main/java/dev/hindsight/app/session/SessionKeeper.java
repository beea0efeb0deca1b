package dev.hindsight.app.session;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.session.Session.OpenRecording;
import dev.hindsight.app.settings.Preferences.AtStart;
import dev.hindsight.app.tasks.AutoSave;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.FileOpener;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceCommand;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Stores the session every few seconds and when the window closes, so that a killed program loses
/// only a few seconds of it; and restores it. FX thread.
public final class SessionKeeper {
  /// The time between two checks in seconds: during playback, the tick differs at each.
  private static final double INTERVAL = 2;

  private final WindowContext window;
  private final SessionFile file;
  private final AutoSave<Session> saving;
  private double waited;
  private boolean restoring;

  /// @param file the file to write to
  public SessionKeeper(WindowContext window, SessionFile file) {
    this.window = window;
    this.file = file;
    this.saving =
        new AutoSave<>(
            window.background(),
            wording("SessionKeeper.saving_the_session"),
            Session.EMPTY,
            file::write);
  }

  /// Called before a frame is painted.
  ///
  /// @param seconds since the last one
  public void frame(double seconds) {
    waited += seconds;
    if (waited >= INTERVAL) {
      save();
    }
  }

  /// Writes the current session, unless the last one is still being restored.
  public void save() {
    waited = 0;
    if (!restoring) {
      saving.accept(Session.of(window.workspace().state()));
    }
  }

  /// Opens the recordings of the last session, unless the settings turn this off. Skips missing
  /// files with a single message.
  public void restore() {
    if (window.preferences().state().atStart() == AtStart.NOTHING) {
      return;
    }
    restoring = true;
    window
        .background()
        .startCancellable(
            wording("SessionKeeper.opening_the_last_session"),
            (_, _) -> found(file.read()),
            this::open,
            _ -> ended());
  }

  /// The part of a session whose files exist.
  ///
  /// @param there its recordings, in the order of their tabs
  /// @param front the front recording, if its file exists
  /// @param gone the missing files
  private record Found(List<OpenRecording> there, Optional<OpenRecording> front, List<Path> gone) {}

  private static Found found(Session session) {
    List<OpenRecording> there = new ArrayList<>();
    List<Path> gone = new ArrayList<>();
    for (OpenRecording each : session.recordings()) {
      List<Path> missing =
          Stream.concat(Stream.of(each.file()), each.other().stream())
              .filter(FileOpener::missing)
              .toList();
      gone.addAll(missing);
      if (missing.isEmpty()) {
        there.add(each);
      }
    }
    Optional<OpenRecording> front =
        Stream.of(session.active())
            .filter(at -> at >= 0 && at < session.recordings().size())
            .map(session.recordings()::get)
            .filter(there::contains)
            .findFirst();
    return new Found(there, front, gone);
  }

  private void open(Found found) {
    if (!found.gone().isEmpty()) {
      window.raiseNotice(
          new Notice.Trouble(
              wording("SessionKeeper.some_recordings_of_the_last_session"),
              found.gone().stream().map(Path::toString).collect(Collectors.joining(", ")),
              wording("SessionKeeper.open_them_where_they_are_now")));
    }
    open(new ArrayDeque<>(found.there()), found.front(), Optional.empty());
  }

  /// Opens them one after the other, so that the order of tabs stays.
  private void open(
      Queue<OpenRecording> left, Optional<OpenRecording> front, Optional<Document> shown) {
    if (left.isEmpty()) {
      shown.ifPresent(document -> window.workspace().send(new WorkspaceCommand.Activate(document)));
      ended();
      return;
    }
    OpenRecording next = left.remove();
    Document[] opened = new Document[1];
    window.reopen(
        next.file(),
        next.other(),
        document -> {
          opened[0] = document;
          resume(document, next);
        },
        () ->
            open(
                left,
                front,
                front.equals(Optional.of(next)) ? Optional.ofNullable(opened[0]) : shown));
  }

  private static void resume(Document document, OpenRecording before) {
    document
        .layout()
        .send(
            new LayoutCommand.Replace(
                PaneKinds.fitting(before.layout(), document.rollout().manifest())));
    document.timeline().send(new TimelineCommand.Seek(before.tick()));
    document.view().send(new ViewCommand.Select(before.agent()));
    document.undo().forget();
  }

  private void ended() {
    restoring = false;
  }
}
