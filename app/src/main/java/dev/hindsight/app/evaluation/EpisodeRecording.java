package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.recording.UniquelyNamedRecording;
import dev.hindsight.app.settings.DocumentsFolder;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// Records an episode of an evaluation again, and finds the tick at which a trial of it went wrong.
///
/// The recording of a policy whose memory was wiped is a branch: its edits wipe the memory and hide
/// the previous tick at the start of each trial, so the file says what was done to the policy, and
/// replays.
///
/// @param evaluation the evaluation
/// @param episode one of its episodes
/// @param trial the trial to look at, from 0; the first if it is none
/// @param out the rollout file to write; gets a number if it exists
public record EpisodeRecording(
    FinishedEvaluation evaluation, EpisodeResult episode, int trial, Path out)
    implements Job<EpisodeRecording.FailedTrial> {
  /// Where a trial went wrong.
  ///
  /// @param file the recording
  /// @param tick the first tick whose action made an ego fail (collide, leave the road, lose
  ///   separation); else, if an ego did not reach its goal, the last tick of the trial; else its
  ///   first
  /// @param agent the ego to which it happened
  public record FailedTrial(Path file, int tick, int agent) {}

  /// A recording in the user's folder, named after the world.
  public static EpisodeRecording of(
      FinishedEvaluation evaluation, EpisodeResult episode, int trial) {
    Path out = DocumentsFolder.path().resolve(evaluation.recordingName(episode));
    return new EpisodeRecording(evaluation, episode, trial, out);
  }

  /// Records in the background, and opens the recording where the trial went wrong. FX thread.
  ///
  /// @param title for the task strip
  /// @param which is called on the background thread
  public static void open(WindowContext window, String title, Supplier<EpisodeRecording> which) {
    window
        .background()
        .start(
            BackgroundTask.of(
                    title,
                    (progress, cancellation) -> which.get().run(progress, cancellation),
                    (FailedTrial failed) ->
                        window.open(
                            failed.file(),
                            document -> {
                              document.view().send(new ViewCommand.Select(failed.agent()));
                              document.timeline().send(new TimelineCommand.Seek(failed.tick()));
                            }))
                .withFile(FailedTrial::file));
  }

  @Override
  public FailedTrial run(Progress progress, Cancellation cancellation) throws IOException {
    try (Rollout rollout =
        Rollouts.open(recorded(evaluation, episode, out, progress, cancellation))) {
      return failure(rollout, trial, cancellation);
    }
  }

  /// Records an episode again, on the calling thread.
  ///
  /// @param out as in the constructor
  /// @return the recording; with wiped memory the branch, which lies beside the recording of the
  ///   policy that remembers
  static Path recorded(
      FinishedEvaluation evaluation,
      EpisodeResult episode,
      Path out,
      Progress progress,
      Cancellation cancellation)
      throws IOException {
    Path base =
        new UniquelyNamedRecording(evaluation.recording(episode, out))
            .run(progress, cancellation)
            .file();
    return evaluation.wipe() == MemoryWipe.TRIALS ? wiped(base, progress, cancellation) : base;
  }

  /// Records until no trial starts without a wipe: up to there the next recording is the same.
  private static Path wiped(Path base, Progress progress, Cancellation cancellation)
      throws IOException {
    Path last = base;
    List<Edit> edits = new ArrayList<>();
    try (TemporaryFolder folder = new TemporaryFolder("wiped");
        Rollout rollout = Rollouts.open(base)) {
      Branches branches = Branches.of(rollout);
      OptionalInt begins = nextTrial(rollout, 0);
      for (int number = 1; begins.isPresent(); number++) {
        edits.addAll(wipe(last, begins.getAsInt()));
        Branch branch =
            branches.next(
                wording("EpisodeRecording.memory_wiped_at_every_trial"),
                Optional.empty(),
                edits.getFirst().tick(),
                edits);
        Path next = folder.path().resolve(number + ".rollout");
        BranchRecorder.RecordedBranch made =
            recorded(rollout, branches, branch, next, progress, cancellation);
        last = next;
        try (Rollout changed = Rollouts.open(next)) {
          begins = nextTrial(changed, begins.getAsInt());
        }
        if (begins.isPresent()) {
          // Only a draft: the next one has its number.
          branches = made.branches().without(made.branch());
        } else {
          Path beside = base.resolveSibling(BranchRecorder.name(branches, branch));
          var _ = recorded(rollout, branches, branch, beside, progress, cancellation);
          last = beside;
        }
      }
    }
    return last;
  }

  private static BranchRecorder.RecordedBranch recorded(
      Rollout base,
      Branches branches,
      Branch branch,
      Path out,
      Progress progress,
      Cancellation cancellation)
      throws IOException {
    return new BranchRecorder(
            base,
            branches,
            branch,
            new RecordedPolicySource(RunLedger.ofUser()),
            Optional.empty(),
            out)
        .run(progress, cancellation);
  }

  /// The first tick after another at which some agent's trial starts.
  private static OptionalInt nextTrial(Rollout rollout, int after) {
    AgentColumn ended = AgentColumn.of(rollout, "trial_ended").orElseThrow();
    for (int tick = after + 1; tick < rollout.ticks(); tick++) {
      if (ended.any(tick - 1)) {
        return OptionalInt.of(tick);
      }
    }
    return OptionalInt.empty();
  }

  /// What [MemoryWipe#TRIALS] does before a tick, as edits.
  private static List<Edit> wipe(Path file, int tick) {
    List<Edit> edits = new ArrayList<>();
    try (Rollout rollout = Rollouts.open(file)) {
      AgentColumn ended = AgentColumn.of(rollout, "trial_ended").orElseThrow();
      ObservationLayout layout = rollout.manifest().observation();
      int driven = RecordedPartners.drivenByPolicy(rollout.manifest());
      for (int agent = 0; agent < driven; agent++) {
        if (!ended.is(tick - 1, agent)) {
          continue;
        }
        edits.add(new Edit.Wipe(tick, agent));
        for (ObservationLayout.Segment segment : layout.segments()) {
          if (segment.name().equals(ObservationLayout.PREVIOUS)) {
            for (int i = 0; i < segment.length(); i++) {
              edits.add(new Edit.ObservedNumber(tick, agent, segment.offset() + i, 0));
            }
          }
        }
      }
    }
    return edits;
  }

  /// Where a trial of a recording went wrong.
  ///
  /// @param trial from 0
  static FailedTrial failure(Rollout rollout, int trial, Cancellation cancellation) {
    TrialIndex trials = rollout.trials();
    int stretch = 0;
    while (stretch + 1 < trials.count() && trials.trial(stretch) != trial) {
      stretch++;
    }
    List<AgentTrial> egos =
        ScoreReader.of(rollout).trial(stretch, cancellation).agents().stream()
            .filter(agent -> agent.side() == Side.EGO)
            .toList();
    TickEvents events = new TickEvents(rollout);
    int[] row = new int[rollout.manifest().agents()];
    for (int tick = trials.start(stretch); tick < trials.end(stretch); tick++) {
      events.read(tick, row);
      for (AgentTrial ego : egos) {
        int happened = row[ego.agent()];
        if (events.kinds().failures().stream()
            .anyMatch(kind -> TickEvents.happened(happened, kind))) {
          return new FailedTrial(rollout.file(), tick, ego.agent());
        }
      }
    }
    AgentTrial last =
        egos.stream().min(Comparator.comparingDouble(AgentTrial::score)).orElseThrow();
    boolean late = last.reachedAt() == AgentTrial.NEVER;
    int tick = late ? trials.end(stretch) - 1 : trials.start(stretch);
    return new FailedTrial(rollout.file(), tick, last.agent());
  }
}
