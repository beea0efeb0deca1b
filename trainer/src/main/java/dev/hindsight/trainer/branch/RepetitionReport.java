package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.record.ChosenActionCheck.ActionMismatch;
import dev.hindsight.trainer.record.CodeVersions;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// How a recording came out again when it was gone through without any edit: its world, what the
/// policy says, what is chosen of that.
///
/// @param ticks gone through
/// @param world the first number of the world that is not what was recorded
/// @param lost the first tick whose state is another one: nothing after it can be gone back to
/// @param said what the policy says, beside what it said
/// @param choice the first action that is not the one that would be chosen
/// @param fault of the file, where recipe or numbers are not what was written
/// @param code of the environment, then and now
public record RepetitionReport(
    int ticks,
    Optional<Difference> world,
    OptionalInt lost,
    PolicyRepetition said,
    Optional<ActionMismatch> choice,
    Optional<Integrity.Fault> fault,
    CodeVersions code) {
  /// How far an output may be off: this times the largest output of the same agent and tick, or
  /// times 1 where that is larger. Float32 sums in another order differ by some 1e-6 of their
  /// terms; recurrence over hundreds of ticks makes that up to a hundred times as much.
  public static final double TOLERANCE = 1e-4;

  /// What a policy says again, bit for bit.
  ///
  /// @param thoughts whether there was a policy to ask
  /// @param first where it first says something else; nothing where every bit repeats
  /// @param beyond where it is first off by more than [#TOLERANCE] allows
  /// @param furthest largest difference of any logit or value
  public record PolicyRepetition(
      PolicyStatus thoughts,
      Optional<AgentTick> first,
      Optional<AgentTick> beyond,
      double furthest) {}

  /// Whether a policy was asked again.
  public enum PolicyStatus {
    /// It was.
    COMPARED,
    /// No policy acted, or what it said was not recorded.
    NONE
  }

  /// A tick and an agent.
  public record AgentTick(int tick, int agent) {}

  /// Where the policy first says something else.
  public Optional<AgentTick> first() {
    return said.first();
  }

  /// The verdict on everything that is run on from here.
  public ControlResult control(AgentNames names) {
    OptionalInt tick = tick();
    if (tick.isPresent() || fault.isPresent()) {
      return new ControlResult(ControlResult.Status.DIFFERS, tick, differs(names, tick));
    }
    String versions = code.words().map(words -> " (" + words + ")").orElse("");
    return said.first().isPresent()
        ? new ControlResult(
            ControlResult.Status.ROUNDED, OptionalInt.empty(), rounded(names) + versions)
        : new ControlResult(ControlResult.Status.EXACT, OptionalInt.empty(), exact() + versions);
  }

  /// In one sentence, without a full stop.
  public String words(AgentNames names) {
    return control(names).words();
  }

  /// The first tick at which anything is not what was recorded.
  private OptionalInt tick() {
    int first = Integer.MAX_VALUE;
    first = Math.min(first, world.map(Difference::tick).orElse(first));
    first = Math.min(first, said.beyond().map(AgentTick::tick).orElse(first));
    first = Math.min(first, choice.map(ActionMismatch::tick).orElse(first));
    return first == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(first);
  }

  private String exact() {
    return switch (said.thoughts()) {
      case NONE -> "the world repeats bit for bit over " + ticks + " ticks; no policy acted";
      case COMPARED -> "world and policy repeat bit for bit over " + ticks + " ticks";
    };
  }

  private String rounded(AgentNames names) {
    AgentTick agentTick = said.first().orElseThrow();
    return String.format(
        Locale.ROOT,
        "world and actions repeat bit for bit, policy outputs within rounding: from"
            + " tick %d, %s on it is off by up to %s, as on another processor or number of"
            + " threads (allowed: 1e-4 of the largest)",
        agentTick.tick(),
        names.titled(agentTick.agent()),
        NumberWords.significant(said.furthest(), 2));
  }

  private String differs(AgentNames names, OptionalInt tick) {
    StringBuilder words = new StringBuilder("the recording does not repeat");
    if (tick.isPresent()) {
      words.append(" from tick ").append(tick.getAsInt()).append(" on: ");
      words.append(cause(names, tick.getAsInt()));
    }
    fault.ifPresent(found -> words.append(tick.isPresent() ? "; " : ": ").append(found.words()));
    code.words().ifPresent(versions -> words.append(" (").append(versions).append(')'));
    return words.toString();
  }

  /// What was seen comes before what is said of it, and that before what is done.
  private String cause(AgentNames names, int tick) {
    if (world.isPresent() && world.get().tick() == tick && before(world.get())) {
      return words(world.get(), names);
    }
    if (choice.isPresent() && choice.get().tick() == tick) {
      return words(choice.get(), names);
    }
    if (said.beyond().isPresent() && said.beyond().get().tick() == tick) {
      return "the policy's output differs for "
          + names.titled(said.beyond().get().agent())
          + ", off by up to "
          + NumberWords.significant(said.furthest(), 2)
          + ": another checkpoint, or other observations";
    }
    return words(world.orElseThrow(), names);
  }

  private static boolean before(Difference difference) {
    return switch (difference.channel()) {
      case "reward", "terminal", "truncation", "trial_ended", "event", "trial_score" -> false;
      default -> true;
    };
  }

  private static String words(Difference difference, AgentNames names) {
    return difference.place()
        + (difference.agent() < 0 ? "" : " of " + names.titled(difference.agent()))
        + " is "
        + difference.storedWords()
        + " in the recording, "
        + difference.hereWords()
        + " here";
  }

  private static String words(ActionMismatch actionMismatch, AgentNames names) {
    return "the action of "
        + names.titled(actionMismatch.agent())
        + " is "
        + number(actionMismatch.recorded())
        + " in the recording, "
        + number(actionMismatch.chosen())
        + " is chosen here";
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
