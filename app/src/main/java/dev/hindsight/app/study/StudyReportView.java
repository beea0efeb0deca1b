package dev.hindsight.app.study;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.evaluation.IntervalCell;
import dev.hindsight.app.figure.FigureExport;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.plan.StoredStudy;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudyReport;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jfree.fx.FXGraphics2D;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// The report of a study: sentences, the numbers of the arms, charts, and the comparisons. FX
/// thread.
final class StudyReportView extends ScrollPane {
  private static final double HEADER = 2.4;
  private static final double ROW = 3.4;
  private static final double EM = 14;

  private final WindowContext window;
  private final VBox page = new VBox(10);
  private final List<ChartNode> charts = new ArrayList<>();
  private Theme theme;

  StudyReportView(WindowContext window, Theme theme) {
    this.window = window;
    this.theme = theme;
    setId("study.report");
    setFitToWidth(true);
    setAccessibleText(wording("StudyReportView.report"));
    getStyleClass().add("edge-to-edge");
    page.getStyleClass().add("hs-study-report");
    setContent(page);
    clear(wording("StudyReportView.start_a_study_or_open"));
  }

  /// Shows a sentence in place of a report.
  void clear(String words) {
    charts.clear();
    Label label = new Label(words);
    label.getStyleClass().add(Styles.TEXT_MUTED);
    label.setWrapText(true);
    page.getChildren().setAll(label);
  }

  /// Shows a study's report, or says that it has none yet.
  void show(StoredStudy study) {
    Optional<StoredStudy.Results> results = study.results();
    if (results.isEmpty()) {
      clear(wording("StudyReportView.not_finished"));
      return;
    }
    StudyReport report = results.get().report();
    charts.clear();
    boolean scored = report.scored();
    List<StudyChart> drawn =
        scored ? List.of(StudyChart.trials(report), StudyChart.profile(report)) : List.of();
    for (StudyChart chart : drawn) {
      charts.add(new ChartNode(chart, theme));
    }
    HBox pictures = new HBox(10);
    pictures.getChildren().addAll(charts);
    List<Node> all = new ArrayList<>();
    results.get().notes().forEach(note -> all.add(sentence(note, Styles.WARNING)));
    report
        .comparisons()
        .forEach(one -> all.add(sentence(Sentences.complete(one.sentence()), Styles.TEXT_BOLD)));
    report.comparisons().stream()
        .filter(StudyReport.ArmComparison::scored)
        .forEach(one -> all.add(sentence(Sentences.complete(one.gainSentence()), Styles.TEXT)));
    all.add(tools(study));
    all.add(arms(report));
    all.add(
        sentence(
            scored
                ? wording("StudyReportView.how_arms")
                : wording("StudyReportView.how_arms_by_return"),
            Styles.TEXT_MUTED));
    all.add(pictures);
    if (!report.comparisons().isEmpty()) {
      all.add(comparisons(report));
      all.add(
          sentence(
              scored
                  ? wording("StudyReportView.how_comparisons")
                  : wording("StudyReportView.how_comparisons_by_return"),
              Styles.TEXT_MUTED));
    }
    page.getChildren().setAll(all);
    setVvalue(0);
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme other) {
    theme = other;
    charts.forEach(chart -> chart.applyTheme(other));
  }

  private static Label sentence(String words, String style) {
    Label label = new Label(words);
    label.setWrapText(true);
    label.setMinHeight(USE_PREF_SIZE);
    label.getStyleClass().add(style);
    return label;
  }

  private Node tools(StoredStudy study) {
    MenuButton export =
        new MenuButton(wording("StudyReportView.export_figure"), new FontIcon(Material2AL.IMAGE));
    export.setId("study.figure");
    export.setMinWidth(USE_PREF_SIZE);
    export.setDisable(charts.isEmpty());
    for (ChartNode chart : charts) {
      MenuItem item = new MenuItem(chart.chart.title() + "…");
      item.setId("study.figure." + chart.chart.id());
      item.setMnemonicParsing(false);
      item.setOnAction(_ -> FigureExport.save(window, chart.chart.title(), chart.chart::write));
      export.getItems().add(item);
    }
    FlowPane row =
        new FlowPane(
            8,
            6,
            export,
            shows(
                "study.scores",
                wording("StudyReportView.show_scores"),
                Material2MZ.TABLE_CHART,
                StudyFolder.scores(study.folder())),
            shows(
                "study.folder.show",
                wording("StudyReportView.show_in_folder"),
                Material2AL.FOLDER_OPEN,
                study.folder()));
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  /// A button that shows a file or folder in the system's program for it.
  private Button shows(String id, String words, Ikon icon, Path what) {
    return IconButton.of(
        id,
        words,
        icon,
        () ->
            window
                .background()
                .startHidden(
                    words,
                    (_, _) -> {
                      window.dialogs().launch(what);
                      return what;
                    },
                    _ -> {}));
  }

  private static Node arms(StudyReport report) {
    TableView<StudyReport.ArmReport> table = new TableView<>();
    ScaledColumns<StudyReport.ArmReport> columns =
        table(table, "study.arms", wording("StudyReportView.arms"), report.arms().size());
    text(columns, wording("StudyReportView.arm"), 170, StudyReport.ArmReport::title);
    text(columns, wording("StudyReportView.runs"), 60, arm -> arm.runs().size());
    boolean scored = report.scored();
    if (scored) {
      interval(columns, wording("StudyReportView.score"), 90, true, StudyReport.ArmReport::score);
      interval(columns, wording("StudyReportView.gain"), 95, true, StudyReport.ArmReport::gain);
    }
    interval(columns, wording("StudyReportView.return"), 105, false, StudyReport.ArmReport::earned);
    interval(
        columns,
        scored
            ? wording("StudyReportView.interquartile_mean")
            : wording("StudyReportView.interquartile_return"),
        105,
        scored,
        StudyReport.ArmReport::interquartileMean);
    if (scored) {
      interval(
          columns,
          wording("StudyReportView.interquartile_gain"),
          105,
          true,
          StudyReport.ArmReport::interquartileGain);
      interval(
          columns,
          wording("StudyReportView.optimality_gap"),
          118,
          true,
          StudyReport.ArmReport::optimalityGap);
    }
    table.getItems().setAll(report.arms());
    return new StackPane(table, columns.scale());
  }

  private static Node comparisons(StudyReport report) {
    TableView<StudyReport.ArmComparison> table = new TableView<>();
    ScaledColumns<StudyReport.ArmComparison> columns =
        table(
            table,
            "study.comparisons",
            wording("StudyReportView.comparisons"),
            report.comparisons().size());
    text(columns, wording("StudyReportView.arm"), 190, one -> one.score().other());
    text(columns, wording("StudyReportView.against"), 190, one -> one.score().baseline());
    interval(
        columns,
        report.scored()
            ? wording("StudyReportView.score_difference")
            : wording("StudyReportView.return_difference"),
        140,
        report.scored(),
        one -> one.score().interval());
    if (report.scored()) {
      interval(
          columns,
          wording("StudyReportView.gain_difference"),
          140,
          true,
          one -> one.gain().interval());
    }
    interval(
        columns,
        wording("StudyReportView.probability_of_improvement"),
        140,
        true,
        StudyReport.ArmComparison::improvement);
    table.getItems().setAll(report.comparisons());
    return new StackPane(table, columns.scale());
  }

  /// A table as high as its rows: the page scrolls, not the table.
  private static <R> ScaledColumns<R> table(TableView<R> table, String id, String words, int rows) {
    table.setId(id);
    table.setAccessibleText(words);
    table.getStyleClass().addAll("dense", "striped");
    double height = HEADER + ROW * rows + 1;
    table.setStyle(
        "-fx-min-height: "
            + height
            + "em; -fx-pref-height: "
            + height
            + "em; -fx-max-height: "
            + height
            + "em; -fx-fixed-cell-size: "
            + ROW
            + "em;");
    return new ScaledColumns<>(table);
  }

  private static <R> void text(
      ScaledColumns<R> columns, String title, double width, Function<R, Object> words) {
    TableColumn<R, Object> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(words.apply(cell.getValue())));
    columns.add(column, width);
  }

  private static <R> void interval(
      ScaledColumns<R> columns,
      String title,
      double width,
      boolean unit,
      Function<R, Interval> value) {
    TableColumn<R, Interval> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(value.apply(cell.getValue())));
    column.setCellFactory(_ -> new IntervalCell<>(unit));
    column.setComparator(Comparator.comparingDouble(Interval::mean));
    columns.add(column, width);
  }

  /// A chart on the screen. FX thread.
  private static final class ChartNode extends Region {
    private final StudyChart chart;
    private final Canvas canvas = new Canvas();
    private final TextScale letters = new TextScale(this::requestLayout);
    private ChartStyle style;

    ChartNode(StudyChart chart, Theme theme) {
      this.chart = chart;
      this.style = ChartStyle.of(theme.palette());
      setId("study.chart." + chart.id());
      setAccessibleRole(AccessibleRole.IMAGE_VIEW);
      setAccessibleText(chart.words());
      setMinSize(0, 17 * EM);
      setPrefSize(30 * EM, 17 * EM);
      HBox.setHgrow(this, Priority.ALWAYS);
      getChildren().addAll(canvas, letters);
    }

    void applyTheme(Theme theme) {
      style = ChartStyle.of(theme.palette());
      requestLayout();
    }

    @Override
    protected void layoutChildren() {
      double unit = letters.factor();
      double width = Math.floor(getWidth());
      double height = Math.floor(getHeight());
      if (width < 60 || height < 60) {
        return;
      }
      canvas.setWidth(width);
      canvas.setHeight(height);
      var pen = canvas.getGraphicsContext2D();
      pen.setTransform(unit, 0, 0, unit, 0, 0);
      pen.clearRect(0, 0, width, height);
      chart.paint(new FXGraphics2D(pen), width / unit, height / unit, style, ChartStyle.FONT);
    }
  }
}
