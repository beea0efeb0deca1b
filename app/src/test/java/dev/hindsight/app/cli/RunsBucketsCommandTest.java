package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.OwnLedger;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.session.RunBuckets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `hindsight runs buckets` on small runs.
@ExtendWith(OwnLedger.class)
class RunsBucketsCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir private Path home;

  private static RunRecord train(String... settings) {
    List<String> line = new ArrayList<>(List.of("train", "--json"));
    for (String setting : settings) {
      line.addAll(
          setting.startsWith("--") ? List.of(setting.split(" ")) : List.of("--set", setting));
    }
    CapturedCommand trained = CapturedCommand.of(line.toArray(String[]::new));
    assertEquals(0, trained.exitCode(), trained::toString);
    return RunLedger.ofUser().runs().getLast();
  }

  private static CapturedCommand buckets(String... arguments) {
    List<String> line = new ArrayList<>(List.of("runs", "buckets"));
    line.addAll(List.of(arguments));
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  private static JsonNode json(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.add("--json");
    CapturedCommand said = buckets(line.toArray(String[]::new));
    assertEquals(0, said.exitCode(), said::toString);
    return JSON.readTree(said.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--env darkroom;--workers 2;num_envs=60;updates=3",
        "--env darkroom;num_envs=60;updates=3",
        // Environments that live from update to update.
        "--env darkroom;num_envs=12;updates=4;rows=segments;train_batch_size=768",
        "--env spread;--algorithm sac;num_envs=2;hidden_size=8;rollout_fragment_length=50;updates=3;"
            + "num_steps_sampled_before_learning_starts=200"
      })
  void bucketsAreListedAndTheWorstEpisodeOfEachIsRecordedAgain(String run) throws IOException {
    List<String> settings = new ArrayList<>(List.of(run.split(";")));
    settings.add("randomise=all");
    settings.add("buckets=3");
    RunRecord record = train(settings.toArray(String[]::new));
    JsonNode all = json(record.id().text());
    assertEquals(3, all.get("buckets").size());
    List<UpdateReport> updates = MetricsLog.read(new RunFolder(record.start().folder()).metrics());
    double ended =
        updates.stream()
            .mapToDouble(report -> report.metrics().getOrDefault("episode/count", 0.0))
            .sum();
    double counted = 0;
    double sum = 0;
    for (JsonNode bucket : all.get("buckets")) {
      counted += bucket.get("episodes").asDouble();
      sum += bucket.get("mean").asDouble();
      assertTrue(
          bucket.get("worst").get("episodeReturn").asDouble() <= bucket.get("mean").asDouble());
      Path out = home.resolve("worst-" + bucket.get("bucket").asInt() + ".rollout");
      json(record.id().text(), "--record", bucket.get("bucket").asText(), "--out", out.toString());
      try (Rollout rollout = Rollouts.open(out)) {
        assertEquals(bucket.get("worst").get("ticks").asInt(), rollout.ticks());
        assertEquals(
            bucket.get("bucket").asInt(),
            rollout.channel(Buckets.COLUMN).orElseThrow().value(rollout.ticks() - 1, 0));
      }
    }
    assertTrue(ended > 0);
    assertEquals(ended, counted, "every episode is of one bucket");
    assertEquals(sum / 3, all.get("meanReward").asDouble(), 1e-9);
    assertTrue(Double.isFinite(all.get("variance").asDouble()));
    List<UpdateReport> evaluated =
        updates.stream()
            .filter(update -> update.metrics().containsKey(RunBuckets.VARIANCE))
            .toList();
    String words = buckets(record.id().text()).out();
    if (evaluated.isEmpty()) {
      assertFalse(all.has("evaluated"), all::toString);
      assertTrue(words.contains("the first one follows a hundred episodes"), words);
    } else {
      UpdateReport last = evaluated.getLast();
      assertEquals(last.update(), all.at("/evaluated/update").asLong());
      assertEquals(
          last.metrics().get(RunBuckets.VARIANCE), all.at("/evaluated/variance").asDouble());
      assertTrue(words.contains("the last evaluation, after update " + last.update()), words);
    }
  }

  /// The actions of all agents are stored, but who the co-players were follows from the bucket.
  @Test
  @Tag("slow")
  void theWorstEpisodeOfEachPartnerIsRecordedAgainWithThatPartner() throws IOException {
    RunRecord record =
        train(
            "--env drive",
            "--map narrow-1",
            "--partners scripted:left,scripted:right",
            "num_ego_agents=1",
            "num_envs=8",
            "updates=1",
            "randomise=partner",
            "buckets=2");
    for (int bucket = 0; bucket < 2; bucket++) {
      Path out = home.resolve("worst-" + bucket + ".rollout");
      JsonNode said =
          json(record.id().text(), "--record", Integer.toString(bucket), "--out", out.toString());
      try (Rollout rollout = Rollouts.open(out)) {
        int last = rollout.ticks() - 1;
        assertEquals(said.get("buckets").get(bucket).get("worst").get("ticks").asInt(), last + 1);
        assertEquals(bucket, rollout.channel(Buckets.COLUMN).orElseThrow().value(last, 0));
        assertEquals(bucket, rollout.channel(RecordedPartners.COLUMN).orElseThrow().value(last, 0));
        assertEquals(
            List.of("scripted:left", "scripted:right"),
            RecordedPartners.of(rollout.manifest()).orElseThrow().partners().stream()
                .map(RecordedPartners.RecordedPartner::name)
                .toList());
      }
      CapturedCommand replayed = CapturedCommand.of("replay", out.toString());
      assertEquals(0, replayed.exitCode(), replayed::toString);
    }
  }

  @Test
  void theVarianceIsEvaluatedAfterEveryHundredEpisodesAndNotBefore() {
    RunRecord record = train("--env darkroom", "num_envs=60", "updates=5", "randomise=slip");
    List<Boolean> evaluated =
        MetricsLog.read(new RunFolder(record.start().folder()).metrics()).stream()
            .map(report -> report.metrics().containsKey("bucket/variance"))
            .toList();
    // 60, 120, 180, 240 and 300 episodes.
    assertEquals(List.of(false, true, false, true, true), evaluated);
  }

  /// Planted: a stored return that the simulation does not repeat.
  @Test
  void anEpisodeThatDoesNotRepeatLeavesNoRecording() throws IOException {
    RunRecord record = train("--env darkroom", "num_envs=20", "updates=2", "randomise=slip:0.3");
    RunFolder folder = new RunFolder(record.start().folder());
    int bucket = json(record.id().text()).get("buckets").get(0).get("bucket").asInt();
    Path file = folder.worstEpisode(bucket);
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst("\"episodeReturn\":[-0-9.E]+", "\"episodeReturn\":17.5"));
    Path out = home.resolve("worst.rollout");
    CapturedCommand said =
        buckets(record.id().text(), "--record", Integer.toString(bucket), "--out", out.toString());
    assertEquals(1, said.exitCode(), said::toString);
    assertTrue(said.err().contains("another return"), said::toString);
    assertFalse(Files.exists(out));
  }

  @Test
  void aRunThatRandomisesNothingSaysSo() {
    RunRecord record = train("--env darkroom", "num_envs=8", "updates=1");
    CapturedCommand said = buckets(record.id().text());
    assertEquals(1, said.exitCode());
    assertTrue(said.err().contains("randomises no setting"), said::toString);
    assertFalse(Files.exists(new RunFolder(record.start().folder()).worstEpisode(0)));
  }

  @Test
  void withoutEpisodesThereIsNoDataAndNoNumber() throws IOException {
    RunRecord record =
        train(
            "--env darkroom",
            "num_envs=4",
            "updates=1",
            "rows=segments",
            "train_batch_size=12",
            "randomise=slip");
    JsonNode all = json(record.id().text());
    assertFalse(all.has("variance") || all.has("meanReward"), all::toString);
    CapturedCommand said = buckets(record.id().text());
    assertTrue(said.out().contains("no data") && !said.out().contains("NaN"), said::toString);
  }
}
