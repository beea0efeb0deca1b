package dev.hindsight.app.cli;

import static dev.hindsight.app.cli.SmallRuns.objects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.app.OwnLedger;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.BodyNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Runs that a condition ends, and which version of a policy acted at each tick.
@ExtendWith(OwnLedger.class)
class RunBreakpointsTest {
  @TempDir private Path folder;

  private CapturedCommand train(String seed, String... more) {
    return SmallRuns.train(folder, seed, more);
  }

  /// The hit of a run's breakpoint.
  private static JsonNode hit(CapturedCommand run) throws IOException {
    return objects(run).stream()
        .filter(object -> object.path("event").asText().equals("hit"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aBreakpointEndsTheRunAtItsTickWithARecordingOfWhatLedToIt() throws IOException {
    CapturedCommand run = train("0", "--break-when", "goal[a]");
    JsonNode hit = hit(run);
    JsonNode last = objects(run).getLast();
    assertEquals("stopped", last.get("status").asText());
    String reason = last.get("reason").asText();
    assertTrue(reason.startsWith("condition met in update 1: goal[a]"), reason);
    try (Rollout rollout = Rollouts.open(Path.of(hit.get("recording").asText()))) {
      int tick = hit.get("tick").asInt();
      assertEquals(tick + 1, rollout.ticks());
      double event = rollout.channel("event").orElseThrow().value(tick, hit.get("agent").asInt());
      assertTrue(((int) event & EventBits.GOAL) != 0);
    }
    CapturedCommand wrong = train("1", "--break-when", "golf[a]");
    assertEquals(1, wrong.exitCode());
    assertTrue(wrong.err().contains("golf"), wrong.err());
    assertEquals(1, SmallRuns.listed().size(), "a condition that is refused leaves no run");
  }

  @Test
  void aRunThatAConditionOnEvaluationsEndsNamesIt() throws IOException {
    CapturedCommand run =
        train(
            "0",
            "--set",
            "eval_every=1",
            "--set",
            "eval_episodes=4",
            "--break-when",
            "eval_count >= 1");
    JsonNode last = objects(run).getLast();
    assertEquals("stopped", last.get("status").asText());
    assertEquals("condition met after update 1: eval_count >= 1", last.get("reason").asText());
    JsonNode noted =
        objects(CapturedCommand.of("runs", "show", last.get("run").asText(), "--json")).getLast();
    assertEquals(last.get("reason"), noted.get("reason"), "in the ledger too");
  }

  @Test
  void aRecordingOfABreakpointHasTheUpdateThatActedAtEachTick() throws IOException {
    CapturedCommand run =
        train(
            "0",
            "--set",
            "rows=segments",
            "--set",
            "bptt_horizon=8",
            "--set",
            "resample_frequency=32",
            "--set",
            "policy=lstm",
            "--break-when",
            "tick == 19");
    Path recording = Path.of(hit(run).get("recording").asText());
    Path branch = folder.resolve("branch.rollout");
    try (Rollout rollout = Rollouts.open(recording)) {
      assertEquals(20, rollout.ticks());
      assertEquals(
          2, Objects.requireNonNull(rollout.manifest().policy().extra().get("update")).asInt());
      checkVersions(updates(rollout));
      assertThrows(
          AssertionError.class,
          () -> checkVersions(Collections.nCopies(20, 2)),
          "the manifest's version did not act at every tick");
    }
    for (List<String> check : List.of(List.of("audit", "integrity"), List.of("replay"))) {
      List<String> line = new ArrayList<>(check);
      line.add(recording.toString());
      CapturedCommand checked = CapturedCommand.of(line.toArray(String[]::new));
      assertEquals(0, checked.exitCode(), checked::toString);
    }
    CapturedCommand found =
        CapturedCommand.of("find", recording.toString(), "--when", "policy_update == 1", "--json");
    JsonNode second = objects(found).getLast().get("hits").get(0);
    assertEquals(8, second.get("first").asInt(), found::toString);
    assertEquals(15, second.get("last").asInt(), found::toString);
    CapturedCommand branched =
        CapturedCommand.of(
            "branch",
            recording.toString(),
            "--at",
            "10",
            "--action",
            "0=south",
            "--out",
            branch.toString());
    assertEquals("", branched.err());
    try (Rollout rollout = Rollouts.open(branch)) {
      checkVersions(updates(rollout));
    }
  }

  private static List<Integer> updates(Rollout rollout) {
    Channel column = rollout.channel(ActingUpdate.COLUMN).orElseThrow();
    return IntStream.range(0, rollout.ticks())
        .mapToObj(tick -> (int) column.integer(tick, 0))
        .toList();
  }

  /// Eight ticks by each version, in environments that are older than the present update.
  private static void checkVersions(List<Integer> updates) {
    for (int tick = 0; tick < updates.size(); tick++) {
      assertEquals(tick / 8, updates.get(tick), "tick " + tick);
    }
  }

  @Test
  void anOrdinaryRecordingHasTheVersionOfItsCheckpointAndOneWithoutHasNone() throws IOException {
    String checkpoint = objects(train("0")).getLast().get("checkpoint").asText();
    Path out = folder.resolve("ordinary.rollout");
    for (String actions : List.of("argmax", "random")) {
      CapturedCommand recorded =
          CapturedCommand.of(
              "record",
              "--env",
              "darkroom",
              "--checkpoint",
              checkpoint,
              "--actions",
              actions,
              "--out",
              out.toString());
      assertEquals("", recorded.err());
      try (Rollout rollout = Rollouts.open(out)) {
        if (actions.equals("random")) {
          assertTrue(rollout.channel(ActingUpdate.COLUMN).isEmpty(), "no policy chose");
        } else {
          int update =
              Objects.requireNonNull(rollout.manifest().policy().extra().get("update")).asInt();
          assertEquals(Collections.nCopies(rollout.ticks(), update), updates(rollout));
        }
      }
    }
  }

  @Test
  void aLossOfSeparationEndsTheRunWhereTheWorldHasSuchAndIsUnknownElsewhere() throws IOException {
    CapturedCommand run =
        CapturedCommand.of(
            "train",
            "--env",
            "airspace",
            "--preset",
            "8",
            "--seed",
            "1",
            "--json",
            "--break-when",
            "loss[a]",
            "--out",
            folder.resolve("runs").toString());
    JsonNode hit = hit(run);
    try (Rollout rollout = Rollouts.open(Path.of(hit.get("recording").asText()))) {
      int tick = hit.get("tick").asInt();
      double event = rollout.channel("event").orElseThrow().value(tick, hit.get("agent").asInt());
      assertTrue(((int) event & EventBits.LOSS) != 0);
      assertEquals(BodyNames.titled(rollout, hit.get("agent").asInt()), hit.get("called").asText());
      assertTrue(hit.get("called").asText().matches("agent \\d+ AC\\d+"));
    }
    CapturedCommand elsewhere = train("1", "--break-when", "loss[a]");
    assertEquals(1, elsewhere.exitCode());
    assertTrue(elsewhere.err().contains("no name 'loss'"), elsewhere.err());
  }

  @Test
  void whatThePolicyLooksAtCanBeAskedAtTheTickAndWhatComesLaterCannot() throws IOException {
    CapturedCommand run = train("0", "--break-when", "entropy[a] > 0.5 && limbo_mass[a] < 0.01");
    JsonNode hit = hit(run);
    assertTrue(hit.get("tick").asInt() > 0, "a single slot has no entropy: " + hit);
    for (String later : List.of("ret", "advantage", "td_error", "score")) {
      CapturedCommand refused = train("1", "--break-when", later + "[a] > 0.0");
      assertEquals(1, refused.exitCode());
      assertTrue(refused.err().contains("has not happened yet"), refused.err());
    }
  }
}
