package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.commands.CommandGroup;
import dev.hindsight.app.model.Undo;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for undo, redo, copying, and what the arrays of a dataset mean.
final class UndoCommands {
  private UndoCommands() {}

  static CommandGroup of(WindowContext window, ShellActions shell) {
    return CommandGroup.of(
        "Edit",
        List.of(
            List.of(
                AppCommand.recording(
                        "edit.undo",
                        "Undo",
                        Material2MZ.UNDO,
                        "Shortcut+Z",
                        () -> undo(window).ifPresent(Undo::undo))
                    .unless(() ->
                        undo(window).flatMap(Undo::undoes).isPresent()
                            ? Optional.empty()
                            : Optional.of(wording("UndoCommands.there_is_nothing_to_undo")))
                    .named(() -> saying("Undo", undo(window).flatMap(Undo::undoes))),
                AppCommand.recording(
                        "edit.redo",
                        "Redo",
                        Material2MZ.REDO,
                        "Shortcut+Shift+Z",
                        () -> undo(window).ifPresent(Undo::redo))
                    .unless(() ->
                        undo(window).flatMap(Undo::redoes).isPresent()
                            ? Optional.empty()
                            : Optional.of(wording("UndoCommands.there_is_nothing_to_redo")))
                    .named(() -> saying("Redo", undo(window).flatMap(Undo::redoes)))),
            List.of(
                AppCommand.recording(
                        "edit.copyScene",
                        wording("UndoCommands.copy_scene_as_image"),
                        Material2AL.CONTENT_COPY,
                        "Shortcut+Alt+C",
                        shell::copyScene)
                    .alsoCalled("clipboard", "screenshot", "picture")),
            List.of(
                AppCommand.recording(
                        "edit.arrays",
                        wording("UndoCommands.arrays_of_this_dataset"),
                        Material2AL.FORMAT_LIST_BULLETED,
                        "",
                        () -> dataset(window).ifPresent(window::openArrays))
                    .unless(() ->
                        dataset(window).isEmpty()
                            ? Optional.of(wording("UndoCommands.it_is_no_npz"))
                            : Optional.empty())
                    .alsoCalled("npz", "npy", "numpy", "mapping", "meaning", "reward"))));
  }

  /// The file of arrays that is the front recording.
  private static Optional<Path> dataset(WindowContext window) {
    return window
        .workspace()
        .state()
        .document()
        .map(document -> document.rollout().file())
        .filter(MappedArrays::takes);
  }

  private static String saying(String title, Optional<String> what) {
    return what.map(change -> title + " " + change).orElse(title);
  }

  private static Optional<Undo> undo(WindowContext window) {
    return window.workspace().state().document().map(Document::undo);
  }
}
