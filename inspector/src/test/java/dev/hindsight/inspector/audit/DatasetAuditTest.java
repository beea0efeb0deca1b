package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.RecordingExport;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Audits find nothing wrong with episodes that end as datasets say they do.
class DatasetAuditTest {
  @TempDir private Path folder;

  /// Nine steps of episodes of three, each with its own kind of end; the last has none.
  private Path dataset(String name, boolean explained) {
    MemoryRollout steps =
        new MemoryRollout("toy", 1, 9, 1)
            .with("observation", Dtype.F4, (t, _) -> t, 1, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 1)
            .with("truncation", Dtype.BOOL, (t, _) -> t == 5 ? 1 : 0, 1);
    MemoryRollout all =
        explained
            ? steps.with(
                EpisodeEnds.COLUMN,
                Dtype.I1,
                (t, _) -> t == 2 ? EpisodeEnd.TASK_FAILED.code() : 0,
                1)
            : steps;
    Path file = folder.resolve(name);
    RecordingExport.Report _ =
        new RecordingExport(all, RequestedTicks.ALL, RecordingExport.Form.NPZ, file)
            .run(Progress.SILENT, new Cancellation());
    return file;
  }

  private static List<Optional<EpisodeEnd>> ends(Rollout rollout) {
    EpisodeEnds ends = new EpisodeEnds(rollout);
    return IntStream.of(2, 5, 8).mapToObj(tick -> ends.why(tick, 0)).toList();
  }

  /// The first episode ends as given, the second by its time, the third is cut off.
  private void check(Path file, EpisodeEnd first) {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = RecordingOpener.open(file)) {
      assertEquals(
          List.of(Optional.of(first), Optional.of(EpisodeEnd.TIMEOUT), Optional.empty()),
          ends(rollout));
      AuditAssertions.of("protocol", rollout).passes();
      AuditAssertions.of("ends", rollout).passes();
    }
  }

  @Test
  void aTimeLimitEndsAnEpisodeAndACutOffOneGoesOn() {
    check(dataset("plain.npz", false), EpisodeEnd.TERMINATED);
  }

  @Test
  void whatTheFileSaysOfAnEndIsKept() {
    check(dataset("told.npz", true), EpisodeEnd.TASK_FAILED);
  }

  @Test
  void agentsThatEndedBeforeTheEpisodeNeedNoSecondEnd() {
    MemoryRollout one =
        new MemoryRollout("toy", 2, 8, 1)
            .with("trial", Dtype.I4, (_, _) -> 0)
            .with("trial_tick", Dtype.I4, (tick, _) -> tick % 4)
            .with("removed", Dtype.BOOL, (t, agent) -> agent == 0 && t % 4 > 1 ? 1 : 0, 2)
            .with("terminal", Dtype.BOOL, (t, agent) -> agent == 0 && t % 4 == 1 ? 1 : 0, 2)
            .with("truncation", Dtype.BOOL, (t, _) -> t % 4 == 3 ? 1 : 0, 2)
            .with(
                EpisodeEnds.COLUMN,
                Dtype.U1,
                (t, agent) -> agent == 0 ? t % 4 == 1 ? 5 : 0 : t % 4 == 3 ? 3 : 0,
                2);
    AuditAssertions.of("protocol", one).passes();
    MemoryRollout uncut =
        one.with("truncation", Dtype.BOOL, (t, agent) -> agent == 1 && t % 4 == 3 ? 1 : 0, 2);
    AuditAssertions.of("protocol", uncut).failsAt(3, "an episode ends without a terminal");
  }

  @Test
  void motionIsNotAskedWithoutTheLengthOfATick() {
    Path file = folder.resolve("moving.npz");
    MemoryRollout moving =
        new MemoryRollout("toy", 1, 40, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1)
            .with("pose", Dtype.F4, (t, i) -> i == 0 ? t : 0, 1, 3)
            .with("velocity", Dtype.F4, (_, i) -> i == 0 ? 10 : 0, 1, 2);
    RecordingExport.Report _ =
        new RecordingExport(moving, RequestedTicks.ALL, RecordingExport.Form.NPZ, file)
            .run(Progress.SILENT, new Cancellation());
    AuditAssertions.of("motion", moving).passes();
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = RecordingOpener.open(file)) {
      AuditAssertions.of("motion", rollout).cannotBeAsked();
    }
  }

  private Path saved(String name, MemoryRollout steps) {
    Path file = folder.resolve(name);
    RecordingExport.Report _ =
        new RecordingExport(steps, RequestedTicks.ALL, RecordingExport.Form.NPZ, file)
            .run(Progress.SILENT, new Cancellation());
    return file;
  }

  @Test
  void anEpisodeThatAnotherFollowsIsOverThoughNothingSaysWhy() {
    MemoryRollout steps =
        new MemoryRollout("toy", 1, 9, 1)
            .with("observation", Dtype.F4, (t, _) -> t, 1, 1)
            .with("value", Dtype.F4, (_, _) -> 0, 1)
            .with("reward", Dtype.F4, (t, _) -> t == 3 ? 1 : 0, 1)
            .with("terminal", Dtype.BOOL, (_, _) -> 0, 1)
            .with("episode", Dtype.I4, (t, _) -> Math.floorDiv(t, 3));
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = RecordingOpener.open(saved("numbered.npz", steps))) {
      EpisodeEnds ends = new EpisodeEnds(rollout);
      assertEquals(
          List.of(2, 5),
          IntStream.range(0, 9).filter(tick -> ends.ended(tick, 0)).boxed().toList());
      assertEquals(Optional.empty(), ends.why(2, 0));
      AuditAssertions.of("protocol", rollout).passes();
      AuditAssertions.of("ends", rollout).passes();
    }
  }

  @Test
  void agentsOfAVectorEnvironmentEndOneByOne() {
    MemoryRollout steps =
        new MemoryRollout("toy", 2, 9, 1)
            .with("observation", Dtype.F4, (t, _) -> t, 2, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 2)
            .with("terminal", Dtype.BOOL, (t, agent) -> t == 2 + agent || t == 8 ? 1 : 0, 2)
            .with("truncation", Dtype.BOOL, (t, agent) -> t == 6 - agent ? 1 : 0, 2);
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = RecordingOpener.open(saved("vector.npz", steps))) {
      EpisodeEnds ends = new EpisodeEnds(rollout);
      for (int agent = 0; agent < 2; agent++) {
        assertEquals(Optional.of(EpisodeEnd.TERMINATED), ends.why(2 + agent, agent));
        assertEquals(Optional.of(EpisodeEnd.TIMEOUT), ends.why(6 - agent, agent));
      }
      AuditAssertions.of("protocol", rollout).passes();
      AuditAssertions.of("ends", rollout).passes();
    }
  }

  /// Of several agents, each may go on after its own end.
  @Test
  void theOnlyAgentOfADatasetEndsWithItsEpisode() {
    MemoryRollout steps =
        new MemoryRollout("toy", 1, 9, 1)
            .with("observation", Dtype.F4, (t, _) -> t, 1, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 1 || t == 5 ? 1 : 0, 1)
            .with("episode", Dtype.I4, (t, _) -> Math.floorDiv(t, 3));
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"));
        Rollout rollout = RecordingOpener.open(saved("early.npz", steps))) {
      AuditAssertions.of("ends", rollout).failsAt(1, "a terminal although no trial ends");
    }
  }
}
