package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.advantage.AdvantageLawCheck;
import dev.hindsight.inspector.recompute.FormsOpener;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.ppo.LossProbe;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;

/// Checks that limbo gets no attention, affects no output, and is not learned from.
final class LimboAudit implements Audit {
  private final FormsOpener opening;

  LimboAudit() {
    this(FormsOpener.BUILT_IN);
  }

  LimboAudit(FormsOpener opening) {
    this.opening = opening;
  }

  @Override
  public String id() {
    return "limbo";
  }

  @Override
  public String title() {
    return "Limbo";
  }

  @Override
  public String help() {
    return wording("LimboAudit.what_happens_in_limbo_has_no");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return AgentColumn.of(rollout, "removed").isPresent()
        ? Optional.empty()
        : Optional.of(wording("LimboAudit.the_recording_does_not_say_which"));
  }

  @Override
  public boolean readsCheckpoint() {
    return true;
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    long limbo = limboTicks(rollout);
    if (limbo == 0) {
      return AuditReport.nothingToCheck(id(), wording("LimboAudit.no_agent_is_ever_in_limbo"));
    }
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    boolean credited = checkAdvantages(subject, auditFindings, cancellation);
    if (credited) {
      auditFindings.compared(wording("LimboAudit.credited_limbo_tick"), limbo);
    }
    Optional<Path> file =
        NetworkAvailability.missing(rollout).isEmpty() ? subject.checkpoint() : Optional.empty();
    boolean attended =
        new LimboAttention(subject, auditFindings).check(file, progress, cancellation);
    if (attended) {
      auditFindings.compared(wording("LimboAudit.attended_limbo_tick"), limbo);
    }
    String holds = wording("LimboAudit.all_ticks_in_limbo_are_ignored", limbo);
    if (file.isPresent()) {
      try {
        holds =
            network(subject, file.get(), auditFindings, progress, cancellation)
                .sentence(limbo, holds);
      } catch (Problem unfit) {
        return NetworkAvailability.unfit(id(), subject, unfit);
      }
    } else if (!attended
        && auditFindings.none()
        && NetworkAvailability.missing(rollout).isEmpty()) {
      return AuditReport.notApplicable(
          id(),
          wording(
              "LimboAudit.how_the_network_treats_limbo_cannot",
              NetworkAvailability.notFound(rollout)));
    }
    return auditFindings.report(holds, wording("LimboAudit.the_recording_holds_no_values_of"));
  }

  /// What carries observations in limbo to an agent's own later outputs, rightly as far as is
  /// known.
  private enum Carrier {
    NOTHING,
    /// A recurrent state, which has no mask.
    RECURRENT_STATE,
    /// The state of a program, of whatever kind.
    PROGRAM_STATE;

    /// The sentence if nothing is wrong.
    String sentence(long limbo, String ignored) {
      return switch (this) {
        case NOTHING -> ignored;
        case RECURRENT_STATE -> wording("LimboAudit.advantages_and_loss_ignore_all_ticks", limbo);
        case PROGRAM_STATE -> wording("LimboAudit.the_programs_state_carries_limbo", limbo);
      };
    }
  }

  /// Whether any output changes with the observations in limbo.
  private Carrier network(
      AuditSubject subject,
      Path file,
      AuditFindings auditFindings,
      Progress progress,
      Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    LimboGarbageCheck limboGarbageCheck = new LimboGarbageCheck(subject, auditFindings);
    Optional<TrainingAndActingForms> forms = opening.open(rollout, file, Arithmetic.PLAIN);
    if (forms.isPresent()) {
      try (TrainingAndActingForms opened = forms.get()) {
        limboGarbageCheck.check(file, opening, opened, progress, cancellation);
        return opened.remembers() == MemoryKind.STATE ? Carrier.RECURRENT_STATE : Carrier.NOTHING;
      }
    }
    Optional<ObservedNeighbours> seen = ObservedNeighbours.of(rollout);
    Optional<EdgeIntrospection> edges =
        seen.isEmpty()
            ? Optional.empty()
            : BuiltInPolicies.edges(file, RecordedShape.of(rollout), Arithmetic.PLAIN);
    if (edges.isPresent()) {
      try (EdgeIntrospection opened = edges.get()) {
        limboGarbageCheck.check(opened, seen.orElseThrow(), progress, cancellation);
      }
      return Carrier.NOTHING;
    }
    auditFindings.leftOut(
        wording("LimboAudit.training_form"), 1, wording("LimboAudit.the_policy_can_only_act"));
    String policy = file.toString();
    EnvironmentShape shape = TeacherForcing.shapeOf(rollout);
    try (OpenedPolicy first = BuiltInPolicies.open(policy, shape);
        OpenedPolicy second = BuiltInPolicies.open(policy, shape)) {
      boolean carried =
          new ActingLimboCheck(rollout, auditFindings)
              .check(first.policy(), second.policy(), progress, cancellation);
      return carried ? Carrier.PROGRAM_STATE : Carrier.NOTHING;
    }
  }

  private static long limboTicks(Rollout rollout) {
    Limbo limbo = new Limbo(rollout);
    long count = 0;
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      count += limbo.count(tick);
    }
    return count;
  }

  /// Checks that advantages and the loss ignore limbo.
  ///
  /// @return whether this could be checked
  private boolean checkAdvantages(
      AuditSubject subject, AuditFindings auditFindings, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    boolean valued =
        AgentColumn.of(rollout, "reward").isPresent()
            && AgentColumn.of(rollout, "value").isPresent();
    AdvantageLawCheck audit = AdvantageLawCheck.of(Optional.empty());
    for (int agent = 0; valued && agent < rollout.manifest().agents(); agent++) {
      int who = agent;
      audit
          .limbo(rollout, agent, Progress.SILENT, cancellation)
          .ifPresent(breach ->
              auditFindings.add(breach.tick(), who, "advantage", breach.off(), breach.cause()));
      LimboLoss.check(rollout, agent)
          .ifPresent(lossDifference ->
              auditFindings.add(
                  lossDifference.tick(),
                  who,
                  "loss",
                  lossDifference.size(),
                  wording("LimboAudit.what_happens_in_limbo_changes_the")));
    }
    return valued;
  }

  /// Training's loss over a stretch of the recording, with and without garbage in limbo.
  private static final class LimboLoss {
    /// The number of ticks before and from the first tick in limbo on: the loss is a mean, so any
    /// ticks will do.
    private static final int REACH = 128;

    private LimboLoss() {}

    /// A loss that changed.
    ///
    /// @param tick the first tick in limbo
    record LossDifference(int tick, double size) {}

    static Optional<LossDifference> check(Rollout rollout, int agent) {
      EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, agent);
      int limbo = 0;
      while (limbo < episodeFlags.ticks() && episodeFlags.live(limbo)) {
        limbo++;
      }
      Optional<AgentColumn> logits = AgentColumn.ofAnyWidth(rollout, "logits");
      Optional<AgentColumn> action =
          AgentColumn.of(rollout, "action").filter(c -> c.channel().spec().type() == Dtype.I4);
      if (limbo == episodeFlags.ticks() || logits.isEmpty() || action.isEmpty()) {
        return Optional.empty();
      }
      int from = Math.max(0, limbo - REACH);
      int ticks = Math.min(episodeFlags.ticks(), limbo + REACH) - from;
      int actions = logits.get().width();
      LossProbe.Row row = new LossProbe.Row(ticks, actions);
      float[] one = new float[actions];
      for (int t = 0; t < ticks; t++) {
        logits.get().channel().read(from + t, agent * actions, one, actions);
        System.arraycopy(one, 0, row.logits(), t * actions, actions);
        row.action()[t] = Math.clamp(action.get().integer(from + t, agent), 0, actions - 1);
        row.values()[t] = finite(rollout, "value", from + t, agent);
        row.logProb()[t] = finite(rollout, "log_prob", from + t, agent);
        row.returns()[t] = row.values()[t] + finite(rollout, "reward", from + t, agent);
        row.removed()[t] = episodeFlags.removed()[from + t];
      }
      double before = LossProbe.of(row);
      row.disturbLimbo();
      double after = LossProbe.of(row);
      return before == after || (Double.isNaN(before) && Double.isNaN(after))
          ? Optional.empty()
          : Optional.of(new LossDifference(limbo, Math.abs(after - before)));
    }

    private static float finite(Rollout rollout, String name, int tick, int agent) {
      double value = AgentColumn.of(rollout, name).map(c -> c.value(tick, agent)).orElse(0.0);
      return Double.isFinite(value) ? (float) value : 0;
    }
  }
}
