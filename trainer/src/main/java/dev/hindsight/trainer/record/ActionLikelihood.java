package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The likelihood of one agent's recorded actions under another policy: the policy runs on the
/// recorded observations in order, with its memory continuing as if it had acted, and gives the
/// probability of each recorded action. Nothing is simulated.
public final class ActionLikelihood implements Job<ActionLikelihood.Likelihoods> {
  private final Rollout rollout;
  private final int agent;
  private final Policy policy;
  private final EnvironmentShape shape;

  /// @param policy opened for [#shapeOf]; owned by the job's thread, which does not close it
  public ActionLikelihood(Rollout rollout, int agent, Policy policy) {
    this.rollout = rollout;
    this.agent = agent;
    this.policy = policy;
    this.shape = shapeOf(rollout);
  }

  /// The result. Arrays are `[T]`; NaN in limbo and where a value is undefined.
  ///
  /// @param agent whose actions
  /// @param logProb log-probability of the recorded action under the other policy
  /// @param ratio that probability divided by the one it was drawn with
  /// @param divergence Kullback-Leibler divergence from the recorded policy to the other, nats
  /// @param value the other policy's estimate
  /// @param agrees whether both policies have the same most probable action: 1 or 0
  /// @param difference largest difference of any logit from the recorded one
  public record Likelihoods(
      int agent,
      float[] logProb,
      float[] ratio,
      float[] divergence,
      float[] value,
      float[] agrees,
      float[] difference) {
    private static Likelihoods of(int agent, int ticks) {
      Likelihoods likelihoods =
          new Likelihoods(
              agent,
              new float[ticks],
              new float[ticks],
              new float[ticks],
              new float[ticks],
              new float[ticks],
              new float[ticks]);
      for (float[] all :
          new float[][] {
            likelihoods.logProb,
            likelihoods.ratio,
            likelihoods.divergence,
            likelihoods.value,
            likelihoods.agrees,
            likelihoods.difference
          }) {
        Arrays.fill(all, Float.NaN);
      }
      return likelihoods;
    }

    /// T.
    public int ticks() {
      return logProb.length;
    }
  }

  /// The shape of the environment with one agent of a recording, or with all of them where a policy
  /// needs them all: where agents form groups, and where an observation names other agents.
  public static EnvironmentShape shapeOf(Rollout rollout) {
    EnvironmentShape all = TeacherForcing.shapeOf(rollout);
    return NeighbourTable.of(all.observation()).isPresent() ? all : ofForms(rollout);
  }

  /// The shape for a network's forms, which compute the outputs of one agent, or of a group.
  public static EnvironmentShape ofForms(Rollout rollout) {
    EnvironmentShape all = TeacherForcing.shapeOf(rollout);
    return all.groups().stream().anyMatch(group -> group.members().size() > 1)
        ? all
        : all.sideBySide(List.of(1)).withGroups(List.of());
  }

  /// @throws Problem if the recording lacks observations or joint actions
  @Override
  public Likelihoods run(Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    int first = shape.agents() == 1 ? agent : 0;
    TeacherForcing forcing = new TeacherForcing(rollout, shape, first);
    Channel action = column("action", agents);
    int width = PolicyOutput.width(shape.actions());
    Optional<Channel> logits = optional("logits", agents * width);
    Optional<Channel> drawn = optional("log_prob", agents);
    int own = agent - first;
    float[] recorded = new float[width];
    float[] other = new float[width];
    Optional<RecordedActionMask> mask = RecordedActionMask.of(rollout, width);
    Likelihoods likelihoods = Likelihoods.of(agent, rollout.ticks());
    TeacherForcing.TickReader reader =
        (t, seen, output) -> {
          if (seen.removed[own] != 0) {
            return;
          }
          System.arraycopy(output.logits, own * width, other, 0, width);
          mask.ifPresent(legal -> legal.apply(t, agent, other));
          int done = (int) action.integer(t, agent);
          likelihoods.value[t] = output.value[own];
          likelihoods.logProb[t] = (float) Categorical.logProbability(other, done);
          if (drawn.isPresent()) {
            likelihoods.ratio[t] =
                (float) Math.exp(likelihoods.logProb[t] - drawn.get().value(t, agent));
          }
          if (logits.isPresent()) {
            logits.get().read(t, agent * width, recorded, width);
            mask.ifPresent(legal -> legal.apply(t, agent, recorded));
            likelihoods.divergence[t] = (float) Categorical.divergence(recorded, other);
            likelihoods.agrees[t] =
                Categorical.known(recorded)
                        && Categorical.known(other)
                        && Categorical.best(recorded) == Categorical.best(other)
                    ? 1
                    : 0;
            likelihoods.difference[t] = furthest(recorded, other);
          }
        };
    forcing.run(policy, reader, progress, cancellation);
    return likelihoods;
  }

  private Channel column(String name, int length) {
    return optional(name, length)
        .orElseThrow(() ->
            new Problem(
                wording("ActionLikelihood.it_has_no_channel_to_run", name),
                rollout.file().toString(),
                wording("ActionLikelihood.record_it_with_observations_and")));
  }

  private Optional<Channel> optional(String name, int length) {
    return rollout.channel(name).filter(c -> c.spec().perAgent() && c.rowLength() == length);
  }

  private static float furthest(float[] one, float[] other) {
    double furthest = 0;
    for (int i = 0; i < one.length; i++) {
      furthest = Math.max(furthest, IllegalLogit.apart(one[i], other[i]));
    }
    return (float) furthest;
  }
}
