package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.TaskOutcome;
import dev.hindsight.trainer.rollout.FollowedRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutGrowth;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// The growing recordings: shows each as soon as it has a tick, and updates open ones. Owned by the
/// FX thread.
public final class LiveRecordings {
  /// Every lane is redrawn when a recording has grown: often enough to look live, but not in every
  /// frame.
  private static final long GROW_NANOS = 100_000_000;

  /// How often to check files of other processes, and to update recordings that are not visible.
  private static final long LOOK_NANOS = 500_000_000;

  private final Store<WorkspaceState, WorkspaceCommand> workspace;
  private final BackgroundTasks backgroundTasks;
  private final Set<ExpectedRecording> awaited = new LinkedHashSet<>();
  private final Set<FollowedRollout> looking = new HashSet<>();
  private long grown;
  private long looked;

  /// A requested recording, compared by identity.
  static final class ExpectedRecording {
    private final TailMode tailMode;
    private final Consumer<Document> shown;
    private Optional<Rollout> rollout = Optional.empty();
    private Function<Rollout, Document> opener =
        _ -> {
          throw new IllegalStateException("it has not started");
        };
    private Optional<Document> document = Optional.empty();

    /// @param tailMode whether its view follows the end
    /// @param shown receives its document just before it is shown
    ExpectedRecording(TailMode tailMode, Consumer<Document> shown) {
      this.tailMode = tailMode;
      this.shown = shown;
    }

    private boolean ready() {
      return document.isEmpty() && rollout.map(begun -> begun.ticks() > 0).orElse(false);
    }
  }

  /// @param workspace the place to show them
  /// @param backgroundTasks checks files
  public LiveRecordings(
      Store<WorkspaceState, WorkspaceCommand> workspace, BackgroundTasks backgroundTasks) {
    this.workspace = workspace;
    this.backgroundTasks = backgroundTasks;
  }

  /// The recording has begun; shows it when it has a tick.
  ///
  /// @param opener makes its document
  void begin(
      ExpectedRecording expectedRecording, Rollout rollout, Function<Rollout, Document> opener) {
    expectedRecording.rollout = Optional.of(rollout);
    expectedRecording.opener = opener;
    awaited.add(expectedRecording);
  }

  /// The recording is complete; shows it now if it ended before it could be shown.
  void finish(ExpectedRecording expectedRecording) {
    awaited.remove(expectedRecording);
    if (expectedRecording.document.isEmpty()) {
      show(expectedRecording);
    }
    open(expectedRecording)
        .ifPresent(document -> {
          document.grow();
          document.status().send(new RecordingStatus.Complete());
        });
  }

  /// The recording will not be completed; marks what has been shown.
  void abandon(ExpectedRecording expectedRecording, TaskOutcome outcome) {
    awaited.remove(expectedRecording);
    if (expectedRecording.document.isEmpty()) {
      expectedRecording.rollout.ifPresent(Rollout::close);
    }
    open(expectedRecording)
        .ifPresent(document -> {
          document.grow();
          int ticks = document.rollout().ticks();
          document
              .status()
              .send(
                  outcome instanceof TaskOutcome.Failed
                      ? RecordingStatus.failed(ticks, outcome.words())
                      : RecordingStatus.cancelled(ticks));
        });
  }

  /// Its document, unless the tab has been closed.
  private Optional<Document> open(ExpectedRecording expectedRecording) {
    return expectedRecording.document.filter(
        document -> workspace.state().tabs().contains(document));
  }

  /// Called before a frame is painted.
  public void poll() {
    List<ExpectedRecording> ready = awaited.stream().filter(ExpectedRecording::ready).toList();
    ready.forEach(this::show);
    awaited.removeAll(ready);
    long now = System.nanoTime();
    if (now - grown >= GROW_NANOS) {
      grown = now;
      workspace.state().document().filter(Document::live).ifPresent(Document::grow);
    }
    if (now - looked >= LOOK_NANOS) {
      looked = now;
      for (WorkspaceTab workspaceTab : workspace.state().tabs()) {
        if (workspaceTab instanceof Document document) {
          if (document.live()) {
            document.grow();
          }
          look(document);
        }
      }
    }
  }

  private void show(ExpectedRecording expectedRecording) {
    expectedRecording.document = expectedRecording.rollout.map(expectedRecording.opener);
    expectedRecording.document.ifPresent(document -> {
      document.status().send(new RecordingStatus.InProgress());
      expectedRecording.shown.accept(document);
      document.begin(expectedRecording.tailMode);
      workspace.send(new WorkspaceCommand.Open(document));
    });
  }

  private void look(Document document) {
    if (!(document.status().state() instanceof RecordingStatus.Complete)) {
      follow(
          document.rollout(),
          document.title(),
          rolloutGrowth -> {
            if (workspace.state().tabs().contains(document)) {
              found(document, rolloutGrowth);
            }
          });
    }
    document
        .beside()
        .filter(two -> !two.other().complete())
        .ifPresent(two -> follow(two.other(), document.title(), _ -> two.renew()));
  }

  /// Checks the file of a recording that another process makes, unless it is being checked.
  ///
  /// @param title of its tab
  /// @param onFound receives the result on the FX thread
  private void follow(Rollout rollout, String title, Consumer<RolloutGrowth> onFound) {
    if (rollout instanceof FollowedRollout followed && looking.add(followed)) {
      backgroundTasks.startCancellable(
          wording("LiveRecordings.following", title),
          (_, _) -> followed.refresh(),
          rolloutGrowth -> {
            if (rolloutGrowth != RolloutGrowth.GONE) {
              looking.remove(followed);
            }
            onFound.accept(rolloutGrowth);
          },
          // A file that cannot be read at the moment is checked again later.
          _ -> looking.remove(followed));
    }
  }

  /// Handles the result of checking a file. FX thread.
  static void found(Document document, RolloutGrowth rolloutGrowth) {
    document.grow();
    int ticks = document.rollout().ticks();
    RecordingStatus next =
        switch (rolloutGrowth) {
          case GROWING -> new RecordingStatus.InProgress();
          case STOPPED -> RecordingStatus.cutOff(ticks);
          case FINISHED -> new RecordingStatus.Complete();
          case GONE -> RecordingStatus.gone(ticks);
        };
    if (!next.equals(document.status().state())) {
      document.status().send(next);
    }
  }
}
