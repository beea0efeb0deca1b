package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.commands.CommandGroup;
import dev.hindsight.app.commands.CommandGroup.Section;
import dev.hindsight.app.recording.OtherCheckpointPlan;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.DocumentsFolder;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Preferences.AtStart;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.FileOpener;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.env.gym.GymScript;
import dev.hindsight.trainer.record.RecordingReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands for files and the window.
final class FileCommands {
  private FileCommands() {}

  static CommandGroup file(WindowContext window, ShellActions shell) {
    RecentList recent = new RecentList(window);
    return new CommandGroup(
        "File",
        List.of(
            Section.of(
                List.of(
                    AppCommand.always(
                            "file.open",
                            "Open…",
                            Material2AL.FOLDER_OPEN,
                            "Shortcut+O",
                            shell::openFile)
                        .alsoCalled("load", "file", "map", "checkpoint"),
                    AppCommand.always(
                            "file.record",
                            wording("FileCommands.new_recording"),
                            Material2AL.FIBER_MANUAL_RECORD,
                            "Shortcut+R",
                            () -> window.openRecordingDraft(Optional.empty(), Optional.empty()))
                        .alsoCalled("record", "run", "rollout"),
                    AppCommand.always(
                            "file.train",
                            "Train…",
                            Material2MZ.MODEL_TRAINING,
                            "Shortcut+T",
                            window::openTraining)
                        .alsoCalled("training", "ppo", "sac", "runs", "learn"),
                    AppCommand.always(
                            "file.evaluate",
                            wording("FileCommands.evaluate"),
                            Material2AL.ASSESSMENT,
                            "Shortcut+Shift+V",
                            window::openEvaluation)
                        .alsoCalled("evaluation", "score", "suite", "worst", "test"),
                    AppCommand.always(
                            "file.study",
                            wording("FileCommands.study"),
                            Material2MZ.SCIENCE,
                            "Shortcut+Shift+Y",
                            () -> window.openStudy(Optional.empty()))
                        .alsoCalled("arms", "seeds", "experiment", "ablation", "report"))),
            new Section(
                wording("FileCommands.open_recent"), List.of(recent.clear()), recent::files),
            Section.submenu(
                "Samples", Samples.ALL.stream().map(sample -> sample(sample, shell)).toList()),
            Section.of(CompareCommands.of(window)),
            Section.submenu(wording("FileCommands.share"), ShareCommands.of(window)),
            Section.of(
                List.of(
                    AppCommand.recording(
                            "file.film",
                            wording("FileCommands.export_film"),
                            Material2MZ.MOVIE,
                            "Shortcut+E",
                            shell::exportFilm)
                        .unless(() -> withoutTicks(window))
                        .alsoCalled("gif", "mp4", "movie", "video", "animation"),
                    AppCommand.recording(
                            "file.picture",
                            wording("FileCommands.export_picture"),
                            Material2MZ.PHOTO_CAMERA,
                            "Shortcut+Shift+E",
                            shell::exportPicture)
                        .unless(() -> withoutTicks(window))
                        .alsoCalled("png", "image", "screenshot", "still", "figure"),
                    AppCommand.recording(
                            "file.channel",
                            wording("FileCommands.export_channel"),
                            Material2MZ.TABLE_CHART,
                            "Shortcut+Shift+S",
                            shell::exportChannel)
                        .alsoCalled("csv", "npy", "numpy", "table", "column", "data"))),
            Section.of(
                List.of(
                    AppCommand.always(
                        "file.nextTab",
                        wording("FileCommands.next_tab"),
                        Material2MZ.NAVIGATE_NEXT,
                        "Shortcut+Tab",
                        shell::nextTab),
                    AppCommand.always(
                        "file.close",
                        wording("FileCommands.close_tab"),
                        Material2AL.CLOSE,
                        "Shortcut+W",
                        shell::closeTab),
                    AppCommand.always(
                            "file.restore",
                            wording("FileCommands.open_the_last_session_at_start"),
                            Material2MZ.RESTORE_PAGE,
                            "",
                            () ->
                                window
                                    .preferences()
                                    .send(kept ->
                                        kept.with(
                                            restores(window)
                                                ? AtStart.NOTHING
                                                : AtStart.LAST_SESSION)))
                        .switching(() -> restores(window))
                        .alsoCalled("session", "restore", "reopen"),
                    AppCommand.always(
                        "file.quit",
                        "Quit",
                        Material2AL.EXIT_TO_APP,
                        "Shortcut+Q",
                        shell::quit)))));
  }

  /// Why nothing of the recording in front can be filmed.
  private static Optional<String> withoutTicks(WindowContext window) {
    return window
        .workspace()
        .state()
        .document()
        .filter(document -> document.rollout().ticks() == 0)
        .map(_ -> wording("FileCommands.the_recording_has_no_ticks"));
  }

  private static boolean restores(WindowContext window) {
    return window.preferences().state().atStart() == AtStart.LAST_SESSION;
  }

  private static AppCommand sample(Sample sample, ShellActions shell) {
    return AppCommand.always(
        sample.command(),
        wording("FileCommands.sample", sample.title()),
        Material2MZ.PLAY_CIRCLE_OUTLINE,
        "",
        () -> shell.openSample(sample));
  }

  /// Writes the recorder for Python scripts where the user wants it.
  private static void saveRecorder(WindowContext window) {
    window
        .dialogs()
        .save(
            wording("FileCommands.save_the_recorder_for_python"),
            new FileDialogs.Kind("Python", List.of("*.py")),
            DocumentsFolder.path().resolve(GymScript.recorderFile()))
        .ifPresent(file ->
            window
                .background()
                .start(
                    BackgroundTask.of(
                            wording("FileCommands.saving", file.getFileName()),
                            (_, _) -> {
                              AtomicFile.write(
                                  file, GymScript.recorder().getBytes(StandardCharsets.UTF_8));
                              return file;
                            },
                            _ -> {})
                        .withFile(saved -> saved)));
  }

  static CommandGroup help(WindowContext window, ShellActions shell) {
    return CommandGroup.of(
        "Help",
        List.of(
            List.of(
                AppCommand.always(
                        "help.palette",
                        wording("FileCommands.find_a_command"),
                        Material2MZ.SEARCH,
                        "Shortcut+K",
                        shell::showPalette)
                    .alsoCalled("palette", "search"),
                AppCommand.always(
                        "help.gpu",
                        wording("FileCommands.compute_on_a_gpu"),
                        Material2MZ.MEMORY,
                        "",
                        shell::showGpu)
                    .alsoCalled("cuda", "pytorch", "torch"),
                AppCommand.always(
                        "help.python",
                        wording("FileCommands.recorder_for_python"),
                        Material2AL.CODE,
                        "",
                        () -> saveRecorder(window))
                    .alsoCalled("gymnasium", "script", "stable-baselines3", "cleanrl"),
                AppCommand.always(
                        "help.shortcuts",
                        wording("FileCommands.keyboard_shortcuts"),
                        Material2AL.KEYBOARD,
                        "F1",
                        shell::showShortcuts)
                    .alsoCalled("help", "keys", "hotkeys", "bindings"),
                AppCommand.always(
                        "help.docs", "Documentation", Material2AL.HELP_OUTLINE, "", shell::showDocs)
                    .alsoCalled("docs", "help", "manual", "guide", "readme"),
                AppCommand.always(
                        "help.about",
                        wording("FileCommands.about_hindsight"),
                        Material2AL.INFO,
                        "",
                        shell::showAbout)
                    .alsoCalled("version", "licence", "license", "java"))));
  }

  /// The files opened last, as commands of the File menu. Checks off the FX thread which of them
  /// are missing, whenever the list has changed or has been shown.
  private static final class RecentList {
    private final WindowContext window;
    private List<Path> checked = List.of();
    private Set<Path> missing = Set.of();

    RecentList(WindowContext window) {
      this.window = window;
      window.preferences().watch(this::check);
    }

    private void check(Preferences preferences) {
      if (!preferences.recent().equals(checked)) {
        look(preferences.recent());
      }
    }

    private void look(List<Path> files) {
      checked = files;
      window
          .background()
          .startHidden(
              wording("RecentList.looking_for_recent_files"),
              (_, _) -> files.stream().filter(FileOpener::missing).collect(Collectors.toSet()),
              gone -> missing = files.equals(checked) ? gone : missing);
    }

    /// The files, newest first.
    List<AppCommand> files() {
      List<AppCommand> commands = new ArrayList<>();
      for (Path file : window.preferences().state().recent()) {
        commands.add(
            AppCommand.always(
                    "file.recent." + commands.size(),
                    file.getFileName() + "  –  " + file.getParent(),
                    Material2AL.DESCRIPTION,
                    "",
                    () -> window.open(file))
                .unless(() ->
                    missing.contains(file)
                        ? Optional.of(wording("RecentList.the_file_is_missing"))
                        : Optional.empty()));
      }
      look(checked);
      return commands;
    }

    /// Clears the list.
    AppCommand clear() {
      return AppCommand.always(
              "file.clearRecent",
              wording("RecentList.clear_the_list_of_recent_files"),
              Material2AL.CLEAR_ALL,
              "",
              () -> window.preferences().send(Preferences::forgettingAll))
          .unless(() ->
              window.preferences().state().recent().isEmpty()
                  ? Optional.of(wording("RecentList.it_is_empty"))
                  : Optional.empty());
    }
  }

  /// Commands that open another recording beside the front one.
  private static final class CompareCommands {
    private static final List<FileDialogs.Kind> RECORDINGS = List.of(FileDialogs.Kind.RECORDINGS);
    private static final List<FileDialogs.Kind> CHECKPOINTS = List.of(FileDialogs.Kind.CHECKPOINTS);

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
}
