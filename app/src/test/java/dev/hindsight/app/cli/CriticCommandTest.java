package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.inspector.critic.CriticRecordings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CriticCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void aGroupsActionHasAValueAndEachMembersAWorth() throws Exception {
    String file =
        CriticRecordings.record(folder, "spread", Map.of("action_form", "discrete"), Map.of())
            .toString();
    CapturedCommand run = CapturedCommand.of("critic", file, "--at", "7", "--agent", "1", "--json");
    assertEquals(0, run.exitCode(), run.err());
    JsonNode result = JSON.readTree(run.out());
    assertEquals("[0,1,2]", result.path("group").toString());
    assertEquals(2, result.path("q").size());
    double done = result.path("done").asDouble();
    assertEquals(
        Math.min(result.path("q").path(0).asDouble(), result.path("q").path(1).asDouble()), done);
    assertTrue(result.path("bestQ").asDouble() >= done);
    assertEquals(0, result.path("samples").asInt());
    assertEquals(3, result.path("members").size());
    for (JsonNode member : result.path("members")) {
      assertEquals(
          done - member.path("expected").asDouble(), member.path("advantage").asDouble(), 1e-9);
    }
    CapturedCommand words = CapturedCommand.of("critic", file, "--at", "7");
    assertTrue(words.out().contains("agent 2: worth "), words.out());
  }

  @Test
  void aCheckpointWithoutCriticsIsRefusedInOneLine() {
    String file = CriticRecordings.record(folder, "spread", Map.of(), Map.of()).toString();
    String bare = folder.resolve("bare.safetensors").toString();
    CapturedCommand run = CapturedCommand.of("critic", file, "--at", "3", "--checkpoint", bare);
    assertNotEquals(0, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("holds no critics"), run.err());
  }
}
