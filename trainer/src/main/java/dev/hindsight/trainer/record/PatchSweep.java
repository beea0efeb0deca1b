package dev.hindsight.trainer.record;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;

/// Activation patching of one tick with the activations of many: what the policy puts out at the
/// tick if it holds, at a layer, the activation of another tick. One result of [ActivationPatch]
/// for each layer and source tick, in a fraction of its time: the memory before the tick is copied
/// once. Do not write to the arrays.
///
/// @param tick that is patched
/// @param sources ticks that the activations come from
/// @param own outputs of the sources, nothing patched, one row for each source
/// @param without the output of `tick`, nothing patched, one row
/// @param layers for layer 0 to L, the outputs of `tick` patched with each source, one row for each
///   source; meaningless for sources in limbo
/// @param bound how the policy keeps the numbers of actions within their range
public record PatchSweep(
    int tick, Span sources, Outputs own, Outputs without, List<Outputs> layers, ActionBound bound) {
  /// Copies the list.
  public PatchSweep {
    layers = List.copyOf(layers);
  }

  /// Runs it.
  ///
  /// @param policy opened for [TeacherForcing#shapeOf]; not closed
  /// @param agent whose activations
  /// @param tick to patch
  /// @param sources where activations come from, in the same recording
  /// @throws dev.hindsight.trainer.Problem for a policy without layers
  public static PatchSweep of(
      Rollout rollout,
      Policy policy,
      int agent,
      int tick,
      Span sources,
      Progress progress,
      Cancellation cancellation) {
    ActivationPatch.keepActivations(policy, rollout);
    int layers = policy.patchableLayers();
    TeacherForcing forcing = new TeacherForcing(rollout);
    List<float[][]> activations = new ArrayList<>();
    Outputs own =
        forcing.run(
            policy,
            agent,
            sources,
            new TeacherForcing.TickWatcher() {
              @Override
              public void after(int done) {
                if (sources.holds(done)) {
                  float[][] each = new float[layers + 1][];
                  for (int layer = 0; layer <= layers; layer++) {
                    each[layer] = policy.activation(agent, layer);
                  }
                  activations.add(each);
                }
              }
            },
            progress,
            cancellation);
    StepBuffer seen = forcing.reach(policy, tick, progress, cancellation);
    PolicyMemory before = policy.memory();
    PolicyOutput output = new PolicyOutput(TeacherForcing.shapeOf(rollout));
    policy.act(seen, output);
    Outputs without = outputs(1, output.width);
    keep(output, agent, without, 0);
    Limbo limbo = new Limbo(rollout);
    List<Outputs> patched = new ArrayList<>();
    for (int layer = 0; layer <= layers; layer++) {
      Outputs row = outputs(sources.ticks(), output.width);
      for (int source = 0; source < sources.ticks(); source++) {
        cancellation.throwIfCancelled();
        progress.report(
            (long) layer * sources.ticks() + source, (layers + 1L) * sources.ticks(), "patches");
        if (!limbo.at(sources.from() + source, agent)) {
          policy.remember(before);
          policy.patch(agent, layer, activations.get(source)[layer]);
          policy.act(seen, output);
          keep(output, agent, row, source);
        }
      }
      patched.add(row);
    }
    policy.reset();
    return new PatchSweep(tick, sources, own, without, patched, output.bound(agent));
  }

  private static Outputs outputs(int rows, int width) {
    return new Outputs(new float[rows * width], new float[rows]);
  }

  private static void keep(PolicyOutput output, int agent, Outputs into, int row) {
    int width = output.width;
    System.arraycopy(output.logits, agent * width, into.logits(), row * width, width);
    into.values()[row] = output.value[agent];
  }
}
