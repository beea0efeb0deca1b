package dev.hindsight.app.session;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WorkspaceState;
import dev.hindsight.inspector.compare.Counterpart;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The open recordings, and the user's place in each.
///
/// @param recordings in the order of their tabs
/// @param active the front recording; below 0 if the front tab is something else
public record Session(List<OpenRecording> recordings, int active) {
  /// Nothing open.
  public static final Session EMPTY = new Session(List.of(), -1);

  /// Copies the list.
  public Session {
    recordings = List.copyOf(recordings);
  }

  /// An open recording.
  ///
  /// @param other the recording it is compared with
  /// @param tick of the cursor
  /// @param agent the selected agent, or [dev.hindsight.trainer.rollout.Moment#NO_AGENT]
  public record OpenRecording(
      Path file, Optional<Path> other, int tick, int agent, Layout layout) {}

  /// The session at present. FX thread.
  public static Session of(WorkspaceState workspace) {
    List<Document> documents =
        workspace.tabs().stream()
            .filter(Document.class::isInstance)
            .map(Document.class::cast)
            .toList();
    return new Session(
        documents.stream().map(Session::recording).toList(),
        workspace.document().map(documents::indexOf).orElse(-1));
  }

  private static OpenRecording recording(Document document) {
    return new OpenRecording(
        document.rollout().file().toAbsolutePath(),
        document.beside().map(Counterpart::other).map(other -> other.file().toAbsolutePath()),
        document.timeline().state().tick(),
        document.view().state().selected(),
        document.layout().state());
  }
}
