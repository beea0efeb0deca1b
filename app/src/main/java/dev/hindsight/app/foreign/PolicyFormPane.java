package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.form.FileChoice;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.FileTab;
import dev.hindsight.app.workspace.RecordingDraft;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.foreign.FormReview;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.policy.program.ProgramSlot;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The form that asks what flows in and out of a policy of another program. It begins with what the
/// file says, and runs the policy after every answer. FX thread.
public final class PolicyFormPane extends BorderPane {
  private static final List<PortRole> INTO =
      List.of(PortRole.OBSERVATION, PortRole.STATE, PortRole.MASK, PortRole.DONE, PortRole.IGNORED);

  private static final List<PortRole> FROM =
      List.of(
          PortRole.LOGITS,
          PortRole.PROBABILITIES,
          PortRole.MEAN,
          PortRole.DEVIATION,
          PortRole.LOG_DEVIATION,
          PortRole.VALUE,
          PortRole.STATE,
          PortRole.IGNORED);

  private final WindowContext window;
  private final Path file;
  private final ProblemLine message = new ProblemLine();
  private final PortGrid into =
      new PortGrid("policy.in", INTO, (i, said) -> change(state -> state.input(i, said)));
  private final PortGrid from =
      new PortGrid("policy.out", FROM, (i, said) -> change(state -> state.output(i, said)));
  private final Button check =
      IconButton.of(
          "policy.check", wording("PolicyFormPane.check"), Material2AL.CHECK, this::permit);
  private final Button keep =
      IconButton.of(
          "policy.keep", wording("PolicyFormPane.keep"), Material2MZ.SAVE, () -> keep(() -> {}));
  private final Button record =
      IconButton.of(
          "policy.record",
          wording("PolicyFormPane.record_with_it"),
          Material2AL.FIBER_MANUAL_RECORD,
          this::record);
  private Optional<PolicyProgram> policy = Optional.empty();
  private Optional<PolicyFormState> form = Optional.empty();
  private Optional<PolicyWorld> permitted = Optional.empty();
  private Optional<ProgramForm> known = Optional.empty();
  private Optional<FormReview> review = Optional.empty();
  private List<String> segments = List.of();
  private Runnable stop = () -> {};

  /// What a first look at the file has found.
  ///
  /// @param world the first in which it acts, or the one that was asked for
  private record FirstLook(PolicyProgram policy, PolicyWorld world, Trial trial) {}

  /// What a trial has found.
  ///
  /// @param segments names of the parts of the observation
  private record Trial(FormReview review, List<String> segments) {
    static Trial of(PolicyProgram policy, PolicyWorld world, Optional<ProgramForm> form) {
      EnvironmentShape shape = world.shape();
      List<String> segments = shape.observation().segments().stream().map(Segment::name).toList();
      return new Trial(policy.review(form, shape), segments);
    }
  }

  /// Looks at the file in the background.
  ///
  /// @param tab names the file, and the world that it is meant for if that is known
  public PolicyFormPane(WindowContext window, FileTab tab) {
    this.window = window;
    this.file = tab.file();
    setId("policy");
    getStyleClass().add("hs-draft");
    message.setId("policy.message");
    message.check(() -> wording("PolicyFormPane.looking"));
    setCenter(ports());
    setBottom(buttons());
    allow();
    window
        .background()
        .startCancellable(
            wording("PolicyFormPane.looking_at", file.getFileName()),
            (_, _) -> look(file, tab.environment()),
            this::begin,
            this::fail);
  }

  /// Tries the environments that start no other program, the one that is asked for alone.
  private static FirstLook look(Path file, Optional<String> environment) {
    PolicyProgram policy = PolicyProgram.read(file);
    List<EnvironmentType> all =
        environment
            .map(id -> List.of(BuiltInEnvironments.named(id)))
            .orElseGet(BuiltInEnvironments::all);
    Optional<FirstLook> first = Optional.empty();
    for (EnvironmentType type : all) {
      PolicyWorld world = PolicyWorld.usual(type);
      if (world.program().isEmpty()) {
        FirstLook look = new FirstLook(policy, world, Trial.of(policy, world, Optional.empty()));
        if (look.trial().review().problem().isEmpty()) {
          return look;
        }
        first = first.or(() -> Optional.of(look));
      }
    }
    return first.orElseGet(() -> {
      PolicyWorld world = PolicyWorld.usual(BuiltInEnvironments.named("darkroom"));
      return new FirstLook(policy, world, Trial.of(policy, world, Optional.empty()));
    });
  }

  private void begin(FirstLook look) {
    policy = Optional.of(look.policy());
    form = Optional.of(PolicyFormState.begin(look.world()));
    show(look.trial());
    arrange();
  }

  private void fail(Throwable failure) {
    if (failure instanceof Problem problem) {
      review = Optional.empty();
      message.check(() -> {
        throw problem;
      });
      allow();
    } else {
      window.raiseNotice(Notice.of(failure));
    }
  }

  private void arrange() {
    form.ifPresent(state -> setLeft(fields(state)));
  }

  private Node fields(PolicyFormState first) {
    EnvironmentType type = first.environment();
    FormGrid grid = new FormGrid();
    grid.getStyleClass().add("hs-form-narrow");
    Label name = new Label(String.valueOf(file.getFileName()));
    grid.field(wording("PolicyFormPane.policy"), "policy.file", name);
    grid.choice(
        wording("PolicyFormPane.environment"),
        "policy.environment",
        BuiltInEnvironments.recordable(),
        type,
        EnvironmentType::title,
        chosen -> {
          change(state -> state.in(chosen));
          arrange();
        });
    if (!type.scenarios().endings().isEmpty()) {
      grid.field(
          wording("PolicyFormPane.map"),
          "policy.map",
          new FileChoice(
              "policy.map",
              wording("PolicyFormPane.map"),
              FileChoice.shipped(type.scenarios()),
              first.map(),
              () ->
                  window
                      .dialogs()
                      .open(
                          wording("PolicyFormPane.choose_a_map"),
                          FileChoice.maps(type.scenarios())),
              map -> change(state -> state.on(map))));
    }
    TextField settings = new TextField(first.settings());
    settings.setPromptText(wording("PolicyFormPane.name_value"));
    settings.textProperty().addListener((_, _, typed) -> change(state -> state.set(typed)));
    grid.field(wording("PolicyFormPane.settings"), "policy.settings", settings);
    if (first.continuous()) {
      grid.choice(
          wording("PolicyFormPane.bound"),
          "policy.bound",
          List.of(ActionBound.CLIPPED, ActionBound.TANH),
          first.bound(),
          bound ->
              bound == ActionBound.TANH
                  ? wording("PolicyFormPane.by_tanh")
                  : wording("PolicyFormPane.by_clipping"),
          bound -> change(state -> state.bounded(bound)));
      grid.text(
          wording("PolicyFormPane.deviation"),
          "policy.deviation",
          first.deviation(),
          typed -> change(state -> state.deviating(typed)));
    }
    return grid;
  }

  private Node ports() {
    Label in = new Label(wording("PolicyFormPane.flows_in"));
    Label out = new Label(wording("PolicyFormPane.comes_out"));
    List.of(in, out).forEach(title -> title.getStyleClass().add(Styles.TITLE_4));
    VBox box = new VBox(12, in, into, out, from);
    box.getStyleClass().add("hs-knobs");
    return OverflowPane.downwards("policy.ports", box);
  }

  private Node buttons() {
    HBox.setHgrow(message, Priority.ALWAYS);
    record.getStyleClass().add(Styles.ACCENT);
    check.managedProperty().bind(check.visibleProperty());
    check.setVisible(false);
    HBox row = new HBox(message, check, keep, record);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-buttons");
    return row;
  }

  /// The user has said something: tries it.
  private void change(UnaryOperator<PolicyFormState> said) {
    form.ifPresent(before -> {
      PolicyFormState after = said.apply(before);
      form = Optional.of(after);
      showRows(after);
      if (after.continuous() != before.continuous()) {
        arrange();
      }
      tryOut(after);
    });
  }

  /// Runs the policy, unless another program would have to start first, which the user must allow.
  private void tryOut(PolicyFormState state) {
    stop.run();
    review = Optional.empty();
    allow();
    try {
      PolicyWorld world = state.world();
      Optional<String> starts = world.program();
      boolean ask = starts.isPresent() && !permitted.equals(Optional.of(world));
      check.setVisible(ask);
      if (ask) {
        message.check(() -> wording("PolicyFormPane.press_check", starts.orElseThrow()));
        return;
      }
      Optional<ProgramForm> asked = state.form();
      PolicyProgram own = policy.orElseThrow();
      message.check(() -> wording("PolicyFormPane.trying"));
      stop =
          window
              .background()
              .startCancellable(
                  wording("PolicyFormPane.trying"),
                  (_, _) -> Trial.of(own, world, asked),
                  this::show,
                  this::fail);
    } catch (Problem problem) {
      fail(problem);
    }
  }

  private void permit() {
    form.ifPresent(state -> {
      PolicyWorld world = state.world();
      world.permit();
      permitted = Optional.of(world);
      tryOut(state);
    });
  }

  private void show(Trial trial) {
    review = Optional.of(trial.review());
    segments = trial.segments();
    form.ifPresent(before -> {
      boolean first = before.inputs().isEmpty();
      List<PortAnswer> outputs =
          trial.review().form().outputs().stream().map(PortAnswer::of).toList();
      PolicyFormState after =
          first
              ? before.saying(trial.review().form())
              : outputs.size() == before.outputs().size() ? before : before.giving(outputs);
      form = Optional.of(after);
      if (first && trial.review().problem().isEmpty()) {
        known = Optional.of(trial.review().form());
      }
      showRows(after);
      if (after.continuous() != before.continuous()) {
        arrange();
      }
    });
    message.check(() -> words(trial.review()));
    allow();
  }

  private static String words(FormReview review) {
    review
        .problem()
        .ifPresent(problem -> {
          throw new Problem(
              Sentences.capitalised(problem.what()), "", wording("PolicyFormPane.say_above"));
        });
    return wording("PolicyFormPane.it_acts");
  }

  private void showRows(PolicyFormState state) {
    List<ProgramSlot> slots = policy.orElseThrow().program().inputs();
    List<String> names = state.outputs().stream().map(PortAnswer::name).toList();
    List<PortGrid.Row> inputs = new ArrayList<>();
    for (int i = 0; i < state.inputs().size(); i++) {
      String array = i < slots.size() ? array(slots.get(i).kind().id(), slots.get(i).shape()) : "";
      inputs.add(new PortGrid.Row(state.inputs().get(i), array, segments, names));
    }
    into.show(inputs);
    List<List<Integer>> results = review.map(FormReview::results).orElse(List.of());
    List<PortGrid.Row> outputs = new ArrayList<>();
    for (int i = 0; i < state.outputs().size(); i++) {
      String array = i < results.size() ? results.get(i).toString() : "";
      outputs.add(new PortGrid.Row(state.outputs().get(i), array, List.of(), List.of()));
    }
    from.show(outputs);
  }

  /// The sizes of an array in words, `*` for the open ones.
  static String array(String type, List<Integer> shape) {
    return shape.isEmpty() ? type : type + " " + shape.toString().replace("-1", "*");
  }

  private void allow() {
    boolean acts = review.filter(one -> one.problem().isEmpty()).isPresent();
    keep.setDisable(!acts);
    record.setDisable(!acts);
  }

  /// Keeps the form beside the file.
  private void keep(Runnable kept) {
    ProgramForm said = review.orElseThrow().form();
    window
        .background()
        .startCancellable(
            wording("PolicyFormPane.keeping"),
            (_, _) -> {
              said.keep(file);
              return ProgramForm.beside(file);
            },
            beside -> {
              known = Optional.of(said);
              message.check(() -> wording("PolicyFormPane.kept_as", beside));
              kept.run();
            },
            this::fail);
  }

  /// Opens the form for a new recording; what the file does not say by itself is kept first.
  private void record() {
    PolicyFormState state = form.orElseThrow();
    Runnable open =
        () -> {
          PolicyWorld world = state.world();
          window
              .workspace()
              .send(
                  new WorkspaceCommand.Open(
                      RecordingDraft.by(file, world.environment(), world.map(), world.settings())));
        };
    if (review.map(FormReview::form).equals(known)) {
      open.run();
    } else {
      keep(open);
    }
  }
}
