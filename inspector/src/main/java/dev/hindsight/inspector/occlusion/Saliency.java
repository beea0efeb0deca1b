package dev.hindsight.inspector.occlusion;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.InputGradients;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.Occlusion;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.Optional;

/// How much every number that an agent observed at a tick matters to the policy that acted
/// (saliency: Simonyan, Vedaldi and Zisserman, "Deep Inside Convolutional Networks", 2014).
///
/// @param measure by what
/// @param agent that observed
/// @param tick at which
/// @param numbers one for each number of the observation, `[D]`; none if there is a problem
/// @param legend what they are, in words; or why there are none
public record Saliency(
    SaliencyMeasure measure, int agent, int tick, float[] numbers, String legend) {
  /// Computes it, with the memory that the agent had. Any thread.
  public static Saliency of(
      Rollout rollout,
      SaliencyMeasure measure,
      int agent,
      int tick,
      Progress progress,
      Cancellation cancellation) {
    try (OpenedPolicy opened =
        BuiltInPolicies.open(ActingPolicy.of(rollout), TeacherForcing.shapeOf(rollout))) {
      return new Reading(rollout, opened.policy(), agent, tick, progress, cancellation).by(measure);
    } catch (Problem problem) {
      return new Saliency(measure, agent, tick, new float[0], problem.getMessage());
    }
  }

  /// What it is computed with.
  private record Reading(
      Rollout rollout,
      Policy policy,
      int agent,
      int tick,
      Progress progress,
      Cancellation cancellation) {
    Saliency by(SaliencyMeasure measure) {
      Occlusion occlusion = new Occlusion(agent, tick, Optional.empty(), Optional.empty());
      boolean occludes = measure.kind() == SaliencyMeasure.Kind.OCCLUSION;
      if (!occludes && !(policy instanceof InputGradients)) {
        String why = wording("Saliency.no_derivatives_of_this_policy");
        return new Saliency(measure, agent, tick, new float[0], why);
      }
      return switch (measure.kind()) {
        case NOTHING -> new Saliency(measure, agent, tick, new float[0], "");
        case PREFERRED -> {
          Occlusion.Gradient found =
              occlusion.gradientOfPreferred(rollout, policy, progress, cancellation);
          boolean joint = TeacherForcing.shapeOf(rollout).actions() instanceof ActionSpace.Discrete;
          String output =
              joint
                  ? wording("Saliency.logit_of", AblationEffect.name(rollout, found.number()))
                  : wording("Saliency.first_number");
          yield derivatives(measure, output, found.slopes());
        }
        case MEAN -> {
          float[] slopes =
              occlusion.gradient(rollout, policy, measure.output(), progress, cancellation);
          yield derivatives(measure, measure.words(), slopes);
        }
        case VALUE -> {
          float[] slopes = occlusion.gradient(rollout, policy, -1, progress, cancellation);
          yield derivatives(measure, wording("Saliency.the_value"), slopes);
        }
        case OCCLUSION -> occluded(measure);
      };
    }

    private Saliency derivatives(SaliencyMeasure measure, String output, float[] slopes) {
      int steepest = largest(slopes, 0, slopes.length);
      if (steepest < 0 || slopes[steepest] == 0) {
        return new Saliency(
            measure, agent, tick, slopes, wording("Saliency.it_depends_on_nothing", output));
      }
      String legend =
          wording(
              "Saliency.derivatives",
              output,
              TeacherForcing.shapeOf(rollout).observation().nameOf(steepest),
              NumberWords.signedSignificant(slopes[steepest], 3));
      return new Saliency(measure, agent, tick, slopes, legend);
    }

    private Saliency occluded(SaliencyMeasure measure) {
      Occlusion.Effect effect =
          Occlusion.ofRows(agent, tick, rollout, policy, progress, cancellation);
      float[] numbers = new float[TeacherForcing.shapeOf(rollout).observation().size()];
      for (Occlusion.PartEffect part : effect.parts()) {
        int from = part.part().from();
        Arrays.fill(numbers, from, from + part.part().length(), (float) part.divergence());
      }
      String legend =
          effect.parts().isEmpty()
              ? ""
              : wording(
                  "Saliency.occluded",
                  effect.parts().getFirst().part().name(),
                  NumberWords.significant(effect.parts().getFirst().divergence(), 3));
      return new Saliency(measure, agent, tick, numbers, legend);
    }
  }

  /// Whether there is anything to draw.
  public boolean isEmpty() {
    return numbers.length == 0;
  }

  /// Whether it is of a moment.
  public boolean belongsTo(Moment moment) {
    return moment.tick() == tick && moment.agent() == agent;
  }

  /// Of some numbers, the one of largest size; 0 if there are none.
  public float steepest(int from, int count) {
    int found = largest(numbers, from, count);
    return found < 0 ? 0 : numbers[found];
  }

  /// The same in words, with a sign where signs mean something.
  public String words(int from, int count) {
    float steepest = steepest(from, count);
    return measure.kind() == SaliencyMeasure.Kind.OCCLUSION
        ? NumberWords.significant(steepest, 3)
        : NumberWords.signedSignificant(steepest, 3);
  }

  /// The size of the largest of all.
  public float scale() {
    return Math.abs(steepest(0, numbers.length));
  }

  /// The weights of the things that fill the numbers.
  public SubjectWeights weights(ObservationSources sources) {
    return SubjectWeights.of(tick, agent, sources, numbers);
  }

  private static int largest(float[] numbers, int from, int count) {
    int found = -1;
    for (int i = from; i < Math.min(numbers.length, from + count); i++) {
      if (Float.isFinite(numbers[i])
          && (found < 0 || Math.abs(numbers[i]) > Math.abs(numbers[found]))) {
        found = i;
      }
    }
    return found;
  }
}
