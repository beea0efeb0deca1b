package dev.hindsight.app.branch;

import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the window knows of the branches of an open recording.
///
/// @param branches those there are; nothing before their folder has been read
/// @param here which of them the open recording is; nothing where it is the recording itself
/// @param pending what is to be done by hand in the next one, in order
/// @param standing whether any tick is at hand
/// @param replay what the last replay came to, in a sentence; empty before one
public record BranchState(
    Optional<Branches> branches,
    Optional<String> here,
    List<Edit> pending,
    RewindReadiness standing,
    String replay) {
  /// Nothing known.
  public static final BranchState EMPTY =
      new BranchState(
          Optional.empty(), Optional.empty(), List.of(), new RewindReadiness.Unknown(), "");

  /// Copies the list.
  public BranchState {
    pending = List.copyOf(pending);
  }

  /// How far going back has been prepared.
  public sealed interface RewindReadiness {
    /// Not yet asked for.
    record Unknown() implements RewindReadiness {}

    /// The recording is being gone through.
    record UnderWay() implements RewindReadiness {}

    /// It has been gone through.
    ///
    /// @param words which ticks are at hand, and how far it repeated
    record Ready(String words) implements RewindReadiness {}

    /// It cannot be gone back in.
    ///
    /// @param words why, and what to do
    record Impossible(String words) implements RewindReadiness {}
  }

  /// With what the folder holds.
  BranchState known(Branches all, Optional<String> which) {
    return new BranchState(Optional.of(all), which, pending, standing, replay);
  }

  /// With one more edit; another action at the same tick takes the place of the one before.
  BranchState with(Edit edit) {
    List<Edit> more = new ArrayList<>(pending);
    HeldAction.of(edit)
        .ifPresent(next ->
            more.removeIf(old ->
                HeldAction.of(old).filter(now -> now.of(next.tick(), next.agent())).isPresent()));
    more.add(edit);
    return new BranchState(branches, here, more, standing, replay);
  }

  /// With one of the actions held for so many ticks.
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

  /// With edits that were on the list before those that are on it now.
  BranchState restored(List<Edit> edits) {
    List<Edit> all = new ArrayList<>(edits);
    all.addAll(pending);
    return new BranchState(branches, here, all, standing, replay);
  }

  /// Without any edit.
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
