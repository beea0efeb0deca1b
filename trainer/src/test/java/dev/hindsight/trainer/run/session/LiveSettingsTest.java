package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Settings that change while a run trains.
class LiveSettingsTest {
  /// A value for each setting that can change, far from its default.
  private static final Map<String, Map<String, String>> OTHERS =
      Map.of(
          "ppo",
          Map.of(
              "learning_rate", "0.01",
              "final_rate", "0.9",
              "gae_lambda", "0.2",
              "update_epochs", "3",
              "clip_coef", "0.001",
              "vf_coef", "5",
              "vf_clip_coef", "0.001",
              "max_grad_norm", "0.001",
              "ent_coef", "0.5",
              "final_ent_coef", "0.5"),
          "sac",
          Map.of(
              "actor_lr", "0.01",
              "critic_lr", "0.01",
              "alpha_lr", "0.01",
              "tau", "0.5",
              "training_intensity", "3",
              "grad_clip", "0.0001"));

  @TempDir private Path folder;

  @Test
  void everySettingThatCanChangeTakesEffectFromTheNextUpdateOn() {
    SmallRun runs = new SmallRun(folder);
    for (AlgorithmType type : BuiltInAlgorithms.all()) {
      Map<String, String> others = OTHERS.getOrDefault(type.id(), Map.of());
      assertEquals(type.live(), others.keySet());
      Map<String, List<Float>> plain = SmallRun.tensors(runs.run(request(type)));
      for (String name : others.keySet()) {
        String whole = type.id() + "." + name;
        TrainingResult changed = runs.run(request(type), 2, change(whole, others.get(name)));
        assertNotEquals(plain, SmallRun.tensors(changed), whole);
        assertEquals(
            Map.of(whole, others.get(name)), record(runs, changed).settings(), "in the ledger");
      }
    }
  }

  @Test
  void aChangeSurvivesAStopBitForBitAndIsInTheCheckpoint() {
    SmallRun runs = new SmallRun(folder);
    TrainingCommand[] changes = {
      change("ent_coef", "0.5"), change("ppo.final_ent_coef", " 0.5 "), change("vf_coef", "2")
    };
    TrainingResult whole = runs.run(SmallRun.request(), 2, changes);
    TrainingResult half =
        runs.run(
            SmallRun.request(), 2, changes[0], changes[1], changes[2], new TrainingCommand.Stop());
    assertEquals(RunStatus.STOPPED, half.status());
    TrainingResult resumed = runs.resume(half.run());
    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));

    List<Double> entropy =
        MetricsLog.read(new RunFolder(record(runs, resumed).start().folder()).metrics()).stream()
            .map(UpdateReport::metrics)
            .map(metrics -> metrics.getOrDefault("sched/entropy_coef", Double.NaN))
            .toList();
    assertEquals(List.of(0.5, 0.5), entropy.subList(2, 4));
    assertEquals(0.01, entropy.getFirst());
    assertEquals(
        0.5,
        Objects.requireNonNull(
                CheckpointOrigin.of(Checkpoints.read(resumed.checkpoint().orElseThrow()))
                    .orElseThrow()
                    .training()
                    .get("ent_coef"))
            .asDouble());
    assertEquals(2, record(runs, resumed).changes().getFirst().update());
    assertEquals(0.5, record(runs, resumed).changes().getFirst().value());
  }

  @Test
  void whatCannotChangeSaysWhyAndChangesNothing() {
    SmallRun runs = new SmallRun(folder);
    Map<String, List<Float>> plain = SmallRun.tensors(runs.run(SmallRun.request()));
    Map<String, String> refused =
        Map.of(
            "num_envs", "buffers",
            "ppo.hidden_size", "weights",
            "env.size", "same worlds",
            "eval_every", "best update",
            "run.eval_seed", "comparable",
            "no_such", "ent_coef",
            "clip_coef", "'a lot'");
    TrainingCommand[] commands =
        refused.keySet().stream()
            .map(name -> change(name, name.equals("clip_coef") ? "a lot" : "9"))
            .toArray(TrainingCommand[]::new);
    TrainingResult result = runs.run(SmallRun.request(), 2, commands);
    assertEquals(plain, SmallRun.tensors(result));
    Map<String, String> why =
        runs.events().stream()
            .filter(TrainingEvent.SettingChanged.class::isInstance)
            .map(TrainingEvent.SettingChanged.class::cast)
            .collect(
                Collectors.toMap(
                    TrainingEvent.SettingChanged::name,
                    changed -> changed.wrong().map(Problem::getMessage).orElse("it changed")));
    refused.forEach((name, word) ->
        assertTrue(why.getOrDefault(name, "").contains(word), name + ": " + why.get(name)));
    for (String name : List.of("num_envs", "ppo.hidden_size", "eval_every")) {
      String said = why.getOrDefault(name, "");
      assertTrue(said.startsWith(name + ": "), "not as typed: " + said);
    }
    assertEquals(List.of(), record(runs, result).changes());
  }

  @Test
  void evaluationsAndTheRoomForVersionsChangeToo() {
    SmallRun runs = new SmallRun(folder);
    TrainingResult result =
        runs.run(
            SmallRun.request()
                .with(Map.of("eval_every", "3", "eval_episodes", "2", "history_every", "1")),
            1,
            change("eval_every", "2"),
            change("history_mb", "0"));
    List<Long> evaluated =
        runs.events().stream()
            .filter(TrainingEvent.Evaluated.class::isInstance)
            .map(event -> ((TrainingEvent.Evaluated) event).update())
            .toList();
    assertEquals(List.of(2L, 4L), evaluated);
    assertEquals(
        Map.of("run.eval_every", "2", "run.history_mb", "0"), record(runs, result).settings());
    TrainingEvent.SettingsKnown known =
        runs.events().stream()
            .filter(TrainingEvent.SettingsKnown.class::isInstance)
            .map(TrainingEvent.SettingsKnown.class::cast)
            .toList()
            .getLast();
    assertTrue(known.settings().contains(new LiveSetting("run.eval_every", "2", "")));
    assertTrue(known.settings().getFirst().refusal().isEmpty(), "those that can change come first");
  }

  private static TrainingRequest request(AlgorithmType type) {
    return type.id().equals("ppo")
        ? SmallRun.request()
        : TrainingRequest.of("darkroom")
            .by(type.id())
            .withSeed(7)
            .with(
                Map.of(
                    "updates", "4",
                    "num_envs", "2",
                    "hidden_size", "8",
                    "rollout_fragment_length", "20",
                    "num_steps_sampled_before_learning_starts", "10",
                    "train_batch_size_per_learner", "8",
                    "training_intensity", "1"));
  }

  private static TrainingCommand change(String name, String value) {
    return new TrainingCommand.ChangeSetting(name, value);
  }

  private static RunRecord record(SmallRun runs, TrainingResult result) {
    return runs.ledger().find(result.run().text());
  }
}
