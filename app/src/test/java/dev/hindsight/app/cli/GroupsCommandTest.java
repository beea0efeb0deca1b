package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.SampleRecordings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupsCommandTest {
  @TempDir private Path folder;

  private String recording(String environment, int ticks) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    return SampleRecordings.of(type, folder, ticks).toString();
  }

  private static JsonNode json(CapturedCommand run) throws Exception {
    assertEquals(0, run.exitCode(), run.err());
    return new ObjectMapper().readTree(run.out());
  }

  @Test
  void aPackOfTwoEarnsNothingWhateverItsMembersDo() throws Exception {
    String file = recording("rps", 40);
    JsonNode pack = json(CapturedCommand.of("groups", file, "--json")).at("/groups/0");
    assertEquals("pack", pack.get("group").asText());
    assertEquals(0, pack.get("earned").asDouble());
    assertEquals(0, pack.at("/memberEarned/0").asDouble() + pack.at("/memberEarned/1").asDouble());

    JsonNode last = json(CapturedCommand.of("groups", file, "--tick", "9", "--json"));
    assertTrue(last.at("/groups/0/terminated").asBoolean());
    assertTrue(last.at("/groups/0/truncated").asBoolean());
    CapturedCommand words = CapturedCommand.of("groups", file, "--tick", "3");
    assertTrue(words.out().startsWith("pack: 0 (p1 "), words.out());
  }

  @Test
  void aTeamObservesATupleOfWhatItsMembersObserve() throws Exception {
    String file = recording("spread", 5);
    JsonNode team =
        json(CapturedCommand.of("groups", file, "--tick", "2", "--json")).at("/groups/0");
    assertEquals("team", team.get("group").asText());
    assertEquals(3 * 14, team.get("observation").size());
    assertTrue(team.get("observation").has("2/landmarks/1.dx"));
  }

  @Test
  void casesOfAFileAreComputed() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("cases.json"),
            """
            {"concat_boundary_compare": [
              {"name": "x", "a": {"u": [[1, 2], [3, 4]]}, "b": {"u": [[1, 2], [3, 5]]}}]}\
            """);
    JsonNode result = json(CapturedCommand.of("groups", file.toString(), "--json"));
    assertEquals("u/1", result.at("/concat_boundary_compare/0/leaf").asText());
  }

  @Test
  void aRecordingWithoutGroupsAndATickThereIsNotGetOneLine() {
    for (CapturedCommand run :
        new CapturedCommand[] {
          CapturedCommand.of("groups", recording("darkroom", 5)),
          CapturedCommand.of("groups", recording("rps", 5), "--tick", "5")
        }) {
      assertEquals(1, run.exitCode());
      assertEquals(1, run.err().strip().lines().count(), run.err());
    }
  }
}
