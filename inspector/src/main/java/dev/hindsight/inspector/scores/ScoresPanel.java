package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.LiveGrowth;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.study.Interval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTablePosition;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// Shows a sentence, any findings, the chart, and one of two tables. Reads the recording in the
/// background, and again when a live one has grown by an eighth. FX thread.
public final class ScoresPanel implements Panel {
  private static final String THIS_TRIAL = wording("ScoresPanel.all_measures_this_trial");

  private final PanelContext context;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("scores-sentence");
  private final WrappedLabel wrong = WrappedLabel.wrong("scores-wrong");
  private final ComboBox<String> choice = new ComboBox<>();
  private final TrialChart chart;
  private final ScoreGrid grid;
  private final TrialTable table;
  private final VBox node;
  private Moment moment;
  private Optional<ScoreReport> book = Optional.empty();
  private TrialMeasure trialMeasure = TrialMeasure.SCORE;
  private int read;
  private boolean reading;
  private boolean readToTheEnd;

  /// The result of the background job.
  private record LoadedScores(ScoreReport book, TreeItem<ScoreRow> rows) {}

  /// Opens it on the recording of a context.
  public ScoresPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    chart = new TrialChart(context);
    grid = new ScoreGrid(context);
    table = new TrialTable(context);
    wrappedLabel.setText(wording("ScoresPanel.reading"));
    wrappedLabel.setTooltip(
        new Tooltip(
            wording("ScoresPanel.the_gain_is_the_last_trials", Interval.OF_DIFFERENCES.words())));
    choice.setId("scores-choice");
    choice.setAccessibleText(wording("ScoresPanel.what_to_show_for_each_trial"));
    for (TrialMeasure each : TrialMeasure.of(context.rollout())) {
      choice.getItems().add(each.title());
    }
    choice.getItems().add(THIS_TRIAL);
    choice.getSelectionModel().select(0);
    choice.setOnAction(_ -> choose());
    StackPane tables = new StackPane(grid, table);
    tables.setMinWidth(0);
    table.setVisible(false);
    node = new PanelBox(wrappedLabel, wrong, choice, chart, tables).growing(tables);
    // A low pane only has room for the table.
    node.heightProperty()
        .subscribe(height -> {
          chart.setManaged(height.doubleValue() > 330);
          chart.setVisible(chart.isManaged());
        });
    count();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void applyPalette(Palette palette) {
    chart.applyPalette(palette);
  }

  @Override
  public void show(Moment next) {
    moment = next;
    boolean grown = LiveGrowth.outdates(next.rollout(), read);
    boolean ended = next.rollout().complete() && !readToTheEnd;
    if (grown || ended) {
      count();
    }
    Optional<Trial> here =
        book.flatMap(known -> known.at(next.tick())).map(ScoreSheet.Place::trial);
    int number = here.map(Trial::number).orElse(-1);
    grid.mark(number);
    chart.mark(number);
    table.show(here);
  }

  private void count() {
    if (reading) {
      return;
    }
    reading = true;
    Rollout rollout = moment.rollout();
    boolean complete = rollout.complete();
    int ticks = rollout.ticks();
    context.background(
        wording("ScoresPanel.computing_trial_scores"),
        (progress, cancellation) -> {
          ScoreReport added = ScoreReport.read(rollout, progress, cancellation);
          return new LoadedScores(added, ScoreGrid.rows(added, AgentNames.of(rollout)));
        },
        found -> {
          reading = false;
          read = ticks;
          readToTheEnd = complete;
          book = Optional.of(found.book());
          wrappedLabel.setText(found.book().sentence());
          tell(found.book().findings());
          grid.show(found.book().sheet().trials(), found.rows());
          plot();
          show(moment);
        });
  }

  private void tell(List<ScoreFinding> findings) {
    wrong.setText(
        findings.stream().map(each -> "⚠ " + each.sentence()).collect(Collectors.joining("\n")));
  }

  private void choose() {
    Optional<TrialMeasure> chosen =
        TrialMeasure.of(context.rollout()).stream()
            .skip(choice.getSelectionModel().getSelectedIndex())
            .findFirst();
    table.setVisible(chosen.isEmpty());
    grid.setVisible(chosen.isPresent());
    chosen.ifPresent(wanted -> {
      trialMeasure = wanted;
      grid.show(trialMeasure);
      plot();
    });
  }

  private void plot() {
    book.ifPresent(known ->
        chart.show(
            trialMeasure,
            known.means(Side.EGO, trialMeasure),
            known.means(Side.CO_PLAYER, trialMeasure)));
  }

  /// Shows the trial under the cursor: a row for each agent, a column for each measure. FX thread.
  private static final class TrialTable extends StackPane {
    private final LiveTree<Integer> tree =
        new LiveTree<>("scores-trial", wording("ScoresPanel.the_trial_under_the_cursor_agent"));
    private final PanelContext context;
    private Optional<Trial> trial = Optional.empty();

    TrialTable(PanelContext context) {
      this.context = context;
      setMinWidth(0);
      tree.column("Agent", 124, agent -> agent(agent).map(this::name).orElse(""));
      for (TrialMeasure trialMeasure : TrialMeasure.of(context.rollout())) {
        tree.column(
            trialMeasure.title(),
            26 + 9 * trialMeasure.title().length(),
            agent -> agent(agent).map(one -> words(trialMeasure, one)).orElse(""));
      }
      tree.copying(agent -> agent(agent).map(AgentTrial::toString).orElse(""));
      tree.setOnMouseClicked(_ -> go());
      tree.setOnKeyReleased(event -> {
        if (event.getCode() == KeyCode.ENTER) {
          go();
        }
      });
      getChildren().add(tree);
    }

    private String name(AgentTrial agent) {
      return AgentNames.of(context.rollout()).numbered(agent.agent())
          + (agent.side() == Side.EGO ? "" : " · " + agent.side().word());
    }

    private String words(TrialMeasure trialMeasure, AgentTrial agent) {
      return trial.map(shown -> trialMeasure.words(shown, agent)).orElse("");
    }

    private Optional<AgentTrial> agent(int index) {
      return trial
          .filter(shown -> index < shown.agents().size())
          .map(shown -> shown.agents().get(index));
    }

    /// Shows another trial, or none.
    void show(Optional<Trial> other) {
      if (trial.equals(other)) {
        return;
      }
      trial = other;
      int agents = other.map(shown -> shown.agents().size()).orElse(0);
      LiveTree.rows(tree, agents);
      tree.refreshCells();
    }

    private void go() {
      tree.chosen()
          .flatMap(this::agent)
          .ifPresent(agent -> {
            int begin = trial.map(Trial::start).orElse(0);
            context.seek(agent.reachedAt() == AgentTrial.NEVER ? begin : agent.reachedAt());
            context.select(agent.agent());
          });
    }
  }

  /// Shows the scores as a table: a row for each agent, a column for each of the K trials. Of many
  /// trials it shows the ten around the cursor's: nobody finds one of a thousand columns, and
  /// JavaFX takes seconds to make them. Enter or a click on a cell goes to the tick where that
  /// agent reached its goal. FX thread.
  private static final class ScoreGrid extends VBox {
    private static final String HERE = "▸ ";
    private static final double WHO = 220;
    private static final double CELL = 84;

    /// Room for one more digit of a trial's number.
    private static final double DIGIT = 9;

    /// So many trials are shown side by side; of more, those of a block.
    private static final int MOST_COLUMNS = 50;

    private static final int BLOCK = 10;

    private final PanelContext context;
    private final WrappedLabel block = WrappedLabel.of("scores-block");
    private LiveTree<ScoreRow> tree = new LiveTree<>("scores-grid", "Trials");
    private TrialMeasure trialMeasure = TrialMeasure.SCORE;
    private int trials;

    /// The first trial of the block.
    private int first;

    private int here = -1;

    ScoreGrid(PanelContext context) {
      super(4);
      this.context = context;
      setMinWidth(0);
    }

    /// The rows for a recording; for any thread.
    static TreeItem<ScoreRow> rows(ScoreReport book, AgentNames names) {
      ScoreSheet sheet = book.sheet();
      TreeItem<ScoreRow> root = new TreeItem<>();
      for (Side side : Side.values()) {
        if (sheet.count(side) > 0 && !sheet.episodes().isEmpty()) {
          root.getChildren().add(new TreeItem<>(new ScoreRow.Mean(book, side)));
        }
      }
      book.byPartner()
          .forEach((partner, scores) ->
              root.getChildren().add(new TreeItem<>(new ScoreRow.PartnerMean(partner, scores))));
      for (ScoreSheet.Episode episode : sheet.episodes()) {
        TreeItem<ScoreRow> row = new TreeItem<>(new ScoreRow.EpisodeMean(sheet, episode));
        for (int agent = 0; agent < sheet.sides().size() && sheet.sides().size() > 1; agent++) {
          row.getChildren().add(new TreeItem<>(new ScoreRow.Agent(sheet, episode, agent, names)));
        }
        row.setExpanded(sheet.episodes().size() == 1);
        root.getChildren().add(row);
      }
      return root;
    }

    /// Shows other results.
    ///
    /// @param count K
    void show(int count, TreeItem<ScoreRow> rows) {
      if (trials != count || getChildren().isEmpty()) {
        trials = count;
        make();
      }
      tree.setRoot(rows);
    }

    private void make() {
      tree = new LiveTree<>("scores-grid", wording("ScoresPanel.trials_agent_by_agent"));
      tree.column("Who", WHO, ScoreRow::who);
      double cell = CELL + DIGIT * Math.max(0, Integer.toString(trials).length() - 2);
      for (int k = 0; k < columns(); k++) {
        int place = k;
        tree.column("", cell, row -> words(row, first + place));
      }
      tree.column("Gain", CELL, row -> row.gain(trialMeasure));
      tree.copying(ScoreRow::who);
      tree.getSelectionModel().setCellSelectionEnabled(true);
      tree.setOnMouseClicked(_ -> go());
      tree.setOnKeyReleased(event -> {
        if (event.getCode() == KeyCode.ENTER) {
          go();
        }
      });
      here = -1;
      VBox.setVgrow(tree, Priority.ALWAYS);
      getChildren().setAll(tree);
      if (trials > MOST_COLUMNS) {
        getChildren().addFirst(block);
      }
      showBlock(0);
    }

    private int columns() {
      return trials > MOST_COLUMNS ? BLOCK : trials;
    }

    private String words(ScoreRow row, int trial) {
      return trial < trials ? row.words(trialMeasure, trial) : "";
    }

    private void showBlock(int from) {
      first = from;
      int last = Math.min(trials, first + columns());
      block.setText(wording("ScoresPanel.trials_of", first + 1, last, trials));
      for (int k = 0; k < columns(); k++) {
        tree.getColumns().get(k + 1).setVisible(first + k < last);
        title(first + k, first + k == here ? HERE : "");
      }
      tree.refreshCells();
    }

    /// Shows another measure.
    void show(TrialMeasure other) {
      trialMeasure = other;
      tree.refreshCells();
    }

    /// Marks the trial under the cursor.
    ///
    /// @param trial `0..K-1`, or -1 for none
    void mark(int trial) {
      if (trial == here) {
        return;
      }
      title(here, "");
      here = trial;
      if (here >= 0 && here / columns() * columns() != first) {
        showBlock(here / columns() * columns());
      } else {
        title(here, HERE);
      }
    }

    private void title(int trial, String mark) {
      int place = trial - first;
      if (place >= 0 && place < columns() && trial < trials) {
        tree.getColumns().get(place + 1).setText(wording("ScoresPanel.trial", mark, trial + 1));
      }
    }

    private void go() {
      for (TreeTablePosition<ScoreRow, ?> cell : tree.getSelectionModel().getSelectedCells()) {
        TreeItem<ScoreRow> row = cell.getTreeItem();
        int place = cell.getColumn() - 1;
        int trial = first + place;
        if (row != null && place >= 0 && place < columns() && trial < trials) {
          Optional<ScoreRow.Target> target = row.getValue().target(trial);
          target.ifPresent(this::go);
        }
      }
    }

    private void go(ScoreRow.Target target) {
      context.seek(target.tick());
      if (target.agent() != Moment.NO_AGENT) {
        context.select(target.agent());
      }
    }
  }
}
