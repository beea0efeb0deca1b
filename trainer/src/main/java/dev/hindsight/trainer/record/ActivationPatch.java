package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Activation patching: runs a policy on recorded observations twice, and puts activations of the
/// first run into the second, at chosen layers and ticks. What the policy puts out at these ticks
/// and later shows what the activations carry (Vig et al., "Investigating Gender Bias in Language
/// Models Using Causal Mediation Analysis", 2020). Both runs have the form used to act, so that a
/// patch of an activation by itself changes no bit.
///
/// @param agent whose activations
/// @param places what is put where
public record ActivationPatch(int agent, List<Place> places) {
  /// Copies the list.
  public ActivationPatch {
    places = List.copyOf(places);
  }

  /// One activation and where it is put.
  ///
  /// @param from tick that it is taken from
  /// @param tick tick that it is put into
  /// @param layer 0 for the encoded observation with its position, l for the residual after block l
  public record Place(int from, int tick, int layer) {}

  /// The outputs of both runs over the same ticks.
  ///
  /// @param span the ticks
  /// @param without nothing patched
  /// @param with everything patched
  /// @param bound how the policy keeps the numbers of actions within their range
  public record Effect(Span span, Outputs without, Outputs with, ActionBound bound) {}

  /// Runs both. The policy keeps no patch afterwards.
  ///
  /// @param policy opened for [TeacherForcing#shapeOf]; not closed
  /// @param source where the activations are taken from; `rollout` itself, or one with the same
  ///   policy
  /// @param span ticks to return
  /// @throws Problem for a policy without layers, or for a layer or a tick that does not exist
  public Effect apply(
      Rollout source,
      Rollout rollout,
      Policy policy,
      Span span,
      Progress progress,
      Cancellation cancellation) {
    if (policy.patchableLayers() == 0) {
      keepActivations(policy, rollout);
    }
    for (Place place : places) {
      check(place, policy.patchableLayers(), source, rollout);
    }
    Map<Place, float[]> taken = taken(source, policy, cancellation);
    TeacherForcing forcing = new TeacherForcing(rollout);
    Outputs without = forcing.run(policy, agent, span, progress, cancellation);
    Outputs with =
        forcing.run(
            policy,
            agent,
            span,
            new TeacherForcing.TickWatcher() {
              @Override
              public void before(int tick) {
                taken.forEach((place, activation) -> {
                  if (place.tick == tick) {
                    policy.patch(agent, place.layer, activation);
                  }
                });
              }
            },
            progress,
            cancellation);
    return new Effect(span, without, with, forcing.bound(policy, agent));
  }

  /// Makes a policy keep its activations.
  ///
  /// @throws Problem naming the recording whose policy has no layers
  static void keepActivations(Policy policy, Rollout rollout) {
    try {
      policy.keepActivations();
    } catch (Problem unpatchable) {
      throw unpatchable.at(rollout.file().toString());
    }
  }

  private static void check(Place place, int layers, Rollout source, Rollout rollout) {
    if (place.layer < 0 || place.layer > layers) {
      throw new Problem(
          wording("ActivationPatch.there_is_no_layer", place.layer),
          rollout.file().toString(),
          wording("ActivationPatch.choose_from_0_to", layers));
    }
    if (place.from < 0
        || place.from >= source.ticks()
        || place.tick < 0
        || place.tick >= rollout.ticks()) {
      throw new Problem(
          wording("ActivationPatch.there_is_no_tick", Math.max(place.from, place.tick)),
          rollout.file().toString(),
          wording("ActivationPatch.choose_an_earlier_tick"));
    }
  }

  private Map<Place, float[]> taken(Rollout source, Policy policy, Cancellation cancellation) {
    Map<Place, float[]> taken = new HashMap<>();
    if (places.isEmpty()) {
      return taken;
    }
    int first = places.stream().mapToInt(Place::from).min().orElseThrow();
    int last = places.stream().mapToInt(Place::from).max().orElseThrow();
    policy.keepActivations();
    new TeacherForcing(source)
        .run(
            policy,
            agent,
            new Span(first, last + 1),
            new TeacherForcing.TickWatcher() {
              @Override
              public void after(int tick) {
                for (Place place : places) {
                  if (place.from == tick) {
                    taken.put(place, policy.activation(agent, place.layer));
                  }
                }
              }
            },
            Progress.SILENT,
            cancellation);
    return taken;
  }
}
