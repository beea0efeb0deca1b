package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two aircraft head on, and the conflicts detected.
class AirspaceEventsTest {
  /// Decisions every 5 s within a look-ahead of 300 s.
  private static final int AHEAD = 60;

  @TempDir private Path folder;

  private Path headOn() throws Exception {
    Path scenario =
        Files.write(
            folder.resolve("head-on.scn"),
            List.of(
                "00:00:00>CRE KL1 A320 52 4 90 FL300 280",
                "00:00:00>CRE KL2 A320 52 6.5 270 FL300 280",
                "00:00:00>DEST KL1 52 8",
                "00:00:00>DEST KL2 52 2"));
    Path recording = folder.resolve("head-on.rollout");
    run(
        "record",
        "--env",
        "airspace",
        "--map",
        scenario.toString(),
        "--checkpoint",
        "straight",
        "--ticks",
        "100",
        "--out",
        recording.toString());
    return recording;
  }

  private static CapturedCommand run(String... arguments) {
    CapturedCommand run = CapturedCommand.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return run;
  }

  private static int[] hits(Path recording, String when) throws Exception {
    CapturedCommand run = run("find", recording.toString(), "--when", when, "--json");
    JsonNode hits = new ObjectMapper().readTree(run.out()).path("hits");
    assertEquals(2, hits.size(), "one for each aircraft");
    return IntStream.range(0, 2).map(i -> hits.path(i).path("first").asInt()).toArray();
  }

  private static int[] shown(Rollout rollout, EventKind kind) {
    EventLog log = EventScan.ofAll(rollout, new Cancellation());
    return IntStream.range(0, log.count())
        .filter(event -> log.kind(event).equals(kind) && log.caused(event))
        .map(log::tick)
        .toArray();
  }

  @Test
  void conflictAndLossAreFoundAndStandOnTheTimelineAtTheTickWhoseActionCausedThem()
      throws Exception {
    Path recording = headOn();
    int[] conflicts = hits(recording, "conflict[a]");
    int[] losses = hits(recording, "loss[a]");

    assertEquals(conflicts[0], conflicts[1]);
    assertTrue(
        Math.abs(losses[0] - conflicts[0] - AHEAD) <= 1, losses[0] + " after " + conflicts[0]);
    try (Rollout rollout = Rollouts.open(recording)) {
      assertEquals(Arrays.toString(conflicts), Arrays.toString(shown(rollout, EventKind.CONFLICT)));
      assertEquals(Arrays.toString(losses), Arrays.toString(shown(rollout, EventKind.LOSS)));
    }
  }

  @Test
  void aircraftAreCalledByTheirNames() throws Exception {
    Path recording = headOn();
    String found = run("find", recording.toString(), "--when", "loss[a]").out();

    assertTrue(found.startsWith("agent 0 KL1: tick "), found);
    assertTrue(found.contains("agent 1 KL2: tick "), found);
    try (Rollout rollout = Rollouts.open(recording)) {
      EventLog log = EventScan.ofAll(rollout, new Cancellation());
      assertTrue(
          log.words(0, AgentNames.of(rollout)::titled)
              .startsWith("agent 0 KL1: comes into conflict at tick "));
    }
  }

  @Test
  void whoseAttentionAPictureShowsIsChosen() throws Exception {
    Path recording = folder.resolve("sky.rollout");
    run(
        "record",
        "--env",
        "airspace",
        "--checkpoint",
        "airspace-50",
        "--set",
        "aircraft=8",
        "--set",
        "radius=22.6",
        "--ticks",
        "12",
        "--actions",
        "argmax",
        "--out",
        recording.toString());

    byte[] usual = picture(recording, "usual.png");
    assertTrue(Arrays.equals(usual, picture(recording, "same.png", "--look", "head=mean")));
    assertFalse(
        Arrays.equals(
            usual, picture(recording, "head.png", "--look", "layer=1", "--look", "head=2")));
    CapturedCommand wrong =
        CapturedCommand.of(arguments(recording, "wrong.png", "--look", "head=9"));
    assertEquals(1, wrong.exitCode());
    assertTrue(wrong.err().contains("its pictures offer no head=9"), wrong.err());
    assertTrue(wrong.err().contains("choose from layer=1|2, head=mean|1|2|3|4"), wrong.err());
  }

  private byte[] picture(Path recording, String name, String... look) throws Exception {
    run(arguments(recording, name, look));
    return Files.readAllBytes(folder.resolve(name));
  }

  private String[] arguments(Path recording, String name, String... look) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "frame",
                recording.toString(),
                "--tick",
                "10",
                "--agent",
                "0",
                "--width",
                "320",
                "--height",
                "240",
                "--out",
                folder.resolve(name).toString()));
    all.addAll(List.of(look));
    return all.toArray(String[]::new);
  }
}
