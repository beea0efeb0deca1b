package dev.hindsight.app.cli.counterfactual;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AblationText;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditText;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.policy.MemoryErasure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine.Option;

/// Edits as options of a command.
final class EditOptions {
  @Option(
      names = "--action",
      paramLabel = "AGENT=ACTION",
      description =
          "The agent's new action: a number, or words such as 'brake 4'; for continuous"
              + " actions numbers with commas. May be repeated.")
  private Map<Integer, String> actions = new LinkedHashMap<>();

  @Option(
      names = "--hold",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of ticks to hold the actions. Default: 1.")
  private int hold;

  @Option(
      names = "--wheel",
      paramLabel = "AGENT=A,A,...",
      description = "Joint actions of an agent, one for each tick from this tick on.")
  private Map<Integer, String> wheels = new LinkedHashMap<>();

  @Option(
      names = "--pose",
      paramLabel = "AGENT=X,Y,DEGREES",
      description = "Move an agent to a pose, in metres as in the column 'pose'.")
  private Map<Integer, String> poses = new LinkedHashMap<>();

  @Option(names = "--remove", paramLabel = "AGENT", description = "Take an agent off the map.")
  private List<Integer> removed = new ArrayList<>();

  @Option(names = "--bring", paramLabel = "AGENT", description = "Bring an agent out of limbo.")
  private List<Integer> brought = new ArrayList<>();

  @Option(
      names = "--observation",
      paramLabel = "AGENT:NAME=VALUE",
      description = "Change what an agent observes at the tick: a dimension by name or number.")
  private Map<String, Float> observations = new LinkedHashMap<>();

  @Option(names = "--wipe", paramLabel = "AGENT|all", description = "Wipe an agent's memory.")
  private List<String> wiped = new ArrayList<>();

  @Option(
      names = "--close-slot",
      paramLabel = "AGENT|all:TICK",
      description = "Close the slot of an earlier tick in the cache.")
  private List<String> closed = new ArrayList<>();

  @Option(
      names = "--zero-slot",
      paramLabel = "AGENT|all:TICK",
      description = "Zero the slot of an earlier tick in the cache.")
  private List<String> zeroed = new ArrayList<>();

  @Option(
      names = "--without",
      paramLabel = "AGENT=THING,...",
      description =
          "Switch off part of an agent's attention from the tick on: head L.H, trial K,"
              + " ticks FROM-TO, slots FROM-TO, earlier-trials, limbo, others.")
  private Map<Integer, String> without = new LinkedHashMap<>();

  @Option(
      names = "--mean",
      description = "Replace what is switched off by the mean instead of removing it.")
  private boolean mean;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      description = "The policy that acts from the tick on.")
  private Optional<String> checkpoint = Optional.empty();

  /// The edits at a tick.
  ///
  /// @param lesion makes the edit that switches something off in an agent's attention
  List<Edit> at(int tick, EnvironmentShape shape, BiFunction<Integer, Ablation, Edit> lesion) {
    List<Edit> edits = new ArrayList<>();
    poses.forEach((agent, text) -> edits.add(pose(tick, agent, text)));
    removed.forEach(a -> edits.add(new Edit.Presence(tick, a, Edit.Presence.Way.OFF)));
    brought.forEach(a -> edits.add(new Edit.Presence(tick, a, Edit.Presence.Way.BACK)));
    checkpoint.ifPresent(name -> edits.add(RecordedPolicySource.edit(tick, name, shape)));
    wiped.forEach(text -> edits.add(new Edit.Wipe(tick, agent(text))));
    closed.forEach(text -> edits.add(slot(tick, text, MemoryErasure.CLOSE)));
    zeroed.forEach(text -> edits.add(slot(tick, text, MemoryErasure.ZERO)));
    without.forEach((agent, text) -> {
      Ablation.Fill fill = mean ? Ablation.Fill.MEAN : Ablation.Fill.ZERO;
      edits.add(lesion.apply(agent, AblationText.read(List.of(text.split(",", -1)), fill)));
    });
    observations.forEach((text, value) -> edits.add(observation(tick, text, value, shape)));
    actions.forEach((agent, text) -> {
      ForcedAction forcedAction = EditText.action(text, shape.actions());
      edits.add(Edit.hold(tick, agent, forcedAction, hold));
    });
    wheels.forEach((agent, text) -> {
      List<ForcedAction> choices = new ArrayList<>();
      for (String one : text.split(",", -1)) {
        choices.add(EditText.action(one.strip(), shape.actions()));
      }
      edits.add(new Edit.ActionSequence(tick, agent, choices));
    });
    return edits;
  }

  private static Edit pose(int tick, int agent, String text) {
    List<Float> numbers = EditText.numbers(text);
    if (numbers.size() != 3) {
      throw new Problem("this is not a pose", text, "give X,Y,DEGREES");
    }
    float heading = (float) Math.toRadians(numbers.get(2));
    return new Edit.Pose(tick, agent, numbers.get(0), numbers.get(1), heading);
  }

  private static Edit slot(int tick, String text, MemoryErasure how) {
    String[] parts = halves(text, "AGENT:TICK, or all:TICK");
    return new Edit.Slot(tick, agent(parts[0]), whole(parts[1]), how);
  }

  private static Edit observation(int tick, String text, float value, EnvironmentShape shape) {
    String[] parts = halves(text, "AGENT:NAME=VALUE");
    int dimension = EditText.dimension(parts[1], shape.observation());
    return new Edit.ObservedNumber(tick, agent(parts[0]), dimension, value);
  }

  private static String[] halves(String text, String wanted) {
    String[] parts = text.split(":", 2);
    if (parts.length != 2) {
      throw new Problem("it has no ':'", text, "give " + wanted);
    }
    return parts;
  }

  private static int agent(String text) {
    return text.equals("all") ? Edit.ALL : whole(text);
  }

  private static int whole(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw new Problem("it is not a whole number", text, "give a whole number from 0");
    }
    return Integer.parseInt(text);
  }
}
