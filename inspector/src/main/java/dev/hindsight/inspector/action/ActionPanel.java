package dev.hindsight.inspector.action;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TreeItem;
import javafx.scene.layout.VBox;

/// Shows the action in words, its figures, and a bar for each available action. FX thread.
public final class ActionPanel implements Panel {
  private static final String CHOSEN = "➤ ";

  private final PanelContext context;
  private final WrappedLabel words = WrappedLabel.of("action.words");
  private final WrappedLabel figures = WrappedLabel.muted("action.figures");
  private final CheckBox sorted = new CheckBox(wording("ActionPanel.most_probable_first"));
  private final LiveTree<Rank> tree =
      new LiveTree<>("logits", wording("ActionPanel.probability_of_every_action"));
  private final Label empty = new Label();
  private final Optional<ActionGrid> grid;
  private final Optional<NumberTable> numbers;
  private final Limbo limbo;
  private final VBox node;
  private Moment moment;
  private ActionProbabilities actionProbabilities;
  private int[] order = new int[0];

  /// Whether the agent is in limbo, where a policy's outputs mean nothing.
  private boolean away;

  /// For whom, and how far, a column was last searched for a number.
  private final Map<String, Output> searched = new HashMap<>();

  /// The columns in which that search found one.
  private final Set<String> output = new HashSet<>();

  private record Output(int agent, int ticks) {}

  /// A row, identified by its position in the current sort order.
  private record Rank(int place) {}

  /// Opens it on the recording of a context.
  public ActionPanel(PanelContext context) {
    this.context = context;
    limbo = new Limbo(context.rollout());
    numbers = ActionManifest.numbers(context.rollout().manifest()).map(NumberTable::new);
    grid = ActionGrid.of(context.rollout(), context.palette(), this::point, this::propose);
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    actionProbabilities = ActionProbabilities.at(moment);
    sorted.setId("action.sorted");
    sorted.setSelected(true);
    sorted.setOnAction(_ -> arrange());
    empty.setWrapText(true);
    tree.column("Action", 326, rank -> words(rank, this::name));
    tree.bars(
        "Probability",
        108,
        rank ->
            rank.place < order.length ? actionProbabilities.probability()[order[rank.place]] : 0,
        rank -> words(rank, this::probability));
    tree.column("Logit", 62, rank -> words(rank, this::logit));
    tree.setOnMouseClicked(event -> {
      TreeItem<Rank> row = tree.getSelectionModel().getSelectedItem();
      if (event.getClickCount() == 2 && row != null && row.getValue().place < order.length) {
        propose(order[row.getValue().place]);
      }
    });
    tree.copying(rank ->
        name(order[rank.place]) + " " + actionProbabilities.probability()[order[rank.place]]);
    figures.reserving(
        wording("ActionPanel.probability_100_entropy_0_00_of"),
        pointing(widest(context.rollout())));
    LiveTree<?> table = numbers.<LiveTree<?>>map(NumberTable::tree).orElse(tree);
    table.setPlaceholder(empty);
    node = new PanelBox(words, figures).growing(table);
    grid.ifPresent(node.getChildren()::add);
    node.getChildren().addAll(sorted, table);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    away =
        next.agent() != Moment.NO_AGENT
            && next.tick() < next.rollout().ticks()
            && limbo.at(next.tick(), next.agent());
    actionProbabilities =
        away
            ? ActionProbabilities.without(wording("ActionPanel.in_limbo_no_action_counts"))
            : ActionProbabilities.at(next);
    numbers.ifPresent(table -> table.show(next, away));
    words.setText(sentence());
    figures.setText(String.join(" · ", figureWords()));
    boolean any = actionProbabilities.logits().length > 0;
    grid.ifPresent(shown -> {
      shown.setVisible(any);
      shown.setManaged(any);
      shown.show(actionProbabilities);
    });
    sorted.setVisible(any);
    sorted.setManaged(any);
    empty.setText(
        next.agent() == Moment.NO_AGENT
            ? wording("ActionPanel.select_an_agent_to_see_its")
            : away ? "" : whyEmpty(next));
    arrange();
  }

  @Override
  public void applyPalette(Palette palette) {
    grid.ifPresent(shown -> shown.applyPalette(palette));
  }

  /// Why there is nothing to list.
  private String whyEmpty(Moment moment) {
    return numbers.isPresent() && moment.row("logits").length > 0
        ? wording("ActionPanel.its_logits_do_not_fit_its_actions")
        : wording("ActionPanel.this_recording_holds_no_logits_no");
  }

  /// Describes the action under the mouse, in place of the figures.
  private void point(int action) {
    figures.setText(
        action < 0 || action >= actionProbabilities.probability().length
            ? String.join(" · ", figureWords())
            : pointing(
                ActionProbabilities.name(moment, action, actionProbabilities.logits().length)
                    + ": "
                    + probability(action)));
  }

  private static String pointing(String words) {
    return wording("ActionPanel.double_click_to_force_it_instead", words);
  }

  /// The longest text that any action may need.
  private static String widest(Rollout rollout) {
    return ActionManifest.joint(rollout.manifest())
        .map(space ->
            space.factors().stream()
                .map(factor ->
                    IntStream.range(0, factor.levels().size())
                        .mapToObj(factor::describe)
                        .max(Comparator.comparingInt(String::length))
                        .orElse(""))
                .collect(Collectors.joining(", ", "", ": 99.9 %")))
        .orElse("");
  }

  /// Proposes another action, as an edit for a branch.
  private void propose(int action) {
    if (moment.agent() != Moment.NO_AGENT) {
      context.propose(
          new Edit.Action(
              moment.tick(),
              moment.agent(),
              new dev.hindsight.trainer.edit.ForcedAction.Joint(action)));
    }
  }

  private void arrange() {
    int count = actionProbabilities.logits().length;
    order = IntStream.range(0, count).toArray();
    if (sorted.isSelected()) {
      order =
          IntStream.of(order)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -actionProbabilities.probability()[i]))
              .mapToInt(Integer::intValue)
              .toArray();
    }
    if (tree.getRoot().getChildren().size() != count) {
      TreeItem<Rank> root = new TreeItem<>();
      List<TreeItem<Rank>> rows = new ArrayList<>();
      for (int place = 0; place < count; place++) {
        rows.add(new TreeItem<>(new Rank(place)));
      }
      root.getChildren().setAll(rows);
      tree.setRoot(root);
    }
    tree.refreshCells();
  }

  private String sentence() {
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("ActionPanel.no_agent_is_selected");
    }
    return actionProbabilities.words().isEmpty()
        ? wording("ActionPanel.no_action_was_recorded")
        : BodyNames.title(moment.rollout(), moment.agent())
            + ": "
            + actionProbabilities.words()
            + (actionProbabilities.illegal() ? wording("ActionPanel.an_illegal_action") : "");
  }

  private List<String> figureWords() {
    List<String> figures = new ArrayList<>();
    if (actionProbabilities.chosen() >= 0
        && actionProbabilities.chosen() < actionProbabilities.probability().length) {
      figures.add(
          wording(
              "ActionPanel.probability",
              percent(actionProbabilities.probability()[actionProbabilities.chosen()])));
    }
    if (Double.isNaN(actionProbabilities.entropy()) && actionProbabilities.logits().length > 1) {
      figures.add(wording("ActionPanel.entropy", "NaN"));
    } else if (actionProbabilities.logits().length > 1) {
      figures.add(
          String.format(
              Locale.ROOT,
              wording("ActionPanel.entropy_of"),
              NumberWords.decimals(actionProbabilities.entropy(), 2),
              NumberWords.nats(actionProbabilities.maxEntropy()),
              percent(
                  actionProbabilities.entropy()
                      / Math.max(1e-9, actionProbabilities.maxEntropy()))));
    }
    numbers.flatMap(NumberTable::entropy).ifPresent(figures::add);
    if (!away) {
      output("value").ifPresent(number -> figures.add(wording("ActionPanel.value", number)));
      output("log_prob")
          .ifPresent(number -> figures.add(wording("ActionPanel.log_probability", number)));
    }
    return figures;
  }

  /// A number that the selected agent's policy output; empty for an agent that has no such numbers.
  private Optional<String> output(String column) {
    float[] row = moment.row(column);
    if (row.length != 1) {
      return Optional.empty();
    }
    boolean lacking = Float.isNaN(row[0]) && !outputs(column);
    return lacking
        ? Optional.empty()
        : Optional.of(NumberWords.recorded(row[0], NumberWords::logit));
  }

  /// Whether the selected agent's policy outputs such numbers at all, as far as is known. The
  /// background looks for one, in a recording that grows again when it has doubled.
  private boolean outputs(String column) {
    Rollout rollout = moment.rollout();
    Output asked = new Output(moment.agent(), rollout.ticks());
    Optional<Output> before = Optional.ofNullable(searched.get(column));
    boolean asAsked =
        before
            .filter(known ->
                known.agent == asked.agent
                    && (output.contains(column) || asked.ticks < 2 * known.ticks))
            .isPresent();
    if (!asAsked) {
      searched.put(column, asked);
      output.remove(column);
      context.background(
          wording("ActionPanel.looking_for_outputs"),
          (_, cancellation) ->
              AgentColumn.of(rollout, column)
                  .filter(numbers -> numbers.has(asked.agent, asked.ticks, cancellation))
                  .isPresent(),
          found -> {
            if (found && asked.equals(searched.get(column))) {
              output.add(column);
              figures.setText(String.join(" · ", figureWords()));
            }
          });
    }
    return output.contains(column);
  }

  /// Returns an empty text for a row whose position no longer exists because the new agent has
  /// fewer actions; the row is removed soon after.
  private String words(Rank rank, IntFunction<String> words) {
    return rank.place < order.length ? words.apply(order[rank.place]) : "";
  }

  private String name(int action) {
    return (action == actionProbabilities.chosen() ? CHOSEN : "")
        + ActionProbabilities.name(moment, action, actionProbabilities.logits().length);
  }

  private String probability(int action) {
    if (!actionProbabilities.may()[action]) {
      return wording("ActionPanel.illegal");
    }
    String probability = percent(actionProbabilities.probability()[action]);
    return actionProbabilities.legal()[action]
        ? probability
        : wording("ActionPanel.but_illegal", probability);
  }

  private String logit(int action) {
    return NumberWords.recorded(actionProbabilities.logits()[action], NumberWords::logit);
  }

  private static String percent(double part) {
    return NumberWords.recorded(part, NumberWords::percent);
  }
}
