package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.NeedsOption;
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
  @Option(names = "--action", paramLabel = "AGENT=ACTION", descriptionKey = "EditOptions.actions")
  private Map<Integer, String> actions = new LinkedHashMap<>();

  @NeedsOption("--action")
  @Option(
      names = "--hold",
      paramLabel = "N",
      defaultValue = "1",
      descriptionKey = "EditOptions.hold")
  private int hold;

  @Option(names = "--wheel", paramLabel = "AGENT=A,A,...", descriptionKey = "EditOptions.wheels")
  private Map<Integer, String> wheels = new LinkedHashMap<>();

  @Option(names = "--pose", paramLabel = "AGENT=X,Y,DEGREES", descriptionKey = "EditOptions.poses")
  private Map<Integer, String> poses = new LinkedHashMap<>();

  @Option(names = "--remove", paramLabel = "AGENT", descriptionKey = "EditOptions.removed")
  private List<Integer> removed = new ArrayList<>();

  @Option(names = "--bring", paramLabel = "AGENT", descriptionKey = "EditOptions.brought")
  private List<Integer> brought = new ArrayList<>();

  @Option(
      names = "--observation",
      paramLabel = "AGENT:NAME=VALUE",
      descriptionKey = "EditOptions.observations")
  private Map<String, Float> observations = new LinkedHashMap<>();

  @Option(names = "--wipe", paramLabel = "AGENT|all", descriptionKey = "EditOptions.wiped")
  private List<String> wiped = new ArrayList<>();

  @Option(
      names = "--close-slot",
      paramLabel = "AGENT|all:TICK",
      descriptionKey = "EditOptions.closed")
  private List<String> closed = new ArrayList<>();

  @Option(
      names = "--zero-slot",
      paramLabel = "AGENT|all:TICK",
      descriptionKey = "EditOptions.zeroed")
  private List<String> zeroed = new ArrayList<>();

  @Option(
      names = "--without",
      paramLabel = "AGENT=THING,...",
      descriptionKey = "EditOptions.without")
  private Map<Integer, String> without = new LinkedHashMap<>();

  @NeedsOption("--without")
  @Option(names = "--mean", descriptionKey = "EditOptions.mean")
  private boolean mean;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      descriptionKey = "EditOptions.checkpoint")
  private Optional<String> checkpoint = Optional.empty();

  /// The edits at a tick.
  ///
  /// @param lesion makes the edit that switches something off in an agent's attention
  List<Edit> at(int tick, EnvironmentShape shape, BiFunction<Integer, Ablation, Edit> lesion) {
    List<Edit> edits = new ArrayList<>();
    poses.forEach((agent, text) -> edits.add(EditText.pose(tick, agent, text)));
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

  private static Edit slot(int tick, String text, MemoryErasure how) {
    String[] parts = halves(text, wording("EditOptions.agent_tick_or_all_tick"));
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
      throw new Problem(
          wording("EditOptions.it_has_no"), text, wording("EditOptions.give", wanted));
    }
    return parts;
  }

  private static int agent(String text) {
    return text.equals("all") ? Edit.ALL : whole(text);
  }

  private static int whole(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw new Problem(
          wording("EditOptions.it_is_not_a_whole_number"),
          text,
          wording("EditOptions.give_a_whole_number_from_0"));
    }
    return Integer.parseInt(text);
  }
}
