package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RememberCommandTest {
  @TempDir private Path folder;

  private String room(String... more) {
    Path file = folder.resolve("room.rollout");
    String[] arguments = {"record", "--env", "darkroom", "--seed", "5", "--out", file.toString()};
    CapturedCommand run = CapturedCommand.of(concat(arguments, more));
    assertEquals(0, run.exitCode(), run.err());
    return file.toString();
  }

  private static String[] concat(String[] one, String... other) {
    return IntStream.range(0, one.length + other.length)
        .mapToObj(i -> i < one.length ? one[i] : other[i - one.length])
        .toArray(String[]::new);
  }

  @Test
  void aRecordingThatStopsWithinAnEpisodeIsSimulatedToItsEndAndSaysSo() throws Exception {
    String file = room("--checkpoint", "darkroom-5x5", "--ticks", "6");
    CapturedCommand run = CapturedCommand.of("remember", file);
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("stops within its last episode"), run.out());
  }

  @Test
  void allControlsStandSideBySideAndNameTheirMethod() throws Exception {
    String file = room("--checkpoint", "darkroom-5x5", "--actions", "sample");
    CapturedCommand run = CapturedCommand.of("remember", file, "--episodes", "16", "--json");
    assertEquals(0, run.exitCode(), run.err());
    JsonNode told = new ObjectMapper().readTree(run.out());
    assertEquals(16, told.path("episodes").asInt());
    assertTrue(told.path("repeatsUnchanged").asBoolean());
    assertEquals("remembered", told.path("conclusion").asText(), run.out());
    assertEquals(5, told.path("runs").size());
    for (JsonNode each : told.path("runs")) {
      assertTrue(each.path("applies").asBoolean(), each.toString());
      assertEquals("gaffke-paired", each.path("gainMethod").asText());
      assertEquals(
          told.path("runs").path(0).path("trialScores").path(0),
          each.path("trialScores").path(0),
          "the first trial is the same in every row");
    }
  }

  @Test
  void oneEpisodeIsNotTakenForMore() {
    String file = room("--checkpoint", "darkroom-5x5", "--actions", "sample");
    CapturedCommand run = CapturedCommand.of("remember", file);
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("One episode proves nothing about the policy"), run.out());
    assertTrue(run.out().contains("no interval: one episode"), run.out());
  }

  @Test
  void fewerEpisodesThanRecordedAreRefused() {
    String file = room("--checkpoint", "darkroom-5x5", "--ticks", "70");
    for (String number : new String[] {"0", "1"}) {
      CapturedCommand run = CapturedCommand.of("remember", file, "--episodes", number);
      assertEquals(1, run.exitCode(), run.out());
      assertTrue(
          run.err().contains(number.equals("0") ? "0 episodes are too few" : "which all run - use"),
          run.err());
    }
  }

  @Test
  void whereNoPolicyActedItSaysSo() {
    CapturedCommand run = CapturedCommand.of("remember", room("--actions", "random"));
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains(": no policy chose its actions"), run.err());
  }
}
