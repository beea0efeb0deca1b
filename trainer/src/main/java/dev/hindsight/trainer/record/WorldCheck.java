package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.EventDeclaration;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/// Compares a world that is simulated again with the rows of its recording, bit for bit. Channels
/// that the recording lacks are not compared, so older and foreign recordings are compared as far
/// as possible. One owner thread.
final class WorldCheck {
  /// The column with the chain of state digests.
  static final String STATE_HASH = "state_hash";

  /// Prefix of the names of summary numbers in differences.
  static final String SUMMARY = wording("WorldCheck.summary");

  /// Prefix of the names of arrays that never change.
  private static final String STATIC = "static/";

  private final Rollout rollout;
  private final Environment environment;
  private final List<Column> own;
  private final Optional<Channel> observation;
  private final Optional<Channel> refused;
  private final float[] stored;
  private final EpisodeEnds ends;
  private final Optional<FinalObservationRows> finals;

  /// @param environment the simulated world
  WorldCheck(Rollout rollout, Environment environment) {
    this.rollout = rollout;
    this.environment = environment;
    own = environment.shape().stateColumns();
    int length = environment.buffer().observation.length;
    observation = rollout.channel("observation").filter(c -> c.rowLength() == length);
    refused =
        rollout
            .channel(RecordedColumns.REFUSED)
            .filter(c -> c.rowLength() == environment.buffer().event.length);
    stored = new float[length];
    ends = new EpisodeEnds(rollout);
    finals = FinalObservationRows.of(rollout.manifest());
  }

  /// Compares the arrays that never change.
  Optional<Difference> fixed() {
    for (FixedArray array : environment.fixedArrays()) {
      Optional<NpyArray> there = there(array);
      if (there.isPresent()) {
        Optional<Difference> difference =
            RowComparison.fixed(STATIC + array.spec().name(), there.get(), array.array());
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return Optional.empty();
  }

  /// The recorded array of the same name, type and shape.
  private Optional<NpyArray> there(FixedArray array) {
    return rollout
        .fixed(array.spec().name())
        .filter(recorded -> recorded.dtype() == array.array().dtype())
        .filter(recorded -> Arrays.equals(recorded.shape(), array.array().shape()));
  }

  /// Number of recorded columns that show the state before an action.
  int columns() {
    long known =
        own.stream()
            .filter(column -> !StateParts.is(column.spec()) && channel(column).isPresent())
            .count();
    long standard =
        List.of("removed", "trial", "trial_tick").stream()
            .filter(name -> rollout.channel(name).isPresent())
            .count();
    return (int) (known + standard + observation.stream().count());
  }

  /// The names of what the recording and this world both have in the same shape. Anything else is
  /// not compared, so a world that lacks some of these cannot be told to repeat the recording.
  Set<String> comparable() {
    Set<String> names = new HashSet<>();
    own.stream()
        .filter(column -> channel(column).isPresent())
        .forEach(column -> names.add(column.spec().name()));
    observation.ifPresent(channel -> names.add(channel.spec().name()));
    environment.shape().figures().stream()
        .map(StepFigure::column)
        .filter(name -> rollout.channel(name).isPresent())
        .forEach(names::add);
    environment.fixedArrays().stream()
        .filter(array -> there(array).isPresent())
        .forEach(array -> names.add(STATIC + array.spec().name()));
    return names;
  }

  /// Compares the state before the action of a tick, as its columns show it; returns the first
  /// difference.
  Optional<Difference> state(int tick) {
    StepBuffer buffer = environment.buffer();
    for (int c = 0; c < own.size(); c++) {
      Optional<Channel> channel = channel(own.get(c));
      if (channel.isPresent() && !StateParts.is(own.get(c).spec())) {
        Optional<Difference> difference =
            RowComparison.row(channel.get(), tick, row(c, own.get(c)));
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return seen(tick)
        .or(() -> compared("removed", tick, ByteBuffer.wrap(buffer.removed)))
        .or(() -> compared("trial", tick, number(buffer.trial)))
        .or(() -> compared("trial_tick", tick, number(buffer.trialTick)));
  }

  /// The parts of the state that differ at a tick, by their recorded digests; empty if the
  /// recording has none.
  List<Difference> parts(int tick) {
    List<Difference> differing = new ArrayList<>();
    for (int c = 0; c < own.size(); c++) {
      Column column = own.get(c);
      Optional<Channel> channel = StateParts.is(column.spec()) ? channel(column) : Optional.empty();
      if (channel.isPresent()) {
        List<String> names = StateParts.names(column.spec());
        ByteBuffer here = row(c, column);
        for (int i = 0; i < names.size(); i++) {
          long stored = channel.get().integer(tick, i);
          long now = here.getLong();
          if (stored != now && stored != StateParts.UNTOLD) {
            String name = names.get(i);
            differing.add(new Difference(tick, StateParts.COLUMN, -1, i, stored, now, 1, name));
          }
        }
      }
    }
    return differing;
  }

  /// Observations are by far the largest row, so it is built only if something differs.
  private Optional<Difference> seen(int tick) {
    float[] here = environment.buffer().observation;
    if (observation.isEmpty()) {
      return Optional.empty();
    }
    observation.get().read(tick, 0, stored, stored.length);
    return Arrays.equals(stored, here)
        ? Optional.empty()
        : compared("observation", tick, bytes(here))
            .map(difference -> difference.in(environment.shape().observation()));
  }

  /// Compares the hash chain at a tick.
  Optional<Difference> hash(int tick, long hash) {
    ByteBuffer row = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, hash);
    return compared(STATE_HASH, tick, row);
  }

  /// Compares the results of a tick's action.
  Optional<Difference> results(int tick) {
    StepBuffer buffer = environment.buffer();
    refused(buffer, tick);
    return compared("reward", tick, bytes(buffer.reward))
        .or(() -> compared("terminal", tick, ByteBuffer.wrap(terminals(buffer))))
        .or(() -> compared(EpisodeEnds.COLUMN, tick, ByteBuffer.wrap(buffer.end)))
        .or(() -> compared("truncation", tick, ByteBuffer.wrap(buffer.truncation)))
        .or(() -> compared("trial_ended", tick, ByteBuffer.wrap(buffer.trialEnded)))
        .or(() -> events(buffer, tick))
        .or(() -> compared("trial_score", tick, bytes(buffer.trialScore)))
        .or(() -> figures(tick))
        .or(() -> finals(tick));
  }

  /// Compares the final observations of episodes that ended at their time limit.
  private Optional<Difference> finals(int tick) {
    StepBuffer buffer = environment.buffer();
    ObservationLayout layout = environment.shape().observation();
    for (int agent = 0; finals.isPresent() && agent < buffer.end.length; agent++) {
      if (buffer.timedOut(agent)) {
        int from = agent * layout.size();
        float[] here = Arrays.copyOfRange(buffer.finalObservation(), from, from + layout.size());
        // One that is not there differs everywhere.
        float[] there = new float[here.length];
        Arrays.fill(there, Float.NaN);
        Optional<float[]> recorded = finals.get().observation(rollout, tick, agent);
        Optional<Difference> difference =
            RowComparison.numbers(
                FinalObservationRows.NAME, tick, agent, recorded.orElse(there), here);
        if (difference.isPresent()) {
          return difference.map(found -> found.in(layout));
        }
      }
    }
    return Optional.empty();
  }

  /// Compares the events in the type of the recording, which may be older than some of them.
  private Optional<Difference> events(StepBuffer buffer, int tick) {
    Optional<Channel> channel = rollout.channel(EventDeclaration.COLUMN);
    if (channel.isEmpty()) {
      return Optional.empty();
    }
    int bytes = channel.get().spec().type().bytes();
    ByteBuffer row =
        ByteBuffer.allocate(bytes * buffer.event.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int happened : buffer.event) {
      for (int i = 0; i < bytes; i++) {
        row.put((byte) (happened >>> (Byte.SIZE * i)));
      }
    }
    return result(channel.get(), tick, row.flip());
  }

  private Optional<Difference> figures(int tick) {
    List<StepFigure> declared = environment.shape().figures();
    for (int f = 0; f < declared.size(); f++) {
      float[] here = environment.buffer().figures[f];
      Optional<Difference> difference = compared(declared.get(f).column(), tick, bytes(here));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  /// Recordings without reasons have a terminal at any end of an episode.
  private byte[] terminals(StepBuffer buffer) {
    if (ends.isRecorded()) {
      return buffer.terminal;
    }
    byte[] ended = new byte[buffer.terminal.length];
    for (int agent = 0; agent < ended.length; agent++) {
      ended[agent] = (byte) (buffer.episodeEnded(agent) ? 1 : 0);
    }
    return ended;
  }

  /// The code that chose an action knows whether it was refused; the environment does not.
  private void refused(StepBuffer buffer, int tick) {
    for (int agent = 0; refused.isPresent() && agent < buffer.event.length; agent++) {
      buffer.event[agent] |= (int) refused.get().integer(tick, agent) * EventBits.REFUSED;
    }
  }

  /// Compares row T: the world after the last step.
  Optional<Difference> last() {
    for (int c = 0; c < own.size(); c++) {
      Optional<Channel> channel = channel(own.get(c));
      Optional<NpyArray> last = rollout.last(own.get(c).spec().name());
      if (channel.isPresent() && last.isPresent()) {
        Optional<Difference> difference =
            RowComparison.last(channel.get(), rollout.ticks(), last.get(), row(c, own.get(c)));
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return Optional.empty();
  }

  /// Compares the environment's counters with the closing summary; returns the first that differs.
  /// Names that the summary lacks, or that come from another program, are not compared.
  Optional<Difference> summary() {
    Optional<Summary> recorded = rollout.summary();
    if (recorded.isEmpty()) {
      return Optional.empty();
    }
    List<Difference> differences = new ArrayList<>();
    environment
        .totals()
        .forEach((name, here) -> {
          Double stored = recorded.get().totals().get(name);
          if (stored != null && Double.compare(stored, here) != 0) {
            differences.add(counted(name, stored, here));
          }
        });
    List<Double> scores = environment.trialScores();
    for (int k = 0; k < Math.min(scores.size(), recorded.get().trialScores().size()); k++) {
      double stored = recorded.get().trialScores().get(k);
      if (Double.compare(stored, scores.get(k)) != 0) {
        differences.add(
            counted(wording("WorldCheck.score_of_trial", k + 1), stored, scores.get(k)));
      }
    }
    return differences.stream().findFirst();
  }

  private Difference counted(String name, double stored, double here) {
    return new Difference(rollout.ticks(), SUMMARY + name, -1, 0, stored, here, 1, "");
  }

  private Optional<Difference> compared(String name, int tick, ByteBuffer here) {
    return rollout.channel(name).flatMap(channel -> result(channel, tick, here));
  }

  /// Compares a row that every recording of this environment has in one shape: another one is no
  /// older form of it, and left out it would count as agreeing.
  ///
  /// @throws Problem if the recorded row has another size
  private Optional<Difference> result(Channel channel, int tick, ByteBuffer here) {
    ChannelSpec spec = channel.spec();
    long bytes = (long) channel.rowLength() * spec.type().bytes();
    if (bytes != here.remaining()) {
      throw new Problem(
          wording("WorldCheck.a_row_has_bytes_where", spec.name(), bytes, here.remaining()),
          rollout.file().toString(),
          wording("WorldCheck.get_an_undamaged_copy"));
    }
    return RowComparison.row(channel, tick, here);
  }

  /// The stored channel with the same meaning; a channel of another shape or type is not compared.
  private Optional<Channel> channel(Column column) {
    return rollout
        .channel(column.spec().name())
        .filter(c -> c.rowLength() == column.rowLength())
        .filter(c -> c.spec().type() == column.spec().type())
        .filter(c -> StateParts.names(c.spec()).equals(StateParts.names(column.spec())));
  }

  private ByteBuffer row(int index, Column column) {
    ByteBuffer row = ByteBuffer.allocate(column.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
    environment.writeState(index, row);
    return row.flip();
  }

  private static ByteBuffer bytes(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes;
  }

  private static ByteBuffer number(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, value);
  }

  /// Compares simulated rows with stored ones, bit for bit.
  private static final class RowComparison {
    private RowComparison() {}

    /// Compares a channel's row with a new one.
    ///
    /// @param here the row as the environment writes it, little-endian, from its position to its
    ///   limit
    static Optional<Difference> row(Channel channel, int tick, ByteBuffer here) {
      NpyArray fresh = array(channel, here);
      Dtype type = channel.spec().type();
      return first(
          fresh,
          i -> whole(type) ? (Number) channel.integer(tick, i) : (Number) channel.value(tick, i),
          new Place(tick, channel.spec().name(), owners(channel), channel.rowLength()));
    }

    /// Compares a channel's row T, from the folder `final/`.
    static Optional<Difference> last(Channel channel, int ticks, NpyArray stored, ByteBuffer here) {
      return first(
          array(channel, here),
          i -> number(stored, i),
          new Place(ticks, channel.spec().name(), owners(channel), channel.rowLength()));
    }

    /// Compares the numbers of one agent.
    static Optional<Difference> numbers(
        String name, int tick, int agent, float[] stored, float[] here) {
      int first = -1;
      int count = 0;
      for (int i = 0; i < here.length; i++) {
        if (!same(stored[i], here[i])) {
          first = first < 0 ? i : first;
          count++;
        }
      }
      return first < 0
          ? Optional.empty()
          : Optional.of(
              new Difference(tick, name, agent, first, stored[first], here[first], count, ""));
    }

    /// Compares an array that never changes.
    static Optional<Difference> fixed(String name, NpyArray stored, NpyArray here) {
      return first(here, i -> number(stored, i), new Place(0, name, 0, here.length()));
    }

    /// @param agents number of agents in the row; 0 if it has no agent axis
    private record Place(int tick, String name, int agents, int length) {
      private int agent(int index) {
        return agents == 0 ? -1 : index / (length / agents);
      }
    }

    private static int owners(Channel channel) {
      return channel.spec().perAgent() ? channel.rowShape()[0] : 0;
    }

    private static Optional<Difference> first(
        NpyArray fresh, IntFunction<Number> stored, Place place) {
      int first = -1;
      int count = 0;
      for (int i = 0; i < fresh.length(); i++) {
        if (!same(stored.apply(i), number(fresh, i))) {
          first = first < 0 ? i : first;
          count++;
        }
      }
      return first < 0
          ? Optional.empty()
          : Optional.of(
              new Difference(
                  place.tick(),
                  place.name(),
                  place.agent(first),
                  first,
                  stored.apply(first),
                  number(fresh, first),
                  count,
                  ""));
    }

    private static boolean whole(Dtype type) {
      return switch (type) {
        case I1, U1, I2, I4, I8, BOOL -> true;
        case F2, F4, F8 -> false;
      };
    }

    private static Number number(NpyArray array, int i) {
      if (array.dtype() == Dtype.I8) {
        return array.data().getLong(8 * i);
      }
      return whole(array.dtype()) ? (Number) (long) array.value(i) : (Number) array.value(i);
    }

    /// Widening a float to double keeps -0 and 0 distinct; all NaNs count as equal.
    private static boolean same(Number one, Number other) {
      return (one instanceof Long whole && other instanceof Long too)
          ? whole.longValue() == too.longValue()
          : Double.doubleToLongBits(one.doubleValue())
              == Double.doubleToLongBits(other.doubleValue());
    }

    private static NpyArray array(Channel channel, ByteBuffer row) {
      return new NpyArray(
          channel.spec().type(),
          new int[] {channel.rowLength()},
          row.slice().order(ByteOrder.LITTLE_ENDIAN));
    }
  }
}
