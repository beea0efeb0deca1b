package dev.hindsight.inspector.tick;

import dev.hindsight.inspector.tick.TickEntry.ArraySource;
import dev.hindsight.inspector.tick.TickEntry.Kind;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The entries of a recording: columns with a row per agent, columns without agents, and static
/// arrays. Of the first, it shows only the selected agent's row, or all rows while no agent is
/// selected.
record TickEntryList(List<TickEntry> agent, List<TickEntry> allAgents, List<TickEntry> fixed) {
  /// All entries of a recording.
  ///
  /// @param selected the selected agent, or a negative number
  static TickEntryList of(Rollout rollout, int selected) {
    int agents = rollout.manifest().agents();
    boolean one = selected >= 0 && selected < agents;
    List<TickEntry> agent = new ArrayList<>();
    List<TickEntry> allAgents = new ArrayList<>();
    for (Channel channel : rollout.channels()) {
      List<Integer> shape = IntStream.of(channel.rowShape()).boxed().toList();
      TickEntry whole = entry(rollout, Kind.COLUMN, channel.spec(), shape);
      if (one && channel.spec().perAgent() && !shape.isEmpty() && shape.getFirst() == agents) {
        agent.add(row(whole, selected));
      } else {
        allAgents.add(whole);
      }
    }
    List<TickEntry> fixed = new ArrayList<>();
    for (ChannelSpec spec : rollout.manifest().fixed()) {
      Optional<NpyArray> array = rollout.fixed(spec.name());
      if (array.isPresent()) {
        List<Integer> shape = IntStream.of(array.get().shape()).boxed().toList();
        TickEntry whole = entry(rollout, Kind.FIXED, spec, shape);
        boolean perAgent = !spec.shape().isEmpty() && spec.shape().getFirst().equals("agent");
        boolean mine = one && perAgent && !shape.isEmpty() && shape.getFirst() == agents;
        fixed.add(mine ? row(whole, selected) : whole);
      }
    }
    return new TickEntryList(agent, allAgents, fixed);
  }

  private static TickEntry entry(
      Rollout rollout, Kind kind, ChannelSpec spec, List<Integer> shape) {
    String unit = spec.unit().equals("1") ? "" : spec.unit();
    return new TickEntry(
        new ArraySource(kind, spec.name()),
        spec.name(),
        unit,
        spec.doc(),
        0,
        shape,
        0,
        ElementNames.of(rollout.manifest(), spec.name(), shape));
  }

  private static TickEntry row(TickEntry whole, int index) {
    List<Integer> rest = whole.shape().subList(1, whole.shape().size());
    int step = rest.stream().reduce(1, Math::multiplyExact);
    return new TickEntry(
        whole.store(),
        whole.name(),
        whole.unit(),
        whole.doc(),
        index * step,
        rest,
        0,
        whole.names());
  }
}
