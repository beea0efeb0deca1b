package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BranchCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void aBranchIsMadeListedReplayedAndMadeAgain() throws Exception {
    Path parent = room();
    Path out = folder.resolve("south.rollout");
    JsonNode made =
        json(
            "branch",
            parent.toString(),
            "--at",
            "1:3",
            "--action",
            "0=south",
            "--out",
            out.toString(),
            "--json");
    assertEquals("agent 0: south", made.path("changed").asText());
    assertEquals(3, made.path("tick").asInt());

    assertEquals(0, CapturedCommand.of("replay", out.toString()).exitCode());
    CapturedCommand tree = CapturedCommand.of("branch", parent.toString());
    assertTrue(tree.out().contains("1  tick 3: agent 0: south"), tree.out());

    Path again = folder.resolve("again.rollout");
    JsonNode second =
        json("branch", parent.toString(), "--make", "1", "--out", again.toString(), "--json");
    assertEquals(made.path("hash"), second.path("hash"));
  }

  @Test
  void aBranchOfABranchKnowsBothAndGoesWithItsParent() throws Exception {
    Path parent = room();
    branch(parent, "--at", "3", "--action", "0=south");
    branch(parent, "--at", "6", "--pose", "0=4.5,4.5,0", "--parent", "1");
    String tree = CapturedCommand.of("branch", parent.toString()).out();
    assertTrue(tree.contains("\n    2  tick 6"), tree);
    JsonNode left = json("branch", parent.toString(), "--delete", "1", "--json");
    assertEquals(0, left.path("branches").size());
    assertFalse(Files.exists(folder.resolve("room.branches")));
  }

  @Test
  void theRootOfTheFilesIsNoNameForABranch() {
    String root = folder.toAbsolutePath().getRoot().toString();
    CapturedCommand run =
        CapturedCommand.of(
            "branch", room().toString(), "--at", "3", "--action", "0=south", "--out", root);
    assertEquals(1, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertFalse(run.err().contains("bug"), run.err());
  }

  @Test
  void somethingIsSwitchedOffFromATickOnAndMadeAgain() throws Exception {
    Path parent = recorded("--checkpoint", "darkroom-5x5", "--actions", "sample", "--ticks", "40");
    String tree = branched(parent, "--at", "2:0", "--without", "0=trial 1,head 1.2", "--mean");
    assertTrue(
        tree.contains("agent 0: without layer 1 head 2, all of trial 1 (by the mean)"), tree);
    JsonNode again = json("branch", parent.toString(), "--make", "1", "--json");
    assertFalse(again.path("hash").asText().isEmpty());
    refused(parent, "there is no layer 7 head 1", "--at", "2:0", "--without", "0=head 7.1");
    refused(parent, "nothing with this name", "--at", "2:0", "--without", "0=the future");
  }

  private String branched(Path parent, String... options) throws Exception {
    branch(parent, options);
    Files.delete(folder.resolve("out.rollout"));
    return CapturedCommand.of("branch", parent.toString()).out();
  }

  @Test
  void whatCannotBeDoneIsSaidInOneLine() throws Exception {
    Path parent = room();
    refused(parent, "no action has this name", "--at", "3", "--action", "0=up and away");
    refused(parent, "there is no agent 5", "--at", "3", "--action", "5=south");
    refused(parent, "there is no such tick", "--at", "999", "--action", "0=south");
    refused(parent, "the episode has no such trial", "--at", "9:1", "--action", "0=south");
    refused(parent, "outside the room", "--at", "3", "--pose", "0=-1,0,0");
    refused(parent, "no memory to wipe", "--at", "3", "--close-slot", "0:2");
    refused(parent, "there is no branch '7'", "--at", "3", "--parent", "7", "--wipe", "all");
  }

  private void refused(Path parent, String why, String... options) throws Exception {
    CapturedCommand run = CapturedCommand.of(arguments(parent, options));
    assertEquals(1, run.exitCode(), run.out() + run.err());
    assertTrue(run.err().contains(why), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertFalse(Files.exists(folder.resolve("out.rollout")));
  }

  private void branch(Path parent, String... options) throws Exception {
    CapturedCommand run = CapturedCommand.of(arguments(parent, options));
    assertEquals(0, run.exitCode(), run.err());
  }

  private String[] arguments(Path parent, String... options) {
    String[] arguments = new String[options.length + 4];
    arguments[0] = "branch";
    arguments[1] = parent.toString();
    arguments[2] = "--out";
    arguments[3] = folder.resolve("out.rollout").toString();
    System.arraycopy(options, 0, arguments, 4, options.length);
    return arguments;
  }

  /// A recording with random actions: no policy, no memory.
  private Path room() {
    return recorded("--actions", "random");
  }

  private Path recorded(String... how) {
    Path file = folder.resolve("room.rollout");
    List<String> line =
        new ArrayList<>(List.of("record", "--env", "darkroom", "--out", file.toString()));
    line.addAll(List.of(how));
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    return file;
  }

  private static JsonNode json(String... arguments) throws Exception {
    CapturedCommand run = CapturedCommand.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return JSON.readTree(run.out());
  }
}
