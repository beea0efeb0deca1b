package dev.hindsight.app.workspace;

import dev.hindsight.app.bookmarks.BookmarkKeeper;
import dev.hindsight.app.breakpoints.BreakpointBooks;
import dev.hindsight.app.breakpoints.BreakpointDesk;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutShelf;
import dev.hindsight.app.dock.Preset;
import dev.hindsight.app.dock.Room;
import dev.hindsight.app.facts.FactsDesk;
import dev.hindsight.app.fx.FileDialogs;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.notices.NoticeState;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.tasks.Errand;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// What every part of the window works with. Owned by the FX thread.
///
/// @param workspace what is open
/// @param notices what the user is told
/// @param preferences what is remembered
/// @param background long work
/// @param dialogs asks for files
/// @param layouts where layouts are remembered
/// @param live recordings that are getting longer
/// @param books lists of breakpoints
/// @param room what the window has for panes now
public record Workbench(
    Store<WorkspaceState, WorkspaceCommand> workspace,
    Store<NoticeState, NoticeCommand> notices,
    Store<Preferences, UnaryOperator<Preferences>> preferences,
    Background background,
    FileDialogs dialogs,
    LayoutShelf layouts,
    LiveRecordings live,
    BreakpointBooks books,
    Supplier<Room> room) {
  /// A file that was read, and for a recording how its kind was arranged last.
  private record Opened(OpenedFile file, LayoutShelf.Found layout) {}

  /// Opens any file in the background; what goes wrong is told.
  public void open(Path file) {
    open(file, _ -> {});
  }

  /// As [#open(Path)].
  ///
  /// @param shown gets a recording that was opened, once it is shown
  public void open(Path file, Consumer<Document> shown) {
    background.start(
        Errand.of(
                "Opening " + file.getFileName(),
                (_, _) -> read(file),
                read -> {
                  show(read);
                  workspace
                      .state()
                      .document()
                      .filter(now -> now.rollout().file().equals(file))
                      .ifPresent(shown);
                })
            .making(_ -> file));
  }

  /// Opens two recordings under one cursor in a tab of their own, in the background; what goes
  /// wrong is told. Both are opened anew, so other tabs with them may be closed meanwhile.
  ///
  /// @param one the one that is open: A, a branch's parent
  /// @param other the one beside it: B, the branch
  public void compare(Path one, Path other) {
    compare(one, other, _ -> {});
  }

  /// As [#compare(Path, Path)].
  ///
  /// @param shown gets what was opened, once it is shown
  public void compare(Path one, Path other, Consumer<Document> shown) {
    background.start(
        Errand.of(
            "Opening " + one.getFileName() + " and " + other.getFileName(),
            (_, _) -> TwoOpened.read(one, other, layouts),
            opened -> shown.accept(show(opened))));
  }

  private Document show(TwoOpened opened) {
    opened.layout().trouble().ifPresent(problem -> tell(Notice.of(problem)));
    preferences.send(kept -> kept.opened(opened.other().file()).opened(opened.one().file()));
    Counterpart beside =
        new Counterpart(
            opened.one(),
            opened.other(),
            BuiltInEnvironments.sketchOf(opened.other()),
            background::start);
    Document both = document(opened.one(), opened.layout(), Preset.COMPARE, Optional.of(beside));
    workspace.send(new WorkspaceCommand.Open(both));
    return both;
  }

  /// A place to work with one recording that nobody sees: nothing that happens there is told or
  /// remembered.
  ///
  /// @param work runs its jobs
  public Workbench apart(Document document, Function<Consumer<Notice>, Background> work) {
    Background own = work.apply(_ -> {});
    Store<WorkspaceState, WorkspaceCommand> only =
        new Store<>(
            new WorkspaceState(List.of(document), Optional.of(document)), WorkspaceState::apply);
    return new Workbench(
        only,
        new Store<>(NoticeState.EMPTY, NoticeState::apply),
        new Store<>(preferences.state(), (kept, change) -> change.apply(kept)),
        own,
        dialogs,
        layouts,
        new LiveRecordings(only, own),
        books,
        room);
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

  /// Records, and shows the recording from its first tick on.
  ///
  /// @param title for the task strip: "Recording town02"
  /// @param form where it was asked for: stays open while it is recorded, so that a recording that
  ///   comes to nothing can be asked for again, and is closed after it unless somebody is there
  public void record(String title, FollowedJob job, Optional<Tab> form) {
    record(title, job, form, Tail.FOLLOWING);
  }

  /// As [#record(String, FollowedJob, Optional)].
  ///
  /// @param tail whether the view follows the end, or stays at the first tick
  public void record(String title, FollowedJob job, Optional<Tab> form, Tail tail) {
    record(title, job, form, tail, _ -> {});
  }

  /// As [#record(String, FollowedJob, Optional, Tail)].
  ///
  /// @param shown gets the recording just before it is shown
  public void record(
      String title, FollowedJob job, Optional<Tab> form, Tail tail, Consumer<Document> shown) {
    LiveRecordings.Arrival arrival = new LiveRecordings.Arrival(tail, shown);
    background.start(
        Errand.of(
                title,
                (progress, cancellation) ->
                    job.run(progress, cancellation, rollout -> begin(arrival, rollout)),
                file -> {
                  live.finish(arrival);
                  preferences.send(kept -> kept.opened(file));
                  form.filter(tab -> !workspace.state().active().equals(Optional.of(tab)))
                      .ifPresent(tab -> workspace.send(new WorkspaceCommand.Close(tab)));
                })
            .making(file -> file)
            .orElse(outcome -> live.abandon(arrival, outcome)));
  }

  /// On the recording thread, which may read files.
  private void begin(LiveRecordings.Arrival arrival, Rollout rollout) {
    LayoutShelf.Found found = layouts.remembered(rollout.manifest().environment().id());
    background.hand(() -> live.begin(arrival, rollout, growing -> document(growing, found)));
  }

  /// Closes a tab and what it holds.
  public void close(Tab tab) {
    workspace.send(new WorkspaceCommand.Close(tab));
    switch (tab) {
      case Document document -> {
        breakpoints(document).close();
        background.behind("Closing", (_, _) -> closed(document.rollout()));
        document
            .beside()
            .ifPresent(beside -> {
              beside.close();
              background.behind("Closing", (_, _) -> closed(beside.other()));
            });
      }
      case RecordingDraft _, TrainingTab _ -> {}
    }
  }

  private Document document(Rollout rollout, LayoutShelf.Found found) {
    return document(rollout, found, Preset.INSPECT, Optional.empty());
  }

  private Document document(
      Rollout rollout, LayoutShelf.Found found, Preset usual, Optional<Counterpart> beside) {
    Layout wanted = found.layout().orElseGet(() -> usual.layout(room.get()));
    Layout layout = PaneKinds.fitting(wanted, rollout.manifest());
    Document document =
        new Document(rollout, BuiltInEnvironments.sketchOf(rollout), layout, beside);
    BookmarkKeeper.attend(rollout.file(), document.desk().bookmarks(), background, this::tell);
    var _ = breakpoints(document);
    return document;
  }

  /// The breakpoints of an open recording.
  public BreakpointDesk breakpoints(Document document) {
    return document.shared(
        BreakpointDesk.class,
        () -> new BreakpointDesk(document.desk(), books.of(document.kind()), background));
  }

  /// The facts of the kind of an open recording, kept beside the layouts.
  public FactsDesk facts(Document document) {
    String name = document.kind().replaceAll("[^A-Za-z0-9-]", "_") + ".json";
    Path file = layouts.folder().resolveSibling("facts").resolve(name);
    return document.shared(
        FactsDesk.class, () -> new FactsDesk(document.rollout(), file, background));
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
        Document document = document(rollout, opened.layout());
        LiveRecordings.found(document, recording.growth());
        if (document.live()) {
          document.follow(Tail.FOLLOWING);
        }
        workspace.send(new WorkspaceCommand.Open(document));
        if (document.making().state() instanceof Making.Unfinished) {
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
