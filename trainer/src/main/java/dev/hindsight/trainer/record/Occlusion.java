package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.InputGradients;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a policy would do had it not seen a part of its observation: the part is replaced, at one
/// tick, by its mean over the recording or by what was seen at another tick (occlusion: Zeiler and
/// Fergus, "Visualizing and Understanding Convolutional Networks", 2014). Its memory is as it was.
/// For any policy; nothing is simulated.
///
/// @param agent whose observation
/// @param tick at which it acts
/// @param other the tick whose numbers stand in; empty for the mean over all ticks outside limbo
/// @param inside the segment to take apart, into rows, planes or single numbers; empty to replace
///   whole segments
public record Occlusion(int agent, int tick, Optional<Integer> other, Optional<String> inside) {
  /// Some consecutive numbers of an observation.
  ///
  /// @param name in words: `partners`, `partners[3]`, `ego.speed`
  /// @param from index of the first
  /// @param length how many
  public record Part(String name, int from, int length) {}

  /// A decision.
  ///
  /// @param logits `[n]` that the action is drawn from, without those of illegal actions if
  ///   policies could not take them; or means and deviations
  /// @param numbers `[k]` of a continuous action: the means, bounded as the policy bounds what it
  ///   draws; empty for discrete actions
  /// @param value NaN if the policy has none
  public record Decision(float[] logits, float[] numbers, float value) {}

  /// What replacing a part changes.
  ///
  /// @param part the part
  /// @param changed how far its numbers moved: the largest difference
  /// @param without the decision without it
  /// @param divergence `KL(seen || without)`, nats
  /// @param valueChange value without it, less the value
  public record PartEffect(
      Part part, double changed, Decision without, double divergence, double valueChange) {}

  /// All parts, those that matter most first.
  ///
  /// @param seen the decision on what was seen
  /// @param parts of it
  /// @param preferred index of the most probable action; -1 for continuous actions
  public record Effect(Decision seen, List<PartEffect> parts, int preferred) {
    /// Copies the list.
    public Effect {
      parts = List.copyOf(parts);
    }
  }

  /// The derivatives of an output by every number that an agent observes.
  ///
  /// @param seen the decision on what was seen
  /// @param number index of the logit or the mean; -1 for the value
  /// @param slopes `[D]`
  public record Gradient(Decision seen, int number, float[] slopes) {}

  /// As the other form, for smaller parts: rows of tables, planes, and the single numbers of
  /// vectors.
  ///
  /// @param policy opened for [TeacherForcing#shapeOf]; not closed
  /// @throws Problem if the recording lacks observations
  public static Effect ofRows(
      int agent,
      int tick,
      Rollout rollout,
      Policy policy,
      Progress progress,
      Cancellation cancellation) {
    EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
    List<Part> parts = new ArrayList<>();
    for (Segment segment : shape.observation().forActor().segments()) {
      parts.addAll(rows(shape, segment));
    }
    Occlusion all = new Occlusion(agent, tick, Optional.empty(), Optional.empty());
    return all.apply(rollout, policy, parts, progress, cancellation);
  }

  /// Runs the policy up to the tick, and there once for every part.
  ///
  /// @param policy opened for [TeacherForcing#shapeOf]; not closed
  /// @throws Problem if the recording lacks observations, or there is no such segment
  public Effect apply(
      Rollout rollout, Policy policy, Progress progress, Cancellation cancellation) {
    List<Part> parts = parts(TeacherForcing.shapeOf(rollout));
    return apply(rollout, policy, parts, progress, cancellation);
  }

  private Effect apply(
      Rollout rollout,
      Policy policy,
      List<Part> parts,
      Progress progress,
      Cancellation cancellation) {
    EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
    int size = shape.observation().size();
    float[] stand = stand(rollout, size);
    StepBuffer seen = new TeacherForcing(rollout).reach(policy, tick, progress, cancellation);
    PolicyOutput output = new PolicyOutput(shape);
    Decision base = decide(rollout, policy, seen, output);
    List<PartEffect> effects = new ArrayList<>();
    float[] own = Arrays.copyOfRange(seen.observation, agent * size, (agent + 1) * size);
    for (Part part : parts) {
      cancellation.throwIfCancelled();
      progress.report(effects.size(), parts.size(), "parts");
      System.arraycopy(
          stand, part.from(), seen.observation, agent * size + part.from(), part.length());
      Decision without = decide(rollout, policy, seen, output);
      System.arraycopy(own, 0, seen.observation, agent * size, size);
      effects.add(
          new PartEffect(
              part,
              changed(own, stand, part),
              without,
              divergence(shape, base, without),
              without.value() - base.value()));
    }
    effects.sort((one, two) -> Double.compare(two.divergence(), one.divergence()));
    boolean joint = shape.actions() instanceof ActionSpace.Discrete;
    return new Effect(base, effects, joint ? Categorical.best(base.logits()) : -1);
  }

  /// The derivatives of a logit, or of the value, by every number that the agent observes, `[D]`.
  ///
  /// @param number index of the logit; -1 for the value
  /// @throws Problem if the policy has no derivatives
  public float[] gradient(
      Rollout rollout, Policy policy, int number, Progress progress, Cancellation cancellation) {
    InputGradients gradients = differentiable(rollout, policy);
    StepBuffer seen = new TeacherForcing(rollout).reach(policy, tick, progress, cancellation);
    return gradients.gradient(seen, agent, number);
  }

  /// The derivatives of the preferred action's logit, `[D]`.
  ///
  /// @throws Problem if the policy has no derivatives
  public Gradient gradientOfPreferred(
      Rollout rollout, Policy policy, Progress progress, Cancellation cancellation) {
    InputGradients gradients = differentiable(rollout, policy);
    EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
    StepBuffer seen = new TeacherForcing(rollout).reach(policy, tick, progress, cancellation);
    Decision base = decide(rollout, policy, seen, new PolicyOutput(shape));
    boolean joint = shape.actions() instanceof ActionSpace.Discrete;
    int preferred = joint ? Categorical.best(base.logits()) : 0;
    return new Gradient(base, preferred, gradients.gradient(seen, agent, preferred));
  }

  private static InputGradients differentiable(Rollout rollout, Policy policy) {
    if (policy instanceof InputGradients gradients) {
      return gradients;
    }
    throw new Problem(
        wording("Occlusion.this_policy_has_no_derivatives"),
        rollout.file().toString(),
        wording("Occlusion.take_occlusion"));
  }

  private Decision decide(Rollout rollout, Policy policy, StepBuffer seen, PolicyOutput output) {
    policy.actOnce(seen, output);
    int width = output.width;
    float[] own = Arrays.copyOfRange(output.logits, agent * width, (agent + 1) * width);
    float[] numbers = new float[output.squashed.length == 0 ? 0 : width / 2];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) output.bound(agent).apply(own[i]);
    }
    return new Decision(
        RecordedActionMask.applied(rollout, tick, agent, own), numbers, output.value[agent]);
  }

  private static double divergence(EnvironmentShape shape, Decision seen, Decision without) {
    return shape.actions() instanceof ActionSpace.Discrete
        ? Categorical.divergence(seen.logits(), without.logits())
        : Gaussian.divergence(seen.logits(), without.logits());
  }

  private static double changed(float[] own, float[] stand, Part part) {
    double changed = 0;
    for (int d = part.from(); d < part.from() + part.length(); d++) {
      changed = Math.max(changed, Math.abs(own[d] - stand[d]));
    }
    return changed;
  }

  private List<Part> parts(EnvironmentShape shape) {
    List<Part> parts = new ArrayList<>();
    if (inside.isEmpty()) {
      for (Segment segment : shape.observation().forActor().segments()) {
        parts.add(new Part(segment.name(), segment.offset(), segment.length()));
      }
      return parts;
    }
    Segment segment =
        shape
            .observation()
            .named(inside.get())
            .orElseThrow(() ->
                new Problem(
                    wording("Occlusion.there_is_no_segment", inside.get()),
                    "--segment",
                    wording(
                        "Occlusion.choose_from",
                        String.join(
                            ", ",
                            shape.observation().segments().stream().map(Segment::name).toList()))));
    return rows(shape, segment);
  }

  private static List<Part> rows(EnvironmentShape shape, Segment segment) {
    List<Part> parts = new ArrayList<>();
    int each = segment.shape().size() == 1 ? 1 : segment.rowLength();
    for (int from = 0; from < segment.length(); from += each) {
      int at = segment.offset() + from;
      String name =
          each == 1
              ? shape.observation().nameOf(at)
              : segment.isPlanes()
                  ? segment.name() + "." + segment.feature(from / each)
                  : segment.name() + "[" + from / each + "]";
      parts.add(new Part(name, at, each));
    }
    return parts;
  }

  /// What stands in for the agent's observation, `[D]`.
  private float[] stand(Rollout rollout, int size) {
    AgentColumn column =
        AgentColumn.ofAnyWidth(rollout, "observation")
            .orElseThrow(() ->
                new Problem(
                    wording("TeacherForcing.it_holds_no_observations"),
                    rollout.file().toString(),
                    wording("TeacherForcing.record_it_with_observations")));
    float[] row = new float[column.agents() * size];
    if (other.isPresent()) {
      column.read(other.get(), row);
      return Arrays.copyOfRange(row, agent * size, (agent + 1) * size);
    }
    Optional<AgentColumn> removed = AgentColumn.of(rollout, "removed");
    double[] sum = new double[size];
    int count = 0;
    for (int t = 0; t < rollout.ticks(); t++) {
      if (removed.isPresent() && removed.get().is(t, agent)) {
        continue;
      }
      column.read(t, row);
      for (int d = 0; d < size; d++) {
        sum[d] += row[agent * size + d];
      }
      count++;
    }
    float[] mean = new float[size];
    for (int d = 0; d < size && count > 0; d++) {
      mean[d] = (float) (sum[d] / count);
    }
    return mean;
  }
}
