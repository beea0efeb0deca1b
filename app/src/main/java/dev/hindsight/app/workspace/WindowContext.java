package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarkLists;
import dev.hindsight.app.breakpoints.BreakpointLists;
import dev.hindsight.app.breakpoints.BreakpointSearch;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.facts.FactLists;
import dev.hindsight.app.facts.FactsController;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.notices.NoticeState;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.TaskOutcome;
import dev.hindsight.inspector.compare.ComparisonReport;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The services that every part of the window uses. Owned by the FX thread.
///
/// @param workspace the open tabs
/// @param notices messages to the user
/// @param preferences stored settings
/// @param background long jobs
/// @param dialogs asks for files
/// @param layouts stored layouts
/// @param live growing recordings
/// @param books lists of breakpoints
/// @param facts lists of facts
/// @param bookmarks lists of bookmarks
/// @param room the space that the window has for panes
public record WindowContext(
    Store<WorkspaceState, WorkspaceCommand> workspace,
    Store<NoticeState, NoticeCommand> notices,
    Store<Preferences, UnaryOperator<Preferences>> preferences,
    BackgroundTasks background,
    FileDialogs dialogs,
    LayoutStore layouts,
    LiveRecordings live,
    BreakpointLists books,
    FactLists facts,
    BookmarkLists bookmarks,
    Supplier<WindowSizeClass> room) {
  /// What keeps the bookmarks of an open recording in its file, by how it ends.
  private record BookmarkLink(Runnable close) {}

  /// An open file and, for a recording, the last layout of its kind.
  private record FileWithLayout(OpenedFile file, LayoutStore.StoredLayout layout) {}

  /// Opens any file in the background; shows failures to the user.
  public void open(Path file) {
    open(file, _ -> {});
  }

  /// As [#open(Path)].
  ///
  /// @param shown receives an opened recording once it is shown
  public void open(Path file, Consumer<Document> shown) {
    open(file, shown, () -> {});
  }

  private void open(Path file, Consumer<Document> shown, Runnable ended) {
    background.startShort(
        BackgroundTask.of(
                wording("WindowContext.opening", file.getFileName()),
                (_, _) -> read(file),
                read -> {
                  try {
                    show(read).ifPresent(shown);
                  } finally {
                    ended.run();
                  }
                })
            .withFile(_ -> file)
            .orElse(_ -> ended.run()));
  }

  /// Restores a tab: one recording, or two under one cursor.
  ///
  /// @param shown receives it once it is shown
  /// @param ended runs after that, and also on failure
  public void reopen(Path file, Optional<Path> other, Consumer<Document> shown, Runnable ended) {
    other.ifPresentOrElse(
        beside -> compare(file, beside, shown, ended), () -> open(file, shown, ended));
  }

  /// Opens two recordings under one cursor in a new tab, in the background; shows failures to the
  /// user. Opens both files again, so that other tabs with them may be closed meanwhile.
  ///
  /// @param one the open one: A, a branch's parent
  /// @param other the one beside it: B, the branch
  public void compare(Path one, Path other) {
    compare(one, other, _ -> {});
  }

  /// As [#compare(Path, Path)].
  ///
  /// @param shown receives the opened recording once it is shown
  public void compare(Path one, Path other, Consumer<Document> shown) {
    compare(one, other, shown, () -> {});
  }

  private void compare(Path one, Path other, Consumer<Document> shown, Runnable ended) {
    background.startShort(
        BackgroundTask.of(
                wording("WindowContext.opening_and", one.getFileName(), other.getFileName()),
                (_, _) -> OpenedPair.read(one, other, layouts),
                opened -> {
                  try {
                    shown.accept(show(opened));
                  } finally {
                    ended.run();
                  }
                })
            .orElse(_ -> ended.run()));
  }

  private Document show(OpenedPair opened) {
    opened.layout().trouble().ifPresent(problem -> raiseNotice(Notice.of(problem)));
    preferences.send(kept -> kept.opened(opened.other().file()).opened(opened.one().file()));
    Counterpart beside =
        new Counterpart(
            opened.one(),
            opened.other(),
            BuiltInEnvironments.sketchOf(opened.other()),
            this::compareInBackground);
    Document both =
        document(
            opened.one(),
            opened.layout(),
            LayoutPreset.COMPARE.layout(room.get()),
            Optional.of(beside));
    workspace.send(new WorkspaceCommand.Open(both));
    return both;
  }

  private void compareInBackground(
      String title,
      Job<Optional<ComparisonReport>> job,
      Consumer<Optional<ComparisonReport>> onResult,
      Consumer<Optional<String>> onLost) {
    background.start(
        BackgroundTask.of(title, job, onResult)
            .orElse(outcome ->
                onLost.accept(
                    outcome instanceof TaskOutcome.Failed failed
                        ? Optional.of(failed.words())
                        : Optional.empty())));
  }

  /// A context for working invisibly with one recording: nothing that happens there is shown or
  /// stored.
  ///
  /// @param work runs its jobs
  public WindowContext detached(
      Document document, Function<Consumer<Notice>, BackgroundTasks> work) {
    BackgroundTasks own = work.apply(_ -> {});
    Store<WorkspaceState, WorkspaceCommand> only =
        new Store<>(
            new WorkspaceState(List.of(document), Optional.of(document)), WorkspaceState::apply);
    return new WindowContext(
        only,
        new Store<>(NoticeState.EMPTY, NoticeState::apply),
        new Store<>(preferences.state(), (kept, change) -> change.apply(kept)),
        own,
        dialogs,
        layouts,
        new LiveRecordings(only, own),
        books,
        facts,
        bookmarks,
        room);
  }

  /// Shows a notice.
  public void raiseNotice(Notice notice) {
    notices.send(new NoticeCommand.Raise(notice));
  }

  /// Opens the form for a new recording.
  public void openRecordingDraft(Optional<Path> map, Optional<Path> checkpoint) {
    workspace.send(new WorkspaceCommand.Open(new RecordingDraft(map, checkpoint)));
  }

  /// Opens a tab for training.
  public void openTraining() {
    workspace.send(new WorkspaceCommand.Open(new TrainingTab(Optional.empty())));
  }

  /// Opens a tab for evaluating policies.
  public void openEvaluation() {
    workspace.send(new WorkspaceCommand.Open(new EvaluationTab()));
  }

  /// Opens the training tab with all runs, one of them selected.
  ///
  /// @param run its name in the ledger
  public void openRun(String run) {
    workspace.send(new WorkspaceCommand.Open(TrainingTab.of(run)));
  }

  /// Opens a tab for a study.
  ///
  /// @param path its folder, or a file that describes it; empty for a new one
  public void openStudy(Optional<Path> path) {
    workspace.send(new WorkspaceCommand.Open(new StudyTab(path)));
  }

  /// Records, and shows the recording from its first tick.
  ///
  /// @param title for the task strip: "Recording town02"
  /// @param form the form that requested it: stays open during the recording, so that the user can
  ///   try again if it fails, and closes afterwards unless the user is in it
  public void record(String title, LiveRecordingJob job, Optional<WorkspaceTab> form) {
    record(title, job, form, TailMode.FOLLOWING);
  }

  /// As [#record(String, FollowedJob, Optional)].
  ///
  /// @param tailMode whether the view follows the end or stays at the first tick
  public void record(
      String title, LiveRecordingJob job, Optional<WorkspaceTab> form, TailMode tailMode) {
    record(title, job, form, tailMode, _ -> {});
  }

  /// As [#record(String, FollowedJob, Optional, Tail)].
  ///
  /// @param shown receives the recording just before it is shown
  public void record(
      String title,
      LiveRecordingJob job,
      Optional<WorkspaceTab> form,
      TailMode tailMode,
      Consumer<Document> shown) {
    record(
        title,
        job,
        tailMode,
        shown,
        file -> {
          preferences.send(kept -> kept.opened(file));
          form.filter(workspaceTab -> !workspace.state().active().equals(Optional.of(workspaceTab)))
              .ifPresent(workspaceTab -> workspace.send(new WorkspaceCommand.Close(workspaceTab)));
        });
  }

  /// Records something that is shown only meanwhile, and follows its end; it is no recent file.
  ///
  /// @param shown receives the recording just before it is shown
  public void recordDraft(String title, LiveRecordingJob job, Consumer<Document> shown) {
    record(title, job, TailMode.FOLLOWING, shown, _ -> {});
  }

  private void record(
      String title,
      LiveRecordingJob job,
      TailMode tailMode,
      Consumer<Document> shown,
      Consumer<Path> recorded) {
    LiveRecordings.ExpectedRecording expectedRecording =
        new LiveRecordings.ExpectedRecording(tailMode, shown);
    background.start(
        BackgroundTask.of(
                title,
                (progress, cancellation) ->
                    job.run(progress, cancellation, rollout -> begin(expectedRecording, rollout)),
                file -> {
                  live.finish(expectedRecording);
                  recorded.accept(file);
                })
            .withFile(file -> file)
            .orElse(outcome -> live.abandon(expectedRecording, outcome)));
  }

  /// Runs on the recording thread, which may read files.
  private void begin(LiveRecordings.ExpectedRecording expectedRecording, Rollout rollout) {
    LayoutStore.StoredLayout storedLayout =
        layouts.remembered(rollout.manifest().environment().id());
    background.runOnOwner(
        () -> live.begin(expectedRecording, rollout, growing -> document(growing, storedLayout)));
  }

  /// Opens the form that asks what flows in and out of a policy of another program.
  ///
  /// @param environment id of the environment that it is meant for; empty if it is not known
  public void openPolicy(Path file, Optional<String> environment) {
    workspace.send(new WorkspaceCommand.Open(FileTab.policy(file, environment)));
  }

  /// Opens the form that asks what the arrays of a `.npz` or `.npy` mean.
  public void openArrays(Path file) {
    workspace.send(new WorkspaceCommand.Open(FileTab.arrays(file)));
  }

  /// Closes a tab and its content.
  public void close(WorkspaceTab workspaceTab) {
    workspace.send(new WorkspaceCommand.Close(workspaceTab));
    switch (workspaceTab) {
      case Document document -> {
        leave(document);
        background.startAfterReaders("Closing", (_, _) -> closed(document.rollout()));
        document
            .beside()
            .ifPresent(beside -> {
              beside.close();
              background.startAfterReaders("Closing", (_, _) -> closed(beside.other()));
            });
      }
      case RecordingDraft _, TrainingTab _, EvaluationTab _, StudyTab _, FileTab _ -> {}
    }
  }

  /// Ends what follows the user's lists for a recording that nothing shows any more.
  public void leave(Document document) {
    document.timelineModel().events().close();
    document.existing(BreakpointSearch.class).ifPresent(BreakpointSearch::close);
    document.existing(FactsController.class).ifPresent(FactsController::close);
    document.existing(BookmarkLink.class).ifPresent(link -> link.close().run());
  }

  private Document document(Rollout rollout, LayoutStore.StoredLayout storedLayout) {
    return document(
        rollout, storedLayout, PaneKinds.suited(rollout.manifest(), room.get()), Optional.empty());
  }

  private Document document(
      Rollout rollout,
      LayoutStore.StoredLayout storedLayout,
      Layout usual,
      Optional<Counterpart> beside) {
    Layout wanted = storedLayout.layout().orElse(usual);
    Layout layout = PaneKinds.fitting(wanted, rollout.manifest());
    Document document =
        new Document(rollout, BuiltInEnvironments.sketchOf(rollout), layout, beside);
    var _ =
        document.shared(
            BookmarkLink.class,
            () ->
                new BookmarkLink(
                    bookmarks.attach(rollout.file(), document.timelineModel().bookmarks())));
    var _ = breakpoints(document);
    return document;
  }

  /// The breakpoints of an open recording.
  public BreakpointSearch breakpoints(Document document) {
    return document.shared(
        BreakpointSearch.class,
        () ->
            new BreakpointSearch(document.timelineModel(), books.of(document.kind()), background));
  }

  /// The facts for the kind of an open recording.
  public FactsController facts(Document document) {
    return document.shared(
        FactsController.class,
        () -> {
          FactsController controller =
              new FactsController(document.timelineModel(), facts.of(document.kind()), background);
          document.status().watch(_ -> controller.renew());
          return controller;
        });
  }

  private static Rollout closed(Rollout rollout) {
    rollout.close();
    return rollout;
  }

  private FileWithLayout read(Path file) {
    OpenedFile read = FileOpener.read(file);
    LayoutStore.StoredLayout layout =
        switch (read) {
          case OpenedFile.RecordingFile recordingFile ->
              layouts.remembered(recordingFile.rollout().manifest().environment().id());
          case OpenedFile.MapFile _,
              OpenedFile.WeightsFile _,
              OpenedFile.StudyPath _,
              OpenedFile.PolicyFile _,
              OpenedFile.TensorsFile _,
              OpenedFile.ArraysFile _ ->
              LayoutStore.NOTHING;
        };
    return new FileWithLayout(read, layout);
  }

  /// @return a recording as it is open now
  private Optional<Document> show(FileWithLayout fileWithLayout) {
    fileWithLayout.layout().trouble().ifPresent(problem -> raiseNotice(Notice.of(problem)));
    switch (fileWithLayout.file()) {
      case OpenedFile.RecordingFile recordingFile -> {
        Rollout rollout = recordingFile.rollout();
        preferences.send(kept -> kept.opened(rollout.file()));
        Document document = document(rollout, fileWithLayout.layout());
        LiveRecordings.found(document, recordingFile.growth());
        if (document.live()) {
          document.follow(TailMode.FOLLOWING);
        }
        workspace.send(new WorkspaceCommand.Open(document));
        if (document.status().state() instanceof RecordingStatus.Incomplete) {
          raiseNotice(
              new Notice.Trouble(
                  rollout.ticks() == 0
                      ? wording("WindowContext.the_recording_was_cut_off_before")
                      : wording("WindowContext.the_recording_was_cut_off_its", rollout.ticks()),
                  rollout.file().toString(),
                  rollout.ticks() == 0
                      ? wording("WindowContext.record_it_again")
                      : wording("WindowContext.record_it_again_for_the_rest")));
        }
        return Optional.of(document);
      }
      case OpenedFile.StudyPath study -> {
        preferences.send(kept -> kept.opened(study.path()));
        openStudy(Optional.of(study.path()));
      }
      case OpenedFile.MapFile mapFile ->
          workspace.send(
              new WorkspaceCommand.Open(RecordingDraft.on(mapFile.file(), mapFile.type())));
      case OpenedFile.WeightsFile weightsFile ->
          workspace.send(
              new WorkspaceCommand.Open(
                  new RecordingDraft(
                      Optional.empty(), Optional.of(weightsFile.file()), weightsFile.origin())));
      case OpenedFile.PolicyFile policy -> openPolicy(policy.file(), Optional.empty());
      case OpenedFile.ArraysFile arrays -> openArrays(arrays.file());
      case OpenedFile.TensorsFile tensors ->
          workspace.send(new WorkspaceCommand.Open(FileTab.tensors(tensors.file(), tensors.why())));
    }
    return Optional.empty();
  }

  /// Two recordings opened for comparing, with the last layout of such pairs.
  ///
  /// @param one A
  /// @param other B
  private record OpenedPair(Rollout one, Rollout other, LayoutStore.StoredLayout layout) {
    /// Opens both; reads files.
    ///
    /// @throws Problem if one is not a recording; closes the other one then
    static OpenedPair read(Path one, Path other, LayoutStore layouts) {
      Rollout first = recording(one);
      try {
        String kind = Document.kindBeside(first.manifest().environment().id());
        return new OpenedPair(first, recording(other), layouts.remembered(kind));
      } catch (RuntimeException | Error failure) {
        first.close();
        throw failure;
      }
    }

    private static Rollout recording(Path file) {
      return switch (FileOpener.read(file)) {
        case OpenedFile.RecordingFile recordingFile -> recordingFile.rollout();
        case OpenedFile.MapFile _,
            OpenedFile.WeightsFile _,
            OpenedFile.StudyPath _,
            OpenedFile.PolicyFile _,
            OpenedFile.TensorsFile _,
            OpenedFile.ArraysFile _ ->
            throw new Problem(
                wording("WindowContext.it_is_not_a_recording"),
                file.toString(),
                wording("WindowContext.compare_a_rollout_with_another"));
      };
    }
  }
}
