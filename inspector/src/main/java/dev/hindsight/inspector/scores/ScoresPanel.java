package dev.hindsight.inspector.scores;

import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.study.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// A sentence, what is wrong if anything is, the chart, and one of two tables. The recording is
/// read in the background, and again when a live one has grown by an eighth. FX thread.
public final class ScoresPanel implements Panel {
  private static final String THIS_TRIAL = "All measures, this trial";

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

  /// What the background brings.
  private record LoadedScores(ScoreReport book, TreeItem<ScoreRow> rows) {}

  /// Opens it on the recording of a context.
  public ScoresPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    chart = new TrialChart(context.palette());
    grid = new ScoreGrid(context);
    table = new TrialTable(context);
    wrappedLabel.setText("Reading …");
    wrappedLabel.setTooltip(
        new Tooltip(
            "The gain is the last trial's score less the first's, episode by episode; its 95 %"
                + " interval is over episodes.\nMethod: "
                + Interval.Method.GAFFKE_PAIRED.words()
                + "."));
    choice.setId("scores-choice");
    choice.setAccessibleText("What to show for each trial");
    for (TrialMeasure each : TrialMeasure.values()) {
      choice.getItems().add(each.title());
    }
    choice.getItems().add(THIS_TRIAL);
    choice.getSelectionModel().select(0);
    choice.setOnAction(_ -> choose());
    StackPane tables = new StackPane(grid, table);
    tables.setMinWidth(0);
    table.setVisible(false);
    node = new PanelBox(wrappedLabel, wrong, choice, chart, tables).growing(tables);
    // A low pane has room for the table alone.
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
    int ticks = next.rollout().ticks();
    boolean grown = ticks > read && (ticks - read) * 8L >= read;
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
        "Computing trial scores",
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
        Arrays.stream(TrialMeasure.values())
            .filter(each -> each.title().equals(choice.getValue()))
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
}
