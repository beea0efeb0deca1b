package dev.hindsight.inspector.tick;

import dev.hindsight.inspector.tick.Entry.Kind;
import dev.hindsight.inspector.tick.Entry.Store;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// What there is to show of a recording: the columns about the selected agent, those about
/// everybody, the fixed arrays. Of what has a row for each agent only the selected one's, or all
/// while nobody is selected.
record EntryList(List<Entry> agent, List<Entry> everybody, List<Entry> fixed) {
  /// Everything a recording has.
  ///
  /// @param selected the selected agent, or a negative number
  static EntryList of(Rollout rollout, int selected) {
    int agents = rollout.manifest().agents();
    boolean one = selected >= 0 && selected < agents;
    List<Entry> agent = new ArrayList<>();
    List<Entry> everybody = new ArrayList<>();
    for (Channel channel : rollout.channels()) {
      List<Integer> shape = IntStream.of(channel.rowShape()).boxed().toList();
      Entry whole = entry(rollout, Kind.COLUMN, channel.spec(), shape);
      if (one && channel.spec().perAgent() && !shape.isEmpty() && shape.getFirst() == agents) {
        agent.add(row(whole, selected));
      } else {
        everybody.add(whole);
      }
    }
    List<Entry> fixed = new ArrayList<>();
    for (ChannelSpec spec : rollout.manifest().fixed()) {
      Optional<NpyArray> array = rollout.fixed(spec.name());
      if (array.isPresent()) {
        List<Integer> shape = IntStream.of(array.get().shape()).boxed().toList();
        Entry whole = entry(rollout, Kind.FIXED, spec, shape);
        boolean perAgent = !spec.shape().isEmpty() && spec.shape().getFirst().equals("agent");
        boolean mine = one && perAgent && !shape.isEmpty() && shape.getFirst() == agents;
        fixed.add(mine ? row(whole, selected) : whole);
      }
    }
    return new EntryList(agent, everybody, fixed);
  }

  private static Entry entry(Rollout rollout, Kind kind, ChannelSpec spec, List<Integer> shape) {
    String unit = spec.unit().equals("1") ? "" : spec.unit();
    return new Entry(
        new Store(kind, spec.name()),
        spec.name(),
        unit,
        spec.doc(),
        0,
        shape,
        0,
        ElementNames.of(rollout.manifest(), spec.name(), shape));
  }

  private static Entry row(Entry whole, int index) {
    List<Integer> rest = whole.shape().subList(1, whole.shape().size());
    int step = rest.stream().reduce(1, Math::multiplyExact);
    return new Entry(
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
