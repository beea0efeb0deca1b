package dev.hindsight.inspector.provenance;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeItem;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/// Shows contradictions, and a row for each fact: its effective value, what was requested and by
/// whom, the default; compared with another file, only the rows that differ. FX thread.
public final class ProvenancePanel implements Panel {
  private static final int VALUE = 1;
  private static final int OTHER = 2;
  private static final List<Integer> DECLARED = List.of(3, 4, 5);

  /// In units; a tooltip shows a longer hash in full.
  private static final double WIDEST = 330;

  private final PanelContext context;
  private final WrappedLabel wrong = WrappedLabel.wrong("provenance-wrong");
  private final TextField filter = new TextField();
  private final CheckBox chosen = new CheckBox(wording("ProvenancePanel.only_non_default_values"));
  private final Button compare = new Button(wording("ProvenancePanel.compare_with"));
  private final Button alone = new Button(wording("ProvenancePanel.stop_comparing"));
  private final LiveTree<Line> tree =
      new LiveTree<>("provenance-facts", wording("ProvenancePanel.where_it_comes_from"));
  private final VBox node;
  private List<ProvenanceFact> facts = List.of();
  private Optional<OtherFile> comparison = Optional.empty();

  /// A row of the table; a heading if it has no value.
  private record Line(
      String name, String value, String asked, String origin, String fallback, String other) {}

  /// How another file differs, or why it could not be read.
  private record OtherFile(String name, List<ProvenanceDifference.Row> rows, String problem) {}

  /// Opens it on the recording of a context.
  public ProvenancePanel(PanelContext context) {
    this.context = context;
    filter.setId("provenance-filter");
    filter.setPromptText(wording("ProvenancePanel.filter_by_name_or_value"));
    filter.setAccessibleText(wording("ProvenancePanel.filter_the_facts_by_name_or"));
    filter.textProperty().addListener(_ -> fill());
    chosen.setId("provenance-chosen");
    chosen.setOnAction(_ -> fill());
    compare.setOnAction(_ -> choose());
    alone.setOnAction(_ -> {
      comparison = Optional.empty();
      fill();
    });
    tree.column("Name", 240, Line::name);
    tree.column(wording("ProvenancePanel.took_effect"), 150, Line::value);
    tree.column(wording("ProvenancePanel.other_file"), 150, Line::other);
    tree.column("Declared", 200, Line::asked);
    tree.column("Origin", 200, Line::origin);
    tree.column(wording("ProvenancePanel.default_here"), 120, Line::fallback);
    tree.copying(line -> line.name() + " = " + line.value());
    FlowPane tools = new FlowPane(6, 6, filter, chosen, compare, alone);
    node = new PanelBox(wrong, tools, tree).growing(tree);
    fill();
    Rollout rollout = context.rollout();
    context.background(
        wording("ProvenancePanel.reading_where_it_comes_from"),
        (_, _) -> Provenance.of(rollout),
        read -> {
          facts = read.facts();
          tell(
              read.contradictions().stream()
                  .map(each -> "⚠ " + each.sentence())
                  .collect(Collectors.joining("\n")));
          fill();
        });
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment moment) {
    // The provenance is the same at every tick.
  }

  private void tell(String sentence) {
    wrong.setText(sentence);
  }

  private void choose() {
    context
        .files()
        .open(
            wording("ProvenancePanel.compare_with_a_recording_or_a"), List.of(FileDialogs.Kind.ALL))
        .ifPresent(this::compare);
  }

  /// Shows how another file differs.
  void compare(Path file) {
    Rollout rollout = context.rollout();
    String name = String.valueOf(file.getFileName());
    context.background(
        wording("ProvenancePanel.comparing_with", name),
        (_, _) -> {
          try {
            List<ProvenanceDifference.Row> rows =
                ProvenanceDifference.between(Provenance.of(rollout), ProvenanceFile.read(file));
            return new OtherFile(name, rows, "");
          } catch (Problem problem) {
            return new OtherFile(name, List.of(), problem.getMessage());
          }
        },
        found -> {
          comparison = Optional.of(found);
          fill();
        });
  }

  private void fill() {
    alone.setVisible(comparison.isPresent());
    alone.setManaged(comparison.isPresent());
    tree.setPlaceholder(new Label(nothing()));
    TreeItem<Line> root = new TreeItem<>();
    for (ProvenanceFact.Group group : ProvenanceFact.Group.values()) {
      List<TreeItem<Line>> lines =
          lines(group).stream().filter(this::wanted).map(TreeItem::new).toList();
      if (!lines.isEmpty()) {
        TreeItem<Line> heading = new TreeItem<>(new Line(group.word(), "", "", "", "", ""));
        heading.getChildren().setAll(lines);
        heading.setExpanded(true);
        root.getChildren().add(heading);
      }
    }
    tree.setRoot(root);
    List<Line> all =
        root.getChildren().stream()
            .flatMap(heading -> heading.getChildren().stream())
            .map(TreeItem::getValue)
            .toList();
    tree.getColumns().get(OTHER).setVisible(comparison.isPresent());
    DECLARED.forEach(column -> tree.getColumns().get(column).setVisible(comparison.isEmpty()));
    tree.fit(VALUE, all.stream().map(Line::value).toList(), 110, WIDEST);
    tree.fit(OTHER, all.stream().map(Line::other).toList(), 110, WIDEST);
    tree.fit(DECLARED.getFirst(), all.stream().map(Line::asked).toList(), 90, WIDEST);
  }

  private List<Line> lines(ProvenanceFact.Group group) {
    if (comparison.isPresent()) {
      return comparison.get().rows().stream()
          .filter(row -> row.group() == group)
          .map(row -> new Line(row.name(), row.one(), "", "", "", row.other()))
          .toList();
    }
    return facts.stream()
        .filter(provenanceFact -> provenanceFact.group() == group)
        .filter(provenanceFact ->
            !chosen.isSelected() || provenanceFact.origin() != ProvenanceFact.ValueOrigin.DEFAULT)
        .map(provenanceFact ->
            new Line(
                provenanceFact.name(),
                provenanceFact.value(),
                provenanceFact.asked(),
                provenanceFact.origin().words(),
                provenanceFact.fallback(),
                ""))
        .toList();
  }

  private String nothing() {
    return comparison
        .map(other ->
            other.problem().isEmpty()
                ? wording("ProvenancePanel.nothing_differs_from", other.name())
                : other.problem())
        .orElse(wording("ProvenancePanel.no_match"));
  }

  private boolean wanted(Line line) {
    String part = filter.getText().toLowerCase(Locale.ROOT);
    return (line.name() + " " + line.value()).toLowerCase(Locale.ROOT).contains(part);
  }
}
