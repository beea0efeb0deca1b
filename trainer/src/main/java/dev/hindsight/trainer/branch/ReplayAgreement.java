package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.record.ChosenActionCheck.ActionMismatch;
import dev.hindsight.trainer.record.CodeVersions;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// How exactly a recording repeated when it was simulated again without edits: the world, the
/// policy's outputs, and the actions chosen from them.
///
/// @param ticks simulated
/// @param world the first number of the world that differs
/// @param lost the first tick with another state; Hindsight cannot go back to any tick after it
/// @param policy the policy's outputs compared with the recorded ones
/// @param choice the first action that would be chosen differently
/// @param fault of the file, if recipe or numbers are not what was written
/// @param code version of the environment, when recorded and now
public record ReplayAgreement(
    int ticks,
    Optional<Difference> world,
    OptionalInt lost,
    PolicyAgreement policy,
    Optional<ActionMismatch> choice,
    Optional<Integrity.Fault> fault,
    CodeVersions code) {
  /// Tolerance of an output: this times the largest output of the same agent and tick, or times 1
  /// if that is larger. Float32 sums in another order differ by some 1e-6 of their terms;
  /// recurrence over hundreds of ticks can multiply that by a hundred.
  public static final double TOLERANCE = 1e-4;

  /// How exactly the policy's outputs repeat.
  ///
  /// @param status whether there was a policy to run
  /// @param first where an output first differs; empty if every bit repeats
  /// @param beyond where an output first differs by more than [#TOLERANCE] allows
  /// @param furthest largest difference of any logit or value
  public record PolicyAgreement(
      PolicyStatus status,
      Optional<AgentTick> first,
      Optional<AgentTick> beyond,
      double furthest) {}

  /// Whether the policy was run again.
  public enum PolicyStatus {
    /// The policy was run and compared.
    COMPARED,
    /// No policy acted, or its outputs were not recorded.
    NONE
  }

  /// A tick and an agent.
  public record AgentTick(int tick, int agent) {}

  /// Where the policy's output first differs.
  public Optional<AgentTick> first() {
    return policy.first();
  }

  /// The control for every branch that starts from this recording.
  public ControlResult control(AgentNames names) {
    OptionalInt tick = tick();
    if (tick.isPresent() || fault.isPresent()) {
      return new ControlResult(ControlResult.Status.DIFFERS, tick, differs(names, tick));
    }
    String versions = code.words().map(words -> " (" + words + ")").orElse("");
    return policy.first().isPresent()
        ? new ControlResult(
            ControlResult.Status.ROUNDED, OptionalInt.empty(), rounded(names) + versions)
        : new ControlResult(ControlResult.Status.EXACT, OptionalInt.empty(), exact() + versions);
  }

  /// In one sentence, without a full stop.
  public String words(AgentNames names) {
    return control(names).words();
  }

  /// The first tick at which anything differs from the recording.
  private OptionalInt tick() {
    int first = Integer.MAX_VALUE;
    first = Math.min(first, world.map(Difference::tick).orElse(first));
    first = Math.min(first, policy.beyond().map(AgentTick::tick).orElse(first));
    first = Math.min(first, choice.map(ActionMismatch::tick).orElse(first));
    return first == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(first);
  }

  private String exact() {
    return switch (policy.status()) {
      case NONE -> wording("ReplayAgreement.the_world_repeats_bit_for_bit", ticks);
      case COMPARED -> wording("ReplayAgreement.world_and_policy_repeat_bit_for", ticks);
    };
  }

  private String rounded(AgentNames names) {
    AgentTick agentTick = policy.first().orElseThrow();
    return String.format(
        Locale.ROOT,
        wording("ReplayAgreement.world_and_actions_repeat_bit_for"),
        agentTick.tick(),
        names.titled(agentTick.agent()),
        NumberWords.significant(policy.furthest(), 2));
  }

  private String differs(AgentNames names, OptionalInt tick) {
    StringBuilder words =
        new StringBuilder(wording("ReplayAgreement.the_recording_does_not_repeat"));
    if (tick.isPresent()) {
      words
          .append(wording("ReplayAgreement.from_tick"))
          .append(tick.getAsInt())
          .append(wording("ReplayAgreement.on"));
      words.append(cause(names, tick.getAsInt()));
    }
    fault.ifPresent(found -> words.append(tick.isPresent() ? "; " : ": ").append(found.words()));
    code.words().ifPresent(versions -> words.append(" (").append(versions).append(')'));
    return words.toString();
  }

  /// Blames observations before outputs, and outputs before actions.
  private String cause(AgentNames names, int tick) {
    if (world.isPresent() && world.get().tick() == tick && before(world.get())) {
      return words(world.get(), names);
    }
    if (choice.isPresent() && choice.get().tick() == tick) {
      return words(choice.get(), names);
    }
    if (policy.beyond().isPresent() && policy.beyond().get().tick() == tick) {
      return wording(
          "ReplayAgreement.the_policys_output_differs_for_off",
          names.titled(policy.beyond().get().agent()),
          NumberWords.significant(policy.furthest(), 2));
    }
    return words(world.orElseThrow(), names);
  }

  private static boolean before(Difference difference) {
    return switch (difference.channel()) {
      case "reward", "terminal", "truncation", "end", "trial_ended", "event", "trial_score" ->
          false;
      default -> !StepFigure.is(difference.channel());
    };
  }

  private static String words(Difference difference, AgentNames names) {
    return wording(
        "ReplayAgreement.is_in_the_recording_here",
        difference.place()
            + (difference.agent() < 0
                ? ""
                : wording("ReplayAgreement.of", names.titled(difference.agent()))),
        difference.storedWords(),
        difference.hereWords());
  }

  private static String words(ActionMismatch actionMismatch, AgentNames names) {
    return wording(
        "ReplayAgreement.the_action_of_is_in_the",
        names.titled(actionMismatch.agent()),
        number(actionMismatch.recorded()),
        number(actionMismatch.chosen()));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
