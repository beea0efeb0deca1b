package dev.hindsight.trainer.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedGroupsTest {
  @TempDir private Path folder;

  @Test
  void aRecordingHoldsTheGroupsOfItsEnvironment() {
    Path file = SampleRecordings.of(BuiltInEnvironments.named("rps"), folder, 25);
    try (Rollout rollout = Rollouts.open(file)) {
      RecordedGroups groups = RecordedGroups.of(rollout).orElseThrow();
      assertEquals(List.of(new AgentGroup("pack", List.of(0, 1))), groups.groups());
      assertEquals(List.of("p1", "p2"), groups.named(groups.groups().getFirst()));

      int decided = 0;
      for (int tick = 0; tick < 25; tick++) {
        GroupedStep step = groups.step(tick);
        assertEquals(Map.of("pack", 0.0), step.rewards());
        List<Double> each = step.memberRewards().getOrDefault("pack", List.of());
        decided += each.equals(List.of(0.0, 0.0)) ? 0 : 1;
        boolean last = tick % 10 == 9;
        assertEquals(Map.of("pack", last, "__all__", last), step.terminateds());
        assertEquals(Map.of("pack", last, "__all__", last), step.truncateds());
        assertEquals(last || tick == 24, step.observations().isEmpty());
      }
      assertTrue(decided > 3, decided + " turns have a winner");
      assertEquals(
          "0/opponent.move",
          Optional.ofNullable(groups.step(0).observations().get("pack"))
              .orElseThrow()
              .tree()
              .layout()
              .nameOf(0));
    }
  }

  @Test
  void aWorldWithoutGoalsShowsNone() {
    for (String id : List.of("rps", "spread", "darkroom")) {
      Path file = SampleRecordings.of(BuiltInEnvironments.named(id), folder, 5);
      try (Rollout rollout = Rollouts.open(file)) {
        assertEquals(id.equals("darkroom"), new TickEvents(rollout).shows(EventKind.GOAL), id);
      }
    }
  }

  private static MemoryRollout pair(String groups) throws Exception {
    JsonNode declared = new ObjectMapper().readTree(groups);
    return new MemoryRollout("toy", 2, 6, 1)
        .with("removed", Dtype.BOOL, (t, agent) -> agent == 1 && t >= 3 ? 1 : 0, 2)
        .with("terminal", Dtype.BOOL, (t, agent) -> agent == 1 && t == 2 ? 1 : 0, 2)
        .with("reward", Dtype.F4, (t, agent) -> t + agent, 2)
        .withExtra(Map.of(GroupManifest.KEY, declared));
  }

  @Test
  void aGroupWithAMemberInLimboIsRefusedByName() throws Exception {
    try (Rollout rollout = pair("[{\"name\": \"pair\", \"members\": [1, 0]}]")) {
      RecordedGroups groups = RecordedGroups.of(rollout).orElseThrow();
      AgentGroup group = groups.groups().getFirst();
      assertEquals(List.of(2.0, 1.0), groups.step(1).memberRewards().get("pair"));
      assertEquals(Map.of("pair", false, "__all__", false), groups.step(2).terminateds());
      assertEquals(List.of(), groups.missing(group, 2));
      assertEquals(List.of(1), groups.missing(group, 3));
      String message =
          String.valueOf(
              assertThrows(IllegalArgumentException.class, () -> groups.step(3)).getMessage());
      assertTrue(message.startsWith("Missing member of group pair: 1"), message);
    }
  }

  @Test
  void groupsThatEndOneByOneAreAllOverWithTheLast() throws Exception {
    MemoryRollout alone =
        pair("[{\"name\": \"first\", \"members\": [0]}, {\"name\": \"second\", \"members\": [1]}]")
            .with("removed", Dtype.BOOL, (t, agent) -> agent == 1 && t >= 3 && t < 5 ? 1 : 0, 2)
            .with("terminal", Dtype.BOOL, (t, agent) -> t == 4 - 2 * agent ? 1 : 0, 2)
            .with("truncation", Dtype.BOOL, (t, agent) -> agent == 1 && t == 4 ? 1 : 0, 2);
    try (Rollout rollout = alone) {
      RecordedGroups groups = RecordedGroups.of(rollout).orElseThrow();
      assertEquals(false, groups.step(2).terminateds().get("__all__"));
      assertEquals(Map.of("first", true, "__all__", true), groups.step(4).terminateds());
    }
  }

  @Test
  void groupsThatCannotBeGroupsOfItsAgentsAreRefusedInOneLine() throws Exception {
    for (String bad :
        List.of(
            "[{\"name\": \"pair\", \"members\": [0, 2]}]",
            "[{\"name\": \"pair\", \"members\": []}]",
            "[{\"name\": \"a\", \"members\": [0]}, {\"name\": \"b\", \"members\": [0]}]")) {
      try (Rollout rollout = pair(bad)) {
        Problem problem = assertThrows(Problem.class, () -> RecordedGroups.of(rollout));
        assertTrue(problem.getMessage().contains("groups"), problem.getMessage());
      }
    }
  }
}
