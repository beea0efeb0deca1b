package dev.hindsight.app.branch;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.branch.BranchState.RewindReadiness;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.tasks.NewestReading;
import dev.hindsight.app.tasks.TaskOutcome;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchOutcome;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.branch.ControlResult;
import dev.hindsight.trainer.branch.ReplayAgreement;
import dev.hindsight.trainer.branch.TimeMachine;
import dev.hindsight.trainer.branch.TimeMachineBuilder;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.ReplayReport;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The branches of one open recording: pending edits, running on, the tree. FX thread; reads files
/// and simulates in the background.
public final class BranchController {
  private final Document document;
  private final WindowContext window;
  private final Store<BranchState, UnaryOperator<BranchState>> state =
      new Store<>(BranchState.EMPTY, (now, change) -> change.apply(now));
  private Optional<TimeMachine> machine = Optional.empty();

  /// The recording as it was when its status last changed. Its tab may be closed by the time a
  /// branch is made of it, and then it cannot be read any more.
  private ShownRecording recording;

  private final AgentNames names;
  private final NewestReading reading;

  /// The ids of branches that are being simulated again.
  private final Set<String> madeAgain = new HashSet<>();

  private BranchController(Document document, WindowContext window) {
    this.document = document;
    this.window = window;
    this.recording = ShownRecording.of(document.rollout());
    this.names = AgentNames.of(document.rollout());
    this.reading = new NewestReading(window.background());
  }

  /// The controller of a recording, created on the first request.
  public static BranchController of(Document document, WindowContext window) {
    return document.shared(
        BranchController.class,
        () -> {
          BranchController branchController = new BranchController(document, window);
          document.status().watch(_ -> branchController.changed());
          return branchController;
        });
  }

  /// The current state.
  public BranchState state() {
    return state.state();
  }

  /// Passes the state to a watcher, now and after every change.
  ///
  /// @return unsubscribes when run
  public Runnable watch(Consumer<BranchState> watcher) {
    return state.watch(watcher);
  }

  /// Adds an edit to the pending ones. The first edit starts a background pass over the recording,
  /// so that running on begins at once.
  public void propose(Edit edit) {
    state.send(now -> now.with(edit));
    prepare();
  }

  /// As [#propose], for an edit chosen in a panel: an action is held for the usual time of its
  /// environment.
  public void suggest(Edit edit) {
    int ticks = HeldAction.defaultTicks(document.rollout().manifest());
    propose(HeldAction.of(edit).map(heldAction -> heldAction.withTicks(ticks)).orElse(edit));
  }

  /// Holds a proposed action for a number of ticks.
  void hold(int index, int ticks) {
    state.send(now -> now.holding(index, ticks));
  }

  /// Removes a pending edit.
  public void withdraw(int index) {
    state.send(now -> now.without(index));
  }

  private void changed() {
    recording = ShownRecording.of(document.rollout());
    read();
  }

  /// Shows the branches as a change has left them. A reading that goes on may have begun before it.
  private void changed(Branches all) {
    state.send(now -> now.known(all, now.here()));
    if (reading.running()) {
      read();
    }
  }

  /// Reads the folder again.
  public void read() {
    ShownRecording shown = recording;
    reading.start(
        wording("BranchController.reading_branches"),
        (_, _) -> {
          // While it is being recorded there is no file yet, or that of an older recording; or
          // the folder belongs to another program.
          Optional<Rollout> there =
              Files.isRegularFile(shown.file()) ? shown.find() : Optional.empty();
          if (there.isEmpty()) {
            return BranchState.EMPTY;
          }
          try (Rollout rollout = there.get()) {
            Branches all = Branches.around(rollout);
            Optional<String> here = BranchRecorder.idOf(rollout, all);
            return BranchState.EMPTY.known(all, here);
          }
        },
        read -> read.branches().ifPresent(all -> state.send(now -> now.known(all, read.here()))));
  }

  /// Passes over the recording once, unless this has been done: afterwards it can continue from any
  /// tick.
  public void prepare() {
    if (!(state().standing() instanceof RewindReadiness.Unknown) || document.live()) {
      return;
    }
    state.send(now -> now.standing(new RewindReadiness.UnderWay()));
    ShownRecording shown = recording;
    Job<TimeMachine> job =
        (progress, cancellation) ->
            new TimeMachineBuilder(
                    SimulationRecipe.of(shown.openLoosely()),
                    new RecordedPolicySource(RunLedger.ofUser()),
                    TimeMachineBuilder.BUDGET)
                .run(progress, cancellation);
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording("BranchController.simulating", document.title()),
                    job,
                    ready -> {
                      machine = Optional.of(ready);
                      String words = reach(ready.agreement(), names);
                      state.send(now -> now.standing(new RewindReadiness.Ready(words)));
                    })
                .orElse(outcome -> state.send(now -> now.standing(lost(outcome)))));
  }

  private static String reach(ReplayAgreement replayAgreement, AgentNames names) {
    String ticks =
        replayAgreement.lost().isPresent()
            ? wording("BranchController.ticks_before_are_ready", replayAgreement.lost().getAsInt())
            : wording("BranchController.every_tick_is_ready");
    ControlResult controlResult = replayAgreement.control(names);
    return ticks + controlResult.warning().orElse(controlResult.words());
  }

  private static RewindReadiness lost(TaskOutcome outcome) {
    return switch (outcome) {
      case TaskOutcome.Failed failed -> new RewindReadiness.Impossible(failed.notice().text());
      case TaskOutcome.Cancelled _, TaskOutcome.Done _ -> new RewindReadiness.Unknown();
    };
  }

  /// Runs on from the earliest pending edit or, if there is none, unchanged from the cursor. If it
  /// fails, the edits stay pending.
  public void runOn() {
    List<Edit> edits = state().pending();
    int tick = edits.stream().mapToInt(Edit::tick).min().orElse(document.timeline().state().tick());
    runOn(edits, tick, _ -> state.send(now -> now.restored(edits)));
    if (state().branches().isPresent()) {
      state.send(BranchState::cleared);
    }
  }

  /// Runs on from one edit alone, as its author has seen it do: pending edits stay pending. If it
  /// fails, the edit becomes one of them.
  public void runOn(Edit edit) {
    if (state().branches().isPresent()) {
      runOn(List.of(edit), edit.tick(), _ -> propose(edit));
    } else {
      propose(edit);
    }
  }

  private void runOn(List<Edit> edits, int tick, Consumer<TaskOutcome> lost) {
    state
        .state()
        .branches()
        .ifPresent(all -> {
          String title = EditWords.of(edits, document.rollout().manifest(), names);
          Optional<String> here = state().here();
          make(
              new BranchRequest(all, here, tick, now -> now.next(title, here, tick, edits)),
              this::beside,
              lost);
        });
  }

  /// Opens a branch alone; simulates it again if its recording is missing.
  public void open(Branch branch) {
    made(branch, (_, file) -> window.open(file));
  }

  /// Opens a branch beside its parent, under one cursor.
  public void compare(Branch branch) {
    made(branch, this::beside);
  }

  private void made(Branch branch, BiConsumer<Branch, Path> then) {
    state
        .state()
        .branches()
        .ifPresent(all ->
            window
                .background()
                .startHidden(
                    wording("BranchController.reading_branches"),
                    (_, _) -> BranchRecorder.found(all, branch),
                    found ->
                        found.ifPresentOrElse(
                            file -> then.accept(branch, file),
                            () -> makeAgain(all, branch, then))));
  }

  /// Simulates a branch whose recording is missing, once however often the user asks, in whatever
  /// tab.
  private void makeAgain(Branches all, Branch branch, BiConsumer<Branch, Path> then) {
    String id = branch.id();
    if (madeAgain.add(id)) {
      window
          .background()
          .startOnce(
              List.of(all.origin().hash(), BranchRecorder.name(all, branch)),
              making(
                  BranchRequest.again(all, branch),
                  (made, file) -> {
                    madeAgain.remove(id);
                    then.accept(made, file);
                  },
                  _ -> madeAgain.remove(id)),
              outcome -> {
                madeAgain.remove(id);
                madeByAnother(outcome, all, branch, then);
              });
    }
  }

  /// @param outcome of the task of another tab that simulated the branch
  private void madeByAnother(
      TaskOutcome outcome, Branches all, Branch branch, BiConsumer<Branch, Path> then) {
    switch (outcome) {
      case TaskOutcome.Done done -> {
        read();
        done.file().ifPresent(file -> then.accept(branch, file));
      }
      // That tab may have been closed, or its recording replaced.
      case TaskOutcome.Failed _ -> makeAgain(all, branch, then);
      case TaskOutcome.Cancelled _ -> {}
    }
  }

  /// The view stays as it is; the cursor moves to the tick where the two diverge.
  private void beside(Branch branch, Path file) {
    ViewState view = document.view().state();
    Optional<String> here = state().here();
    Branches all = state().branches().orElseThrow();
    Path shown = document.rollout().file();
    window
        .background()
        .startHidden(
            wording("BranchController.reading_branches"),
            (_, _) -> here.equals(branch.parent()) ? shown : parent(all, branch),
            parent ->
                window.compare(
                    parent,
                    file,
                    both -> {
                      both.view().send(new ViewCommand.CopyFrom(view));
                      both.timeline().send(new TimelineCommand.Seek(branch.tick()));
                    }));
  }

  /// The parent of a branch if its recording exists; otherwise the original recording. Reads files.
  private static Path parent(Branches all, Branch branch) {
    return branch
        .parent()
        .map(all::named)
        .flatMap(parent -> BranchRecorder.found(all, parent))
        .orElse(all.recording());
  }

  /// Provides starting points at any tick of a file, if it is this recording and the pass over it
  /// is done.
  Optional<Continuation.StartingPoint> reached(Path file) {
    return machine.filter(_ -> file.equals(document.rollout().file())).map(known -> known);
  }

  /// Opens the original recording.
  public void openRecording() {
    state.state().branches().ifPresent(all -> window.open(all.recording()));
  }

  private void make(
      BranchRequest request, BiConsumer<Branch, Path> then, Consumer<TaskOutcome> lost) {
    window.background().start(making(request, then, lost));
  }

  private BackgroundTask<BranchRecorder.RecordedBranch> making(
      BranchRequest request, BiConsumer<Branch, Path> then, Consumer<TaskOutcome> lost) {
    Branches all = request.all();
    Path from =
        state().here().equals(request.parent()) ? document.rollout().file() : all.recording();
    Optional<TimeMachine> known =
        from.equals(document.rollout().file()) ? machine : Optional.empty();
    Optional<ShownRecording> shown = Optional.of(recording).filter(own -> from.equals(own.file()));
    return BackgroundTask.of(
            wording("BranchController.running_on_from_tick", request.tick()),
            (progress, cancellation) -> {
              try (Rollout rollout =
                      shown.map(ShownRecording::open).orElseGet(() -> Rollouts.open(from));
                  BranchNumber number = BranchNumber.take(request)) {
                Branch branch = number.branch();
                EnvironmentShape shape = RecordedShape.of(rollout);
                return new BranchRecorder(
                        rollout,
                        number.branches(),
                        branch.doing(RecordedPolicySource.pinned(branch.edits(), shape)),
                        new RecordedPolicySource(RunLedger.ofUser()),
                        known,
                        BranchRecorder.cached(number.branches(), branch))
                    .run(progress, cancellation);
              }
            },
            recordedBranch -> made(recordedBranch, then))
        .withFile(BranchRecorder.RecordedBranch::file)
        .orElse(lost);
  }

  private void made(BranchRecorder.RecordedBranch recordedBranch, BiConsumer<Branch, Path> then) {
    changed(recordedBranch.branches());
    String changed =
        recordedBranch.branch().score().map(BranchOutcome::wordsWithWarning).orElse("");
    String words = wording("BranchController.branch", recordedBranch.branch().id(), changed);
    boolean credited =
        recordedBranch.branch().score().filter(score -> score.control().credits()).isPresent();
    window.raiseNotice(
        credited
            ? new Notice.Success(
                words, recordedBranch.branch().title(), Optional.of(recordedBranch.file()))
            : Notice.of(
                new Problem(
                    words,
                    recordedBranch.branch().title(),
                    wording("BranchController.run_hindsight_replay_and_hindsight"))));
    then.accept(recordedBranch.branch(), recordedBranch.file());
  }

  /// Whether this recording has a parent.
  public boolean branched() {
    return state().here().isPresent()
        || document.beside().filter(two -> SimulationRecipe.isBranch(two.other())).isPresent();
  }

  /// Opens this recording's parent: one step up the tree. For a branch beside its parent, it opens
  /// the parent alone.
  public void up() {
    if (document.beside().isPresent()) {
      window.open(document.rollout().file());
      return;
    }
    state
        .state()
        .branches()
        .ifPresent(all ->
            state()
                .here()
                .map(all::named)
                .ifPresent(branch ->
                    branch
                        .parent()
                        .map(all::named)
                        .ifPresentOrElse(this::open, () -> window.open(all.recording()))));
  }

  /// Renames a branch.
  public void rename(Branch branch, String title) {
    if (!title.isBlank() && !title.equals(branch.title())) {
      change(
          wording("BranchController.renaming_a_branch"),
          all -> all.keep(branch.titled(title.strip())));
    }
  }

  /// Deletes a branch and the branches that leave it.
  public void delete(Branch branch) {
    change(wording("BranchController.deleting_a_branch"), all -> all.without(branch));
  }

  private void change(String title, UnaryOperator<Branches> change) {
    state
        .state()
        .branches()
        .ifPresent(all ->
            window
                .background()
                .startEssential(title, (_, _) -> change.apply(all.reread()), this::changed));
  }

  /// Simulates the recording again and reports whether every bit repeats.
  public void replay() {
    ShownRecording shown = recording;
    window
        .background()
        .start(
            wording("BranchController.replaying", document.title()),
            (progress, cancellation) -> {
              try (Rollout rollout = shown.open()) {
                return new Replay(rollout).run(progress, cancellation);
              }
            },
            this::replayed);
  }

  private void replayed(ReplayReport report) {
    String words = Sentences.capitalised(report.words(names));
    state.send(now -> now.replayed(words));
    window.raiseNotice(
        report.firstDifference().isEmpty()
            ? new Notice.Success(words, document.rollout().file().toString())
            : Notice.of(
                new Problem(
                    words,
                    document.title(),
                    wording("BranchController.docs_time_machine_md_lists_the"))));
  }
}
