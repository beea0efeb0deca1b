package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/// Defects in acting: the weights are those that the recording names, but they are used wrongly.
final class NetworkDefects {
  private static final String UNKNOWN =
      "not known|unknown|does not know|none of|another checkpoint";

  private NetworkDefects() {}

  static List<Defect> all() {
    List<Defect> all = new ArrayList<>();
    all.add(
        wrapped(
            "a wrong value head",
            "near room sky weights roomlstm",
            "value",
            (p, _) ->
                after(
                    p,
                    (_, out) -> {
                      for (int a = 0; a < out.value.length; a++) {
                        out.value[a] = 0.6f * out.value[a] + 0.3f;
                      }
                    })));
    all.add(
        wrapped(
            "logits and values of two agents are swapped",
            "near sky skytransformer drivelstm",
            "swap|another agent|exchanged|of agent|as agent|agents",
            (p, _) ->
                after(
                    p,
                    (_, out) -> {
                      for (int i = 0; i < out.width; i++) {
                        float kept = out.logits[i];
                        out.logits[i] = out.logits[out.width + i];
                        out.logits[out.width + i] = kept;
                      }
                      float kept = out.value[0];
                      out.value[0] = out.value[1];
                      out.value[1] = kept;
                    })));
    all.add(
        wrapped(
            "memory is wiped at every tick",
            "near room roomlstm skytransformer drivelstm",
            "every tick|no memory|without (a )?memory|wiped",
            (p, _) -> new MisinformedPolicy(p, MisinformedPolicy.Misinformation.FORGETS)));
    all.add(
        wrapped(
            "memory is wiped at truncations",
            "room roomlstm weights roomlimbo",
            "truncation",
            (p, s) -> new MisinformedPolicy(p, MisinformedPolicy.Misinformation.TRUNCATIONS)));
    all.add(
        wrapped(
            "memory is not wiped at terminals",
            "room roomlstm oneroom",
            "terminal|episode",
            (p, s) -> new MisinformedPolicy(p, MisinformedPolicy.Misinformation.NO_TERMINALS)));
    all.add(
        wrapped(
            "limbo is left open",
            "roomlimbo near skytransformer",
            "limbo",
            (p, s) -> new MisinformedPolicy(p, MisinformedPolicy.Misinformation.NO_LIMBO)));
    all.add(
        wrapped(
            "it sees the tick before",
            "near room roomlstm skytransformer sky",
            "old|stale|late|tick before|previous|earlier",
            (p, s) -> new MisinformedPolicy(p, MisinformedPolicy.Misinformation.STALE)));
    all.add(
        wrapped(
            "everything is a thousandth louder",
            "drivelstm near room",
            UNKNOWN + "|scale",
            (p, _) ->
                after(
                    p,
                    (_, out) -> {
                      for (int i = 0; i < out.logits.length; i++) {
                        out.logits[i] *= 1.004f;
                      }
                    })));
    all.add(
        reweighed(
            "computed in bfloat16",
            "room near skytransformer roomlstm",
            "bfloat16|bf16",
            (v, _) -> Precision.BFLOAT16.round(v)));
    all.add(
        reweighed(
            "another checkpoint acts",
            "room near sky roomlstm skytransformer",
            UNKNOWN + "|checkpoint",
            (v, r) -> (float) (v * (1 + 0.2 * r.nextGaussian()))));
    loops(all);
    return List.copyOf(all);
  }

  private static void loops(List<Defect> all) {
    String bases = "room roomlimbo skytransformer";
    all.add(
        looped(
            "positions by trial",
            bases,
            LoopTransformer.ComputationFault.POSITIONS_BY_TRIAL,
            "by trial|trial"));
    all.add(
        looped(
            "positions from 1",
            bases,
            LoopTransformer.ComputationFault.POSITIONS_FROM_ONE,
            "from 1|from one|one too|off by one|shifted"));
    all.add(
        looped(
            "positions by slot",
            "room",
            LoopTransformer.ComputationFault.POSITIONS_BY_SLOT,
            "slot|position"));
    all.add(
        looped(
            "one counter for all agents",
            "skytransformer",
            LoopTransformer.ComputationFault.POSITIONS_OF_ALL_AGENTS,
            "counter|all agents|position"));
    all.add(
        looped(
            "a closed diagonal",
            bases,
            LoopTransformer.ComputationFault.CLOSED_DIAGONAL,
            "diagonal|itself|own tick|current tick"));
    all.add(
        looped(
            "a windowed mask",
            bases,
            LoopTransformer.ComputationFault.WINDOWED_MASK,
            "window|last \\d+"));
    all.add(
        looped(
            "tanh-GELU",
            bases,
            LoopTransformer.ComputationFault.TANH_GELU,
            "tanh|gelu|activation"));
    all.add(
        looped(
            "no scale in attention",
            "room skytransformer",
            LoopTransformer.ComputationFault.NO_SCALE,
            "scale|" + UNKNOWN));
    all.add(
        looped(
            "heads the other way round",
            "room skytransformer",
            LoopTransformer.ComputationFault.SWAPPED_HEADS,
            "head|" + UNKNOWN));
    all.add(
        looped(
            "ReLU for GELU",
            "room roomlimbo",
            LoopTransformer.ComputationFault.RELU,
            "relu|activation|" + UNKNOWN));
  }

  /// What is done to a policy's output.
  @FunctionalInterface
  private interface After {
    void change(StepBuffer seen, PolicyOutput output);
  }

  private static Policy after(Policy policy, After after) {
    return new Policy() {
      @Override
      public void reset() {
        policy.reset();
      }

      @Override
      public void act(StepBuffer seen, PolicyOutput output) {
        policy.act(seen, output);
        after.change(seen, output);
      }

      @Override
      public List<Column> taps() {
        return policy.taps();
      }

      @Override
      public void tap(int tap, ByteBuffer row) {
        policy.tap(tap, row);
      }

      @Override
      public void close() {
        policy.close();
      }
    };
  }

  private static Defect wrapped(
      String title, String bases, String cause, BenchRecorder.Impostor impostor) {
    return Defect.of(title, bases, s -> acted(s, cause, impostor));
  }

  private static Defect reweighed(String title, String bases, String cause, Weight weight) {
    return Defect.of(
        title,
        bases,
        s -> {
          Random random = new Random(3);
          Path file = changed(s, v -> weight.of(v, random));
          return acted(
              s, cause, (_, shape) -> BuiltInPolicies.open(file.toString(), shape).policy());
        });
  }

  private static Defect looped(
      String title, String bases, LoopTransformer.ComputationFault computationFault, String cause) {
    return Defect.of(
        title, bases, s -> acted(s, cause, (_, shape) -> loop(s, shape, computationFault)));
  }

  private static LoopTransformer loop(
      PlantingContext s,
      EnvironmentShape shape,
      LoopTransformer.ComputationFault computationFault) {
    Checkpoint checkpoint = Checkpoints.read(checkpoint(s));
    int heads =
        CheckpointOrigin.of(checkpoint)
            .orElseThrow()
            .training()
            .getOrDefault("num_heads", IntNode.valueOf(4))
            .asInt();
    return new LoopTransformer(checkpoint.weights(), shape, heads, computationFault);
  }

  /// Gives the new value of a weight.
  @FunctionalInterface
  private interface Weight {
    float of(float value, Random random);
  }

  private static Path checkpoint(PlantingContext s) {
    try (Rollout rollout = Rollouts.open(s.right())) {
      return CheckpointFinder.find(
              rollout, new RunLedger(s.recorder().folder().resolve("ledger.jsonl")))
          .orElseThrow();
    }
  }

  private static Path changed(PlantingContext s, UnaryOperator<Float> change) {
    Checkpoint checkpoint = Checkpoints.read(checkpoint(s)).weights();
    List<Tensor> tensors = new ArrayList<>();
    checkpoint
        .tensors()
        .values()
        .forEach(tensor -> {
          float[] values = tensor.values().clone();
          for (int i = 0; i < values.length; i++) {
            values[i] = change.apply(values[i]);
          }
          tensors.add(new Tensor(tensor.name(), tensor.shape(), values));
        });
    Path file = s.recorder().folder().resolve(s.name() + "-other.safetensors");
    Checkpoints.write(file, tensors, checkpoint.metadata());
    return file;
  }

  /// Records with an impostor acting, and finds out where that shows.
  private static Optional<ExpectedFinding> acted(
      PlantingContext s, String cause, BenchRecorder.Impostor impostor) throws IOException {
    List<ImpostorComparison> beside = new ArrayList<>();
    Path right = checkpoint(s);
    Path file =
        s.recorder()
            .record(
                s.take(),
                s.name(),
                (policy, shape) -> {
                  Policy other = BuiltInPolicies.open(right.toString(), shape).policy();
                  beside.add(new ImpostorComparison(impostor.of(policy, shape), other, shape));
                  return beside.getFirst();
                });
    ImpostorComparison seen = beside.getFirst();
    // A defect whose difference is never clear cannot be expected to be found.
    return seen.plain < 0
        ? Optional.empty()
        : Optional.of(
            ExpectedFinding.between(file, seen.slight, seen.plain, ExpectedFinding.ANY, cause));
  }

  /// A policy that receives wrong information.
  private static final class MisinformedPolicy implements Policy {
    /// The wrong information.
    enum Misinformation {
      FORGETS,
      TRUNCATIONS,
      NO_TERMINALS,
      NO_LIMBO,
      STALE
    }

    private final Policy policy;
    private final Misinformation misinformation;
    private float[] before = new float[0];

    MisinformedPolicy(Policy policy, Misinformation misinformation) {
      this.policy = policy;
      this.misinformation = misinformation;
    }

    @Override
    public void reset() {
      policy.reset();
      before = new float[0];
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      int agents = seen.terminal.length;
      StepBuffer altered = new StepBuffer(agents, seen.observation.length / agents);
      boolean stale = misinformation == Misinformation.STALE && before.length > 0;
      System.arraycopy(
          stale ? before : seen.observation, 0, altered.observation, 0, seen.observation.length);
      before = seen.observation.clone();
      altered.trial = seen.trial;
      altered.trialTick = seen.trialTick;
      for (int a = 0; a < agents; a++) {
        altered.terminal[a] =
            switch (misinformation) {
              case TRUNCATIONS -> (byte) (seen.terminal[a] | seen.truncation[a]);
              case NO_TERMINALS -> 0;
              case FORGETS -> 1;
              case NO_LIMBO, STALE -> seen.terminal[a];
            };
        altered.truncation[a] = seen.truncation[a];
        altered.trialEnded[a] = seen.trialEnded[a];
        altered.removed[a] = misinformation == Misinformation.NO_LIMBO ? 0 : seen.removed[a];
      }
      policy.act(altered, output);
    }

    @Override
    public List<Column> taps() {
      return policy.taps();
    }

    @Override
    public void tap(int tap, ByteBuffer row) {
      policy.tap(tap, row);
    }

    @Override
    public void close() {
      policy.close();
    }
  }
}
