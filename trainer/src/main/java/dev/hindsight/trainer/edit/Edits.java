package dev.hindsight.trainer.edit;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.rollout.AgentNumber;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The edits of a recording, each applied at its point in the tick: to the world and to memory
/// before the observation, to the observation, to the chosen actions. If two edits change the same
/// thing, the later one in the list wins.
///
/// @param all inherited edits first, then the branch's own
public record Edits(List<Edit> all) {
  /// No edits.
  public static final Edits NONE = new Edits(List.of());

  /// Copies the list.
  public Edits {
    all = List.copyOf(all);
  }

  /// These edits followed by others.
  public Edits and(List<Edit> others) {
    List<Edit> both = new ArrayList<>(all);
    both.addAll(others);
    return new Edits(both);
  }

  /// Rejects edits that are impossible in an environment, before anything runs.
  ///
  /// @param ticks length of the recording
  /// @throws Problem naming the first impossible edit
  public void check(EnvironmentShape shape, int ticks) {
    EditCheck check = new EditCheck(shape, ticks);
    all.forEach(check::admit);
  }

  /// Rejects actions of agents that are in limbo for as long as the edit lasts: they would do
  /// nothing.
  ///
  /// @param at the tick that the recording is continued from; later ones may turn out otherwise
  /// @param limbo of the recording
  /// @param ticks length of the recording
  /// @throws Problem naming the first such edit's agent
  public void checkActing(int at, Limbo limbo, int ticks) {
    for (Edit edit : all) {
      switch (edit) {
        case Edit.Action e when e.tick() == at ->
            acts(limbo, at, Math.min(at + 1, ticks), e.agent());
        case Edit.ActionSequence e when e.tick() == at ->
            acts(limbo, at, Math.min(at + e.choices().size(), ticks), e.agent());
        case Edit.Action _,
            Edit.ActionSequence _,
            Edit.Pose _,
            Edit.Presence _,
            Edit.ObservedNumber _,
            Edit.Wipe _,
            Edit.Slot _,
            Edit.Ablate _,
            Edit.PolicyChange _ -> {}
      }
    }
  }

  private void acts(Limbo limbo, int from, int to, int agent) {
    boolean back =
        all.stream()
            .anyMatch(edit ->
                edit instanceof Edit.Presence e
                    && e.tick() == from
                    && e.agent() == agent
                    && e.way() == Edit.Presence.Way.BACK);
    if (!back
        && from >= 0
        && from < to
        && IntStream.range(from, to).allMatch(tick -> limbo.at(tick, agent))) {
      throw WorldEditor.inLimbo(agent);
    }
  }

  /// Moves, removes and brings back agents, before the tick is observed.
  ///
  /// @throws Problem if this world cannot be changed in this way
  public void world(int tick, Environment environment) {
    try {
      change(tick, environment);
    } catch (Problem problem) {
      throw problem.named(environment.agentNames()::titled);
    }
  }

  private void change(int tick, Environment environment) {
    for (Edit edit : all) {
      if (edit.tick() == tick) {
        switch (edit) {
          case Edit.Pose e ->
              editable(environment, tick).place(e.agent(), e.x(), e.y(), e.heading());
          case Edit.Presence e -> {
            switch (e.way()) {
              case OFF -> editable(environment, tick).remove(e.agent());
              case BACK -> editable(environment, tick).bring(e.agent());
            }
          }
          case Edit.Action _,
              Edit.ActionSequence _,
              Edit.ObservedNumber _,
              Edit.Wipe _,
              Edit.Slot _,
              Edit.Ablate _,
              Edit.PolicyChange _ -> {}
        }
      }
    }
  }

  private static WorldEditor editable(Environment environment, int tick) {
    return environment
        .editable()
        .orElseThrow(() ->
            new Problem(
                wording("Edits.no_agent_can_be_moved_by"),
                wording("Edits.tick", tick),
                wording("Edits.change_an_action_or_an_observation")));
  }

  /// Changes observations of a tick.
  ///
  /// @param observation `[A * D]`
  /// @param size D
  public void seen(int tick, float[] observation, int size) {
    for (Edit edit : all) {
      if (edit.tick() == tick && edit instanceof Edit.ObservedNumber e) {
        observation[e.agent() * size + e.dimension()] = e.value();
      }
    }
  }

  /// Makes a policy forget, before it observes a tick.
  ///
  /// @param agents A
  /// @throws Problem if it has no such memory
  public void memory(int tick, Policy policy, int agents) {
    for (Edit edit : all) {
      if (edit.tick() == tick && edit instanceof Edit.Wipe e) {
        for (int agent : chosen(e.agent(), agents)) {
          policy.forget(agent);
        }
      } else if (edit.tick() == tick && edit instanceof Edit.Slot e) {
        for (int agent : chosen(e.agent(), agents)) {
          policy.erase(agent, tick - e.moment(), e.how());
        }
      }
    }
  }

  private static int[] chosen(int agent, int agents) {
    return agent == Edit.ALL ? IntStream.range(0, agents).toArray() : new int[] {agent};
  }

  /// Replaces chosen actions.
  ///
  /// @return the agents whose action differs from the policy's choice
  public BitSet actions(int tick, Actions actions) {
    BitSet changed = new BitSet();
    for (Edit edit : all) {
      if (edit instanceof Edit.Action e && e.tick() == tick) {
        e.choice().into(actions, e.agent());
        changed.set(e.agent());
      } else if (edit instanceof Edit.ActionSequence e
          && tick >= e.tick()
          && tick - e.tick() < e.choices().size()) {
        e.choices().get(tick - e.tick()).into(actions, e.agent());
        changed.set(e.agent());
      }
    }
    return changed;
  }

  /// The tick at which the policy that acts at a given tick took over; 0 if there was no change.
  public int actsSince(int tick) {
    // Called at every tick: allocates nothing.
    int since = 0;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) instanceof Edit.PolicyChange one && one.tick() < tick) {
        since = Math.max(since, one.tick());
      }
    }
    return since;
  }

  /// Only the edits from a tick on.
  public Edits since(int tick) {
    return new Edits(all.stream().filter(edit -> edit.tick() >= tick).toList());
  }

  /// Whether an edit acts at a tick or later. If none does, what was simulated from that tick on is
  /// what the recorded policy did without edits.
  public boolean actFrom(int tick) {
    return all.stream()
        .anyMatch(edit ->
            switch (edit) {
              case Edit.Action _,
                  Edit.Pose _,
                  Edit.Presence _,
                  Edit.ObservedNumber _,
                  Edit.Wipe _,
                  Edit.Slot _ ->
                  edit.tick() >= tick;
              case Edit.ActionSequence e -> e.tick() + (long) e.choices().size() > tick;
              case Edit.Ablate e ->
                  e.tick() >= tick || (!e.ablation().isNone() && !lifted(e, tick));
              // The policy that took over still acts.
              case Edit.PolicyChange _ -> true;
            });
  }

  private boolean lifted(Edit.Ablate ablate, int tick) {
    return all.stream()
        .anyMatch(edit ->
            edit instanceof Edit.Ablate e
                && e.agent() == ablate.agent()
                && e.tick() > ablate.tick()
                && e.tick() < tick);
  }

  /// The policy that takes over at a tick.
  public Optional<Edit.PolicyChange> checkpoint(int tick) {
    return checkpoints().stream().filter(e -> e.tick() == tick).reduce((_, last) -> last);
  }

  /// The policy that acts at a tick if none takes over there: the last change before it, and of
  /// several at one tick the last.
  public Optional<Edit.PolicyChange> actingBefore(int tick) {
    return checkpoints().stream()
        .filter(e -> e.tick() < tick)
        .reduce((before, next) -> next.tick() >= before.tick() ? next : before);
  }

  /// All policy changes.
  public List<Edit.PolicyChange> checkpoints() {
    return all.stream()
        .filter(Edit.PolicyChange.class::isInstance)
        .map(Edit.PolicyChange.class::cast)
        .toList();
  }

  /// Rejects edits that name ticks, agents, actions or dimensions that do not exist.
  ///
  /// @param shape of their environment
  /// @param ticks length of the recording
  private record EditCheck(EnvironmentShape shape, int ticks) {
    void admit(Edit edit) {
      String where = wording("Edits.tick", edit.tick());
      if (edit.tick() < 0 || edit.tick() >= ticks) {
        throw new Problem(
            wording("Edits.there_is_no_such_tick"), where, wording("Edits.give_0_to", ticks - 1));
      }
      switch (edit) {
        case Edit.Action e -> {
          agent(e.agent(), where);
          choice(e.choice(), where);
        }
        case Edit.ActionSequence e -> {
          agent(e.agent(), where);
          e.choices().forEach(forcedAction -> choice(forcedAction, where));
        }
        case Edit.Pose e -> {
          agent(e.agent(), where);
          if (!Float.isFinite(e.x()) || !Float.isFinite(e.y()) || !Float.isFinite(e.heading())) {
            throw new Problem(
                wording("Edits.no_agent_can_stand_there"),
                where,
                wording("Edits.give_finite_numbers"));
          }
        }
        case Edit.Presence e -> agent(e.agent(), where);
        case Edit.ObservedNumber e -> observation(e, where);
        case Edit.Wipe e -> agentOrAll(e.agent(), where);
        case Edit.Slot e -> {
          agentOrAll(e.agent(), where);
          if (e.moment() < 0 || e.moment() >= e.tick()) {
            throw new Problem(
                wording("Edits.nothing_of_tick_is_in_memory", e.moment()),
                where,
                wording("Edits.give_a_moment_before_it"));
          }
        }
        case Edit.Ablate e -> {
          agent(e.agent(), where);
          if (e.ablation().fill() == Ablation.Fill.MEAN
              && !e.means().keySet().containsAll(e.ablation().heads())) {
            throw new Problem(
                wording("Edits.the_mean_that_replaces_a_head"),
                where,
                wording("Edits.give_it_or_replace_by_0"));
          }
        }
        case Edit.PolicyChange e -> {
          if (e.file().isBlank()) {
            throw new Problem(
                wording("Edits.no_checkpoint_is_named"),
                where,
                wording("Edits.name_a_file_or_a_shipped"));
          }
        }
      }
    }

    private void agent(int agent, String where) {
      AgentNumber.check(agent, shape.agents(), where);
    }

    private void agentOrAll(int agent, String where) {
      if (agent != Edit.ALL) {
        agent(agent, where);
      }
    }

    private void observation(Edit.ObservedNumber e, String where) {
      agent(e.agent(), where);
      int size = shape.observation().size();
      if (e.dimension() < 0 || e.dimension() >= size) {
        throw new Problem(
            wording("Edits.an_observation_has_no_dimension", e.dimension()),
            where,
            wording("Edits.give_0_to", size - 1));
      }
      if (!Float.isFinite(e.value())) {
        throw new Problem(
            wording("Edits.cannot_be_observed", e.value()),
            where,
            wording("Edits.give_a_finite_number"));
      }
    }

    private void choice(ForcedAction forcedAction, String where) {
      switch (shape.actions()) {
        case ActionSpace.Discrete space -> {
          if (!(forcedAction instanceof ForcedAction.Joint joint)
              || joint.index() < 0
              || joint.index() >= space.count()) {
            throw new Problem(
                wording("Edits.is_not_one_of_the_actions", words(forcedAction)),
                where,
                wording("Edits.give_a_number_from_0_to", space.count() - 1));
          }
        }
        case ActionSpace.Continuous space -> {
          boolean fits =
              forcedAction instanceof ForcedAction.Numbers numbers
                  && numbers.numbers().size() == space.names().size()
                  && numbers.numbers().stream().allMatch(x -> Math.abs(x) <= 1);
          if (!fits) {
            throw new Problem(
                wording("Edits.is_not_an_action_here", words(forcedAction)),
                where,
                wording("Edits.give_numbers_from_1_to_1", space.names().size(), space.names()));
          }
        }
      }
    }

    private static String words(ForcedAction forcedAction) {
      return switch (forcedAction) {
        case ForcedAction.Joint joint -> Integer.toString(joint.index());
        case ForcedAction.Numbers numbers -> numbers.numbers().toString();
      };
    }
  }
}
