package dev.hindsight.inspector.observation;

import dev.hindsight.inspector.live.FilterField;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TreeItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.VBox;

/// The tree of an observation's numbers. Choosing one points at what it came from; what is pointed
/// at elsewhere is marked here. FX thread.
public final class ObservationPanel implements Panel {
  private static final String MARK = "◆ ";

  /// Place of the column of differences.
  private static final int DIFFERENCE = 2;

  /// As wide as what stands before the name of a number.
  private static final String INDENT = "      ";

  private final PanelContext context;
  private final LiveTree<ObservationPart> tree = new LiveTree<>("observation", "Observation");
  private final Label empty = new Label();
  private final FilterField filter;
  private final ObservationComparisonBar comparison = new ObservationComparisonBar(this::compare);
  private final ObservationEditBar observationEditBar = new ObservationEditBar(this::propose);
  private final VBox node;
  private Moment moment;
  private ObservationReading observationReading;
  private Optional<ObservationScan> scan = Optional.empty();
  private boolean scanning;
  private int listed = -1;
  private Set<MarkSubject> pointed = Set.of();
  private Set<MarkSubject> own = Set.of();
  private BitSet marked = new BitSet();

  /// Opens it on the recording of a context.
  public ObservationPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    observationReading = ObservationReading.at(moment);
    filter = new FilterField("observation.filter", "Filter numbers", _ -> list());
    tree.column(
        "Number",
        104,
        observationPart -> (marks(observationPart) ? MARK : "") + observationPart.name());
    tree.column("Raw", 88, observationPart -> observationReading.raw(observationPart));
    tree.column("Δ", 78, this::difference);
    tree.column("Meaning", 158, observationPart -> observationReading.meaning(observationPart));
    tree.column(
        "Flags", 92, observationPart -> observationReading.flags(observationPart, this::constant));
    tree.column("Range", 180, this::range);
    tree.copying(observationPart -> observationReading.copy(observationPart));
    tree.setPlaceholder(empty);
    tree.getSelectionModel().selectedItemProperty().addListener(_ -> point());
    empty.setWrapText(true);
    tree.setOnMouseClicked(event -> {
      if (event.getClickCount() == 2 || event.getButton() == MouseButton.SECONDARY) {
        observationEditBar.focusValue();
      }
    });
    tree.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.F2) {
            observationEditBar.focusValue();
          }
        });
    node = new PanelBox(filter, comparison, tree, observationEditBar).growing(tree);
    context.watchPointed(this::pointedAt);
    compare();
    list();
  }

  private void compare() {
    tree.getColumns().get(DIFFERENCE).setVisible(comparison.compares());
    tree.refreshCells();
  }

  private String difference(ObservationPart observationPart) {
    return comparison
        .other()
        .map(other -> observationReading.difference(observationPart, other))
        .orElse("");
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    observationReading = ObservationReading.at(next);
    comparison.show(next, observationReading);
    if (listed != wanted()) {
      list();
    }
    scanIfWanted();
    point();
    mark();
    tree.refreshCells();
  }

  /// Rows there are to show: D, or none while nobody is selected.
  private int wanted() {
    return observationReading.isEmpty() ? 0 : ObservationReading.size(moment);
  }

  private void list() {
    listed = wanted();
    empty.setText(
        moment.agent() == Moment.NO_AGENT
            ? "Select an agent to see what it observes"
            : listed == 0 ? "No observation at this tick" : "No number matches the filter");
    TreeItem<ObservationPart> root = new TreeItem<>();
    if (listed > 0) {
      List<Segment> layout =
          ObservationPart.described(moment.rollout().manifest().observation(), listed);
      List<ObservationPart> heads =
          ObservationPart.segments(moment.rollout().manifest().observation(), listed);
      String typed = filter.words();
      for (int s = 0; s < heads.size(); s++) {
        TreeItem<ObservationPart> head = item(heads.get(s), layout.get(s), typed, "");
        head.setExpanded(s == 0 || !typed.isEmpty());
        if (!head.getChildren().isEmpty()) {
          root.getChildren().add(head);
        }
      }
    }
    tree.setRoot(root);
    List<String> names =
        root.getChildren().stream()
            .flatMap(head -> head.getChildren().stream())
            .map(number -> INDENT + MARK + number.getValue().name())
            .toList();
    tree.fit(0, names, 104, 240);
  }

  /// A part with what of it the filter leaves.
  ///
  /// @param above the names of the parts it is in
  private static TreeItem<ObservationPart> item(
      ObservationPart observationPart, Segment segment, String typed, String above) {
    String path = above + observationPart.name().toLowerCase(Locale.ROOT);
    TreeItem<ObservationPart> item = new TreeItem<>(observationPart);
    for (ObservationPart inner : observationPart.parts(segment)) {
      String name = path + "." + inner.name().toLowerCase(Locale.ROOT);
      if (inner.kind() == ObservationPart.Kind.NUMBER) {
        if (name.contains(typed)) {
          item.getChildren().add(new TreeItem<>(inner));
        }
      } else {
        TreeItem<ObservationPart> folded = item(inner, segment, typed, path);
        folded.setExpanded(!typed.isEmpty());
        if (!folded.getChildren().isEmpty()) {
          item.getChildren().add(folded);
        }
      }
    }
    return item;
  }

  private void propose(int dimension, float value) {
    if (moment.agent() != Moment.NO_AGENT) {
      context.propose(new Edit.ObservedNumber(moment.tick(), moment.agent(), dimension, value));
    }
  }

  /// What the chosen number came from may be another thing at another tick.
  private void point() {
    Optional<ObservationPart> number =
        tree.chosen()
            .filter(observationPart ->
                observationPart.kind() == ObservationPart.Kind.NUMBER
                    && !observationReading.isEmpty());
    observationEditBar.show(
        number,
        number
            .map(observationPart ->
                EditWords.dimension(observationPart.from(), moment.rollout().manifest()))
            .orElse(""),
        number.map(observationReading::raw).orElse(""));
    Set<MarkSubject> next =
        tree.chosen()
            .filter(_ -> !observationReading.isEmpty())
            .map(observationReading::subjects)
            .orElse(Set.of());
    if (!next.equals(own)) {
      own = Set.copyOf(next);
      context.point(own);
    }
  }

  private void pointedAt(Set<MarkSubject> subjects) {
    pointed = subjects;
    mark();
    tree.refreshCells();
    if (!subjects.isEmpty() && !subjects.equals(own)) {
      tree.reveal(this::marks);
    }
  }

  private void mark() {
    marked = pointed.isEmpty() ? new BitSet() : observationReading.sources().filledBy(pointed);
  }

  private boolean marks(ObservationPart observationPart) {
    int next = marked.nextSetBit(observationPart.from());
    return next >= 0 && next < observationPart.from() + observationPart.length();
  }

  private boolean constant(int dimension) {
    return known().map(s -> s.constant(dimension)).orElse(false);
  }

  private String range(ObservationPart observationPart) {
    return observationPart.kind() == ObservationPart.Kind.NUMBER
        ? known().map(s -> s.range(observationPart.from())).orElse("…")
        : "";
  }

  private Optional<ObservationScan> known() {
    return scan.filter(s -> s.agent() == moment.agent());
  }

  private void scanIfWanted() {
    Rollout rollout = moment.rollout();
    int agent = moment.agent();
    int enough = rollout.complete() ? 1 : 2;
    boolean outgrown = known().map(s -> rollout.ticks() > enough * s.ticks()).orElse(true);
    if (observationReading.isEmpty() || scanning || !outgrown) {
      return;
    }
    scanning = true;
    context.background(
        "Reading observations",
        (progress, cancellation) -> ObservationScan.of(rollout, agent, progress, cancellation),
        read -> {
          scanning = false;
          scan = Optional.of(read);
          scanIfWanted();
          tree.refreshCells();
        });
  }
}
