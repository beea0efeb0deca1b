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
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.VBox;

/// Shows how the advantage at the cursor is calculated, with the errors it consists of drawn over
/// the ticks. FX thread.
public final class AdvantagePanel implements Panel {
  private final AdvantageLoader loader;
  private final AdvantageRuleForm form;
  private final WrappedLabel rule = WrappedLabel.muted("advantage.rule");
  private final LiveTree<Integer> table =
      new LiveTree<>("advantage.terms", wording("AdvantagePanel.terms_of_the_advantage"));
  private final WrappedLabel sentence = WrappedLabel.of("advantage.sentence");
  private final WrappedLabel pointed = WrappedLabel.muted("advantage.told");
  private final CheckBox trialOnly = new CheckBox(wording("AdvantagePanel.this_trial_only"));
  private final TickPlot plot;
  private final VBox node;
  private Moment moment;
  private List<AdvantageTerm> terms = List.of();

  /// Opens it on the recording of a context.
  public AdvantagePanel(PanelContext context) {
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    loader = new AdvantageLoader(context, this::refresh);
    form = new AdvantageRuleForm("advantage", loader::choose);
    plot =
        new TickPlot(
            "advantage.plot",
            wording("AdvantagePanel.advantage_of_every_tick_and_what"),
            PlotAxis.whole(context.rollout()),
            context.palette(),
            context::seek,
            this::tell);
    trialOnly.setId("advantage.trial");
    trialOnly.setOnAction(_ -> show(moment));
    table.column("Term", 236, row -> term(row).name());
    table.column("Number", 84, row -> term(row).number());
    table.column("From", 270, row -> term(row).note());
    table.copying(row -> term(row).name() + " " + term(row).number());
    table.tall(11);
    pointed.reserving("tick 00000, trial 00:00000: advantage +000.0000, error +000.0000");
    node =
        new PanelBox(sentence, form, rule, table, trialOnly, plot, pointed)
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
    rule.setText(loader.source());
    int tick = moment.tick();
    terms =
        loader
            .reading()
            .map(read -> AdvantageTerm.of(read, moment.rollout().trials(), tick))
            .orElse(List.of());
    list();
    sentence.setText(words());
    plot.show(
        loader.reading().map(read -> curves(read, tick)).orElse(List.of()),
        trialOnly.isSelected()
            ? PlotAxis.trialAt(moment.rollout(), tick)
            : PlotAxis.whole(moment.rollout()),
        tick);
  }

  private void list() {
    LiveTree.rows(table, terms.size());
    table.refreshCells();
  }

  private AdvantageTerm term(int row) {
    return row < terms.size() ? terms.get(row) : new AdvantageTerm("", "", "");
  }

  private String words() {
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("AdvantagePanel.select_an_agent_to_see_what");
    }
    if (loader.reading().isEmpty()) {
      return "Reading…";
    }
    AdvantageReading read = loader.reading().get();
    if (moment.tick() >= read.trace().ticks()) {
      return wording("AdvantagePanel.this_tick_has_not_been_read");
    }
    String values =
        read.trace().hasValues()
            ? ""
            : moment.rollout().channel("value").isPresent()
                ? wording("AdvantagePanel.every_recorded_value_is_nan")
                : wording("AdvantagePanel.the_policy_has_no_value_output");
    if (read.trace().inLimbo(moment.tick())) {
      return wording("AdvantagePanel.in_limbo_training_skips_this_tick", values);
    }
    Optional<String> unknown = AdvantageTerm.unknown(read.trace(), moment.tick());
    if (unknown.isPresent()) {
      return wording("AdvantagePanel.what_the_action_was_worth_is", unknown.get(), values);
    }
    double advantage = read.trace().advantage(moment.tick());
    return wording(
        "AdvantagePanel.the_action_was_than_expected_by",
        advantage >= 0 ? "better" : "worse",
        NumberWords.decimals(Math.abs(advantage), 3),
        values);
  }

  private static List<PlotCurve> curves(AdvantageReading read, int tick) {
    List<PlotCurve> curves = new ArrayList<>();
    if (tick >= 0 && tick < read.trace().ticks() && !read.trace().inLimbo(tick)) {
      float[] parts = read.trace().terms(tick);
      MinMaxPyramid terms = MinMaxPyramid.ofFinite(i -> parts[i], parts.length, new Cancellation());
      curves.add(
          new PlotCurve(
              wording("AdvantagePanel.its_terms"),
              tick,
              terms,
              Tone.OFFROAD,
              PlotCurve.Stroke.BARS));
    }
    curves.add(new PlotCurve("advantage", read.advantages(), Tone.AGENT, PlotCurve.Stroke.LINE));
    return curves;
  }

  private void tell(int tick) {
    boolean known =
        tick >= 0 && loader.reading().filter(read -> tick < read.trace().ticks()).isPresent();
    pointed.setText(known ? tellOf(loader.reading().get(), tick) : "");
  }

  private String tellOf(AdvantageReading read, int tick) {
    String place = AdvantageTerm.place(moment.rollout().trials(), tick);
    Optional<String> unknown = AdvantageTerm.unknown(read.trace(), tick);
    if (unknown.isPresent()) {
      return wording("AdvantagePanel.at_unknown", place, unknown.get());
    }
    return read.trace().inLimbo(tick)
        ? wording("AdvantagePanel.in_limbo", place)
        : wording(
            "AdvantagePanel.advantage_error",
            place,
            NumberWords.advantageTerm(read.trace().advantage(tick)),
            NumberWords.advantageTerm(read.trace().delta(tick)));
  }
}
