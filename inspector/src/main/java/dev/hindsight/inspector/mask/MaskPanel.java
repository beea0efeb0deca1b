package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionLoader;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;

/// Shows the query's mask in both forms, faults of the masks, and leak over the recording. FX
/// thread.
public final class MaskPanel implements Panel {
  private final PanelContext context;
  private final AttentionLoader follower;
  private final AttentionNotice notice;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("masks.sentence");
  private final MaskStrips strips;
  private final WrappedLabel cell = WrappedLabel.muted("masks.cell");
  private final MaskLegend legend;
  private final CheckBox episodes =
      new CheckBox(wording("MaskPanel.start_rows_of_training_at_the"));
  private final WrappedLabel verdict = WrappedLabel.plain("masks.verdict");
  private final WrappedLabel leak = WrappedLabel.of("masks.leakage");
  private final LimboLeakLanes lanes;
  private final List<Node> parts;
  private final PanelBox node;
  private final NewestJob<Request, MaskReading> audit;
  private final NewestJob<AttentionReading, MaskSummary> sum;
  private Moment moment;
  private Optional<MaskReading> audited = Optional.empty();
  private Optional<MaskSummary> summed = Optional.empty();
  private String leakWords = "";

  private record Request(AttentionReading attention, MaskReading.Segmentation rows, Span segment) {}

  /// Opens it on the recording of a context.
  public MaskPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    notice =
        new AttentionNotice(
            "masks",
            wording("MaskPanel.select_an_agent_to_see_which"),
            context,
            () -> show(moment));
    strips = new MaskStrips(context.palette(), this::lookedAt, context::seek);
    legend = new MaskLegend(context.palette());
    lanes = new LimboLeakLanes(context.palette(), context::seek);
    episodes.setId("masks.episodes");
    episodes.setSelected(true);
    episodes.setOnAction(_ -> draw());
    audit =
        new NewestJob<Request, MaskReading>(
                context,
                "Masks",
                request -> {
                  Optional<Path> chosen = chosen();
                  return (_, _) ->
                      MaskReading.of(
                          context.rollout(),
                          request.attention,
                          request.rows,
                          request.segment.from(),
                          chosen);
                },
                this::audited)
            .about(request -> request);
    sum =
        new NewestJob<AttentionReading, MaskSummary>(
                context,
                wording("MaskPanel.leak_into_limbo"),
                reading -> {
                  Optional<Path> chosen = chosen();
                  return (progress, cancellation) ->
                      MaskSummary.of(context.rollout(), reading, chosen, progress, cancellation);
                },
                this::summed)
            .about(reading -> List.of(reading.agent(), reading.edition()))
            .marking(new StaleMark(lanes));
    follower =
        new AttentionLoader(context, this::changed)
            .marking(new StaleMark(wrappedLabel, strips, cell));
    cell.reserving(wording("MaskPanel.tick_00000_trial_00_00000_learning"));
    parts = List.of(wrappedLabel, strips, cell, legend, episodes, verdict, leak, lanes);
    node = new PanelBox(notice);
    node.getChildren().addAll(parts);
    changed(follower.state());
  }

  private Optional<Path> chosen() {
    return AttentionLoader.library(context).chosen();
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
    lanes.cursor(next.tick());
    draw();
  }

  @Override
  public void applyPalette(Palette palette) {
    strips.applyPalette(palette);
    legend.applyPalette(palette);
    lanes.applyPalette(palette);
  }

  private Optional<AttentionReading> reading() {
    return follower.state() instanceof AttentionState.Available(AttentionReading reading)
            && reading.tells(moment.agent(), moment.tick())
        ? Optional.of(reading)
        : Optional.empty();
  }

  private void changed(AttentionState state) {
    notice.show(state, parts);
    draw();
  }

  private MaskReading.Segmentation rows() {
    return episodes.isSelected()
        ? MaskReading.Segmentation.EPISODES
        : MaskReading.Segmentation.SEGMENTS;
  }

  private void draw() {
    reading()
        .ifPresent(reading -> {
          int query = moment.tick();
          var segment = MaskReading.segment(reading, rows(), query);
          MaskRow learned = MaskRow.learning(reading.passage(), segment, query);
          MaskRow acted = MaskRow.acting(reading.passage(), reading.horizon(), query);
          strips.show(learned, acted);
          legend.count(learned, acted);
          long apart = MaskDifference.of(learned, acted).count();
          wrappedLabel.setText(
              wording(
                  "MaskPanel.query_of_slots_open",
                  TickWords.of(context.rollout().trials(), query),
                  acted.open().cardinality(),
                  acted.cells().size(),
                  apart == 0
                      ? wording("MaskPanel.identical_in_both_forms")
                      : wording("MaskPanel.differ", apart)));
          strips.setAccessibleText(wrappedLabel.getText() + " " + runs(acted));
          audit(new Request(reading, rows(), segment));
          sum(reading);
        });
  }

  private void audit(Request request) {
    Optional<MaskReading> known =
        audited.filter(a ->
            a.attention().equals(request.attention)
                && a.segment().equals(request.segment)
                && a.rows() == request.rows);
    verdict.setText(
        known.map(MaskPanel::words).orElse(wording("MaskPanel.checking_the_masks_in_use")));
    if (known.isPresent()) {
      audit.withdraw();
    } else {
      audit.request(request);
    }
  }

  private void sum(AttentionReading reading) {
    Optional<MaskSummary> known =
        summed.filter(s ->
            s.agent() == reading.agent()
                && s.edition() == reading.edition()
                && s.leak()[0].length == reading.passage().ticks());
    if (known.isPresent()) {
      leak.setText(leakWords);
      sum.withdraw();
    } else {
      leak.setText(wording("MaskPanel.summing_the_leak_into_limbo"));
      sum.request(reading);
    }
  }

  /// Describes the mask of the acting form in words for screen readers. Slots after the query hold
  /// no later ticks, but earlier ones, or nothing.
  private static String runs(MaskRow row) {
    String words =
        row.runs().stream()
            .map(run -> {
              boolean later = run.ticks().from() > row.query();
              Span slots =
                  new Span(run.ticks().from() - row.first(), run.ticks().to() - row.first());
              return wording(
                  "MaskPanel.run_reason",
                  later ? slotWords(slots) : run.ticks().words(),
                  run.reason().words());
            })
            .collect(Collectors.joining("; "));
    return Sentences.complete(words);
  }

  private static String slotWords(Span slots) {
    return slots.ticks() == 1
        ? wording("MaskPanel.slot", slots.from())
        : wording("MaskPanel.slots", slots.bounds());
  }

  private void audited(MaskReading next) {
    audited = Optional.of(next);
    verdict.setText(words(next));
  }

  private static String words(MaskReading reading) {
    String ticks = reading.segment().words();
    return reading.findings().isEmpty()
        ? wording(
            "MaskPanel.no_fault_in_at",
            reading.audited()
                ? wording("MaskPanel.the_masks_in_use")
                : wording("MaskPanel.the_mask_the_weights_show"),
            ticks)
        : "⚠ " + ticks + ": " + String.join("; ", reading.findings()) + ".";
  }

  private void summed(MaskSummary next) {
    summed = Optional.of(next);
    leakWords = next.words();
    leak.setText(leakWords);
    lanes.show(summed);
  }

  private void lookedAt(Optional<Integer> tick) {
    Optional<AttentionReading> reading = reading();
    if (tick.isEmpty() || reading.isEmpty()) {
      cell.setText("");
      context.point(Set.of());
      return;
    }
    int query = moment.tick();
    var segment = MaskReading.segment(reading.get(), rows(), query);
    MaskRow acted = MaskRow.acting(reading.get().passage(), reading.get().horizon(), query);
    String slot = wording("MaskPanel.slot", tick.get() - acted.first());
    String acting =
        acted.at(tick.get()).map(MaskReason::words).orElse(wording("MaskPanel.no_slot"));
    cell.setText(
        wording(
            "MaskPanel.learning_acting_2",
            tick.get() > last() ? slot : TickWords.of(context.rollout().trials(), tick.get()),
            MaskRow.learning(reading.get().passage(), segment, query)
                .at(tick.get())
                .map(MaskReason::words)
                .orElse(wording("MaskPanel.not_in_the_segment")),
            tick.get() > query && acted.at(tick.get()).isPresent()
                ? wording("MaskPanel.run_reason", slot, acting)
                : acting));
    context.point(Set.of(MarkSubject.moment(query), MarkSubject.moment(tick.get())));
  }

  private int last() {
    return Math.max(0, context.rollout().ticks() - 1);
  }

  /// Explains colours, hatchings and letters, and counts the cells with each reason in both forms.
  /// FX thread.
  private static final class MaskLegend extends FlowPane {
    private final Map<MaskReason, Label> labels = new EnumMap<>(MaskReason.class);

    MaskLegend(Palette palette) {
      super(10, 3);
      setId("masks.legend");
      for (MaskReason maskReason : MaskReason.values()) {
        Label label = new Label(maskReason.words(), new Swatch(maskReason, palette));
        label.getStyleClass().add("text-small");
        labels.put(maskReason, label);
        getChildren().add(label);
      }
    }

    /// Counts cells.
    void count(MaskRow learning, MaskRow acting) {
      labels.forEach((maskReason, label) ->
          label.setText(
              wording("MaskPanel.learning_acting")
                  .formatted(
                      maskReason.words(), count(learning, maskReason), count(acting, maskReason))));
    }

    private static long count(MaskRow row, MaskReason maskReason) {
      return row.cells().stream().filter(maskReason::equals).count();
    }

    void applyPalette(Palette palette) {
      for (Label label : labels.values()) {
        if (label.getGraphic() instanceof Swatch swatch) {
          swatch.applyPalette(palette);
        }
      }
    }

    /// A sample cell.
    private static final class Swatch extends CanvasRegion {
      private final MaskReason maskReason;
      private MaskReasonStyle style;

      Swatch(MaskReason maskReason, Palette palette) {
        super("masks.swatch." + maskReason.name().toLowerCase(Locale.ROOT), maskReason.words());
        this.maskReason = maskReason;
        this.style = new MaskReasonStyle(palette);
        preferSize(13, 20, 13);
      }

      void applyPalette(Palette palette) {
        style = new MaskReasonStyle(palette);
        repaint();
      }

      @Override
      protected void paint(GraphicsContext g, double width, double height) {
        style.cells(g, maskReason, 0, 0, width, height);
      }
    }
  }
}
