package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The ticks that a branch shares with its parent, copied bit for bit. One owner thread.
final class BranchPrefix {
  private final Rollout rollout;
  private final Optional<FinalObservationRows> finals;
  private final int agents;
  private final AgentColumn removed;
  private final Channel action;
  private final Optional<RecordedActionMask> mask;
  private final Optional<AgentColumn> refused;
  private final List<Column> columns;
  private final List<Optional<Channel>> channels = new ArrayList<>();
  private final float[] floats;
  private final int[] ints;

  /// @param recorded columns of the branch
  /// @throws dev.hindsight.trainer.Problem if the recording lacks a column that its environment or
  ///   its policy fills
  BranchPrefix(Rollout rollout, RecordedColumns recorded) {
    this.rollout = rollout;
    this.columns = recorded.all();
    finals = FinalObservationRows.of(rollout.manifest());
    agents = rollout.manifest().agents();
    int longest = 0;
    for (int c = 0; c < columns.size(); c++) {
      Column column = columns.get(c);
      Optional<Channel> channel =
          rollout
              .channel(column.spec().name())
              .filter(found -> found.rowLength() == column.rowLength())
              .filter(found -> found.spec().type() == column.spec().type());
      if (channel.isEmpty() && !recorded.ofPolicy(c) && !StateParts.is(column.spec())) {
        throw SimulationRecipe.cannot(
            rollout, wording("BranchPrefix.it_has_no_channel_as_this", column.spec().name()));
      }
      channels.add(channel);
      longest = Math.max(longest, column.rowLength());
    }
    removed = AgentColumn.of(rollout, "removed").orElseThrow();
    action = channels.get(RecordedColumns.ACTION).orElseThrow();
    int masks = recorded.actionMask();
    mask =
        masks < 0
            ? Optional.empty()
            : RecordedActionMask.of(rollout, columns.get(masks).rowLength() / agents);
    refused = AgentColumn.of(rollout, RecordedColumns.REFUSED);
    floats = new float[longest];
    ints = new int[longest];
  }

  /// Writes one tick. If no policy acted, its outputs are NaN and its flags 0; missing digests of
  /// state parts stay [StateParts#UNTOLD].
  void copy(int tick, RolloutWriter writer) {
    for (int c = 0; c < columns.size(); c++) {
      ByteBuffer row = writer.row(c);
      int length = columns.get(c).rowLength();
      Optional<Channel> channel = channels.get(c);
      if (channel.isPresent()) {
        copy(channel.get(), tick, length, row);
      } else {
        boolean parts = StateParts.is(columns.get(c).spec());
        boolean flags = columns.get(c).spec().type() == Dtype.BOOL;
        for (int i = 0; i < length; i++) {
          if (parts) {
            row.putLong(StateParts.UNTOLD);
          } else if (flags) {
            row.put((byte) 0);
          } else {
            row.putFloat(Float.NaN);
          }
        }
      }
    }
    for (int agent = 0; finals.isPresent() && agent < agents; agent++) {
      finals
          .get()
          .row(rollout, tick, agent)
          .ifPresent(row -> writer.sparse(FinalObservationRows.NAME, row));
    }
    writer.endTick();
  }

  /// Counts what a recorder would have counted at a copied tick.
  void count(int tick, TickRecorder recorder) {
    int acting = 0;
    int illegal = 0;
    for (int agent = 0; agent < agents; agent++) {
      if (removed.is(tick, agent)) {
        continue;
      }
      acting++;
      if (mask.isPresent() && !mask.get().legal(tick, agent, (int) action.integer(tick, agent))) {
        illegal++;
      }
    }
    recorder.countCopied(acting, illegal, refused.map(column -> column.count(tick)).orElse(0));
  }

  private void copy(Channel channel, int tick, int length, ByteBuffer row) {
    switch (channel.spec().type()) {
      case F4 -> {
        channel.read(tick, 0, floats, length);
        for (int i = 0; i < length; i++) {
          row.putFloat(floats[i]);
        }
      }
      case I1, U1, BOOL -> {
        channel.read(tick, 0, ints, length);
        for (int i = 0; i < length; i++) {
          row.put((byte) ints[i]);
        }
      }
      case I2 -> {
        for (int i = 0; i < length; i++) {
          row.putShort((short) channel.integer(tick, i));
        }
      }
      case I4 -> {
        channel.read(tick, 0, ints, length);
        for (int i = 0; i < length; i++) {
          row.putInt(ints[i]);
        }
      }
      case I8 -> {
        for (int i = 0; i < length; i++) {
          row.putLong(channel.integer(tick, i));
        }
      }
      case F8 -> {
        for (int i = 0; i < length; i++) {
          row.putDouble(channel.value(tick, i));
        }
      }
      case F2 -> throw new IllegalStateException("environments record no half floats");
    }
  }
}
