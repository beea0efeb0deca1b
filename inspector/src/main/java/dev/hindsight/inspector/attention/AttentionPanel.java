package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionMapOptions.HeadLayout;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.MarkSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/// Shows the attention map, its options, how far to trust it, and the highlighted cell in words. FX
/// thread.
public final class AttentionPanel implements Panel {
  private static final String HINT = wording("AttentionPanel.point_at_a_cell_or_move");

  private final PanelContext context;
  private final AttentionLoader follower;
  private final AttentionNotice notice;
  private final AttentionControls controls;
  private final AttentionMap map;
  private final WrappedLabel source = WrappedLabel.muted("attention.source");
  private final WrappedLabel cell = WrappedLabel.muted("attention.cell");
  private final VBox node;
  private Moment moment;
  private Set<MarkSubject> lit = Set.of();

  /// Opens it on the recording of a context.
  public AttentionPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    notice =
        new AttentionNotice(
            "attention",
            wording("AttentionPanel.select_an_agent_to_see_what"),
            context,
            () -> show(moment));
    map = new AttentionMap(context, this::lookedAt, this::seek, this::turn);
    controls = new AttentionControls(map::choose);
    follower = new AttentionLoader(context, this::changed).marking(new StaleMark(map, cell));
    cell.setText(HINT);
    cell.reserving(HINT);
    node = new PanelBox(notice, controls, map, cell, source).growing(map);
    changed(follower.state());
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return follower.state() instanceof AttentionState.Unavailable;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    follower.follow(next);
    map.cursor(next.tick());
    describe();
  }

  @Override
  public void applyPalette(Palette palette) {
    map.applyPalette(palette);
  }

  @Override
  public void close() {
    light(Set.of());
  }

  private Optional<AttentionReading> reading() {
    return follower.state() instanceof AttentionState.Available available
        ? Optional.of(available.reading())
        : Optional.empty();
  }

  private void changed(AttentionState state) {
    notice.show(state, List.of(controls, map, cell, source));
    if (state instanceof AttentionState.Available(AttentionReading reading)) {
      controls.offer(reading.trace().layers(), reading.trace().heads());
      source.setText(trust(reading));
    }
    map.read(reading(), context.rollout().trials());
    describe();
  }

  private static String trust(AttentionReading reading) {
    String wrong = reading.search().words();
    return wording(
        "AttentionPanel.weights_are_rows_sum_to_1",
        reading.source(),
        reading.agreement().words(),
        NumberWords.significant(reading.rowSumError(), 1),
        wrong.isEmpty() ? "" : " ⚠ " + wrong);
  }

  /// Describes the map in a sentence for screen readers.
  private void describe() {
    reading()
        .filter(r -> r.tells(moment.agent(), moment.tick()))
        .ifPresent(r -> {
          AttentionTrace trace = r.trace();
          int query = moment.tick() - trace.span().from();
          float[] mean = new float[trace.slots(query)];
          int most = 0;
          for (int slot = 0; slot < mean.length; slot++) {
            for (int head = 0; head < trace.heads(); head++) {
              mean[slot] += trace.weight(0, head, query, slot) / trace.heads();
            }
            most = mean[slot] > mean[most] ? slot : most;
          }
          TrialIndex trials = context.rollout().trials();
          map.setAccessibleText(
              String.format(
                  Locale.ROOT,
                  wording("AttentionPanel.attention_map_of_at_layer_1"),
                  BodyNames.titled(context.rollout(), r.agent()),
                  TickWords.of(trials, moment.tick()),
                  TickWords.of(trials, trace.span().from() + most),
                  NumberWords.percent(mean[most])));
        });
  }

  private void lookedAt(Optional<AttentionMapCell> looked) {
    Optional<AttentionReading> reading = reading();
    Optional<AttentionMapRequest.RenderedMap> painted = map.painted();
    if (looked.isEmpty() || reading.isEmpty() || painted.isEmpty()) {
      cell.setText(HINT);
      light(Set.of());
      return;
    }
    AttentionMapCell at = looked.get();
    int first = reading.get().trace().span().from();
    TrialIndex trials = context.rollout().trials();
    boolean past = at.slot() <= at.query();
    cell.setText(
        wording(
            "AttentionPanel.query",
            TickWords.of(trials, first + at.query()),
            past
                ? wording(
                    "AttentionPanel.key_weight",
                    TickWords.of(trials, first + at.slot()),
                    NumberWords.significant(
                        painted.get().weight(at.tile(), at.query(), at.slot()), 4))
                : wording("AttentionPanel.slot_not_reached_yet", at.slot())));
    light(
        past
            ? Set.of(MarkSubject.moment(first + at.query()), MarkSubject.moment(first + at.slot()))
            : Set.of(MarkSubject.moment(first + at.query())));
  }

  private void light(Set<MarkSubject> moments) {
    if (!moments.equals(lit)) {
      lit = moments;
      context.point(moments);
    }
  }

  private void turn(AttentionMapOptions.HeadLayout headLayout) {
    controls.turn(headLayout);
  }

  private void seek(AttentionMapCell at, AttentionMapInput.End end) {
    reading()
        .ifPresent(r -> {
          int slot = end == AttentionMapInput.End.QUERY ? at.query() : at.slot();
          context.seek(r.trace().span().from() + slot);
        });
  }

  /// The controls for the options of an attention map. FX thread.
  private static final class AttentionControls extends FlowPane {
    private static final List<Double> PERCENTS = List.of(100.0, 99.9, 99.0, 95.0, 90.0);

    /// Wide enough for the longest entry of any choice.
    private static final double WIDTH = 104;

    private final WordedChoiceBox<Integer> layer;
    private final WordedChoiceBox<HeadLayout> heads;
    private final Consumer<AttentionMapOptions> onChoice;
    private AttentionMapOptions choice = AttentionMapOptions.START;
    private int layers;
    private int headCount;

    /// @param onChoice receives every new choice
    AttentionControls(Consumer<AttentionMapOptions> onChoice) {
      super(6, 4);
      this.onChoice = onChoice;
      layer = box("layer", "Layer", number -> wording("AttentionPanel.layer", number + 1));
      layer.setOnAction(_ -> changed(() -> choice.layer(layer.getValue())));
      heads = box("heads", "Heads", AttentionControls::words);
      heads.setMinWidth(1.5 * WIDTH);
      heads.setOnAction(_ -> changed(() -> choice.heads(heads.getValue())));
      WordedChoiceBox<AttentionScale.Kind> kind =
          box("scale", "Scale", k -> k == AttentionScale.Kind.LINEAR ? "Linear" : "Logarithmic");
      kind.offer(
          List.of(AttentionScale.Kind.values()),
          choice.kind(),
          chosen -> changed(() -> choice.kind(chosen)));
      WordedChoiceBox<Double> percent =
          box("clip", wording("AttentionPanel.brightest_at_percentile"), AttentionControls::clip);
      percent.offer(PERCENTS, choice.percent(), chosen -> changed(() -> choice.percent(chosen)));
      CheckBox diagonal = new CheckBox(wording("AttentionPanel.hide_diagonal"));
      diagonal.setId("attention.diagonal");
      diagonal.setOnAction(_ ->
          changed(() -> choice.diagonal(diagonal.isSelected() ? Diagonal.HIDDEN : Diagonal.SHOWN)));
      getChildren().addAll(layer, heads, kind, percent, diagonal);
    }

    private static String clip(double percent) {
      return percent >= 100
          ? wording("AttentionPanel.clip_none")
          : wording("AttentionPanel.clip_top", NumberWords.atMost(100 - percent, 1));
    }

    private static String words(HeadLayout headLayout) {
      return switch (headLayout) {
        case HeadLayout.Blended blended -> blended.blend().words();
        case HeadLayout.Tiles _ -> wording("AttentionPanel.all_heads");
      };
    }

    private static <T> WordedChoiceBox<T> box(String id, String name, Function<T, String> words) {
      WordedChoiceBox<T> box = new WordedChoiceBox<>("attention." + id, name, words);
      box.setMinWidth(WIDTH);
      return box;
    }

    private void changed(Supplier<AttentionMapOptions> next) {
      if (layer.getValue() != null && heads.getValue() != null) {
        choice = next.get();
        onChoice.accept(choice);
      }
    }

    /// Shows another head layout, as if the user had chosen it here.
    void turn(HeadLayout other) {
      if (heads.getItems().contains(other)) {
        heads.setValue(other);
      }
    }

    /// Offers the layers and heads that the policy has.
    void offer(int layersThere, int headsThere) {
      if (layersThere == layers && headsThere == headCount) {
        return;
      }
      layers = layersThere;
      headCount = headsThere;
      AttentionMapOptions kept = choice;
      List<Integer> numbers = new ArrayList<>();
      for (int i = 0; i < layers; i++) {
        numbers.add(i);
      }
      List<HeadLayout> all = new ArrayList<>();
      all.add(new HeadLayout.Blended(new HeadBlend.Mean()));
      all.add(new HeadLayout.Blended(new HeadBlend.Largest()));
      all.add(new HeadLayout.Tiles());
      for (int i = 0; i < headCount; i++) {
        all.add(new HeadLayout.Blended(new HeadBlend.One(i)));
      }
      all.add(new HeadLayout.Blended(new HeadBlend.ThroughLayers()));
      layer.getItems().setAll(numbers);
      heads.getItems().setAll(all);
      layer.setValue(Math.min(kept.layer(), layers - 1));
      heads.setValue(all.contains(kept.heads()) ? kept.heads() : all.getFirst());
    }
  }
}
