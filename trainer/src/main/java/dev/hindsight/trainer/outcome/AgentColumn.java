package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Optional;

/// A column with the same number of values for each agent. Any thread; reading allocates nothing.
///
/// A channel with the name but another shape is not such a column: its author meant something else.
public final class AgentColumn {
  /// Ticks read between two looks at a cancellation.
  private static final int ASK_EVERY = 4096;

  private final Channel channel;
  private final int agents;
  private final int width;
  private final Optional<NpyArray> last;
  private final int ticks;

  private AgentColumn(Channel channel, int agents, int width) {
    this(channel, agents, width, Optional.empty(), Integer.MAX_VALUE);
  }

  /// @param last row T, `[A * width]`
  /// @param ticks T, the row that `last` holds
  private AgentColumn(Channel channel, int agents, int width, Optional<NpyArray> last, int ticks) {
    this.channel = channel;
    this.agents = agents;
    this.width = width;
    this.last = last;
    this.ticks = ticks;
  }

  /// A column with one value for each agent, if the recording has it in that shape.
  public static Optional<AgentColumn> of(Rollout rollout, String name) {
    return of(rollout, name, 1);
  }

  /// A column with a given number of values per agent, if the recording has it in that shape.
  public static Optional<AgentColumn> of(Rollout rollout, String name, int width) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel(name)
        .filter(c -> agents > 0 && width > 0 && c.rowLength() == agents * width)
        .map(c -> new AgentColumn(c, agents, width));
  }

  /// A column with a given number of values per agent, with row T if the recording keeps it (in
  /// `final/`, which is read here): the world after the last action. Only for recordings that do
  /// not grow.
  public static Optional<AgentColumn> withLast(Rollout rollout, String name, int width) {
    return of(rollout, name, width)
        .map(column ->
            new AgentColumn(
                column.channel,
                column.agents,
                width,
                rollout.last(name).filter(row -> row.length() == column.agents * width),
                rollout.ticks()));
  }

  /// The observations of agents, if they are recorded in full and the manifest has the layout.
  public static Optional<AgentColumn> observation(Rollout rollout) {
    return ofAnyWidth(rollout, "observation")
        .filter(column -> column.width == rollout.manifest().observation().size());
  }

  /// The channel of observations; empty if none are recorded.
  ///
  /// @throws Problem if the manifest has a layout that does not fit them
  public static Optional<Channel> laidOutObservation(Rollout rollout) {
    Optional<Channel> channel = rollout.channel("observation");
    boolean laidOut = !rollout.manifest().observation().segments().isEmpty();
    if (laidOut && channel.isPresent() && observation(rollout).isEmpty()) {
      throw new Problem(
          wording(
              "AgentColumn.observations_do_not_fit",
              rollout.manifest().observation().size(),
              rollout.manifest().agents()),
          rollout.file().toString(),
          wording("AgentColumn.make_the_arrays_agree"));
    }
    return channel;
  }

  /// A column with any number of values per agent, at least one.
  public static Optional<AgentColumn> ofAnyWidth(Rollout rollout, String name) {
    int agents = rollout.manifest().agents();
    return rollout
        .channel(name)
        .filter(c -> agents > 0 && c.spec().perAgent())
        .filter(c -> c.rowLength() > 0 && c.rowLength() % agents == 0)
        .map(c -> new AgentColumn(c, agents, c.rowLength() / agents));
  }

  /// Number of values per agent in a column; 0 if the recording has no agent column of that name.
  public static int widthOf(Rollout rollout, String name) {
    return ofAnyWidth(rollout, name).map(AgentColumn::width).orElse(0);
  }

  /// The channel itself.
  public Channel channel() {
    return channel;
  }

  /// A, number of agents.
  public int agents() {
    return agents;
  }

  /// Number of values per agent.
  public int width() {
    return width;
  }

  /// Whether a tick has a row; row T exists only with [#withLast].
  public boolean hasRow(int tick) {
    return tick < ticks || (tick == ticks && last.isPresent());
  }

  /// Whether an agent's first value is not 0.
  public boolean is(int tick, int agent) {
    return tick < ticks ? channel.integer(tick, agent * width) != 0 : value(tick, agent) != 0;
  }

  /// An agent's first value as a whole number.
  public long integer(int tick, int agent) {
    return channel.integer(tick, agent * width);
  }

  /// An agent's first value.
  public double value(int tick, int agent) {
    return value(tick, agent, 0);
  }

  /// One of an agent's values.
  ///
  /// @param index `0..width-1`
  public double value(int tick, int agent, int index) {
    int at = agent * width + index;
    return tick < ticks ? channel.value(tick, at) : last.orElseThrow().value(at);
  }

  /// Whether none of an agent's values at a tick was recorded ([Channel#absent]).
  public boolean absent(int tick, int agent) {
    return channel.absent(tick, agent * width);
  }

  /// All values of all agents.
  ///
  /// @param row `[A * width]` is filled
  public void read(int tick, int[] row) {
    channel.read(tick, 0, row, agents * width);
  }

  /// All values of all agents.
  ///
  /// @param row `[A * width]` is filled
  public void read(int tick, float[] row) {
    channel.read(tick, 0, row, agents * width);
  }

  /// Whether an agent has such numbers at all. A policy that does not output them, such as values
  /// without a critic, leaves NaN at every tick; NaN at some ticks only is a number that went
  /// wrong.
  ///
  /// @param ticks that are recorded
  public boolean has(int agent, int ticks) {
    return has(agent, ticks, new Cancellation());
  }

  /// As [#has(int, int)], until it is cancelled.
  public boolean has(int agent, int ticks, Cancellation cancellation) {
    for (int tick = 0; tick < ticks; tick++) {
      if (tick % ASK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      if (!Double.isNaN(value(tick, agent))) {
        return true;
      }
    }
    return false;
  }

  /// Number of agents whose first value is not 0.
  public int count(int tick) {
    int count = 0;
    for (int agent = 0; agent < agents; agent++) {
      count += is(tick, agent) ? 1 : 0;
    }
    return count;
  }

  /// Whether the first value of any agent is not 0.
  public boolean any(int tick) {
    return count(tick) > 0;
  }

  /// Whether no agent's first value is 0.
  public boolean all(int tick) {
    return count(tick) == agents;
  }
}
