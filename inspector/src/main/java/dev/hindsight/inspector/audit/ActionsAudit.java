package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RecordedActionBound;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Checks that actions are legal, that they follow from the recorded logits and the declared
/// selection, and that their stored log-probabilities are right. Actions from a file or chosen by
/// hand are checked only against the action space.
final class ActionsAudit implements Audit {
  @Override
  public String id() {
    return "actions";
  }

  @Override
  public String title() {
    return "Actions";
  }

  @Override
  public String help() {
    return wording("ActionsAudit.every_action_exists_is_the_one");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    if (rollout.channel("action").filter(c -> c.spec().perAgent()).isEmpty()) {
      return Optional.of(wording("ActionsAudit.the_recording_holds_no_actions_of"));
    }
    return RecordedActionSpace.of(rollout).isPresent()
        ? Optional.empty()
        : Optional.of(wording("ActionsAudit.the_recording_does_not_declare_its"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    new Choices(new AuditedRecording(rollout), auditFindings).check(progress, cancellation);
    return auditFindings.report(wording("ActionsAudit.all_actions_are_those_the_declared"));
  }

  /// The choices of all agents, tick by tick. One owner thread.
  private static final class Choices {
    /// The number of draws from which on it cannot be chance that another selection explains them
    /// all.
    private static final int ENOUGH = 8;

    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final ActionSpace space;
    private final Optional<AgentColumn> joint;
    private final Optional<Channel> numbers;
    private final Optional<Channel> logits;
    private final Optional<AgentColumn> logProb;
    private final Optional<RecordedActionMask> mask;
    private final StepBuffer seen;
    private final Optional<AgentColumn> refused;
    private final String selection;
    private final PolicyOutput output;
    private final Actions stored;
    private final Actions recomputed;
    private final float[] probability;

    /// `[A]` log-probabilities of the actions that the declared selection draws.
    private final float[] redrawn;

    /// `[A]` whether the declared selection draws the stored action.
    private final boolean[] same;

    private final RecordedActionBound bounds;
    private final List<SelectionHypothesis> hypotheses = new ArrayList<>();

    /// Computes log-probabilities; empty if how the actions were chosen is not known.
    private final Optional<ActionSelector> selector;

    private final List<Mismatch> mismatches = new ArrayList<>();
    private final double near;
    private final int width;
    private long drawn;

    /// An action that the declared selection did not choose.
    private record Mismatch(int tick, int agent, String number, double size) {}

    /// Another way of selecting, which may explain all actions.
    private static final class SelectionHypothesis {
      private final String words;
      private final ActionSelector selector;
      private final int shift;
      private boolean holds = true;

      SelectionHypothesis(String words, ActionSelector selector, int shift) {
        this.words = words;
        this.selector = selector;
        this.shift = shift;
      }
    }

    Choices(AuditedRecording recording, AuditFindings auditFindings) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      Rollout rollout = recording.rollout();
      Manifest manifest = rollout.manifest();
      space = RecordedActionSpace.of(rollout).orElseThrow();
      int agents = recording.agents();
      EnvironmentShape shape =
          new EnvironmentShape(
                  agents, manifest.observation(), space, manifest.tickSeconds(), 1, 0, List.of())
              .with(new NeutralAction(0));
      mask =
          space instanceof ActionSpace.Discrete discrete
              ? RecordedActionMask.of(rollout, discrete.count())
              : Optional.empty();
      if (mask.filter(RecordedActionMask::applied).isPresent() && recording.ours()) {
        shape = shape.with(ActionMask.APPLIES);
      }
      seen = new StepBuffer(shape);
      output = new PolicyOutput(shape);
      stored = new Actions(shape);
      recomputed = new Actions(shape);
      probability = new float[agents];
      redrawn = new float[agents];
      same = new boolean[agents];
      bounds = new RecordedActionBound(rollout);
      width = output.width;
      joint =
          space instanceof ActionSpace.Discrete ? recording.column("action", 1) : Optional.empty();
      numbers =
          space instanceof ActionSpace.Continuous ? rollout.channel("action") : Optional.empty();
      logits =
          rollout
              .channel("logits")
              .filter(c -> c.spec().perAgent() && c.rowLength() == agents * width);
      logProb = recording.column("log_prob", 1);
      refused = recording.column("refused", 1);
      selection = manifest.policy().actionSelection();
      near = logits.filter(c -> c.spec().type() == Dtype.F2).isPresent() ? 2e-2 : 1e-4;
      ways(shape, manifest.seed());
      EnvironmentShape selectable = shape;
      selector =
          hypotheses.stream()
              .findFirst()
              .map(declared -> declared.selector)
              .or(() ->
                  Optional.of(selection)
                      .filter(how -> named(how) && logits.isPresent())
                      .map(how -> new ActionSelector(ActionSelection.parse(how), selectable, 0)));
    }

    /// Lists the declared selection and, after it, others to try if it does not explain the
    /// actions.
    private void ways(EnvironmentShape shape, long seed) {
      boolean drawable = recording.ours() || selection.equals("argmax");
      boolean thinks = logits.isPresent();
      if (!drawable || !(selection.equals("random") || (thinks && named(selection)))) {
        return;
      }
      add("", selection, shape, seed, 0);
      for (String other : List.of("argmax", "sample", "random")) {
        if (!other.equals(selection) && (thinks || other.equals("random"))) {
          add(
              wording("ActionsAudit.declared_is_but_the_choice_matches", selection, other),
              other,
              shape,
              seed,
              0);
        }
      }
      if (!selection.equals("argmax")) {
        add(wording("ActionsAudit.drawn_with_the_random_numbers_of"), selection, shape, seed, -1);
        add(wording("ActionsAudit.drawn_with_the_random_numbers_of_2"), selection, shape, seed, 1);
        add(wording("ActionsAudit.drawn_with_the_seed_one_higher"), selection, shape, seed + 1, 0);
        add(wording("ActionsAudit.drawn_with_the_seed_one_lower"), selection, shape, seed - 1, 0);
      }
    }

    private static boolean named(String selection) {
      return selection.equals("argmax") || selection.equals("sample");
    }

    private void add(String words, String how, EnvironmentShape shape, long seed, int shift) {
      hypotheses.add(
          new SelectionHypothesis(
              words, new ActionSelector(ActionSelection.parse(how), shape, seed), shift));
    }

    void check(Progress progress, Cancellation cancellation) {
      for (int tick = 0; tick < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        read(tick);
        exist(tick);
        chosen(tick);
        probable(tick);
        progress.report(tick + 1L, recording.ticks(), "ticks");
      }
      String cause = cause();
      for (Mismatch each : mismatches) {
        auditFindings.add(each.tick, each.agent, each.number, each.size, cause);
      }
      if (hypotheses.isEmpty()) {
        auditFindings.leftOut("draw", (long) recording.ticks() * recording.agents(), whyNotDrawn());
      }
    }

    private String whyNotDrawn() {
      return switch (selection) {
        case "file" -> wording("ActionsAudit.the_actions_come_from_a_file");
        case "argmax", "sample" ->
            logits.isEmpty()
                ? wording("ActionsAudit.no_logits_are_recorded")
                : wording("ActionsAudit.another_program_drew_them");
        case "random" -> wording("ActionsAudit.another_program_drew_them");
        default -> wording("ActionsAudit.how_they_were_chosen_is_not");
      };
    }

    private void read(int tick) {
      if (seen.actionMask.length > 0) {
        mask.orElseThrow().read(tick, 0, seen.actionMask);
        for (int agent = 0; agent < recording.agents(); agent++) {
          seen.removed[agent] = (byte) (recording.limbo(tick, agent) || !any(agent) ? 1 : 0);
        }
      }
      if (logits.isPresent()) {
        logits.get().read(tick, 0, output.logits, output.logits.length);
      }
      bounds.read(tick, output.squashed);
      if (joint.isPresent()) {
        joint.get().channel().read(tick, 0, stored.joint, stored.joint.length);
      }
      if (numbers.isPresent()) {
        numbers.get().read(tick, 0, stored.continuous, stored.continuous.length);
      }
    }

    /// Whether the mask leaves an agent any action. If not, none can be drawn.
    private boolean any(int agent) {
      for (int action = 0; action < width; action++) {
        if (seen.legal(agent, action)) {
          return true;
        }
      }
      return false;
    }

    /// Whether an agent's action at a tick was chosen, rather than filled in by the recorder.
    private boolean acts(int tick, int agent) {
      // Recordings by other programs mark actions they did not store by -1.
      boolean kept = recording.ours() || joint.isEmpty() || stored.joint[agent] != -1;
      return kept && !recording.limbo(tick, agent);
    }

    private void exist(int tick) {
      for (int agent = 0; agent < recording.agents(); agent++) {
        if (!acts(tick, agent)) {
          auditFindings.leftOut(
              "action",
              1,
              recording.limbo(tick, agent)
                  ? wording("ActionsAudit.of_agents_in_limbo")
                  : wording("ActionsAudit.the_recording_does_not_hold_them"));
          continue;
        }
        auditFindings.compared("action", 1);
        if (space instanceof ActionSpace.Discrete discrete) {
          int action = stored.joint[agent];
          if (action < 0 || action >= discrete.count()) {
            auditFindings.add(
                tick,
                agent,
                "action",
                Double.NaN,
                wording("ActionsAudit.there_is_no_action_only_0")
                    .formatted(action, discrete.count() - 1));
          } else {
            allowed(tick, agent, action);
          }
        } else {
          within(tick, agent);
        }
      }
    }

    private void allowed(int tick, int agent, int action) {
      boolean illegal = mask.isPresent() && !mask.get().legal(tick, agent, action);
      if (illegal && mask.get().applied() && !recording.byHand().acted(tick, agent)) {
        auditFindings.add(
            tick,
            agent,
            "action",
            Double.NaN,
            wording("ActionsAudit.the_action_taken_is_masked_action"));
      }
      boolean policyChose = named(selection) && !recording.byHand().acted(tick, agent);
      if (logits.isPresent()
          && policyChose
          && output.logits[agent * width + action] == Float.NEGATIVE_INFINITY) {
        auditFindings.add(
            tick,
            agent,
            "action",
            Double.NaN,
            wording("ActionsAudit.the_action_taken_is_masked_its"));
      }
    }

    private void within(int tick, int agent) {
      int k = stored.continuous.length / recording.agents();
      for (int i = 0; i < k && recording.ours(); i++) {
        float number = stored.continuous[agent * k + i];
        if (!(number >= -1 && number <= 1)) {
          auditFindings.add(
              tick,
              agent,
              "action[" + i + "]",
              Math.abs(number) - 1,
              wording("ActionsAudit.an_action_beyond_its_range_of"));
        }
      }
    }

    /// Whether the declared selection chose the action: not if it was refused or set by hand.
    private boolean free(int tick, int agent) {
      boolean guarded = refused.isPresent() && refused.get().value(tick, agent) != 0;
      return acts(tick, agent)
          && !guarded
          && !recording.byHand().acted(tick, agent)
          && finite(agent);
    }

    private boolean finite(int agent) {
      boolean looks = !selection.equals("random") && logits.isPresent();
      for (int i = agent * width; looks && i < (agent + 1) * width; i++) {
        if (Float.isNaN(output.logits[i]) || output.logits[i] == Float.POSITIVE_INFINITY) {
          return false;
        }
      }
      return true;
    }

    private void chosen(int tick) {
      for (int h = 0; h < hypotheses.size(); h++) {
        SelectionHypothesis way = hypotheses.get(h);
        if (h > 0 && !way.holds) {
          continue;
        }
        way.selector.choose(seen, output, tick + way.shift, recomputed, probability);
        if (h == 0) {
          System.arraycopy(probability, 0, redrawn, 0, redrawn.length);
          Arrays.fill(same, false);
        }
        for (int agent = 0; agent < recording.agents(); agent++) {
          if (!free(tick, agent)) {
            continue;
          }
          double off = apart(agent);
          boolean agrees = off <= (joint.isPresent() ? 0 : 1e-6);
          if (h == 0) {
            drawn++;
            same[agent] = agrees;
            auditFindings.compared("draw", 1);
          }
          if (!agrees) {
            way.holds = false;
            if (h == 0) {
              boolean whole = joint.isPresent();
              mismatches.add(new Mismatch(tick, agent, "action", whole ? Double.NaN : off));
            }
          }
        }
      }
    }

    private double apart(int agent) {
      if (joint.isPresent()) {
        return Math.abs(stored.joint[agent] - recomputed.joint[agent]);
      }
      int k = stored.continuous.length / recording.agents();
      double most = 0;
      for (int i = agent * k; i < (agent + 1) * k; i++) {
        double off = Math.abs(stored.continuous[i] - recomputed.continuous[i]);
        most = Math.max(most, Double.isNaN(off) ? Double.POSITIVE_INFINITY : off);
      }
      return most;
    }

    /// The one selection that explains every action; otherwise the selections that were tried.
    private String cause() {
      List<String> explained =
          hypotheses.stream().skip(1).filter(way -> way.holds).map(way -> way.words).toList();
      if (explained.size() == 1 && drawn >= ENOUGH) {
        return wording("ActionsAudit.a_selection_other_than_declared", explained.getFirst());
      }
      String what =
          selection.equals("argmax")
              ? wording("ActionsAudit.it_is_not_the_largest_of")
              : wording("ActionsAudit.the_declared_selection_draws_another", selection);
      String all =
          mismatches.size() == drawn
              ? ""
              : wording("ActionsAudit.of_do_not_match").formatted(mismatches.size(), drawn);
      String tried =
          mismatches.size() * 10L < drawn
              ? wording("ActionsAudit.the_action_was_changed_after_it")
              : wording(
                  "ActionsAudit.choose_explains_them_all",
                  wording("ActionsAudit.another_generator_another_selection")
                      .formatted(Math.max(0, hypotheses.size() - 1)));
      return what + all + tried;
    }

    /// Whether the number that was drawn is known: that of a draw that is repeated, or a number set
    /// by hand, which is its own. Others may have been bounded.
    private boolean told(int tick, int agent) {
      return same[agent] || recording.byHand().acted(tick, agent);
    }

    /// Checks that the stored log-probability is that of the stored action.
    private void probable(int tick) {
      for (int agent = 0; logProb.isPresent() && agent < recording.agents(); agent++) {
        double recorded = logProb.get().value(tick, agent);
        int action = stored.joint[agent];
        boolean policyChose =
            acts(tick, agent)
                && finite(agent)
                && !(refused.isPresent() && refused.get().value(tick, agent) != 0)
                && !(Double.isNaN(recorded) && !recording.ours());
        if (!policyChose || (joint.isPresent() && !(action >= 0 && action < width))) {
          continue;
        }
        if (selector.isEmpty() || (numbers.isPresent() && !told(tick, agent))) {
          if (!recording.ours()) {
            auditFindings.leftOut(
                wording("ActionsAudit.log_prob_value"),
                1,
                selector.isEmpty() ? whyNotDrawn() : wording("ActionsAudit.the_draw_is_not_known"));
          }
          continue;
        }
        double right =
            numbers.isPresent() && same[agent]
                ? redrawn[agent]
                : selector.get().logProbability(output, stored, agent);
        auditFindings.compared(wording("ActionsAudit.log_prob_value"), 1);
        if (!alike(recorded, right) && !alike(recorded, masked(tick, agent))) {
          auditFindings.add(
              tick,
              agent,
              "log_prob",
              Math.abs(recorded - right),
              wording("ActionsAudit.the_stored_log_probability_is_not"));
        }
      }
    }

    private boolean alike(double recorded, double right) {
      return recorded == right || Math.abs(recorded - right) <= near * (1 + Math.abs(right));
    }

    /// The log-probability if another program stored its logits before it masked them; NaN if there
    /// is no such mask.
    private double masked(int tick, int agent) {
      if (recording.ours() || joint.isEmpty() || mask.isEmpty()) {
        return Double.NaN;
      }
      float[] row = Arrays.copyOfRange(output.logits, agent * width, (agent + 1) * width);
      mask.get().apply(tick, agent, row);
      return Categorical.logProbability(row, stored.joint[agent]);
    }
  }
}
