package dev.hindsight.inspector.patch;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.inspector.counterfactual.RecordedOutput;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionMatrix;
import dev.hindsight.inspector.version.VersionMatrixView;
import dev.hindsight.inspector.version.VersionMeasure;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.task.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// Puts the activations of one tick into another: what the policy then puts out, next to the
/// recorded output, and the effect of every layer and source tick as a picture. FX thread; the
/// network runs in the background.
public final class PatchPanel implements Panel {
  private static final List<VersionMeasure> MEASURES =
      List.of(VersionMeasure.DIVERGENCE, VersionMeasure.PROBABILITY, VersionMeasure.VALUE);

  private final PanelContext context;
  private final ComboBox<String> into;
  private final ComboBox<String> from;
  private final WordedChoiceBox<Integer> layer =
      new WordedChoiceBox<>(
          "patch.layer", wording("PatchPanel.layer_to_patch"), PatchPanel::layerName);
  private final WordedChoiceBox<VersionMeasure> measure =
      new WordedChoiceBox<>(
          "patch.measure", wording("PatchPanel.number_to_show"), PatchPanel::measureName);
  private final WrappedLabel sentence = WrappedLabel.of("patch.sentence");
  private final WrappedLabel pointed = WrappedLabel.muted("patch.told");
  private final PatchTable table = new PatchTable();
  private final VersionMatrixView picture;
  private final PanelBox node;
  private final NewestJob<Request, Answer> sweepJob;
  private final NewestJob<Place, Later> laterJob;
  private Moment moment;
  private Optional<Answer> answer = Optional.empty();
  private Optional<Later> later = Optional.empty();

  private record Request(Rollout rollout, int agent, int tick) {}

  /// @param reading empty if it failed
  /// @param problem empty if it did not
  private record Answer(Request request, Optional<PatchReading> reading, String problem) {}

  private record Place(PatchReading reading, int source, int layer) {}

  private record Later(Place place, Optional<LaterEffect> effect) {}

  /// Opens it on the recording of a context.
  public PatchPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    into = moments("patch.into", wording("PatchPanel.into_moment"));
    from = moments("patch.from", wording("PatchPanel.from_moment"));
    from.setOnAction(_ -> refresh());
    // The user may have set or renamed bookmarks since.
    into.setOnShowing(_ -> readBookmarks());
    from.setOnShowing(_ -> readBookmarks());
    measure.offer(MEASURES, VersionMeasure.DIVERGENCE, _ -> paint());
    layer.setVisible(false);
    picture =
        new VersionMatrixView(
            "patch.picture",
            wording("PatchPanel.all_sources"),
            context.palette(),
            this::choose,
            this::tell);
    sweepJob =
        new NewestJob<Request, Answer>(
                context, wording("PatchPanel.patching"), PatchPanel::compute, this::arrived)
            .marking(new StaleMark(table.node(), picture));
    laterJob =
        new NewestJob<>(
            context,
            wording("PatchPanel.patching_once"),
            place -> later(place),
            made -> {
              later = Optional.of(made);
              refresh();
            });
    Button patch = new Button(wording("PatchPanel.patch"));
    patch.setId("patch.run");
    patch.setMinWidth(Region.USE_PREF_SIZE);
    patch.setOnAction(_ -> request());
    FlowPane form =
        new FlowPane(
            8,
            4,
            field(wording("PatchPanel.into"), into),
            field(wording("PatchPanel.from"), from),
            layer,
            patch);
    node =
        new PanelBox(form, sentence, table.node(), measure, picture, pointed)
            .growing(picture)
            .yielding(table.node());
    readBookmarks();
    refresh();
  }

  private static ComboBox<String> moments(String id, String name) {
    ComboBox<String> box = new ComboBox<>();
    box.setId(id);
    box.setEditable(true);
    box.setAccessibleText(name);
    box.getEditor().setAccessibleText(name);
    box.getEditor().setPrefColumnCount(7);
    box.setMinWidth(0);
    return box;
  }

  private HBox field(String title, ComboBox<String> box) {
    Button cursor = new Button(wording("PatchPanel.cursor"));
    cursor.setId(box.getId() + "-cursor");
    cursor.setMinWidth(Region.USE_PREF_SIZE);
    cursor.setOnAction(_ -> {
      box.setValue(address(moment.tick()));
      refresh();
    });
    HBox field = new HBox(4, new Label(title), box, cursor);
    field.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
    return field;
  }

  /// Offers the bookmarks of the recording, each by its address and name.
  private void readBookmarks() {
    Rollout rollout = context.rollout();
    context.background(
        wording("PatchPanel.reading_bookmarks"),
        (_, _) -> {
          try {
            return new BookmarkFile(rollout.file()).read();
          } catch (Problem _) {
            return List.<Bookmark>of();
          }
        },
        bookmarks -> {
          List<String> offered = new ArrayList<>();
          for (Bookmark bookmark : bookmarks) {
            bookmark
                .place()
                .in(rollout.trials())
                .ifPresent(tick -> offered.add(address(tick) + " " + bookmark.name()));
          }
          offer(into, offered);
          offer(from, offered);
        });
  }

  /// Offers other moments; what is typed or chosen stays.
  private static void offer(ComboBox<String> box, List<String> offered) {
    if (!box.getItems().equals(offered)) {
      String typed = box.getEditor().getText();
      String chosen = box.getValue();
      box.getItems().setAll(offered);
      box.setValue(chosen);
      box.getEditor().setText(typed);
    }
  }

  /// `trial:tick`, or the tick alone where a trial's number means another tick in each episode.
  private String address(int tick) {
    Rollout rollout = moment.rollout();
    boolean one =
        rollout.ticks() > 0
            && TickAddress.episodeAt(rollout.trials(), rollout.ticks(), 0).to() == rollout.ticks();
    String inTrial = one ? TickAddress.inTrial(rollout.trials(), tick) : "";
    return inTrial.isEmpty() ? Integer.toString(tick) : inTrial;
  }

  /// The tick of a typed or chosen moment: the address before the first blank.
  private OptionalInt tick(ComboBox<String> box) {
    @Nullable String text = box.getEditor().getText();
    if (text == null || text.isBlank()) {
      return OptionalInt.empty();
    }
    TrialIndex trials = moment.rollout().trials();
    return TickAddress.parse(
        text.strip().split("\\s", 2)[0], trials, moment.rollout().ticks(), moment.tick());
  }

  private static String layerName(int layer) {
    return layer == 0 ? wording("PatchPanel.encoded") : wording("PatchPanel.layer", layer);
  }

  private static String heldName(int layer) {
    return layer == 0
        ? wording("PatchPanel.the_encoded_observation")
        : wording("PatchPanel.the_output_of_layer", layer);
  }

  private static String measureName(VersionMeasure measure) {
    return measure == VersionMeasure.DIVERGENCE
        ? wording("PatchPanel.kl_from_recorded")
        : measure.words();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return answer.isEmpty();
  }

  @Override
  public void show(Moment next) {
    boolean other = next.agent() != moment.agent();
    moment = next;
    if (other) {
      refresh();
    }
  }

  @Override
  public void applyPalette(Palette palette) {
    picture.applyPalette(palette);
  }

  private void request() {
    if (tick(into).isEmpty()) {
      into.setValue(address(moment.tick()));
    }
    OptionalInt tick = tick(into);
    if (moment.agent() != Moment.NO_AGENT && tick.isPresent()) {
      sweepJob.request(new Request(moment.rollout(), moment.agent(), tick.getAsInt()));
    }
    refresh();
  }

  private static Job<Answer> compute(Request request) {
    return (progress, cancellation) -> {
      try {
        return new Answer(
            request,
            Optional.of(
                PatchReading.of(
                    request.rollout, request.agent, request.tick, progress, cancellation)),
            "");
      } catch (Problem failure) {
        return new Answer(request, Optional.empty(), String.valueOf(failure.getMessage()));
      }
    };
  }

  private static Job<Later> later(Place place) {
    return (progress, cancellation) -> {
      try {
        return new Later(
            place,
            Optional.of(place.reading.later(place.source, place.layer, progress, cancellation)));
      } catch (Problem _) {
        return new Later(place, Optional.empty());
      }
    };
  }

  private void arrived(Answer arrived) {
    answer = Optional.of(arrived);
    arrived.reading.ifPresent(reading -> {
      layer.setVisible(true);
      layer.keep(
          IntStream.range(0, reading.sweep().layers().size()).boxed().toList(), this::refresh);
      if (tick(from).isEmpty()) {
        from.setValue(address(strongest(reading)));
      }
    });
    paint();
    refresh();
  }

  /// The earlier tick whose activation of the chosen layer moves the policy most.
  private int strongest(PatchReading reading) {
    float[] moved = reading.matrix(VersionMeasure.DIVERGENCE)[layer.chosen().orElse(0)];
    int best = 0;
    for (int i = 0;
        i < moved.length && reading.sweep().sources().from() + i < reading.sweep().tick();
        i++) {
      best = moved[i] > moved[best] || Float.isNaN(moved[best]) ? i : best;
    }
    return reading.sweep().sources().from() + best;
  }

  private Optional<PatchReading> reading() {
    return answer.flatMap(Answer::reading);
  }

  private void paint() {
    picture.show(
        reading()
            .map(reading ->
                VersionMatrix.of(
                    measure.chosen().orElse(VersionMeasure.DIVERGENCE),
                    true,
                    IntStream.range(0, reading.sweep().layers().size())
                        .mapToObj(PatchPanel::layerName)
                        .toList(),
                    reading.sweep().sources(),
                    reading.matrix(measure.chosen().orElse(VersionMeasure.DIVERGENCE)))));
  }

  private void choose(int source, int row) {
    layer.setValue(row);
    from.setValue(address(source));
    refresh();
  }

  private void tell(int source, int row) {
    pointed.setText(
        reading()
            .filter(each -> row >= 0 && each.sweep().sources().holds(source))
            .map(each ->
                wording(
                    "PatchPanel.with_layer",
                    TickWords.of(each.rollout().trials(), source),
                    layerName(row),
                    NumberWords.significant(
                        each.outputs(source, row)
                            .at(
                                measure.chosen().orElse(VersionMeasure.DIVERGENCE),
                                VersionComparison.BEFORE,
                                1,
                                each.sweep().tick()),
                        3)))
            .orElse(""));
  }

  private void refresh() {
    boolean any = reading().isPresent();
    for (Node part : List.of(table.node(), measure, picture, pointed, layer)) {
      part.setVisible(any);
      part.setManaged(any);
    }
    table.clear();
    sentence.setText(words());
  }

  private String words() {
    if (answer.isEmpty() || reading().isEmpty()) {
      String failure = answer.map(Answer::problem).orElse("");
      return !failure.isEmpty()
          ? failure
          : moment.agent() == Moment.NO_AGENT
              ? wording("PatchPanel.select_an_agent")
              : sweepJob.busy()
                  ? wording("PatchPanel.running")
                  : wording("PatchPanel.choose_moments");
    }
    PatchReading reading = reading().orElseThrow();
    TrialIndex trials = reading.rollout().trials();
    int tick = reading.sweep().tick();
    OptionalInt source = tick(from);
    if (source.isEmpty()) {
      return wording("PatchPanel.choose_moments");
    }
    Span sources = reading.sweep().sources();
    if (!sources.holds(source.getAsInt())) {
      return wording(
          "PatchPanel.same_episode",
          TickWords.of(trials, source.getAsInt()),
          TickWords.of(trials, tick));
    }
    int chosen = layer.chosen().orElse(0);
    picture.place(source.getAsInt(), chosen);
    VersionComparison outputs = reading.outputs(source.getAsInt(), chosen);
    if (!outputs.acted(tick)) {
      return wording("PatchPanel.agent_in_limbo", TickWords.of(trials, tick));
    }
    table.show(reading.rollout(), outputs, tick);
    Place place = new Place(reading, source.getAsInt(), chosen);
    if (later.filter(each -> each.place.equals(place)).isEmpty()) {
      laterJob.request(place);
    } else {
      laterJob.withdraw();
    }
    return RecordedOutput.warning(
                reading.rollout(),
                reading.agent(),
                tick,
                outputs.versions().getFirst().logits(tick))
            .map(warning -> wording("PatchPanel.warning", warning))
            .orElse("")
        + words(reading, outputs, source.getAsInt(), chosen)
        + later
            .filter(each -> each.place.equals(place))
            .flatMap(Later::effect)
            .filter(effect -> effect.ticks() > 0)
            .map(effect -> words(trials, effect))
            .orElse("");
  }

  private static String words(
      PatchReading reading, VersionComparison outputs, int source, int layer) {
    Rollout rollout = reading.rollout();
    int tick = reading.sweep().tick();
    String whose = BodyNames.titled(rollout, reading.agent());
    String at = TickWords.of(rollout.trials(), tick);
    String place = TickWords.of(rollout.trials(), source);
    String without = NumberWords.logit(outputs.versions().get(0).value(tick));
    String with = NumberWords.logit(outputs.versions().get(1).value(tick));
    String moved = NumberWords.significant(outputs.divergence(0, 1, tick), 3);
    return outputs.continuous()
        ? wording(
            "PatchPanel.tells_numbers", at, whose, heldName(layer), place, without, with, moved)
        : wording(
            "PatchPanel.tells",
            at,
            whose,
            heldName(layer),
            place,
            outputs.preferredWords(1, tick),
            outputs.preferredWords(0, tick),
            without,
            with,
            moved);
  }

  private static String words(TrialIndex trials, LaterEffect effect) {
    return wording(
        "PatchPanel.later",
        effect.others(),
        effect.ticks(),
        effect
            .first()
            .map(tick -> wording("PatchPanel.later_first", TickWords.of(trials, tick)))
            .orElse(""),
        NumberWords.significant(effect.meanKl(), 3));
  }
}
