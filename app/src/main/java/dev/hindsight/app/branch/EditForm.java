package dev.hindsight.app.branch;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.form.FileChoice;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.WordsConverter;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditText;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.BodyNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// The form for edits of the selected agent at the cursor, a row for each kind. FX thread.
final class EditForm {
  private final FormGrid grid = new FormGrid();
  private final Manifest manifest;
  private final Supplier<Moment> moment;
  private final Consumer<Edit> add;
  private final ProblemLine message;
  private final Optional<ActionSpace> space;
  private final List<ComboBox<Integer>> levels = new ArrayList<>();
  private final TextField numbers = new TextField();
  private final Spinner<Integer> hold;
  private final TextField pose = new TextField();
  private final TextField seen = new TextField();
  private final TextField value = new TextField();
  private List<Button> wiping = List.of();
  private List<Edit> pending = List.of();
  private Filled filled = new Filled(-1, Moment.NO_AGENT, "");

  /// Whose position is filled in.
  private record Filled(int tick, int agent, String pose) {}

  /// @param moment gives the cursor's tick and the selected agent
  /// @param add receives a new edit
  /// @param message shows why an input is not valid
  EditForm(
      Manifest manifest,
      Supplier<Moment> moment,
      Consumer<Edit> add,
      ProblemLine message,
      WindowContext window) {
    this.manifest = manifest;
    this.moment = moment;
    this.add = add;
    this.message = message;
    space = ActionManifest.read(manifest);
    hold = PendingEditList.holding("branch.hold", HeldAction.defaultTicks(manifest));
    space.ifPresent(actions -> grid.field("Action", "branch.action", action(actions)));
    grid.field(
        "Position",
        "branch.place",
        row(pose, "branch.pose", wording("EditForm.x_y_heading_in_degrees"), this::place));
    pose.setTooltip(new Tooltip(wording("EditForm.or_drag_the_agent_in_the")));
    grid.field("Observes", "branch.sees", sees());
    grid.field("Policy", "branch.checkpoint", checkpoint(window));
    grid.field("Other", "branch.more", more());
  }

  /// The form.
  Node node() {
    return grid;
  }

  /// Fills in the selected agent's current values. What a user has typed stays until another tick
  /// or agent is chosen.
  void show(Moment now) {
    Filled next = new Filled(now.tick(), now.agent(), poseOf(now).orElse(""));
    if (!pose.isFocused() && !next.equals(filled)) {
      filled = next;
      pose.setText(next.pose);
    }
  }

  private static Optional<String> poseOf(Moment now) {
    Optional<Channel> channel =
        now.rollout().channel("pose").filter(_ -> now.agent() != Moment.NO_AGENT);
    return channel
        .filter(c -> c.rowLength() > 3 * now.agent() + 2 && now.tick() < now.rollout().ticks())
        .map(c ->
            NumberWords.decimals(c.value(now.tick(), 3 * now.agent()), 2)
                + ", "
                + NumberWords.decimals(c.value(now.tick(), 3 * now.agent() + 1), 2)
                + ", "
                + NumberWords.decimals(
                    Math.toDegrees(c.value(now.tick(), 3 * now.agent() + 2)), 0));
  }

  private Node action(ActionSpace actions) {
    FlowPane row = new FlowPane(6, 6);
    switch (actions) {
      case ActionSpace.Discrete discrete -> {
        for (Factor factor : discrete.factors()) {
          row.getChildren().add(levels(factor));
        }
      }
      case ActionSpace.Continuous continuous -> {
        numbers.setId("branch.numbers");
        numbers.setPromptText(
            wording("EditForm.from_1_to_1", String.join(", ", continuous.names())));
        numbers.setAccessibleText(wording("EditForm.numbers_of_the_action"));
        row.getChildren().add(numbers);
      }
    }
    hold.getEditor().setAccessibleText(wording("EditForm.number_of_ticks"));
    HBox ticks = new HBox(6, PendingEditList.still("for"), hold, PendingEditList.still("ticks"));
    ticks.setAlignment(Pos.CENTER_LEFT);
    row.getChildren().addAll(ticks, button("branch.do", wording("EditForm.apply"), this::act));
    return row;
  }

  private ComboBox<Integer> levels(Factor factor) {
    ComboBox<Integer> box = new ComboBox<>();
    box.getItems().setAll(IntStream.range(0, factor.levels().size()).boxed().toList());
    box.setConverter(new WordsConverter<>(factor::describe));
    box.setValue(factor.neutral());
    box.setId("branch.level." + factor.name());
    box.setAccessibleText(factor.name());
    box.setPrefWidth(190);
    levels.add(box);
    return box;
  }

  private void act() {
    checkPresent(now -> {
      ForcedAction forcedAction =
          levels.isEmpty()
              ? new ForcedAction.Numbers(EditText.numbers(numbers.getText()))
              : new ForcedAction.Joint(joint());
      return Edit.hold(now.tick(), now.agent(), forcedAction, hold.getValue());
    });
  }

  private int joint() {
    int action = 0;
    for (ComboBox<Integer> box : levels) {
      action = action * box.getItems().size() + box.getValue();
    }
    return action;
  }

  private void place() {
    checkPresent(now -> EditText.pose(now.tick(), now.agent(), pose.getText()));
  }

  private Node sees() {
    seen.setId("branch.dimension");
    seen.setPromptText(wording("EditForm.name_or_number"));
    seen.setAccessibleText(wording("EditForm.component_of_the_observation"));
    HBox row = row(value, "branch.value", "value", this::see);
    row.getChildren().addFirst(seen);
    return row;
  }

  private void see() {
    checkPresent(now ->
        new Edit.ObservedNumber(
            now.tick(),
            now.agent(),
            EditText.dimension(seen.getText().strip(), manifest.observation()),
            EditText.numbers(value.getText()).getFirst()));
  }

  private Node checkpoint(WindowContext window) {
    return new FileChoice(
        "branch.checkpoint",
        wording("EditForm.checkpoint_that_acts_from_this_tick"),
        BuiltInPolicies.offered(manifest.environment().id()),
        "",
        () ->
            window
                .dialogs()
                .open(wording("EditForm.choose_a_checkpoint"), FileChoice.checkpoints()),
        name -> {
          if (!name.isEmpty()) {
            add.accept(new Edit.PolicyChange(moment.get().tick(), name, ""));
          }
        });
  }

  private Node more() {
    wiping =
        List.of(
            button(
                "branch.wipe",
                wording("EditForm.wipe_its_memory"),
                () -> check(now -> new Edit.Wipe(now.tick(), now.agent()))),
            button(
                "branch.wipeAll",
                wording("EditForm.wipe_all_memories"),
                () -> add.accept(new Edit.Wipe(moment.get().tick(), Edit.ALL))));
    FlowPane all =
        new FlowPane(
            6,
            6,
            button(
                "branch.off",
                wording("EditForm.take_off_the_map"),
                () -> presence(Edit.Presence.Way.OFF)),
            button(
                "branch.back",
                wording("EditForm.bring_back"),
                () -> presence(Edit.Presence.Way.BACK)));
    all.getChildren().addAll(wiping);
    return all;
  }

  /// Takes note of the pending edits. Offers to wipe the memory if there is one: the policy that
  /// acted has a memory, or another one will act.
  void propose(List<Edit> edits) {
    pending = edits;
    boolean remembers =
        BuiltInPolicies.mayRemember(manifest.policy().id())
            || pending.stream().anyMatch(Edit.PolicyChange.class::isInstance);
    for (Button button : wiping) {
      button.setVisible(remembers);
      button.setManaged(remembers);
    }
  }

  private void presence(Edit.Presence.Way way) {
    check(now -> new Edit.Presence(now.tick(), now.agent(), way));
  }

  private HBox row(TextField field, String id, String prompt, Runnable run) {
    field.setId(id);
    field.setPromptText(prompt);
    field.setAccessibleText(prompt);
    field.setOnAction(_ -> run.run());
    HBox.setHgrow(field, Priority.ALWAYS);
    return new HBox(6, field, button(id + ".add", wording("EditForm.set"), run));
  }

  private static Button button(String id, String words, Runnable run) {
    Button button = new Button(words);
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> run.run());
    return button;
  }

  /// As [#check], for edits that an agent in limbo cannot have.
  private void checkPresent(Function<Moment, Edit> edit) {
    check(now -> {
      if (inLimbo(now, pending)) {
        throw new Problem(
            wording("EditForm.it_is_in_limbo"),
            BodyNames.title(now.rollout(), now.agent()),
            wording("EditForm.bring_it_back_or_choose_another_tick"));
      }
      return edit.apply(now);
    });
  }

  /// Whether an agent is in limbo and no pending edit may change that: one that brings it back, or
  /// any from before it entered limbo; then running on decides.
  static boolean inLimbo(Moment now, List<Edit> pending) {
    Limbo limbo = new Limbo(now.rollout());
    if (now.tick() >= now.rollout().ticks() || !limbo.at(now.tick(), now.agent())) {
      return false;
    }
    TrialIndex trials = now.rollout().trials();
    int entered = trials.start(trials.stretchAt(now.tick())) + limbo.since(now.tick(), now.agent());
    return pending.stream()
        .noneMatch(each -> each.tick() < entered || brings(each, now.agent(), now.tick()));
  }

  private static boolean brings(Edit edit, int agent, int tick) {
    return edit instanceof Edit.Presence presence
        && presence.way() == Edit.Presence.Way.BACK
        && presence.agent() == agent
        && presence.tick() <= tick;
  }

  /// Reports invalid input beside the field.
  private void check(Function<Moment, Edit> edit) {
    message.check(() -> {
      Moment now = moment.get();
      if (now.agent() == Moment.NO_AGENT) {
        throw new Problem(
            wording("EditForm.no_agent_is_selected"),
            "",
            wording("EditForm.select_one_in_the_scene_or"));
      }
      Edit wanted = edit.apply(now);
      new Edits(List.of(wanted))
          .check(RecordedShape.of(now.rollout()), Math.max(1, now.rollout().ticks()));
      add.accept(wanted);
      return "";
    });
  }
}
