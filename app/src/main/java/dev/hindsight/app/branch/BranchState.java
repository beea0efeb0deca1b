package dev.hindsight.app.branch;

import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The branches of an open recording, and the state of their controls.
///
/// @param branches the existing branches; empty until their folder has been read
/// @param here the branch that is open; empty for the recording itself
/// @param pending the edits of the next branch, in order
/// @param standing whether the recording can continue from any tick
/// @param replay the result of the last replay, in a sentence; empty before one
public record BranchState(
    Optional<Branches> branches,
    Optional<String> here,
    List<Edit> pending,
    RewindReadiness standing,
    String replay) {
  /// Nothing read yet.
  public static final BranchState EMPTY =
      new BranchState(
          Optional.empty(), Optional.empty(), List.of(), new RewindReadiness.Unknown(), "");

  /// Copies the list.
  public BranchState {
    pending = List.copyOf(pending);
  }

  /// How far the time machine is ready.
  public sealed interface RewindReadiness {
    /// Not requested yet.
    record Unknown() implements RewindReadiness {}

    /// The pass over the recording is running.
    record UnderWay() implements RewindReadiness {}

    /// The pass is done.
    ///
    /// @param words from which ticks it can continue, and how far it repeated
    record Ready(String words) implements RewindReadiness {}

    /// The recording cannot continue from any tick.
    ///
    /// @param words why, and what to do
    record Impossible(String words) implements RewindReadiness {}
  }

  /// With the content of the folder.
  BranchState known(Branches all, Optional<String> which) {
    return new BranchState(Optional.of(all), which, pending, standing, replay);
  }

  /// With one more edit, which replaces another one about the same thing at the same tick.
  BranchState with(Edit edit) {
    List<Edit> more = new ArrayList<>(pending);
    HeldAction.of(edit)
        .ifPresent(next ->
            more.removeIf(old ->
                HeldAction.of(old).filter(now -> now.of(next.tick(), next.agent())).isPresent()));
    more.removeIf(old -> contradicts(old, edit));
    more.add(edit);
    return new BranchState(branches, here, more, standing, replay);
  }

  /// Whether both say where one agent is, or what it observes, at one tick.
  private static boolean contradicts(Edit old, Edit next) {
    return old.tick() == next.tick()
        && switch (next) {
          case Edit.Pose pose -> old instanceof Edit.Pose one && one.agent() == pose.agent();
          case Edit.Presence presence ->
              old instanceof Edit.Presence one && one.agent() == presence.agent();
          case Edit.ObservedNumber number ->
              old instanceof Edit.ObservedNumber one
                  && one.agent() == number.agent()
                  && one.dimension() == number.dimension();
          case Edit.PolicyChange _ -> old instanceof Edit.PolicyChange;
          // Actions are replaced above; forgetting and switching off add up.
          case Edit.Action _, Edit.ActionSequence _, Edit.Wipe _, Edit.Slot _, Edit.Ablate _ ->
              false;
        };
  }

  /// With one of the actions held for a number of ticks.
  BranchState holding(int index, int ticks) {
    List<Edit> changed = new ArrayList<>(pending);
    if (index >= 0 && index < changed.size()) {
      HeldAction.of(changed.get(index))
          .ifPresent(heldAction -> changed.set(index, heldAction.withTicks(ticks)));
    }
    return new BranchState(branches, here, changed, standing, replay);
  }

  /// Without one of the edits.
  BranchState without(int index) {
    List<Edit> fewer = new ArrayList<>(pending);
    if (index >= 0 && index < fewer.size()) {
      fewer.remove(index);
    }
    return new BranchState(branches, here, fewer, standing, replay);
  }

  /// With earlier edits inserted before the pending ones.
  BranchState restored(List<Edit> edits) {
    List<Edit> all = new ArrayList<>(edits);
    all.addAll(pending);
    return new BranchState(branches, here, all, standing, replay);
  }

  /// Without edits.
  BranchState cleared() {
    return new BranchState(branches, here, List.of(), standing, replay);
  }

  BranchState standing(RewindReadiness next) {
    return new BranchState(branches, here, pending, next, replay);
  }

  BranchState replayed(String words) {
    return new BranchState(branches, here, pending, standing, words);
  }
}
