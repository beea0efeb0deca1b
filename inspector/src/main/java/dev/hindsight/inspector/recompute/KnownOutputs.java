package dev.hindsight.inspector.recompute;

import dev.hindsight.inspector.recompute.Recomputation.AgentSegment;
import dev.hindsight.trainer.parity.Outputs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Outputs of networks over the undisturbed parts of a recording, computed once for all audits that
/// need them. Any thread.
///
/// Its size is limited; outputs that do not fit are computed again when they are needed.
public final class KnownOutputs {
  /// The most numbers kept: 64 MiB.
  private static final long KEPT = 1L << 24;

  private final Map<Key, Outputs> known = new ConcurrentHashMap<>();
  private final AtomicLong kept = new AtomicLong();
  private final long most;

  private enum Form {
    LEARNED,
    ACTED
  }

  private record Key(
      FormsOpener opening, Path checkpoint, Form form, int nudge, AgentSegment part) {}

  /// Keeps 64 MiB at most.
  public KnownOutputs() {
    this(KEPT);
  }

  /// @param most the most numbers to keep
  public KnownOutputs(long most) {
    this.most = most;
  }

  /// The outputs of one network.
  ///
  /// @param opening how it is opened
  /// @param checkpoint its weights
  public OfNetwork of(FormsOpener opening, Path checkpoint) {
    return new OfNetwork(opening, checkpoint);
  }

  /// The outputs of one network. Any thread.
  public final class OfNetwork {
    private final FormsOpener opening;
    private final Path checkpoint;

    private OfNetwork(FormsOpener opening, Path checkpoint) {
      this.opening = opening;
      this.checkpoint = checkpoint;
    }

    private Key key(Form form, int nudge, AgentSegment part) {
      return new Key(opening, checkpoint, form, nudge, part);
    }

    /// The outputs of the training form.
    ///
    /// @param nudge 0, or how the weights are nudged: see [dev.hindsight.trainer.parity.Arithmetic]
    /// @param computing computes them if they are not known
    public Outputs learned(AgentSegment part, int nudge, Supplier<Outputs> computing) {
      Key key = key(Form.LEARNED, nudge, part);
      @Nullable Outputs before = known.get(key);
      if (before != null) {
        return before;
      }
      Outputs fresh = computing.get();
      keep(key, fresh);
      return fresh;
    }

    /// The outputs of the acting form.
    ///
    /// @param group a group of [RecordedSegments#groups]
    /// @param computing computes all of them if any is not known
    public List<Outputs> acted(List<AgentSegment> group, Supplier<List<Outputs>> computing) {
      List<Outputs> all = new ArrayList<>();
      for (AgentSegment part : group) {
        @Nullable Outputs before = known.get(key(Form.ACTED, 0, part));
        if (before != null) {
          all.add(before);
        }
      }
      if (all.size() == group.size()) {
        return all;
      }
      List<Outputs> fresh = computing.get();
      for (int i = 0; i < fresh.size(); i++) {
        keep(key(Form.ACTED, 0, group.get(i)), fresh.get(i));
      }
      return fresh;
    }
  }

  private void keep(Key key, Outputs outputs) {
    long size = (long) outputs.logits().length + outputs.values().length;
    if (kept.addAndGet(size) > most || known.putIfAbsent(key, outputs) != null) {
      long _ = kept.addAndGet(-size);
    }
  }
}
