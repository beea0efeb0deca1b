package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.Arrays;

/// Values that are computed for all ticks of an agent when that agent is first queried. Four bytes
/// per tick and queried agent. One owner thread.
public final class AgentColumns implements Signal {
  private static final long MOST_BYTES = 256L << 20;
  private static final float[] NONE = new float[0];

  private final String name;
  private final Reader reader;
  private final float[][] columns;
  private long bytes;

  /// Computes an agent's values.
  @FunctionalInterface
  public interface Reader {
    /// @return `[T]`, the current number of ticks
    float[] of(int agent);
  }

  /// @param name for messages
  /// @param agents A
  public AgentColumns(String name, int agents, Reader reader) {
    this.name = name;
    this.reader = reader;
    columns = new float[agents][];
    Arrays.fill(columns, NONE);
  }

  @Override
  public double at(int tick, int agent, int index) {
    float[] column = columns[agent];
    if (tick >= column.length) {
      column = read(agent);
    }
    return column[tick];
  }

  private float[] read(int agent) {
    float[] column = reader.of(agent);
    bytes += 4L * (column.length - columns[agent].length);
    if (bytes > MOST_BYTES) {
      throw new Problem(
          wording("AgentColumns.of_so_many_agents_and_ticks", name),
          "condition",
          wording("AgentColumns.name_one_agent_as_in_0", name));
    }
    columns[agent] = column;
    return column;
  }
}
