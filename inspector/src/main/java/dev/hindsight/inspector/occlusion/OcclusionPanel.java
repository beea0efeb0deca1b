package dev.hindsight.inspector.occlusion;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.counterfactual.RecordedOutput;
import dev.hindsight.inspector.live.CheckpointBox;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.record.Occlusion;
import dev.hindsight.trainer.record.Occlusion.PartEffect;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Job;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;

/// The panel Occlusion: every segment of the observation at the cursor, with what the policy would
/// do had it seen the segment's mean instead. FX thread; the policy runs in the background.
public final class OcclusionPanel implements Panel {
  private final CheckpointBox checkpoint;
  private final WrappedLabel sentence = WrappedLabel.of("occlusion.sentence");
  private final LiveTree<Integer> table =
      new LiveTree<>("occlusion.parts", wording("OcclusionPanel.effect_of_every_segment"));
  private final PanelBox node;
  private final NewestJob<Request, Answer> job;
  private final Limbo limbo;
  private Moment moment;
  private Optional<Request> made = Optional.empty();
  private Optional<Answer> answer = Optional.empty();

  private record Request(Optional<String> checkpoint, int agent, int tick) {}

  /// The answer: the effects, or why there are none.
  private record Answer(Request request, Optional<Occlusion.Effect> effect, String problem) {}

  /// Opens it on the recording of a context.
  public OcclusionPanel(PanelContext context) {
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    limbo = new Limbo(context.rollout());
    job =
        new NewestJob<>(context, wording("OcclusionPanel.computing"), this::compute, this::arrived);
    checkpoint =
        new CheckpointBox(
            "occlusion.checkpoint",
            context.rollout().manifest().environment().id(),
            wording("OcclusionPanel.the_policy_asked"),
            wording("OcclusionPanel.the_one_that_acted"),
            24);
    checkpoint.setOnAction(_ -> ask());
    table.column(wording("OcclusionPanel.without"), 150, row(part -> part.part().name()));
    table.column("KL [nats]", 88, row(part -> number(part.divergence())));
    table.column(wording("OcclusionPanel.value"), 88, row(part -> number(part.valueChange())));
    table.column(wording("OcclusionPanel.prefers"), 180, row(this::preferred));
    table.fit(3, actions(context.rollout()), 120, 340);
    table.copying(row(PartEffect::toString));
    node = new PanelBox(checkpoint, sentence, table).growing(table);
    refresh();
  }

  /// Names of actions, whose column keeps its width while they change.
  private static List<String> actions(Rollout rollout) {
    return ActionManifest.joint(rollout.manifest())
        .map(ActionSpace.Discrete::descriptions)
        .orElse(List.of());
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return moment.agent() == Moment.NO_AGENT;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    ask();
    refresh();
  }

  @Override
  public void applyPalette(Palette palette) {
    // Text alone: the style sheet colours it.
  }

  private void ask() {
    Request request = new Request(checkpoint.named(), moment.agent(), moment.tick());
    if (moment.agent() != Moment.NO_AGENT
        && moment.tick() < moment.rollout().ticks()
        && !inLimbo()
        && !made.equals(Optional.of(request))) {
      made = Optional.of(request);
      job.request(request);
    }
  }

  private Job<Answer> compute(Request request) {
    Rollout rollout = moment.rollout();
    return (progress, cancellation) -> {
      try (OpenedPolicy opened =
          BuiltInPolicies.open(
              request.checkpoint.orElseGet(() -> ActingPolicy.of(rollout)),
              TeacherForcing.shapeOf(rollout))) {
        Occlusion occlusion =
            new Occlusion(request.agent, request.tick, Optional.empty(), Optional.empty());
        return new Answer(
            request,
            Optional.of(occlusion.apply(rollout, opened.policy(), progress, cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer(request, Optional.empty(), problem.getMessage());
      }
    };
  }

  private void arrived(Answer result) {
    answer = Optional.of(result);
    refresh();
  }

  private void refresh() {
    sentence.setText(words());
    LiveTree.rows(table, parts().size());
    table.setVisible(!parts().isEmpty());
    table.setManaged(table.isVisible());
    table.refreshCells();
  }

  private Optional<Occlusion.Effect> effect() {
    return answer
        .filter(each -> each.request.agent == moment.agent() && !inLimbo())
        .filter(each -> made.equals(Optional.of(each.request)))
        .flatMap(Answer::effect);
  }

  private List<PartEffect> parts() {
    return effect().map(Occlusion.Effect::parts).orElse(List.of());
  }

  private String words() {
    if (moment.agent() == Moment.NO_AGENT) {
      return wording("OcclusionPanel.select_an_agent");
    }
    if (inLimbo()) {
      return wording("OcclusionPanel.in_limbo");
    }
    if (moment.tick() >= moment.rollout().ticks()) {
      return wording("OcclusionPanel.no_ticks_yet");
    }
    String problem =
        answer
            .filter(each -> made.equals(Optional.of(each.request)))
            .map(Answer::problem)
            .orElse("");
    if (!problem.isEmpty()) {
      return problem;
    }
    return effect()
        .map(found ->
            RecordedOutput.warning(
                        moment.rollout(), moment.agent(), moment.tick(), found.seen().logits())
                    .map(warning -> wording("OcclusionPanel.warning", warning))
                    .orElse("")
                + wording(
                    "OcclusionPanel.it_prefers",
                    PreferredAction.words(moment.rollout(), found.seen()),
                    number(found.seen().value())))
        .orElse(wording("OcclusionPanel.computing"));
  }

  private boolean inLimbo() {
    return moment.agent() != Moment.NO_AGENT
        && moment.tick() < moment.rollout().ticks()
        && limbo.at(moment.tick(), moment.agent());
  }

  private String preferred(PartEffect part) {
    return PreferredAction.words(moment.rollout(), part.without());
  }

  private Function<Integer, String> row(Function<PartEffect, String> words) {
    return i -> i < parts().size() ? words.apply(parts().get(i)) : "";
  }

  private static String number(double value) {
    return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, 3);
  }
}
