package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipFault;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The faults of a file around its arrays: whether its end is there, whether every byte belongs to
/// something, and whether headers agree with the directory.
///
/// A file with the name of a part may end anywhere. Any other was complete when it got its name.
record ArchiveFaults(StoredRollout rollout) {
  List<Integrity.Fault> all() {
    List<Integrity.Fault> faults = new ArrayList<>();
    ZipArchive archive = rollout.archive();
    boolean unfinished = RolloutFile.isPart(rollout.file()) && !archive.whole();
    if (!rollout.complete() && !unfinished) {
      faults.add(fault("summary.json", rollout.ticks(), missing(archive)));
    } else if (!archive.whole() && !unfinished) {
      faults.add(fault(0, wording("ArchiveFaults.has_no_directory_at_its_end")));
    }
    for (ZipFault fault : archive.faults()) {
      faults.add(
          fault.member().isEmpty()
              ? fault(0, fault.what())
              : fault(fault.member(), 0, fault.what()));
    }
    return faults;
  }

  private String missing(ZipArchive archive) {
    long left = archive.whole() ? 0 : archive.bytes() - read(archive);
    return left == 0
        ? wording("ArchiveFaults.is_missing", rollout.ticks())
        : wording("ArchiveFaults.is_missing_bytes", rollout.ticks(), NumberWords.bytes(left));
  }

  /// Where the last member ends that counts: chunks that only some channels have do not.
  private long read(ZipArchive archive) {
    int chunks = Math.ceilDiv(rollout.ticks(), rollout.manifest().chunkTicks());
    long end = 0;
    for (ZipMember member : archive.members()) {
      Optional<ChunkName> chunk = ChunkName.parse(member.name());
      if (chunk.isEmpty() || chunk.get().number() < chunks) {
        end = Math.max(end, member.limit());
      }
    }
    return end;
  }

  private static Integrity.Fault fault(int tick, String what) {
    return fault(wording("ArchiveFaults.the_file"), tick, what);
  }

  private static Integrity.Fault fault(String member, int tick, String what) {
    return new Integrity.Fault(Integrity.Concern.ARCHIVE, member, tick, new Span(0, 0), what);
  }
}
