package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.MessagePanel;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.scores.TrialMeasure;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListCell;
import javafx.scene.control.TreeItem;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// Shows the outcome in a sentence, what could not be compared, the rule that pairs ticks, and a
/// table of first differences or scores. FX thread.
public final class DifferencesPanel implements Panel {
  private static final String BY_AGENT =
      wording("DifferencesPanel.first_differences_agent_by_agent");
  private static final String BY_NUMBER =
      wording("DifferencesPanel.first_differences_number_by_number");

  private final Counterpart counterpart;
  private final AgentNames names;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("differences-sentence");
  private final WrappedLabel left = WrappedLabel.plain("differences-left");
  private final WrappedLabel here = WrappedLabel.plain("differences-here");
  private final ComboBox<AlignmentRule> rules = new ComboBox<>();
  private final ComboBox<String> choice = new ComboBox<>();
  private final Button again = new Button(wording("DifferencesPanel.compare_again"));
  private final List<TrialMeasure> measures;
  private final DifferenceTable table;
  private final ScoreComparisonTable scores;
  private final VBox node;
  private final Runnable watch;
  private Moment moment;
  private boolean showing;

  /// Opens the panel on the recording of a context; without a recording to compare with, the panel
  /// says so.
  public static Panel open(PanelContext context) {
    return context
        .shared(SharedCounterpart.class, SharedCounterpart::empty)
        .counterpart()
        .<Panel>map(counterpart -> new DifferencesPanel(context, counterpart))
        .orElseGet(() ->
            new MessagePanel(
                "differences-sentence",
                wording("DifferencesPanel.no_other_recording_is_open_beside")));
  }

  private DifferencesPanel(PanelContext context, Counterpart counterpart) {
    this.counterpart = counterpart;
    names = AgentNames.of(counterpart.one());
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    table =
        new DifferenceTable(
            new DifferenceWords(counterpart.one(), counterpart.other()),
            difference -> {
              context.seek(Math.min(difference.tick(), counterpart.one().ticks() - 1));
              if (difference.agent() != Moment.NO_AGENT) {
                context.select(difference.agent());
              }
            });
    scores = new ScoreComparisonTable(context::select);
    rules();
    choice.setId("differences-choice");
    choice.setAccessibleText(wording("DifferencesPanel.what_to_compare"));
    choice.getItems().addAll(BY_AGENT, BY_NUMBER);
    measures = TrialMeasure.of(counterpart.one());
    measures.forEach(each -> choice.getItems().add(each.title()));
    choice.getSelectionModel().select(0);
    choice.setOnAction(_ -> fill());
    again.setId("differences-again");
    again.setOnAction(_ -> counterpart.again());
    StackPane tables = new StackPane(table.node(), scores);
    tables.setMinWidth(0);
    node =
        new PanelBox(wrappedLabel, left, here, new FlowPane(8, 6, rules, choice, again), tables)
            .growing(tables);
    watch = counterpart.watch(this::tell);
  }

  private void rules() {
    rules.setId("differences-rule");
    rules.setAccessibleText(wording("DifferencesPanel.how_ticks_of_the_two_recordings"));
    rules.setCellFactory(_ -> new RuleCell());
    rules.setButtonCell(new RuleCell());
    List<AlignmentRule> all = new ArrayList<>();
    all.add(new AlignmentRule.ByTick());
    all.add(new AlignmentRule.ByTrial());
    List<EventKind> others = new TickEvents(counterpart.other()).shown();
    for (EventKind kind : new TickEvents(counterpart.one()).shown()) {
      if (others.contains(kind)) {
        all.add(new AlignmentRule.ByEvent(kind, OptionalInt.empty()));
      }
    }
    rules.getItems().setAll(all);
    rules.setOnAction(_ -> {
      @Nullable AlignmentRule chosen = rules.getValue();
      if (!showing && chosen != null) {
        counterpart.choose(chosen);
      }
    });
  }

  /// A rule in words.
  private final class RuleCell extends ListCell<AlignmentRule> {
    @Override
    protected void updateItem(@Nullable AlignmentRule rule, boolean empty) {
      super.updateItem(rule, empty);
      setText(empty || rule == null ? "" : wording("DifferencesPanel.aligned", rule.title(names)));
    }
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    tellHere();
  }

  private void tell(Counterpart.State state) {
    showing = true;
    rules.setValue(state.rule());
    showing = false;
    Optional<ComparisonReport> report = state.report();
    wrappedLabel.setText(
        report
            .map(found -> found.words(counterpart.one(), counterpart.other()))
            .or(state::stopped)
            .orElse(wording("DifferencesPanel.comparing")));
    again.setVisible(state.stopped().isPresent());
    again.setManaged(again.isVisible());
    List<String> omitted = report.map(ComparisonReport::left).orElse(List.of());
    left.setText(
        omitted.stream()
            .map(each -> wording("DifferencesPanel.not_compared", each))
            .collect(Collectors.joining("\n")));
    left.setVisible(!omitted.isEmpty());
    left.setManaged(!omitted.isEmpty());
    fill();
    tellHere();
  }

  private void fill() {
    Optional<ComparisonReport> report = counterpart.state().report();
    int first = choice.getItems().size() - measures.size();
    int chosen = choice.getSelectionModel().getSelectedIndex() - first;
    Optional<TrialMeasure> measure =
        chosen < 0 ? Optional.empty() : Optional.of(measures.get(chosen));
    scores.setVisible(measure.isPresent() && report.isPresent());
    if (measure.isPresent()) {
      report.ifPresent(found -> scores.show(found.scores(), measure.get()));
    } else {
      table.show(
          report,
          BY_NUMBER.equals(choice.getValue())
              ? DifferenceTable.Unfolding.NUMBERS
              : DifferenceTable.Unfolding.AGENTS);
    }
    // JavaFX scrolls no table without rows, so that its last headers would be out of reach; the
    // sentence above says that nothing differs.
    table.node().setVisible(measure.isEmpty() && !table.empty());
  }

  /// Describes the difference at the cursor.
  private void tellHere() {
    Counterpart.State state = counterpart.state();
    OptionalInt paired = state.alignment().paired(moment.tick());
    String where =
        paired.isPresent()
            ? String.format(
                Locale.ROOT,
                wording("DifferencesPanel.tick_of_a_of_b"),
                moment.tick(),
                paired.getAsInt())
            : String.format(
                Locale.ROOT,
                wording("DifferencesPanel.tick_of_a_has_no_counterpart"),
                moment.tick(),
                state.alignment().shown(moment.tick()));
    String apart = state.report().map(report -> ": " + report.tickWords(moment.tick())).orElse("");
    here.setText(paired.isPresent() ? where + apart + "." : where + ".");
  }

  @Override
  public void close() {
    watch.run();
  }

  /// Shows the scores of both recordings side by side: means first, then every agent; one column
  /// per trial; above it, how precisely the means are known. A click selects the agent. FX thread.
  private static final class ScoreComparisonTable extends VBox {
    private static final double WHO = 132;
    private static final double CELL = 148;

    private final IntConsumer select;
    private final WrappedLabel certainty = WrappedLabel.muted("differences-certainty");

    /// @param select selects an agent of the first recording
    ScoreComparisonTable(IntConsumer select) {
      this.select = select;
      setMinWidth(0);
    }

    /// Shows scores.
    void show(ScoreComparison scores, TrialMeasure trialMeasure) {
      LiveTree<ScoreComparison.Line> tree =
          new LiveTree<>(
              "differences-scores",
              wording("DifferencesPanel.of_both_recordings_by_trial", trialMeasure.title()));
      tree.column("Who", WHO, ScoreComparisonTable::who);
      for (int k = 0; k < scores.trials(); k++) {
        int trial = k;
        tree.column(
            wording("DifferencesPanel.trial_a_b", k + 1),
            CELL,
            line -> line.trials().get(trial).words());
      }
      tree.copying(line -> line.who() + " " + line.words());
      tree.setOnMouseClicked(_ -> tree.chosen().ifPresent(line -> line.agent().ifPresent(select)));
      TreeItem<ScoreComparison.Line> root = new TreeItem<>();
      scores.means(trialMeasure).forEach(line -> root.getChildren().add(new TreeItem<>(line)));
      for (int episode = 0; episode < scores.episodes(); episode++) {
        scores
            .agents(episode, trialMeasure)
            .forEach(line -> root.getChildren().add(new TreeItem<>(line)));
      }
      tree.setRoot(root);
      certainty.setText(
          scores.means(trialMeasure).stream()
              .map(ScoreComparison.Line::certainty)
              .filter(words -> !words.isEmpty())
              .collect(Collectors.joining("\n")));
      certainty.setVisible(!certainty.getText().isEmpty());
      certainty.setManaged(certainty.isVisible());
      VBox.setVgrow(tree, Priority.ALWAYS);
      getChildren().setAll(certainty, tree);
    }

    /// A sign marks what changed, not a colour.
    private static String who(ScoreComparison.Line line) {
      return (line.changed() ? "● " : "") + line.who();
    }
  }
}
