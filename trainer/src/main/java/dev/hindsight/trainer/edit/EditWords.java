package dev.hindsight.trainer.edit;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Describes edits in words, with the recording's names for actions and observations.
public final class EditWords {
  private EditWords() {}

  /// Describes all of them in order.
  ///
  /// @param manifest for the names of actions and observations
  /// @param names of the agents
  public static String of(List<Edit> edits, Manifest manifest, AgentNames names) {
    return edits.isEmpty()
        ? wording("EditWords.nothing_changed")
        : edits.stream().map(edit -> of(edit, manifest, names)).collect(Collectors.joining("; "));
  }

  /// Describes one: `agent 3: brake 4 m/s², steer straight`.
  public static String of(Edit edit, Manifest manifest, AgentNames names) {
    return switch (edit) {
      case Edit.Action e -> agent(e.agent(), names) + ": " + choice(e.choice(), manifest);
      case Edit.ActionSequence e ->
          wording(
              "EditWords.for_ticks",
              agent(e.agent(), names)
                  + (e.steady()
                      ? ": " + choice(e.choices().getFirst(), manifest)
                      : wording("EditWords.driven_by_hand")),
              e.choices().size());
      case Edit.Pose e ->
          String.format(
              Locale.ROOT,
              wording("EditWords.moved_to_heading"),
              agent(e.agent(), names),
              NumberWords.decimals(e.x(), 2),
              NumberWords.decimals(e.y(), 2),
              NumberWords.decimals(Math.toDegrees(e.heading()), 0));
      case Edit.Presence e ->
          agent(e.agent(), names)
              + switch (e.way()) {
                case OFF -> wording("EditWords.taken_off_the_map");
                case BACK -> wording("EditWords.brought_back");
              };
      case Edit.ObservedNumber e ->
          wording(
              "EditWords.observes",
              agent(e.agent(), names),
              dimension(e.dimension(), manifest),
              e.value());
      case Edit.Wipe e -> wording("EditWords.memory_wiped", agent(e.agent(), names));
      case Edit.Slot e ->
          wording(
              "EditWords.the_slot_of_tick",
              agent(e.agent(), names),
              e.moment(),
              e.how() == MemoryErasure.ZERO
                  ? wording("EditWords.zeroed")
                  : wording("EditWords.closed"));
      case Edit.Ablate e ->
          agent(e.agent(), names)
              + (e.ablation().isNone()
                  ? wording("EditWords.ablation_ended")
                  : wording("EditWords.without", e.ablation().words()));
      case Edit.PolicyChange e -> wording("EditWords.from_here_on_the_policy_is", e.file());
    };
  }

  private static String agent(int agent, AgentNames names) {
    return agent == Edit.ALL ? wording("EditWords.all_agents") : names.titled(agent);
  }

  /// The name of a dimension of an observation, or its number if it has no name.
  public static String dimension(int dimension, Manifest manifest) {
    return manifest.observation().segmentOf(dimension).isPresent()
        ? manifest.observation().nameOf(dimension)
        : "observation[" + dimension + "]";
  }

  /// An action in words.
  public static String choice(ForcedAction forcedAction, Manifest manifest) {
    ActionSpace space = ActionManifest.read(manifest).orElse(new ActionSpace.Discrete(List.of()));
    return switch (forcedAction) {
      case ForcedAction.Joint joint ->
          space instanceof ActionSpace.Discrete discrete
                  && joint.index() >= 0
                  && joint.index() < discrete.count()
                  && !discrete.factors().isEmpty()
              ? discrete.describe(joint.index())
              : wording("EditWords.action", joint.index());
      case ForcedAction.Numbers numbers -> {
        float[] raw = new float[numbers.numbers().size()];
        for (int i = 0; i < raw.length; i++) {
          raw[i] = numbers.numbers().get(i);
        }
        yield space instanceof ActionSpace.Continuous continuous
            ? continuous.describe(raw)
            : wording("EditWords.action", numbers.numbers());
      }
    };
  }
}
