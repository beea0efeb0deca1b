package dev.hindsight.inspector.likelihood;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.likelihood.LikelihoodReading.Sum;
import dev.hindsight.inspector.live.CheckpointBox;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.plot.PlotAxis;
import dev.hindsight.inspector.plot.PlotCurve;
import dev.hindsight.inspector.plot.TickPlot;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.record.ActionLikelihood.Likelihoods;
import dev.hindsight.trainer.rollout.LiveGrowth;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.task.Job;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The panel Second opinion: how likely another checkpoint finds the actions of the selected agent.
/// FX thread; the network runs in the background.
public final class LikelihoodPanel implements Panel {
  private final CheckpointBox checkpoint;
  private final WrappedLabel sentence = WrappedLabel.of("opinion.sentence");
  private final WrappedLabel pointed = WrappedLabel.muted("opinion.told");
  private final PanelContext context;
  private final TickPlot plot;
  private final LiveTree<Integer> table =
      new LiveTree<>("opinion.sums", wording("LikelihoodPanel.ratio_divergence_and_agreement_by"));
  private final VBox node;
  private Moment moment;
  private Optional<Answer> answer = Optional.empty();
  private Optional<Request> made = Optional.empty();
  private final NewestJob<Request, Answer> job;

  private record Request(String checkpoint, int agent, int ticks) {
    boolean sameSubject(Request other) {
      return checkpoint.equals(other.checkpoint) && agent == other.agent;
    }
  }

  /// The answer: a reading, or why there is none.
  private record Answer(Request request, Optional<LikelihoodReading> reading, String problem) {}

  /// Opens it on the recording of a context.
  public LikelihoodPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    job =
        new NewestJob<Request, Answer>(
                context,
                wording("LikelihoodPanel.computing_with_another_checkpoint"),
                this::compute,
                this::arrived)
            .about(request -> List.of(request.checkpoint, request.agent));
    checkpoint =
        new CheckpointBox(
            "opinion.checkpoint",
            context.rollout().manifest().environment().id(),
            wording("LikelihoodPanel.checkpoint_to_compare_with_a_name"),
            wording("LikelihoodPanel.name_or_file_of_a_checkpoint"),
            24);
    checkpoint.setOnAction(_ -> ask());
    Button choose = new Button(wording("LikelihoodPanel.choose_file"));
    choose.setId("opinion.choose");
    choose.setOnAction(_ -> choose());
    plot =
        new TickPlot(
            "opinion.plot",
            wording("LikelihoodPanel.ratio_of_the_actions_probabilities"),
            PlotAxis.whole(context.rollout()),
            context.palette(),
            context::seek,
            this::tell);
    table.column("Ticks", 150, row(Sum::name));
    table.column("Count", 72, row(sum -> Integer.toString(sum.count())));
    table.column("Ratio", 72, row(sum -> number(sum.ratio())));
    table.column("KL [nats]", 88, row(sum -> number(sum.divergence())));
    table.column("Agrees", 78, row(sum -> number(100 * sum.agreement()) + " %"));
    table.column(
        wording("LikelihoodPanel.logits_differ"), 112, row(sum -> number(sum.difference())));
    table.copying(row(Sum::toString));
    // The button keeps its text in a narrow pane.
    choose.setMinWidth(Region.USE_PREF_SIZE);
    HBox form = new HBox(8, checkpoint, choose);
    pointed.reserving("tick 00000: ratio 0.000e-00, KL 0.000e-00");
    node = new PanelBox(form, sentence, plot, pointed, table).growing(plot).yielding(table);
    refresh();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return made.isEmpty();
  }

  @Override
  public void show(Moment next) {
    moment = next;
    if (made.isPresent()) {
      ask();
    }
    refresh();
  }

  @Override
  public void applyPalette(Palette palette) {
    plot.applyPalette(palette);
  }

  private void choose() {
    context
        .files()
        .open(
            wording("LikelihoodPanel.checkpoint_to_compare_with"),
            List.of(FileDialogs.Kind.CHECKPOINTS))
        .ifPresent(file -> checkpoint.setValue(file.toString()));
  }

  private void ask() {
    checkpoint
        .named()
        .filter(_ -> moment.agent() != Moment.NO_AGENT)
        .map(named -> new Request(named, moment.agent(), moment.rollout().ticks()))
        .filter(this::needed)
        .ifPresent(request -> {
          made = Optional.of(request);
          job.request(request);
          refresh();
        });
  }

  /// Whether there is no answer yet, nor one under way.
  private boolean needed(Request request) {
    return made.filter(request::sameSubject)
        .filter(before -> !LiveGrowth.outdates(moment.rollout(), before.ticks))
        .isEmpty();
  }

  private Job<Answer> compute(Request request) {
    Rollout rollout = moment.rollout();
    return (progress, cancellation) -> {
      try {
        return new Answer(
            request,
            Optional.of(
                LikelihoodReading.of(
                    rollout, request.agent, request.checkpoint, progress, cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer(request, Optional.empty(), problem.getMessage());
      }
    };
  }

  private void arrived(Answer next) {
    answer = Optional.of(next);
    refresh();
  }

  private void refresh() {
    sentence.setText(words());
    for (Node part : List.of(plot, pointed, table)) {
      part.setVisible(known().isPresent());
      part.setManaged(part.isVisible());
    }
    plot.show(
        known()
            .map(read ->
                List.of(
                    new PlotCurve(
                        wording("LikelihoodPanel.log2_of_the_ratio"),
                        read.ratios(),
                        Tone.AGENT,
                        PlotCurve.Stroke.LINE),
                    new PlotCurve("KL", read.divergences(), Tone.EXPERT, PlotCurve.Stroke.DASHED)))
            .orElse(List.of()),
        PlotAxis.whole(moment.rollout()),
        moment.tick());
    int rows = sums().size();
    LiveTree.rows(table, rows);
    table.refreshCells();
  }

  /// The answer about the checkpoint named and the agent selected now.
  private Optional<Answer> current() {
    return answer
        .filter(each -> made.filter(each.request::sameSubject).isPresent())
        .filter(each -> each.request.agent == moment.agent());
  }

  private Optional<LikelihoodReading> known() {
    return current().flatMap(Answer::reading);
  }

  private List<Sum> sums() {
    return known().map(LikelihoodReading::sums).orElse(List.of());
  }

  private Function<Integer, String> row(Function<Sum, String> words) {
    return i -> i < sums().size() ? words.apply(sums().get(i)) : "";
  }

  private String words() {
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("LikelihoodPanel.select_an_agent_to_compare_its");
    }
    if (made.isEmpty()) {
      return wording("LikelihoodPanel.choose_a_checkpoint_to_see_how");
    }
    return current()
        .map(each -> each.reading.map(read -> words(read, moment.tick())).orElse(each.problem))
        .orElse("Computing…");
  }

  private static String words(LikelihoodReading read, int tick) {
    Likelihoods likelihoods = read.likelihoods();
    if (tick >= likelihoods.ticks()) {
      return wording("LikelihoodPanel.not_read_yet", likelihoods.ticks());
    }
    if (Float.isNaN(likelihoods.logProb()[tick])) {
      return wording("LikelihoodPanel.nothing_to_compare_at_this_tick");
    }
    String here =
        wording(
            "LikelihoodPanel.it_gives_the_action_probability",
            number(100 * Math.exp(likelihoods.logProb()[tick])),
            number(likelihoods.ratio()[tick]),
            number(likelihoods.value()[tick]));
    return read.same() ? wording("LikelihoodPanel.it_is_the_policy_that_acted", here) : here;
  }

  private void tell(int tick) {
    pointed.setText(
        known()
            .filter(read -> tick >= 0 && tick < read.likelihoods().ticks())
            .map(read ->
                wording(
                    "LikelihoodPanel.tick_ratio_kl",
                    tick,
                    number(read.likelihoods().ratio()[tick]),
                    number(read.likelihoods().divergence()[tick])))
            .orElse(""));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, 3);
  }
}
