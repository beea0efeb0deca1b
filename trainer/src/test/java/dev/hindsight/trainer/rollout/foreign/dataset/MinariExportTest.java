package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each episode of a dataset is one of an agent, whatever the others do. A recording is a line for
/// each agent with a letter for each tick: `.` goes on, `T` ends for good, `L` at a time limit, `-`
/// is limbo, `t` and `l` are limbo with the flag `terminal` or `truncation`.
class MinariExportTest {
  private static final List<String> FLAGS = List.of("terminal", "truncation", "removed");

  @TempDir private Path folder;

  /// An episode of the file, in words: agent, observations, rewards, where flags are set.
  private List<String> episodes(String trials, String... agents) {
    return episodes(OptionalInt.empty(), RequestedTicks.ALL, trials, agents);
  }

  private List<String> episodes(
      OptionalInt agent, RequestedTicks ticks, String trials, String... agents) {
    Path out = folder.resolve("x.hdf5");
    try (Rollout rollout = Rollouts.open(recorded(trials, agents))) {
      MinariExport.Report report =
          new MinariExport(rollout, agent, ticks, out).run(Progress.SILENT, new Cancellation());
      try (HdfFile file = new HdfFile(out)) {
        List<String> found =
            file.getChildren().values().stream().map(MinariExportTest::words).sorted().toList();
        assertEquals(report.episodes(), found.size());
        return found;
      }
    }
  }

  private static String words(Node node) {
    Group group = (Group) node;
    float[] rewards = (float[]) data(group, "rewards");
    assertEquals(rewards.length, group.getAttribute("total_steps").getData());
    assertEquals(rewards.length, ((float[]) data(group, "infos/value")).length);
    StringBuilder seen = new StringBuilder();
    for (float[] row : (float[][]) data(group, "observations")) {
      seen.append(' ').append(Float.isNaN(row[0]) ? "?" : Integer.toString((int) row[0]));
    }
    int earned = 0;
    for (float reward : rewards) {
      earned += (int) reward;
    }
    return "agent %s:%s, return %d, terminated %s, truncated %s, final %s"
        .formatted(
            group.getAttribute("agent").getData(),
            seen,
            earned,
            set(group, "terminations"),
            set(group, "truncations"),
            group.getAttribute("final_observation").getData());
  }

  private static Object data(Group group, String path) {
    return group.getDatasetByPath(path).getData();
  }

  private static List<Integer> set(Group group, String name) {
    byte[] flags = bytes(data(group, name));
    return IntStream.range(0, flags.length).filter(i -> flags[i] != 0).boxed().toList();
  }

  private static byte[] bytes(Object flags) {
    if (flags instanceof byte[] bytes) {
      return bytes;
    }
    String[] words = (String[]) flags;
    byte[] bytes = new byte[words.length];
    for (int i = 0; i < words.length; i++) {
      bytes[i] = (byte) (words[i].equals("TRUE") ? 1 : 0);
    }
    return bytes;
  }

  /// What agent a observes at tick t is 100 a + t, and its final observation 100 a + t + 50; every
  /// tick is worth 1, a tick in limbo 1000.
  private Path recorded(String trials, String... agents) {
    ObservationLayout layout =
        new ObservationLayout(
            List.of(new Segment("observation", 0, List.of(1), List.of("x"), List.of())));
    List<Column> columns = new ArrayList<>();
    for (String name : List.of("observation", "reward", "value")) {
      columns.add(
          name.equals("observation")
              ? new Column(
                  ChannelSpec.perTick(name, Dtype.F4, "", "", "agent", 1),
                  List.of(agents.length, 1))
              : new Column(
                  ChannelSpec.perTick(name, Dtype.F4, "", "", "agent"), List.of(agents.length)));
    }
    columns.add(
        new Column(ChannelSpec.perTick("end", Dtype.U1, "", "", "agent"), List.of(agents.length)));
    for (String name : FLAGS) {
      columns.add(
          new Column(
              ChannelSpec.perTick(name, Dtype.BOOL, "", "", "agent"), List.of(agents.length)));
    }
    columns.add(new Column(ChannelSpec.perTick("trial", Dtype.I4, "", ""), List.of()));
    columns.add(new Column(ChannelSpec.perTick("trial_tick", Dtype.I4, "", ""), List.of()));
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            Manifest.VERSION,
            "test",
            "",
            new Manifest.EnvironmentInfo("toy", Map.of(), ""),
            new Manifest.PolicyInfo("", "", "", ""),
            0,
            agents.length,
            0.1,
            new Manifest.Trials(2, 0),
            8,
            layout,
            columns.stream().map(Column::spec).toList(),
            List.of(),
            Map.of(FinalObservationRows.KEY, FinalObservationRows.declaration(layout)));
    FinalObservationRows finals = FinalObservationRows.of(manifest).orElseThrow();
    Path file = folder.resolve("x.rollout");
    try (RolloutWriter writer = RolloutWriter.create(file, manifest, columns)) {
      int within = 0;
      for (int tick = 0; tick < trials.length(); tick++) {
        boolean begins = tick == 0 || trials.charAt(tick) != trials.charAt(tick - 1);
        within = begins ? 0 : within + 1;
        for (int agent = 0; agent < agents.length; agent++) {
          char what = agents[agent].charAt(tick);
          boolean limbo = "-tl".indexOf(what) >= 0;
          writer.row(0).putFloat(100 * agent + tick);
          writer.row(1).putFloat(limbo ? 1000 : 1);
          writer.row(2).putFloat(tick);
          boolean over = what == 'T' || what == 't';
          Optional<EpisodeEnd> end =
              over
                  ? Optional.of(EpisodeEnd.TERMINATED)
                  : Optional.of(EpisodeEnd.TIMEOUT).filter(_ -> what == 'L');
          writer.row(3).put(end.map(EpisodeEnd::code).orElse((byte) 0));
          flag(writer.row(4), over);
          flag(writer.row(5), what == 'L' || what == 'l');
          flag(writer.row(6), limbo);
          if (what == 'L') {
            float[] last = {100 * agent + tick + 50};
            writer.sparse(FinalObservationRows.NAME, finals.row(tick, agent, last, 0));
          }
        }
        writer.row(7).putInt(trials.charAt(tick) - '0');
        writer.row(8).putInt(within);
        writer.endTick();
      }
      writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
    return file;
  }

  private static void flag(ByteBuffer row, boolean set) {
    row.put((byte) (set ? 1 : 0));
  }

  @Test
  void anAgentsEpisodeEndsWhereItsOwnEpisodeEndsAndLimboIsNoTransition() {
    assertEquals(
        List.of(
            "agent 0: 0 1 2 ?, return 3, terminated [2], truncated [], final 0",
            "agent 1: 100 101 102 103 153, return 4, terminated [], truncated [3], final 1",
            "agent 2: 200 201 202 203 204 254, return 5, terminated [], truncated [4], final 1"),
        episodes("00000", "..T-l", "...Ll", "....L"));
  }

  @Test
  void everyEnvironmentOfAVectorHasItsOwnEpisodes() {
    assertEquals(
        List.of(
            "agent 0: 0 1 2 ?, return 3, terminated [2], truncated [], final 0",
            "agent 0: 3 4 5 ?, return 3, terminated [2], truncated [], final 0",
            "agent 0: 6 ?, return 1, terminated [], truncated [], final 0",
            "agent 1: 100 101 102 103 153, return 4, terminated [], truncated [3], final 1",
            "agent 1: 104 105 106 ?, return 3, terminated [], truncated [], final 0"),
        episodes("0000000", "..T..T.", "...L..."));
  }

  @Test
  void agentsThatComeLateOrNeverOrAgainHaveEpisodesForWhatTheyLived() {
    assertEquals(
        List.of(
            "agent 0: 2 3 4 ?, return 3, terminated [2], truncated [], final 0",
            "agent 2: 200 201 ?, return 2, terminated [1], truncated [], final 0",
            "agent 2: 204 254, return 1, terminated [], truncated [0], final 1"),
        episodes("00000", "-l..T", "-----", ".T-lL"));
  }

  @Test
  void limboBetweenTrialsIsLeftOutAndAnEndInLimboIsThatOfTheLastStep() {
    assertEquals(
        List.of(
            "agent 0: 0 1 3 4 ?, return 4, terminated [3], truncated [], final 0",
            "agent 1: 100 101 102 103 104 105 ?, return 6, terminated [5], truncated [], final 0"),
        episodes("000111", "..l..t", ".....T"));
  }

  @Test
  void onlyTheChosenAgentAndTicksAreSaved() {
    assertEquals(
        List.of(
            "agent 1: 101 102 103 153, return 3, terminated [], truncated [2], final 1",
            "agent 1: 104 105 ?, return 2, terminated [], truncated [], final 0"),
        episodes(
            OptionalInt.of(1),
            new RequestedTicks(1, OptionalInt.of(5)),
            "0000000",
            "..T..T.",
            "...L..."));
  }

  @Test
  void anAgentThatIsAlwaysInLimboIsRefused() {
    Problem refused =
        assertThrows(
            Problem.class,
            () -> episodes(OptionalInt.of(1), RequestedTicks.ALL, "000", "..T", "---"));
    assertEquals("no agent acts in these ticks", refused.what());
  }
}
