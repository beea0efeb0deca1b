package dev.hindsight.inspector.version;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CheckpointBox;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.LiveGrowth;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunVersions;
import dev.hindsight.trainer.task.Job;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Slider;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// Shows several checkpoints on the recorded observations of the selected agent: at the cursor next
/// to each other, and over all ticks as a picture. FX thread; the networks run in the background,
/// one version after the other.
public final class VersionsPanel implements Panel {
  private final CheckpointBox checkpoint;
  private final Button remove = new Button(wording("VersionsPanel.remove"));
  private final Slider slider = new Slider();
  private final WrappedLabel sentence = WrappedLabel.of("versions.sentence");
  private final WrappedLabel first = WrappedLabel.plain("versions.first-change");
  private final WrappedLabel firstDifference = WrappedLabel.muted("versions.told");
  private final WordedChoiceBox<VersionMeasure> measure =
      new WordedChoiceBox<>(
          "versions.measure", wording("VersionsPanel.number_to_show"), VersionMeasure::words);
  private final WordedChoiceBox<Integer> reference =
      new WordedChoiceBox<>(
          "versions.reference",
          wording("VersionsPanel.version_to_compare_with"),
          this::referenceName);
  private final VersionMatrixView view;
  private final VBox node;
  private final NewestJob<Request, Answer> versionJob;
  private final NewestJob<VersionPicture.Request, VersionPicture> pictureJob;
  private final NewestJob<String, RunAnswer> runJob;
  private final List<String> checkpoints = new ArrayList<>();
  private final Map<String, VersionOutputs> known = new LinkedHashMap<>();

  /// What was known before a live recording grew, shown until all versions have read the longer
  /// one.
  private final Map<String, VersionOutputs> earlier = new LinkedHashMap<>();

  private final Map<String, String> failures = new LinkedHashMap<>();
  private LiveTree<Integer> table;
  private Optional<VersionComparison> comparison = Optional.empty();
  private Optional<VersionPicture> picture = Optional.empty();
  private VersionTable rows = new VersionTable(List.of());
  private Moment moment;
  private int ticks;

  /// @param agent whose outputs
  /// @param ticks number of ticks from the start
  private record Request(String checkpoint, int agent, int ticks) {}

  /// @param outputs empty if it failed
  private record Answer(Request request, Optional<VersionOutputs> outputs, String problem) {}

  /// @param versions empty if the run has none
  private record RunAnswer(String text, List<String> versions, String problem) {}

  /// Opens it on the recording of a context.
  public VersionsPanel(PanelContext context) {
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    versionJob =
        new NewestJob<>(
            context, wording("VersionsPanel.running_a_version"), this::compute, this::arrived);
    pictureJob =
        new NewestJob<>(
            context, wording("VersionsPanel.comparing_versions"), this::paint, this::painted);
    runJob =
        new NewestJob<>(
            context, wording("VersionsPanel.finding_versions"), VersionsPanel::find, this::found);
    checkpoint =
        new CheckpointBox(
            "versions.checkpoint",
            context.rollout().manifest().environment().id(),
            wording("VersionsPanel.checkpoint_to_add_a_name_or"),
            wording("VersionsPanel.name_or_file_of_a_checkpoint"),
            20);
    checkpoint.setOnAction(_ -> add());
    Button choose = new Button(wording("VersionsPanel.choose_files"));
    choose.setId("versions.choose");
    choose.setMinWidth(Region.USE_PREF_SIZE);
    choose.setOnAction(_ ->
        context
            .files()
            .openMany(
                wording("VersionsPanel.checkpoints_to_compare"),
                List.of(FileDialogs.Kind.CHECKPOINTS))
            .forEach(file -> add(file.toString())));
    remove.setId("versions.remove");
    remove.setMinWidth(Region.USE_PREF_SIZE);
    remove.setOnAction(_ -> remove(shown()));
    slider.setId("versions.slider");
    slider.setAccessibleText(wording("VersionsPanel.version_shown"));
    slider.setMajorTickUnit(1);
    slider.setMinorTickCount(0);
    slider.setSnapToTicks(true);
    slider.setBlockIncrement(1);
    slider.valueProperty().addListener((_, _, _) -> refresh());
    measure.offer(
        List.of(VersionMeasure.values()), VersionMeasure.PROBABILITY, _ -> requestPicture());
    reference.keep(List.of(VersionComparison.BEFORE), this::requestPicture);
    view =
        new VersionMatrixView(
            "versions.matrix",
            wording("VersionsPanel.a_number_of_every_version_at"),
            context.palette(),
            (tick, version) -> {
              slider.setValue(version);
              context.seek(tick);
            },
            this::tell);
    firstDifference.reserving(
        wording("VersionsPanel.tick_version", "00000", "00 checkpoint-0000", "0.000e-00"));
    FlowPane form = new FlowPane(8, 4, checkpoint, choose, remove);
    FlowPane choices = new FlowPane(8, 4, measure, reference);
    table = newTable();
    node =
        new PanelBox(form, slider, sentence, table, first, choices, view, firstDifference)
            .growing(view)
            .yielding(table);
    arrange();
  }

  private LiveTree<Integer> newTable() {
    LiveTree<Integer> made =
        new LiveTree<>("versions.table", wording("VersionsPanel.what_every_version_puts_out"));
    made.column(wording("VersionsPanel.at_the_cursor"), 236, row(VersionTable.Row::name));
    made.bars(
        wording("VersionsPanel.version_shown"),
        110,
        i ->
            i < rows.rows().size() && shown() < columns()
                ? Math.clamp(orZero(rows.rows().get(i).share().applyAsDouble(shown())), 0, 1)
                : 0,
        row(each -> shown() < columns() ? each.words().apply(shown()) : ""));
    for (int version = 0; version < columns(); version++) {
      int column = version;
      made.column(
          label(comparison.orElseThrow().versions().get(version)),
          112,
          row(each -> column < columns() ? each.words().apply(column) : ""));
    }
    made.copying(i ->
        i >= rows.rows().size()
            ? ""
            : rows.rows().get(i).name()
                + "\t"
                + String.join(
                    "\t",
                    IntStream.range(0, columns())
                        .mapToObj(version -> rows.rows().get(i).words().apply(version))
                        .toList()));
    return made;
  }

  private static double orZero(double share) {
    return Double.isNaN(share) ? 0 : share;
  }

  private java.util.function.Function<Integer, String> row(
      java.util.function.Function<VersionTable.Row, String> words) {
    return i -> i < rows.rows().size() ? words.apply(rows.rows().get(i)) : "";
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return checkpoints.isEmpty();
  }

  @Override
  public void show(Moment next) {
    boolean other = next.agent() != moment.agent() || !next.rollout().equals(moment.rollout());
    moment = next;
    if (other) {
      earlier.clear();
      readAgain();
    } else if (left() == 0 && LiveGrowth.outdates(next.rollout(), ticks)) {
      earlier.putAll(known);
      readAgain();
    }
    refresh();
  }

  private void readAgain() {
    ticks = moment.rollout().ticks();
    known.clear();
    failures.clear();
    arrange();
  }

  /// The number of versions that have not been read yet.
  private int left() {
    return (int) unread().count();
  }

  private Stream<String> unread() {
    return checkpoints.stream()
        .filter(each -> !known.containsKey(each) && !failures.containsKey(each));
  }

  @Override
  public void applyPalette(Palette palette) {
    view.applyPalette(palette);
  }

  /// The column that the slider shows.
  private int shown() {
    return (int) Math.round(slider.getValue());
  }

  private int columns() {
    return comparison.map(each -> each.versions().size()).orElse(0);
  }

  private void add() {
    checkpoint
        .named()
        .ifPresent(named -> {
          if (RunVersions.isAll(named)) {
            runJob.request(named);
          } else {
            add(named);
          }
        });
  }

  private static Job<RunAnswer> find(String text) {
    return (_, _) -> {
      try {
        return new RunAnswer(text, RunVersions.each(RunLedger.ofUser(), text), "");
      } catch (Problem problem) {
        return new RunAnswer(text, List.of(), String.valueOf(problem.getMessage()));
      }
    };
  }

  private void found(RunAnswer answer) {
    if (answer.problem.isEmpty()) {
      answer.versions.stream()
          .filter(each -> !checkpoints.contains(each))
          .forEach(checkpoints::add);
    } else if (!checkpoints.contains(answer.text)) {
      checkpoints.add(answer.text);
      failures.put(answer.text, answer.problem);
    }
    arrange();
  }

  private void add(String named) {
    if (!checkpoints.contains(named)) {
      checkpoints.add(named);
      failures.remove(named);
      arrange();
    }
  }

  private void remove(int column) {
    List<String> shown = comparison.map(this::names).orElse(List.of());
    if (column < shown.size()) {
      checkpoints.remove(shown.get(column));
      known.remove(shown.get(column));
      earlier.remove(shown.get(column));
    } else {
      checkpoints.removeIf(failures::containsKey);
      failures.clear();
    }
    arrange();
  }

  private List<String> names(VersionComparison versions) {
    return versions.versions().stream().map(VersionOutputs::checkpoint).toList();
  }

  /// The number of a version in the list, from 1, and the last part of its name.
  private String label(VersionOutputs version) {
    String name =
        version.checkpoint().replaceAll(".*[/\\\\]", "").replaceFirst("\\.safetensors$", "");
    return (checkpoints.indexOf(version.checkpoint()) + 1) + " " + name;
  }

  private String referenceName(int version) {
    return version == VersionComparison.BEFORE || version >= columns()
        ? wording("VersionsPanel.with_the_version_before")
        : wording("VersionsPanel.with", label(comparison.orElseThrow().versions().get(version)));
  }

  /// Follows a change of the list, or of what is known of it: asks for what is missing, and
  /// rebuilds the columns.
  private void arrange() {
    Rollout rollout = moment.rollout();
    if (moment.agent() != Moment.NO_AGENT && ticks > 0) {
      unread()
          .findFirst()
          .ifPresent(each -> versionJob.request(new Request(each, moment.agent(), ticks)));
    }
    if (left() == 0) {
      earlier.clear();
    }
    Map<String, VersionOutputs> shown = earlier.isEmpty() ? known : earlier;
    List<VersionOutputs> all =
        checkpoints.stream()
            .flatMap(each -> Optional.ofNullable(shown.get(each)).stream())
            .toList();
    comparison =
        all.isEmpty()
            ? Optional.empty()
            : Optional.of(new VersionComparison(rollout, moment.agent(), all));
    slider.setMax(Math.max(0, all.size() - 1));
    slider.setDisable(all.size() < 2);
    LiveTree<Integer> made = newTable();
    VBox.setVgrow(made, Priority.SOMETIMES);
    node.getChildren().set(node.getChildren().indexOf(table), made);
    table = made;
    reference.keep(
        IntStream.range(VersionComparison.BEFORE, columns()).boxed().toList(),
        this::requestPicture);
    requestPicture();
    refresh();
  }

  private Job<Answer> compute(Request request) {
    Rollout rollout = moment.rollout();
    return (progress, cancellation) -> {
      try {
        return new Answer(
            request,
            Optional.of(
                VersionOutputs.of(
                    rollout,
                    request.agent,
                    request.checkpoint,
                    Span.all(request.ticks),
                    progress,
                    cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer(request, Optional.empty(), String.valueOf(problem.getMessage()));
      }
    };
  }

  private void arrived(Answer answer) {
    Request request = answer.request;
    if (request.agent == moment.agent()
        && request.ticks == ticks
        && checkpoints.contains(request.checkpoint)) {
      answer.outputs.ifPresentOrElse(
          outputs -> known.put(request.checkpoint, outputs),
          () -> failures.put(request.checkpoint, answer.problem));
    }
    arrange();
  }

  private void requestPicture() {
    comparison.ifPresentOrElse(
        versions ->
            pictureJob.request(
                new VersionPicture.Request(
                    versions,
                    measure.chosen().orElse(VersionMeasure.PROBABILITY),
                    reference.chosen().orElse(VersionComparison.BEFORE),
                    versions.versions().stream().map(this::label).toList())),
        () -> {
          picture = Optional.empty();
          view.show(Optional.empty());
        });
  }

  private Job<VersionPicture> paint(VersionPicture.Request request) {
    return (_, _) ->
        new VersionPicture(
            request,
            VersionMatrix.of(
                request.measure(),
                !request.comparison().continuous(),
                request.labels(),
                request.comparison().span(),
                request.comparison().matrix(request.measure(), request.reference())),
            request.comparison().firstChange());
  }

  private void painted(VersionPicture made) {
    if (comparison.filter(made.request().comparison()::equals).isPresent()) {
      picture = Optional.of(made);
      view.show(Optional.of(made.matrix()));
      refresh();
    }
  }

  private void refresh() {
    boolean any = comparison.isPresent();
    for (Node part : List.of(slider, table, first, measure, view, firstDifference)) {
      part.setVisible(any);
      part.setManaged(any);
    }
    boolean compares =
        any && measure.chosen().filter(VersionMeasure.DIVERGENCE::equals).isPresent();
    reference.setVisible(compares);
    reference.setManaged(compares);
    remove.setDisable(checkpoints.isEmpty());
    sentence.setText(words());
    first.setText(picture.map(this::changeWords).orElse(""));
    rows =
        comparison
            .map(versions -> VersionTable.of(moment.rollout(), versions, moment.tick()))
            .orElse(new VersionTable(List.of()));
    LiveTree.rows(table, rows.rows().size());
    table.refreshCells();
    view.place(moment.tick(), shown());
    tell(-1, -1);
  }

  private String words() {
    if (checkpoints.isEmpty()) {
      return wording("VersionsPanel.add_checkpoints_that_read_the_same");
    }
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("VersionsPanel.select_an_agent_to_compare");
    }
    StringBuilder words = new StringBuilder();
    comparison.ifPresent(versions -> words.append(versionWords(versions)));
    if (left() > 0) {
      words
          .append(words.isEmpty() ? "" : " ")
          .append(wording("VersionsPanel.running_versions", left()));
    }
    failures.forEach((name, problem) -> words.append(words.isEmpty() ? "" : " ").append(problem));
    return words.toString();
  }

  private String versionWords(VersionComparison versions) {
    if (shown() >= columns()) {
      return "";
    }
    VersionOutputs version = versions.versions().get(shown());
    String name = label(version);
    if (!versions.span().holds(moment.tick())) {
      return wording("VersionsPanel.not_run_yet", name, versions.span().to());
    }
    if (!versions.acted(moment.tick())) {
      return wording("VersionsPanel.the_agent_is_in_limbo_at", name);
    }
    String number =
        VersionTable.words(
            VersionMeasure.PROBABILITY,
            versions,
            versions.at(
                VersionMeasure.PROBABILITY, VersionComparison.BEFORE, shown(), moment.tick()));
    String words =
        versions.continuous()
            ? wording("VersionsPanel.version_gives_the_recorded_a_density", name, columns(), number)
            : wording("VersionsPanel.version_of_gives_the_recorded", name, columns(), number);
    return versions.acted(version) ? words + " " + wording("VersionsPanel.it_acted") : words;
  }

  private String changeWords(VersionPicture made) {
    if (columns() < 2) {
      return "";
    }
    return made.changeWords();
  }

  private void tell(int tick, int version) {
    firstDifference.setText(
        picture.map(made -> tick < 0 ? made.legend() : made.pointed(tick, version)).orElse(""));
  }
}
