package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.inspector.critic.CriticRecordings;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AblateCommandTest {
  @TempDir private Path folder;

  @Test
  void whatComesLaterIsNotSaidToBeMasked() {
    Path file = folder.resolve("later.rollout");
    CapturedCommand _ =
        CapturedCommand.succeeding(
            "record",
            "--env",
            "darkroom",
            "--checkpoint",
            "darkroom-5x5",
            "--out",
            file.toString());

    CapturedCommand run =
        CapturedCommand.of("ablate", file.toString(), "--at", "2:0", "--trial", "3");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("because it is masked or comes later"), run.out());
    CapturedCommand head =
        CapturedCommand.of("ablate", file.toString(), "--at", "2:0", "--head", "1.9");
    assertTrue(head.err().contains("later.rollout: there is no layer 1 head 9"), head.err());
    CapturedCommand draws =
        CapturedCommand.of(
            "ablate", file.toString(), "--at", "2:0", "--trial", "1", "--draws", "4");
    assertEquals(1, draws.exitCode(), draws.out());
    assertTrue(draws.err().contains("--draws: draws differ only in the scores"), draws.err());
  }

  @Test
  void aRecordingWithoutAPolicyIsNamedAndNoCheckpointIsAskedFor() {
    Path file = folder.resolve("random.rollout");
    CapturedCommand _ =
        CapturedCommand.succeeding(
            "record", "--env", "darkroom", "--actions", "random", "--out", file.toString());

    CapturedCommand run =
        CapturedCommand.of("ablate", file.toString(), "--at", "2:0", "--head", "1.1");

    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("random.rollout: no policy acted in it"), run.err());
    assertTrue(run.err().contains("record with a policy that has a transformer"), run.err());
    CapturedCommand patch =
        CapturedCommand.of("patch", file.toString(), "--at", "3", "--from", "1", "--layer", "0");
    assertTrue(patch.err().contains("no policy acted in it"), patch.err());
    assertTrue(patch.err().contains("name a checkpoint with --checkpoint"), patch.err());
    CapturedCommand occlude = CapturedCommand.of("occlude", file.toString(), "--at", "3");
    assertTrue(occlude.err().contains("no policy acted in it"), occlude.err());
  }

  @Test
  void theEffectOnScoresCountsRunsInWordsAndKeepsItsKeysInJson() throws Exception {
    String file = folder.resolve("room.rollout").toString();
    CapturedCommand recorded =
        CapturedCommand.of("record", "--env", "darkroom", "--seed", "5", "--out", file);
    assertEquals(0, recorded.exitCode(), recorded.err());

    String words = ablated(file, "--draws", "2").out();
    assertTrue(words.contains("; 2 runs)"), words);
    assertFalse(words.contains("lives"), words);

    JsonNode json = new ObjectMapper().readTree(ablated(file, "--draws", "2", "--json").out());
    JsonNode trials = json.findPath("trials");
    assertFalse(trials.isEmpty(), json.toString());
    assertEquals(2, trials.path(0).path("lives").asInt(-1), json.toString());
  }

  @Test
  void actionsThatAreNumbersAreComparedByTheirDistributions() throws Exception {
    String file =
        CriticRecordings.record(
                folder,
                "spread",
                Map.of("action_form", "continuous", "trial_ticks", "10", "trials", "2"),
                Map.of("policy", "transformer", "replay_sequence_length", "4"))
            .toString();
    String[] ablate = {"ablate", file, "--at", "15", "--others", "--agent", "1"};
    String words = CapturedCommand.succeeding(ablate).out();
    assertTrue(words.contains(": tanh("), words);
    JsonNode json =
        new ObjectMapper()
            .readTree(
                CapturedCommand.succeeding(
                        Stream.concat(Stream.of(ablate), Stream.of("--json"))
                            .toArray(String[]::new))
                    .out());
    assertEquals(-1, json.path("action").asInt());
    assertEquals(2, json.path("actionNumbers").size(), json.toString());
    assertEquals(0, json.path("probabilitiesBefore").size(), json.toString());
    assertTrue(json.path("divergence").asDouble() > 0, json.toString());

    String[] patch = {"patch", file, "--at", "15", "--from", "15", "--layer", "1", "--json"};
    JsonNode itself = new ObjectMapper().readTree(CapturedCommand.succeeding(patch).out());
    assertEquals(0, itself.path("klToSource").asDouble(-1));
    assertFalse(itself.has("preferredWith"), itself.toString());
    assertEquals(itself.path("numbersWithout"), itself.path("numbersWith"));

    CapturedCommand logit = CapturedCommand.of("credit", file, "--at", "15", "--of", "logit");
    assertTrue(logit.err().contains("--of: actions of this recording are numbers"), logit.err());
    String credit = CapturedCommand.succeeding("credit", file, "--at", "15").out();
    assertTrue(credit.contains("worth of"), credit);
  }

  private static CapturedCommand ablated(String file, String... more) {
    CapturedCommand run =
        CapturedCommand.of(
            Stream.concat(
                    Stream.of("ablate", file, "--at", "2:0", "--wipe-memory"), Stream.of(more))
                .toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    return run;
  }
}
