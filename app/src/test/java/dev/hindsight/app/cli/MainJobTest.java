package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Overlay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The main workflow on the reference data, through the command line as a user types it.
class MainJobTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"pt", "bin"})
  void theReferenceCheckpointReachesNinetyEightGoalsAndTouchesNothing(String form)
      throws IOException {
    JsonNode report = record(form, "goal_behavior=1", "--ticks", "90");
    assertEquals(98, report.get("goals").asInt());
    assertEquals(0, report.get("collisions").asInt());
    assertEquals(0, report.get("offroad").asInt());
    assertEquals(32, report.get("agents").asInt());
  }

  @Test
  void fourTrialsBeginAlikeAndAreShownAsOneToFour() throws IOException {
    JsonNode recorded =
        record(
            "pt", "goal_behavior=trial", "--set", "k_scenarios=4", "--set", "scenario_length=91");
    try (Rollout rollout = Rollouts.open(out())) {
      assertEquals(4, rollout.trials().count());
      Channel observation = rollout.channel("observation").orElseThrow();
      float[] first = row(observation, 0);
      for (int k = 0; k < 4; k++) {
        int start = rollout.trials().start(k);
        assertEquals(k, rollout.channel("trial").orElseThrow().integer(start, 0));
        assertTrue(
            Arrays.equals(first, row(observation, start)),
            "trial " + (k + 1) + " begins otherwise");
        assertTrue(
            caption(rollout, start).contains("Trial " + (k + 1) + " / 4"), caption(rollout, start));
        assertAllAreOnTheMap(rollout, start);
      }
    }
    JsonNode whole = film("--whole-map");
    assertEquals(recorded.get("ticks").asInt(), whole.get("frames").asInt());
    assertEquals("10", whole.get("fps").asText());
    int held = 4 * 8;
    assertEquals(
        recorded.get("ticks").asInt() + held,
        film().get("frames").asInt(),
        "someone is on the map until each trial ends, whose last picture stands 0.8 s");
  }

  private JsonNode film(String... more) throws IOException {
    Stream<String> line =
        Stream.of(
            "film",
            out().toString(),
            "--out",
            folder.resolve("town.mp4").toString(),
            "--json",
            "--width",
            "320",
            "--height",
            "180");
    CapturedCommand filmed =
        CapturedCommand.of(Stream.concat(line, Stream.of(more)).toArray(String[]::new));
    assertEquals("", filmed.err());
    return JSON.readTree(filmed.out());
  }

  private JsonNode record(String form, String setting, String... more) throws IOException {
    Path map = SharedData.require("data/drive/maps/map_town_02_carla.bin");
    Path checkpoint =
        SharedData.require("data/drive/checkpoint/puffer_drive_weights_carla_town12." + form);
    Stream<String> line =
        Stream.of(
            "record",
            "--map",
            map.toString(),
            "--checkpoint",
            checkpoint.toString(),
            "--set",
            setting,
            "--out",
            out().toString(),
            "--json");
    CapturedCommand run =
        CapturedCommand.of(Stream.concat(line, Stream.of(more)).toArray(String[]::new));
    assertEquals("", run.err());
    assertEquals(0, run.exitCode());
    return JSON.readTree(run.out());
  }

  private Path out() {
    return folder.resolve("town.rollout");
  }

  private static float[] row(Channel channel, int tick) {
    float[] row = new float[channel.rowLength()];
    channel.read(tick, 0, row, row.length);
    return row;
  }

  private static String caption(Rollout rollout, int tick) {
    return Captions.of(
            new Moment(rollout, tick, Moment.NO_AGENT),
            EnumSet.allOf(Overlay.class),
            new RunningCounts(rollout))
        .toString();
  }

  private static void assertAllAreOnTheMap(Rollout rollout, int tick) {
    Channel pose = rollout.channel("pose").orElseThrow();
    for (int a = 0; a < rollout.manifest().agents(); a++) {
      assertTrue(
          Math.abs(pose.value(tick, 3 * a)) < 1000,
          "agent " + a + " is off the map at tick " + tick);
    }
  }
}
