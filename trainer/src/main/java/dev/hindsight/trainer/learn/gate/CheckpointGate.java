package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Whether a run's checkpoint and its entry in the ledger restore every knob it was trained with.
final class CheckpointGate {
  private CheckpointGate() {}

  /// @param read what becomes of the checkpoint that is read
  static String restore(UnaryOperator<Checkpoint> read) {
    GateExpectation expectation = new GateExpectation("Checkpoint");
    AlgorithmType ppo = GateWorlds.ppo();
    TrainingSpec spec =
        GateWorlds.spec(ppo, Optional.empty(), "updates", "1", "max_steps", "60", "gamma", "0.97");
    try (TemporaryFolder folder = new TemporaryFolder("gate")) {
      RunLedger ledger = new RunLedger(folder.path().resolve("ledger.jsonl"));
      RunContext place =
          new RunContext(folder.path(), ledger, List.of(), new BuiltInPolicyLibrary());
      TrainingResult result =
          TrainingRun.begin(spec, place, _ -> {}).run(Progress.SILENT, new Cancellation());
      Checkpoint checkpoint = read.apply(Checkpoints.read(result.checkpoint().orElseThrow()));
      CheckpointOrigin origin = CheckpointOrigin.of(checkpoint).orElseThrow();
      expectation.same("environment", spec.environment().id(), origin.environment().id());
      Map<String, String> world = origin.settings(spec.environment().id(), Map.of());
      Map<String, String> training = new LinkedHashMap<>();
      origin.training().forEach((knob, value) -> training.put(knob, value.asText()));
      expectKnobs(expectation, spec.world(), world);
      expectKnobs(expectation, spec.task().settings(), training);
      RunRecord record = ledger.find(result.run().text());
      expectation.same(
          "resumed", spec.effective(), TrainingSpec.of(record.start().request(), ppo).effective());
      List<Float> outputs = outputs(spec, checkpoint);
      expectation.same("outputs", outputs, outputs(spec, checkpoint));
      return wording(
          "CheckpointGate.knobs",
          spec.world().values().size() + spec.task().settings().values().size());
    }
  }

  private static void expectKnobs(
      GateExpectation expectation, SettingValues expected, Map<String, String> restored) {
    expected
        .values()
        .forEach((knob, value) ->
            expectation.same(knob, value.asText(), restored.getOrDefault(knob, "")));
  }

  /// What the restored policy says of the first observation.
  private static List<Float> outputs(TrainingSpec spec, Checkpoint checkpoint) {
    EnvironmentFactory factory = spec.task().factories().getFirst();
    Environment environment = factory.create(1);
    PolicyOutput output = new PolicyOutput(factory.shape());
    try (Policy policy =
        BuiltInPolicies.recognise(checkpoint).open(checkpoint.weights(), factory.shape())) {
      policy.act(environment.buffer(), output);
    }
    return List.of(output.logits[0], output.value[0]);
  }
}
