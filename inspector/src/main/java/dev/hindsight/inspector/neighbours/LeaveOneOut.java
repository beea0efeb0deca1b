package dev.hindsight.inspector.neighbours;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.counterfactual.RecordedOutput;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/// What an agent of a graph policy would have done at a tick without one of the neighbours it saw,
/// for each of them, and without all: the network reads the recorded observations again, in which
/// the neighbour's row is empty. Only the agent's own view changes: other agents still see the
/// neighbour, and what they tell the agent in later layers may still depend on it. Immutable.
///
/// @param agent whose action
/// @param tick of the recording
/// @param taken the recorded action in words; empty if none is recorded
/// @param whole nothing left out
/// @param each one neighbour left out, largest effect first
/// @param alone all neighbours left out
/// @param fromRecorded largest difference of a logit of `whole` from the recorded ones; NaN if none
///   are recorded
/// @param warning that the logits of `whole` differ from the recorded ones
///   ([RecordedOutput#warning])
public record LeaveOneOut(
    int agent,
    int tick,
    Optional<String> taken,
    View whole,
    List<View> each,
    View alone,
    double fromRecorded,
    Optional<String> warning) {
  /// Copies the list.
  public LeaveOneOut {
    each = List.copyOf(each);
  }

  /// The output for one view of the neighbours.
  ///
  /// @param without the neighbours left out; empty for none
  /// @param action what the agent would have done, with the random number of the recording; a legal
  ///   action where policies take no others
  /// @param otherAction whether that differs from what it would have done with nothing left out
  /// @param divergence `KL(whole || this)`, nats
  /// @param value the value estimate
  /// @param logits `[n]`
  /// @param trace the attention of all agents
  public record View(
      Set<Integer> without,
      String action,
      boolean otherAction,
      double divergence,
      double value,
      float[] logits,
      EdgeTrace trace) {
    /// The only neighbour left out.
    public int neighbour() {
      return without.iterator().next();
    }
  }

  /// Runs the network once for each neighbour that the agent saw. For a background thread.
  ///
  /// @param checkpoint a graph policy; empty for the one that acted
  /// @return empty if the agent was in limbo
  /// @throws dev.hindsight.trainer.Problem if the recording holds no neighbours, or its checkpoint
  ///   is not found
  public static Optional<LeaveOneOut> of(
      Rollout rollout, int agent, int tick, Optional<Path> checkpoint) {
    try (Session session = new Session(rollout, checkpoint)) {
      return session.at(agent, tick);
    }
  }

  /// The output without several neighbours at once.
  ///
  /// @param others agents to leave out
  /// @return empty if the agent was in limbo
  public static Optional<View> together(
      Rollout rollout, int agent, int tick, Set<Integer> others, Optional<Path> checkpoint) {
    try (Session session = new Session(rollout, checkpoint)) {
      return session.together(agent, tick, others);
    }
  }

  /// How many neighbours change the action if left out.
  public long decisive() {
    return each.stream().filter(View::otherAction).count();
  }

  /// The agent's attention on some of its neighbours or itself in a view, `0..1`.
  public double attention(View view, Set<Integer> on, EdgeHeads heads) {
    double sum = 0;
    for (int row = 0; row <= view.trace.rows(); row++) {
      int other = row == view.trace.rows() ? agent : view.trace.neighbour(agent, row);
      if (on.contains(other)) {
        sum += heads.weight(view.trace, agent, row);
      }
    }
    return sum;
  }

  /// The neighbour with most of the agent's attention in a view, or the agent itself.
  public int mostAttention(View view, EdgeHeads heads) {
    int most = view.trace.rows();
    for (int row = 0; row < view.trace.rows(); row++) {
      if (heads.weight(view.trace, agent, row) > heads.weight(view.trace, agent, most)) {
        most = row;
      }
    }
    return most == view.trace.rows() ? agent : view.trace.neighbour(agent, most);
  }

  /// The result in a sentence or two.
  ///
  /// @param whose the agent's name
  /// @param names of the neighbours
  public String words(String whose, IntFunction<String> names) {
    StringBuilder words = new StringBuilder(wording("LeaveOneOut.does", whose, whole.action));
    taken
        .filter(action -> !action.equals(whole.action))
        .ifPresent(action -> words.append(wording("LeaveOneOut.recorded", action)));
    words.append(each.isEmpty() ? wording("LeaveOneOut.sees_no_agent") : without(names));
    warning.ifPresent(text -> words.append(wording("LeaveOneOut.warning", text)));
    return words.toString();
  }

  /// What it would do without one neighbour and without all.
  private String without(IntFunction<String> names) {
    View first = each.stream().filter(View::otherAction).findFirst().orElse(each.getFirst());
    String one =
        first.otherAction
            ? wording(
                "LeaveOneOut.without_it_would",
                names.apply(first.neighbour()),
                first.action,
                decisive(),
                each.size())
            : wording("LeaveOneOut.no_single_neighbour", each.size());
    String none =
        alone.otherAction
            ? wording("LeaveOneOut.alone_it_would", alone.action)
            : wording("LeaveOneOut.alone_the_same");
    return one + none;
  }

  /// An open network on a recording. One owner thread.
  private static final class Session implements AutoCloseable {
    private final Rollout rollout;
    private final ObservedNeighbours seen;
    private final EdgeIntrospection network;
    private final EnvironmentShape shape;
    private final ActionSelector selector;
    private final boolean continuous;

    Session(Rollout rollout, Optional<Path> checkpoint) {
      this.rollout = rollout;
      this.seen = RecomputedEdges.neighbours(rollout);
      this.shape = RecordedShape.of(rollout);
      String how = rollout.manifest().policy().actionSelection();
      this.selector =
          new ActionSelector(
              how.equals("sample") ? new ActionSelection.Sample() : new ActionSelection.Argmax(),
              shape,
              rollout.manifest().seed());
      this.continuous = ActionManifest.numbers(rollout.manifest()).isPresent();
      this.network =
          checkpoint
              .map(file -> RecomputedEdges.network(rollout, file))
              .orElseGet(() -> RecomputedEdges.network(rollout));
    }

    Optional<LeaveOneOut> at(int agent, int tick) {
      byte[] removed = seen.removed(tick);
      if (removed[agent] != 0) {
        return Optional.empty();
      }
      View whole = view(agent, tick, removed, Set.of(), _ -> false, Optional.empty());
      Set<Integer> neighbours = neighbours(whole.trace, agent);
      List<View> each = new ArrayList<>();
      for (int other : neighbours) {
        each.add(view(agent, tick, removed, Set.of(other), at -> at == other, Optional.of(whole)));
      }
      each.sort(
          Comparator.comparingDouble(View::divergence)
              .reversed()
              .thenComparingInt(View::neighbour));
      View alone = view(agent, tick, removed, neighbours, _ -> true, Optional.of(whole));
      return Optional.of(
          new LeaveOneOut(
              agent,
              tick,
              taken(agent, tick),
              whole,
              each,
              alone,
              apart(whole, agent, tick),
              RecordedOutput.warning(rollout, agent, tick, whole.logits)));
    }

    Optional<View> together(int agent, int tick, Set<Integer> others) {
      byte[] removed = seen.removed(tick);
      if (removed[agent] != 0) {
        return Optional.empty();
      }
      View whole = view(agent, tick, removed, Set.of(), _ -> false, Optional.empty());
      return Optional.of(view(agent, tick, removed, others, others::contains, Optional.of(whole)));
    }

    private static Set<Integer> neighbours(EdgeTrace trace, int agent) {
      Set<Integer> neighbours = new TreeSet<>();
      for (int row = 0; row < trace.rows(); row++) {
        if (trace.neighbour(agent, row) >= 0) {
          neighbours.add(trace.neighbour(agent, row));
        }
      }
      return neighbours;
    }

    private View view(
        int agent,
        int tick,
        byte[] removed,
        Set<Integer> without,
        IntPredicate hidden,
        Optional<View> whole) {
      EdgeTrace trace =
          network.look(
              seen.graph().without(seen.observation(tick), seen.agents(), agent, hidden), removed);
      int width = trace.logits().length / seen.agents();
      float[] logits = new float[width];
      System.arraycopy(trace.logits(), agent * width, logits, 0, width);
      String action = action(logits, agent, tick);
      double divergence =
          whole
              .map(each ->
                  continuous
                      ? Gaussian.divergence(each.logits, logits)
                      : Categorical.divergence(
                          RecordedActionMask.applied(rollout, tick, agent, each.logits),
                          RecordedActionMask.applied(rollout, tick, agent, logits)))
              .orElse(0.0);
      return new View(
          without,
          action,
          whole.filter(each -> !each.action.equals(action)).isPresent(),
          divergence,
          trace.values()[agent],
          logits,
          trace);
    }

    /// In words, chosen as in the recording, of the legal actions where policies take no others.
    private String action(float[] logits, int agent, int tick) {
      PolicyOutput output = new PolicyOutput(shape);
      System.arraycopy(
          RecordedActionMask.applied(rollout, tick, agent, logits),
          0,
          output.logits,
          agent * output.width,
          output.width);
      Actions actions = new Actions(shape);
      selector.choose(new StepBuffer(shape), output, tick, actions, new float[shape.agents()]);
      return switch (shape.actions()) {
        case ActionSpace.Discrete _ -> AblationEffect.name(rollout, actions.joint[agent]);
        case ActionSpace.Continuous numbers -> {
          int k = numbers.names().size();
          float[] own = new float[k];
          System.arraycopy(actions.continuous, agent * k, own, 0, k);
          yield numbers.describe(own);
        }
      };
    }

    private double apart(View whole, int agent, int tick) {
      float[] recorded = seen.logits(tick);
      int width = whole.logits.length;
      return recorded.length == width * seen.agents()
          ? EdgeTrace.apart(
              Arrays.copyOfRange(recorded, agent * width, (agent + 1) * width), whole.logits)
          : Double.NaN;
    }

    private Optional<String> taken(int agent, int tick) {
      return AgentColumn.ofAnyWidth(rollout, "action")
          .map(column ->
              switch (shape.actions()) {
                case ActionSpace.Discrete _ ->
                    AblationEffect.name(rollout, (int) column.integer(tick, agent));
                case ActionSpace.Continuous numbers -> {
                  float[] own = new float[column.width()];
                  for (int i = 0; i < own.length; i++) {
                    own[i] = (float) column.value(tick, agent, i);
                  }
                  yield numbers.describe(own);
                }
              });
    }

    @Override
    public void close() {
      network.close();
    }
  }
}
