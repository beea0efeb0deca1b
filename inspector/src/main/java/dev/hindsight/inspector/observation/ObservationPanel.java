package dev.hindsight.inspector.observation;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.FilterField;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.occlusion.Saliency;
import dev.hindsight.inspector.occlusion.SaliencyBar;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// Shows the numbers of an observation as a tree. Choosing one highlights what it came from; this
/// panel also marks what is highlighted elsewhere. FX thread.
public final class ObservationPanel implements Panel {
  private static final String MARK = "◆ ";

  /// Index of the column of differences.
  private static final int DIFFERENCE = 2;

  /// Index of the column that says how much a number matters.
  private static final int MATTERS = 3;

  private final PanelContext context;
  private final LiveTree<ObservationPart> tree = new LiveTree<>("observation", "Observation");
  private final Label empty = new Label();
  private final FilterField filter;
  private final ObservationComparisonBar comparison = new ObservationComparisonBar(this::compare);
  private final ObservationEditBar observationEditBar = new ObservationEditBar(this::propose);
  private final SaliencyBar saliency;
  private final CheckBox last = new CheckBox(wording("ObservationPanel.final_observation"));
  private final ObservedPlanes planes;
  private final VBox node;
  private Moment moment;
  private ObservationReading observationReading;
  private Optional<ObservationScan> scan = Optional.empty();
  private boolean scanning;
  private int listed = -1;

  /// Whether it shows a final observation, which no edit can change.
  private boolean showsFinal;

  private Set<MarkSubject> pointed = Set.of();
  private Set<MarkSubject> own = Set.of();
  private BitSet marked = new BitSet();
  private Optional<ObservationPart> picked = Optional.empty();

  /// Opens it on the recording of a context.
  public ObservationPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    observationReading = ObservationReading.at(moment);
    filter =
        new FilterField(
            "observation.filter", wording("ObservationPanel.filter_numbers"), _ -> list());
    tree.column(
        "Number",
        104,
        observationPart -> (marks(observationPart) ? MARK : "") + observationPart.name());
    tree.column("Raw", 88, observationPart -> observationReading.raw(observationPart));
    tree.column("Δ", 78, this::difference);
    tree.signedBars(wording("ObservationPanel.matters"), 96, this::share, this::matters);
    tree.column("Meaning", 158, observationPart -> observationReading.meaning(observationPart));
    tree.column(
        "Flags", 168, observationPart -> observationReading.flags(observationPart, this::constant));
    tree.column("Range", 180, this::range);
    tree.copying(observationPart -> observationReading.copy(observationPart));
    tree.setPlaceholder(empty);
    tree.getSelectionModel()
        .selectedItemProperty()
        .addListener((_, _, chosen) -> {
          if (chosen != null) {
            picked = Optional.empty();
          }
          point();
        });
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
    planes =
        new ObservedPlanes(
            context.rollout().manifest().observation(), context.palette(), this::pick);
    saliency = new SaliencyBar(context, this::weigh);
    last.setId("observation.final");
    last.setTooltip(new Tooltip(wording("ObservationPanel.what_the_agent_would_have_seen")));
    last.setOnAction(_ -> {
      show(moment);
      weigh();
    });
    last.setManaged(FinalObservationRows.of(context.rollout().manifest()).isPresent());
    last.setVisible(last.isManaged());
    node =
        new PanelBox(filter, comparison, saliency, last, tree, planes, observationEditBar)
            .growing(tree)
            .yielding(planes);
    context.watchPointed(this::pointedAt);
    tree.getColumns().get(MATTERS).setVisible(false);
    compare();
    list();
  }

  private void compare() {
    tree.getColumns().get(DIFFERENCE).setVisible(comparison.compares());
    tree.refreshCells();
  }

  private void weigh() {
    Optional<Saliency> known = weighed();
    tree.getColumns().get(MATTERS).setVisible(saliency.chosen());
    planes.weigh(known);
    context.weigh(
        known.map(one -> one.weights(observationReading.sources())).orElse(SubjectWeights.NONE));
    tree.refreshCells();
  }

  private Optional<Saliency> weighed() {
    return saliency.shown().filter(_ -> !showsFinal);
  }

  private double share(ObservationPart part) {
    return weighed()
        .filter(one -> one.scale() > 0)
        .map(one -> (double) one.steepest(part.from(), part.length()) / one.scale())
        .orElse(0.0);
  }

  private String matters(ObservationPart part) {
    return weighed().map(one -> one.words(part.from(), part.length())).orElse("");
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
    Optional<ObservationReading> finalReading =
        last.isVisible() ? ObservationReading.finalAt(next) : Optional.empty();
    last.setDisable(finalReading.isEmpty());
    showsFinal = last.isSelected() && finalReading.isPresent();
    observationReading =
        finalReading.filter(_ -> showsFinal).orElseGet(() -> ObservationReading.at(next));
    comparison.show(next, observationReading);
    saliency.show(next);
    if (listed != wanted()) {
      list();
    }
    scanIfWanted();
    planes.show(observationReading);
    point();
    mark();
    tree.refreshCells();
  }

  /// The number of rows to show: D, or 0 while no agent is selected.
  private int wanted() {
    return observationReading.isEmpty() ? 0 : ObservationReading.size(moment);
  }

  private void list() {
    listed = wanted();
    empty.setText(
        moment.agent() == Moment.NO_AGENT
            ? wording("ObservationPanel.select_an_agent_to_see_what")
            : listed == 0
                ? wording("ObservationPanel.no_observation_at_this_tick")
                : wording("ObservationPanel.no_number_matches_the_filter"));
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
            .map(number -> MARK + number.getValue().name())
            .toList();
    List<String> heads = root.getChildren().stream().map(head -> head.getValue().name()).toList();
    tree.fitNames(heads, names, 104, 240);
  }

  /// A part, with those of its children that match the filter.
  ///
  /// @param above the names of its parents
  private static TreeItem<ObservationPart> item(
      ObservationPart observationPart, Segment segment, String typed, String above) {
    String path = above + observationPart.name().toLowerCase(Locale.ROOT);
    TreeItem<ObservationPart> item = new TreeItem<>(observationPart);
    for (ObservationPart inner : observationPart.parts(segment)) {
      String name = path + "." + inner.name().toLowerCase(Locale.ROOT);
      if (inner.parts(segment).isEmpty()) {
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

  /// What the chosen number came from may change from tick to tick.
  private void point() {
    Optional<ObservationPart> chosen = picked.or(tree::chosen);
    Optional<ObservationPart> number =
        chosen.filter(observationPart ->
            observationPart.kind() == ObservationPart.Kind.NUMBER
                && !showsFinal
                && !observationReading.isEmpty());
    observationEditBar.show(
        number,
        number
            .map(observationPart ->
                EditWords.dimension(observationPart.from(), moment.rollout().manifest()))
            .orElse(""),
        number.map(observationReading::raw).orElse(""));
    planes.pick(picked.stream().mapToInt(ObservationPart::from).findFirst());
    Set<MarkSubject> next =
        chosen
            .filter(_ -> !observationReading.isEmpty())
            .map(observationReading::subjects)
            .orElse(Set.of());
    if (!next.equals(own)) {
      own = Set.copyOf(next);
      context.point(own);
    }
  }

  /// Picks a cell of a plane instead of a row of the tree.
  private void pick(int dimension) {
    ObservationLayout layout = moment.rollout().manifest().observation();
    Segment segment = layout.segmentOf(dimension).orElseThrow();
    picked = Optional.of(ObservationPart.number(layout, segment, dimension - segment.offset()));
    tree.getSelectionModel().clearSelection();
    point();
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
    planes.mark(marked);
  }

  @Override
  public void close() {
    saliency.close();
  }

  @Override
  public void applyPalette(Palette palette) {
    saliency.applyPalette(palette);
    planes.applyPalette(palette);
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
        wording("ObservationPanel.reading_observations"),
        (progress, cancellation) -> ObservationScan.of(rollout, agent, progress, cancellation),
        read -> {
          scanning = false;
          scan = Optional.of(read);
          scanIfWanted();
          tree.refreshCells();
        });
  }

  /// Proposes another value for an observed number, as an edit for a branch. FX thread.
  private static final class ObservationEditBar extends HBox {
    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("danger");

    private final Label name = new Label();
    private final TextField value = new TextField();
    private final Button propose = new Button(wording("ObservationPanel.replace"));
    private final BiConsumer<Integer, Float> proposals;
    private Optional<ObservationPart> part = Optional.empty();

    /// @param proposals receives a dimension and the raw number to observe there
    ObservationEditBar(BiConsumer<Integer, Float> proposals) {
      super(6);
      this.proposals = proposals;
      setAlignment(Pos.CENTER_LEFT);
      value.setId("observation.value");
      value.setPromptText(wording("ObservationPanel.new_value"));
      value.setAccessibleText(wording("ObservationPanel.new_value_for_the_policy_to"));
      value.setPrefColumnCount(8);
      value.setOnAction(_ -> accept());
      propose.setId("observation.propose");
      propose.setTooltip(new Tooltip(wording("ObservationPanel.add_it_to_the_list_of")));
      propose.setMinWidth(USE_PREF_SIZE);
      propose.setOnAction(_ -> accept());
      name.setMinWidth(0);
      HBox.setHgrow(name, Priority.ALWAYS);
      name.setMaxWidth(Double.MAX_VALUE);
      getChildren().addAll(name, value, propose);
      show(Optional.empty(), "", "");
    }

    /// Chooses a number, or none.
    ///
    /// @param called name of the number
    /// @param seen its observed value
    void show(Optional<ObservationPart> next, String called, String seen) {
      setVisible(next.isPresent());
      setManaged(next.isPresent());
      name.setText(wording("ObservationPanel.is", called, seen));
      if (!next.equals(part)) {
        part = next;
        value.setText(seen);
      }
    }

    /// Moves the keyboard focus to the value field.
    void focusValue() {
      if (part.isPresent()) {
        value.requestFocus();
        value.selectAll();
      }
    }

    private void accept() {
      try {
        float number = Float.parseFloat(value.getText().strip());
        boolean usable = Float.isFinite(number);
        value.pseudoClassStateChanged(WRONG, !usable);
        part.filter(_ -> usable).ifPresent(here -> proposals.accept(here.from(), number));
      } catch (NumberFormatException _) {
        value.pseudoClassStateChanged(WRONG, true);
      }
    }
  }

  /// The ranges of one agent's observed numbers over the whole recording. Reads every tick, skips
  /// none; ignores ticks in limbo, where observations mean nothing.
  ///
  /// @param agent its index
  /// @param ticks number of ticks read
  /// @param least per dimension; above [#most] if there was no number
  /// @param most per dimension
  private record ObservationScan(int agent, int ticks, float[] least, float[] most) {
    /// Scans a recording once.
    static ObservationScan of(
        Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
      int size = ObservationReading.size(new Moment(rollout, 0, agent));
      float[] least = new float[size];
      float[] most = new float[size];
      Arrays.fill(least, Float.POSITIVE_INFINITY);
      Arrays.fill(most, Float.NEGATIVE_INFINITY);
      int ticks = size == 0 ? 0 : rollout.ticks();
      Channel observation = rollout.channel("observation").orElseThrow();
      Limbo limbo = new Limbo(rollout);
      float[] row = new float[size];
      for (int tick = 0; tick < ticks; tick++) {
        cancellation.throwIfCancelled();
        progress.report(tick, ticks, "ticks");
        if (limbo.at(tick, agent)) {
          continue;
        }
        observation.read(tick, agent * size, row, size);
        for (int i = 0; i < size; i++) {
          least[i] = Math.min(least[i], Float.isNaN(row[i]) ? least[i] : row[i]);
          most[i] = Math.max(most[i], Float.isNaN(row[i]) ? most[i] : row[i]);
        }
      }
      return new ObservationScan(agent, ticks, least, most);
    }

    /// Whether a dimension has the same value at all ticks, and there are at least two.
    boolean constant(int dimension) {
      return ticks > 1 && dimension < least.length && least[dimension] == most[dimension];
    }

    /// The range of a dimension in words; empty if there was no number.
    String range(int dimension) {
      if (dimension >= least.length || least[dimension] > most[dimension]) {
        return "";
      }
      return NumberWords.significant(least[dimension], 2)
          + " … "
          + NumberWords.significant(most[dimension], 2);
    }
  }
}
