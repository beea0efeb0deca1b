package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.plot.PlotAxis;
import dev.hindsight.inspector.plot.PlotCurve;
import dev.hindsight.inspector.plot.TickPlot;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.VBox;

/// Compares the critic with the actual returns: two curves, and how well they agree by trial and by
/// quarter of the episode. FX thread.
public final class ValuePanel implements Panel {
  private final AdvantageLoader loader;
  private final AdvantageRuleForm form;
  private final WrappedLabel rule = WrappedLabel.muted("value.rule");
  private final LiveTree<Integer> table =
      new LiveTree<>("value.calibration", wording("ValuePanel.how_well_values_and_returns_agree"));
  private final WrappedLabel sentence = WrappedLabel.of("value.sentence");
  private final WrappedLabel pointed = WrappedLabel.muted("value.told");
  private final CheckBox trialOnly = new CheckBox(wording("ValuePanel.this_trial_only"));
  private final TickPlot plot;
  private final VBox node;
  private Moment moment;

  /// Opens it on the recording of a context.
  public ValuePanel(PanelContext context) {
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    loader = new AdvantageLoader(context, this::refresh);
    form = new AdvantageRuleForm("value", loader::choose);
    plot =
        new TickPlot(
            "value.plot",
            wording("ValuePanel.value_and_discounted_return_of_every"),
            PlotAxis.whole(context.rollout()),
            context.palette(),
            context::seek,
            this::tell);
    trialOnly.setId("value.trial");
    trialOnly.setOnAction(_ -> show(moment));
    table.column("Ticks", 170, row(Calibration::name));
    table.column(
        "Count",
        82,
        row(c -> c.known() ? Integer.toString(c.count()) : wording("ValuePanel.no_data")));
    table.column(wording("ValuePanel.mean_value"), 106, row(c -> mean(c, c.value())));
    table.column(wording("ValuePanel.mean_return"), 112, row(c -> mean(c, c.meanReturn())));
    table.column(wording("ValuePanel.mean_advantage"), 156, row(c -> mean(c, c.advantage())));
    table.column(wording("ValuePanel.rms_error"), 98, row(c -> NumberWords.decimals(c.error(), 3)));
    table.column("Explained", 98, row(c -> NumberWords.decimals(c.explained(), 3)));
    table.copying(row(c -> c.name() + "\t" + (c.known() ? c : wording("ValuePanel.no_data"))));
    pointed.reserving(wording("ValuePanel.tick_00000_trial_00_00000_predicted"));
    node =
        new PanelBox(sentence, form, rule, trialOnly, plot, pointed, table)
            .yielding(table)
            .growing(plot);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    loader.show(next);
    refresh();
  }

  @Override
  public void applyPalette(Palette palette) {
    plot.applyPalette(palette);
  }

  private void refresh() {
    loader.rule().ifPresent(used -> form.show(used, loader.ownDiscounts()));
    rule.setText(
        loader.source()
            + (calibration().isEmpty()
                ? ""
                : wording("ValuePanel.the_table_describes_the_ticks_it")));
    sentence.setText(words(moment.tick()));
    plot.show(
        loader
            .reading()
            .map(read ->
                List.of(
                    new PlotCurve(
                        wording("ValuePanel.actual_return"),
                        read.returnSeries(),
                        Tone.GOAL,
                        PlotCurve.Stroke.DASHED),
                    new PlotCurve(
                        wording("ValuePanel.predicted_value"),
                        read.values(),
                        Tone.AGENT,
                        PlotCurve.Stroke.LINE)))
            .orElse(List.of()),
        trialOnly.isSelected()
            ? PlotAxis.trialAt(moment.rollout(), moment.tick())
            : PlotAxis.whole(moment.rollout()),
        moment.tick());
    int rows = calibration().size();
    LiveTree.rows(table, rows);
    table.refreshCells();
  }

  private List<Calibration> calibration() {
    return loader.reading().map(AdvantageReading::calibration).orElse(List.of());
  }

  /// A mean over the ticks of a row; a dash if there are none.
  private static String mean(Calibration row, double mean) {
    return row.known() ? AdvantageTerm.number(mean) : NumberWords.NONE;
  }

  private Function<Integer, String> row(Function<Calibration, String> words) {
    return i -> i < calibration().size() ? words.apply(calibration().get(i)) : "";
  }

  private String words(int tick) {
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("ValuePanel.select_an_agent_to_see_what");
    }
    return loader.reading().map(read -> words(read, tick)).orElse("Reading…");
  }

  private String words(AdvantageReading read, int tick) {
    if (!read.trace().hasValues()) {
      return moment.rollout().channel("value").isPresent()
          ? wording("ValuePanel.every_recorded_value_is_nan")
          : wording("ValuePanel.the_policy_has_no_value_output");
    }
    if (tick >= read.trace().ticks()) {
      return wording("ValuePanel.this_tick_has_not_been_read");
    }
    if (read.trace().inLimbo(tick)) {
      return wording("ValuePanel.in_limbo_nothing_is_predicted_here");
    }
    return wording(
        "ValuePanel.predicted",
        AdvantageTerm.number(read.trace().value(tick)),
        came(read.trace(), tick, read.returns()[tick]));
  }

  private static String came(AdvantageTrace trace, int tick, double actual) {
    Optional<AdvantageTrace.Fault> fault = trace.faultOfReturn(tick);
    if (fault.isPresent()) {
      return wording("ValuePanel.actual_return_unknown", fault.get().words());
    }
    return Double.isNaN(actual)
        ? wording("ValuePanel.actual_return_unknown_the_recording")
        : wording("ValuePanel.actual_return_2", NumberWords.advantageTerm(actual));
  }

  private void tell(int tick) {
    pointed.setText(
        loader
            .reading()
            .filter(read -> tick >= 0 && tick < read.trace().ticks())
            .map(read ->
                AdvantageTerm.place(moment.rollout().trials(), tick) + ": " + words(read, tick))
            .orElse(""));
  }
}
