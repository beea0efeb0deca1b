package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The arrays of a file that were read and are not those that the recorder wrote: they have the
/// right CRC-32, but the summary has another one. Any thread.
final class ReadMembers {
  private final Optional<Summary> summary;
  private final List<String> replaced = new ArrayList<>();
  private Optional<MemberDigests> digests = Optional.empty();
  private boolean begun;

  /// @param summary with the digests, which are read when the first array is
  ReadMembers(Optional<Summary> summary) {
    this.summary = summary;
  }

  /// Takes note of an array that is read for the first time.
  ///
  /// @param chunk of a column, from 0; 0 for any other array
  synchronized void add(ZipMember member, int chunk) {
    if (!begun) {
      begun = true;
      digests = summary.flatMap(MemberDigests::in);
    }
    boolean other =
        digests.isPresent()
            && digests.get().origin(member, chunk) == MemberDigests.Origin.REPLACED
            && !replaced.contains(member.name());
    if (other) {
      replaced.add(member.name());
    }
  }

  /// A clause about the arrays that were replaced; empty if none was.
  synchronized Optional<String> words() {
    if (replaced.isEmpty()) {
      return Optional.empty();
    }
    String first = replaced.getFirst();
    return Optional.of(
        replaced.size() == 1
            ? wording("ReadMembers.was_replaced", first)
            : wording("ReadMembers.was_replaced_and_others", first, replaced.size() - 1));
  }
}
