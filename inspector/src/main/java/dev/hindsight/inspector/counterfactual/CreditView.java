package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.plot.PlotAxis;
import dev.hindsight.inspector.plot.PlotCurve;
import dev.hindsight.inspector.plot.TickPlot;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/// Shows the credit of every earlier moment as a strip of bars over the stretch. FX thread.
final class CreditView extends VBox {
  private final PanelContext context;
  private final WordedChoiceBox<CreditMeasure> question;
  private final WordedChoiceBox<MomentGrouping> grouping;
  private final WrappedLabel heaviest = WrappedLabel.muted("what-if.told");
  private final WrappedLabel rows = WrappedLabel.muted("what-if.rows");
  private final TickPlot plot;
  private Optional<Shown> shown = Optional.empty();

  private record Shown(MemoryCredit credit, Span stretch, List<Span> limbo) {}

  /// @param chosen runs when the user chooses another grouping
  CreditView(PanelContext context, Runnable chosen) {
    super(4);
    this.context = context;
    question =
        new WordedChoiceBox<>(
            "what-if.question", wording("CreditView.how_worth_is_measured"), CreditMeasure::words);
    question.keep(CreditMeasure.of(context.rollout().manifest()), this::paint);
    grouping =
        new WordedChoiceBox<>(
            "what-if.grouping",
            wording("CreditView.how_moments_are_grouped"),
            MomentGrouping::words);
    grouping.keep(List.of(MomentGrouping.values()), chosen);
    plot =
        new TickPlot(
            "what-if.credit",
            wording("CreditView.what_every_earlier_moment_was_worth"),
            PlotAxis.whole(context.rollout()),
            context.palette(),
            context::seek,
            this::tell);
    Label of = new Label(wording("CreditView.worth_of_earlier_moments_to"));
    of.setMinHeight(Label.USE_PREF_SIZE);
    FlowPane form = new FlowPane(6, 4, of, question, grouping);
    heaviest.reserving(wording("CreditView.worth_most_found_at_tick_00000"));
    rows.setText(wording("CreditView.a_moment_is_a_row_what"));
    getChildren().addAll(form, plot, heaviest, rows);
  }

  /// The chosen grouping of moments.
  MomentGrouping grouping() {
    return grouping.chosen().orElse(MomentGrouping.RESULT);
  }

  /// Shows another query.
  ///
  /// @param limbo ticks of the stretch that no query can see
  void show(MemoryCredit credit, Span stretch, List<Span> limbo) {
    shown = Optional.of(new Shown(credit, stretch, limbo));
    paint();
  }

  void applyPalette(Palette palette) {
    plot.applyPalette(palette);
  }

  private CreditMeasure asked() {
    return question.chosen().orElse(CreditMeasure.ACTION);
  }

  private void paint() {
    shown.ifPresent(s -> {
      double[] worth = s.credit.worth(asked());
      float[] values = new float[s.stretch.ticks()];
      Arrays.fill(values, Float.NaN);
      for (int i = 0; i < worth.length; i++) {
        Span group = s.credit.groups().get(i);
        Arrays.fill(
            values,
            group.from() - s.stretch.from(),
            group.to() - s.stretch.from(),
            (float) worth[i]);
      }
      PlotCurve bars =
          new PlotCurve(
              "worth" + (asked().unit().isEmpty() ? "" : " [" + asked().unit() + "]"),
              s.stretch.from(),
              MinMaxPyramid.ofFinite(i -> values[i], values.length, new Cancellation()),
              Tone.AGENT,
              PlotCurve.Stroke.BARS);
      plot.veil(s.limbo);
      plot.show(
          List.of(bars), new PlotAxis(s.stretch, context.rollout().trials()), s.credit.tick());
      tell(-1);
    });
  }

  /// Describes the moment under the pointer, or else the one with the most credit.
  private void tell(int tick) {
    if (shown.isEmpty()) {
      return;
    }
    MemoryCredit credit = shown.get().credit;
    int group = tick < 0 ? credit.best(asked()) : credit.groupAt(tick);
    context.point(
        tick < 0 || group < 0
            ? Set.of()
            : Set.of(MarkSubject.moment(tick), MarkSubject.moment(credit.tick())));
    heaviest.setText(
        group < 0
            ? tick < 0 ? nothing(credit) : wording("CreditView.not_before_the_query")
            : (tick < 0 ? wording("CreditView.worth_most") : "") + words(credit, group));
  }

  /// Why no moment stands out.
  private String nothing(MemoryCredit credit) {
    return credit.groups().isEmpty()
        ? wording("CreditView.no_moment_before_this_one")
        : Arrays.stream(credit.worth(asked())).allMatch(Double::isNaN)
            ? wording("CreditView.no_worth_is_a_number")
            : wording("CreditView.no_earlier_moment_alone_was_worth");
  }

  private String words(MemoryCredit credit, int group) {
    TrialIndex trials = context.rollout().trials();
    Span ticks = credit.groups().get(group);
    return MomentWords.of(trials, ticks, credit.grouping())
        + (credit.open()[group] == 0
            ? wording("CreditView.in_limbo_no_query_looks_there")
            : ": "
                + NumberWords.advantageTerm(credit.worth(asked())[group])
                + " "
                + asked().unit());
  }
}
