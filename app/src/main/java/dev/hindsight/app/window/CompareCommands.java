package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.fx.FileDialogs;
import dev.hindsight.app.recording.OtherCheckpointPlan;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.record.RecordingReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kordamp.ikonli.material2.Material2AL;

/// Commands that open another recording beside the front one.
final class CompareCommands {
  private static final List<FileDialogs.Kind> RECORDINGS =
      List.of(new FileDialogs.Kind("Recordings", List.of("*.rollout", "*.part")));
  private static final List<FileDialogs.Kind> CHECKPOINTS =
      List.of(
          new FileDialogs.Kind("Checkpoints", List.of("*.pt", "*.pth", "*.bin", "*.safetensors")));

  private final WindowContext window;

  private CompareCommands(WindowContext window) {
    this.window = window;
  }

  static List<AppCommand> of(WindowContext window) {
    CompareCommands commands = new CompareCommands(window);
    return List.of(
        AppCommand.recording(
            "file.compare",
            wording("CompareCommands.compare_with"),
            Material2AL.COMPARE,
            "Shortcut+Shift+C",
            commands::withRecording),
        AppCommand.recording(
            "file.compareCheckpoint",
            wording("CompareCommands.compare_with_another_checkpoint"),
            Material2AL.COMPARE_ARROWS,
            "",
            commands::withCheckpoint));
  }

  private void withRecording() {
    document()
        .ifPresent(one ->
            window
                .dialogs()
                .open(wording("CompareCommands.compare_with_2"), RECORDINGS)
                .ifPresent(other -> window.compare(one.rollout().file(), other)));
  }

  /// Records the same scenario and seed with another checkpoint first.
  private void withCheckpoint() {
    document()
        .ifPresent(one ->
            window
                .dialogs()
                .open(wording("CompareCommands.compare_with_another_checkpoint_2"), CHECKPOINTS)
                .ifPresent(checkpoint -> recordWith(one.rollout().file(), checkpoint)));
  }

  private void recordWith(Path recording, Path checkpoint) {
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording(
                        "CompareCommands.recording_with",
                        recording.getFileName(),
                        checkpoint.getFileName()),
                    (progress, cancellation) ->
                        new OtherCheckpointPlan(
                                recording,
                                checkpoint.toString(),
                                OtherCheckpointPlan.beside(recording))
                            .run(progress, cancellation),
                    made -> window.compare(recording, made.file()))
                .withFile(RecordingReport::file));
  }

  private Optional<Document> document() {
    return window.workspace().state().document();
  }
}
