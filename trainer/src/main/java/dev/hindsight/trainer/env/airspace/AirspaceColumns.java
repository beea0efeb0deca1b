package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.airspace.conflict.Conflicts;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The airspace's own columns and the code that writes their rows. Immutable; writing allocates
/// nothing.
final class AirspaceColumns {
  /// Capacity of a row of `conflict_pairs`, in pairs per aircraft.
  private static final int PAIRS_EACH = 2;

  /// The largest number that fits into a column of bytes; larger ones are stored as this one.
  private static final int MOST_COUNTED = 255;

  /// Numbers per pair.
  private static final int PAIR = 5;

  /// Position of bodies that are off the map, as in other environments.
  private static final float OFF_MAP = -10000;

  private final Sector sector;
  private final int agents;
  private final int pairs;
  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /// Writes one row.
  private interface Row {
    void write(AirspaceState state, ConflictMonitor conflictMonitor, ByteBuffer row);
  }

  /// One number of a body that is on the map.
  private interface BodyNumber {
    double of(AirTraffic airTraffic, int body);
  }

  /// One small whole number of one agent.
  private interface Small {
    int of(AirspaceState state, ConflictMonitor conflictMonitor, int agent);
  }

  AirspaceColumns(AirspaceConfig config, Sector sector) {
    this.sector = sector;
    agents = config.agents();
    pairs = Math.max(8, PAIRS_EACH * config.count());
    String pose = wording("AirspaceColumns.x_m_east_y_m_north");
    table("pose", pose, "agent", agents, 3, (s, _, row) -> poses(s.traffic, 0, agents, row));
    table(
        "goal", wording("AirspaceColumns.where_it_is_to_leave_x"), "agent", agents, 2, this::exits);
    measures("", "agent", 0, agents);
    if (config.others() > 0) {
      int count = config.count();
      table(
          "other_pose",
          pose,
          "other",
          config.others(),
          3,
          (s, _, row) -> poses(s.traffic, agents, count, row));
      measures("other_", "other", agents, count);
    }
    small(
        "goal_reached",
        Dtype.BOOL,
        wording("AirspaceColumns.it_left_at_its_exit"),
        (s, _, a) -> s.reachedExit(a) ? 1 : 0);
    small(
        "conflict",
        Dtype.U1,
        wording("AirspaceColumns.aircraft_in_conflict_with"),
        (_, w, a) -> w.conflicts[a]);
    small(
        "loss",
        Dtype.U1,
        wording("AirspaceColumns.aircraft_separation_is_lost_to"),
        (_, w, a) -> w.losses[a]);
    add(
        ChannelSpec.perTick(
            "time_to_loss",
            Dtype.F4,
            "s",
            wording("AirspaceColumns.until_it_first_loses_separation"),
            "agent"),
        List.of(agents),
        (_, w, row) -> {
          for (int a = 0; a < agents; a++) {
            row.putFloat((float) w.timeToLoss[a]);
          }
        });
    add(
        ChannelSpec.perTick(
            "conflict_pairs",
            Dtype.F4,
            "",
            wording("AirspaceColumns.own_intruder_bodies_agents_first"),
            "pair",
            PAIR),
        List.of(pairs, PAIR),
        (s, w, row) -> pairs(s, w, row));
    columns.add(StateParts.column(AirspaceState.PARTS));
    rows.add((s, _, row) -> s.writeParts(row));
  }

  List<Column> all() {
    return List.copyOf(columns);
  }

  /// @param row little-endian, with exactly the row's bytes remaining
  void write(int column, AirspaceState state, ConflictMonitor conflictMonitor, ByteBuffer row) {
    rows.get(column).write(state, conflictMonitor, row);
  }

  private void add(ChannelSpec spec, List<Integer> shape, Row writer) {
    columns.add(new Column(spec, shape));
    rows.add(writer);
  }

  private void table(String name, String doc, String axis, int size, int width, Row writer) {
    add(ChannelSpec.perTick(name, Dtype.F4, "", doc, axis, width), List.of(size, width), writer);
  }

  private void small(String name, Dtype type, String doc, Small small) {
    add(
        ChannelSpec.perTick(name, type, "1", doc, "agent"),
        List.of(agents),
        (s, w, row) -> {
          for (int a = 0; a < agents; a++) {
            row.put((byte) Math.min(small.of(s, w, a), MOST_COUNTED));
          }
        });
  }

  private void measures(String prefix, String axis, int from, int to) {
    measure(prefix + "altitude", "m", "altitude", axis, from, to, (t, i) -> t.altitude[i]);
    measure(
        prefix + "vertical_speed",
        "m/s",
        wording("AirspaceColumns.positive_up"),
        axis,
        from,
        to,
        (t, i) -> t.verticalSpeed[i]);
    measure(
        prefix + "cas",
        "m/s",
        wording("AirspaceColumns.calibrated_airspeed"),
        axis,
        from,
        to,
        (t, i) -> t.calibrated[i]);
    measure(
        prefix + "tas",
        "m/s",
        wording("AirspaceColumns.true_airspeed"),
        axis,
        from,
        to,
        (t, i) -> t.trueSpeed[i]);
    if (prefix.isEmpty()) {
      measure(
          "told_heading",
          "°",
          wording("AirspaceColumns.clockwise_from_north"),
          axis,
          from,
          to,
          (t, i) -> t.commandedHeading[i]);
      measure(
          "told_speed",
          "",
          wording("AirspaceColumns.cas_in_m_s_or_mach"),
          axis,
          from,
          to,
          (t, i) -> t.commandedSpeed[i]);
      measure(
          "told_altitude",
          "m",
          wording("AirspaceColumns.altitude_told"),
          axis,
          from,
          to,
          (t, i) -> t.commandedAltitude[i]);
    }
  }

  private void measure(
      String name, String unit, String doc, String axis, int from, int to, BodyNumber bodyNumber) {
    add(
        ChannelSpec.perTick(
            name, Dtype.F4, unit, wording("AirspaceColumns.0_when_gone", doc), axis),
        List.of(to - from),
        (s, _, row) -> {
          for (int i = from; i < to; i++) {
            row.putFloat(s.traffic.absent[i] == 0 ? (float) bodyNumber.of(s.traffic, i) : 0);
          }
        });
  }

  private void poses(AirTraffic t, int from, int to, ByteBuffer row) {
    for (int i = from; i < to; i++) {
      if (t.absent[i] == 0) {
        row.putFloat((float) sector.x(t.longitude[i]));
        row.putFloat((float) sector.y(t.latitude[i]));
        row.putFloat((float) Math.toRadians(90 - t.heading[i]));
      } else {
        row.putFloat(OFF_MAP).putFloat(OFF_MAP).putFloat(0);
      }
    }
  }

  private void exits(AirspaceState s, ConflictMonitor conflictMonitor, ByteBuffer row) {
    for (int a = 0; a < agents; a++) {
      boolean none = Double.isNaN(s.exitLatitude[a]);
      row.putFloat(none ? OFF_MAP : (float) sector.x(s.exitLongitude[a]));
      row.putFloat(none ? OFF_MAP : (float) sector.y(s.exitLatitude[a]));
    }
  }

  /// Writes the most urgent unordered pairs, picked one by one: they are few, so nothing is sorted.
  private void pairs(AirspaceState s, ConflictMonitor w, ByteBuffer row) {
    Conflicts found = w.found();
    int n = s.traffic.count;
    int written = 0;
    for (int k = 0; k < found.losses() && written < pairs; k++) {
      int own = found.lossOwn(k);
      int other = found.lossIntruder(k);
      if (own < other) {
        pair(row, own, other, 0, closest(found, own, other), 1);
        written++;
      }
    }
    double after = Double.NEGATIVE_INFINITY;
    int afterPair = -1;
    while (written < pairs) {
      int next = -1;
      for (int k = 0; k < found.count(); k++) {
        double time = found.toLoss(k);
        boolean later = time > after || (time == after && k > afterPair);
        boolean lost = (w.pairs[found.own(k) * n + found.intruder(k)] & ConflictMonitor.LOSS) != 0;
        if (found.own(k) < found.intruder(k) && later && !lost) {
          next = next < 0 || time < found.toLoss(next) ? k : next;
        }
      }
      if (next < 0) {
        break;
      }
      after = found.toLoss(next);
      afterPair = next;
      pair(row, found.own(next), found.intruder(next), after, found.closest(next), 0);
      written++;
    }
    for (; written < pairs; written++) {
      pair(row, -1, -1, 0, 0, 0);
    }
  }

  private static double closest(Conflicts found, int own, int other) {
    for (int k = 0; k < found.count(); k++) {
      if (found.own(k) == own && found.intruder(k) == other) {
        return found.closest(k);
      }
    }
    return 0;
  }

  private static void pair(
      ByteBuffer row, int own, int other, double seconds, double metres, int loss) {
    row.putFloat(own).putFloat(other).putFloat((float) seconds).putFloat((float) metres);
    row.putFloat(loss);
  }
}
