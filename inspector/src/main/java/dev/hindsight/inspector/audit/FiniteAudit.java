package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks that no number in any column is NaN or infinite unless its meaning allows it. The finding
/// names the first place and, of several at one tick, the one that causes the others.
final class FiniteAudit implements Audit {
  private static final int CHUNK = 4096;

  /// NaN if no trial ended.
  private static final String SCORE = "trial_score";

  /// NaN where there is nothing that they say: no trial, or no episode, ended there in that way.
  private static final Set<String> MAY_BE_NONE = Set.of(SCORE, EpisodeEnds.FINAL_VALUE);

  /// NaN throughout for agents without one: their policy does not estimate it.
  private static final Set<String> OPTIONAL = Set.of("value", "log_prob");

  /// Dependencies within a tick: first the world, then observations, the policy's outputs, and
  /// actions.
  private static final List<String> THOUGHT = List.of("logits", "value", "log_prob", "action");

  /// Where a dataset that a recording was saved as keeps its columns, with their names.
  private static final String INFOS = "infos/";

  @Override
  public String id() {
    return "finite";
  }

  @Override
  public String title() {
    return "Finite";
  }

  @Override
  public String help() {
    return wording("FiniteAudit.no_number_is_nan_or_infinite");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return rollout.channels().stream().anyMatch(FiniteAudit::fractional)
        ? Optional.empty()
        : Optional.of(wording("FiniteAudit.the_recording_has_no_column_of"));
  }

  private static boolean fractional(Channel channel) {
    return switch (channel.spec().type()) {
      case F2, F4, F8 -> true;
      case I1, U1, BOOL, I2, I4, I8 -> false;
    };
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    List<Channel> columns =
        rollout.channels().stream()
            .filter(FiniteAudit::fractional)
            .sorted(java.util.Comparator.comparingInt(FiniteAudit::rank))
            .toList();
    long numbers = 0;
    for (int i = 0; i < columns.size(); i++) {
      Scan scan = new Scan(rollout, columns.get(i), auditFindings);
      scan.run(cancellation);
      long looked =
          (long) rollout.ticks() * columns.get(i).rowLength() - scan.absent - scan.saysNone;
      numbers += looked;
      auditFindings.compared("number", looked);
      auditFindings.leftOut(
          "number",
          scan.absent,
          wording("FiniteAudit.of_which_the_recording_does_not")
              .formatted(columns.get(i).spec().name()));
      auditFindings.leftOut(
          "number",
          scan.saysNone,
          wording("FiniteAudit.of_which_is_nan_where_there", columns.get(i).spec().name()));
      long last = scan.last();
      numbers += last;
      auditFindings.compared("number", last);
      progress.report(i + 1L, columns.size(), "columns");
    }
    rollout.manifest().fixed().stream()
        .filter(spec -> spec.type() == Dtype.F4 || spec.type() == Dtype.F8)
        .forEach(spec ->
            rollout
                .fixed(spec.name())
                .ifPresent(array -> {
                  still(array, spec.name(), auditFindings);
                  auditFindings.compared("number", array.length());
                }));
    return auditFindings.report(
        wording(
            "FiniteAudit.all_numbers_of_columns_are_finite",
            NumberWords.count(numbers),
            columns.size()));
  }

  /// The name that says what a column means.
  private static String meaning(Channel channel) {
    String name = channel.spec().name();
    return name.startsWith(INFOS) ? name.substring(INFOS.length()) : name;
  }

  private static int rank(Channel channel) {
    String name = meaning(channel);
    return name.equals("observation")
        ? 1
        : looked(name)
            ? 2
            : THOUGHT.contains(name) ? 3 + THOUGHT.indexOf(name) : fromAction(name) ? 9 : 0;
  }

  /// Whether a policy computes this column between observation and output.
  private static boolean looked(String name) {
    return name.startsWith("attention/") || name.startsWith("edges/") || name.startsWith("cache_");
  }

  private static boolean fromAction(String name) {
    return name.equals("reward") || name.equals(SCORE);
  }

  private static void still(NpyArray array, String name, AuditFindings auditFindings) {
    for (int i = 0; i < array.length(); i++) {
      if (!Double.isFinite(array.value(i))) {
        auditFindings.add(
            0,
            AuditFinding.NO_AGENT,
            wording("FiniteAudit.static", name, i),
            Double.NaN,
            words(array.value(i)));
        return;
      }
    }
  }

  private static String words(double value) {
    return Double.isNaN(value)
        ? wording("FiniteAudit.not_a_number_nan")
        : wording("FiniteAudit.infinite", value);
  }

  /// One column, read in pieces of a row.
  private static final class Scan {
    private final Rollout rollout;
    private final Channel channel;
    private final AuditFindings auditFindings;
    private final float[] piece;
    private final boolean[] silent;
    private final int agents;
    private long absent;
    private long saysNone;

    Scan(Rollout rollout, Channel channel, AuditFindings auditFindings) {
      this.rollout = rollout;
      this.channel = channel;
      this.auditFindings = auditFindings;
      piece = new float[Math.min(CHUNK, Math.max(1, channel.rowLength()))];
      agents = Math.max(1, rollout.manifest().agents());
      silent = new boolean[agents];
      boolean mayBeSilent = OPTIONAL.contains(meaning(channel)) && channel.rowLength() == agents;
      Arrays.fill(silent, mayBeSilent);
      for (int tick = 0; mayBeSilent && tick < rollout.ticks(); tick++) {
        for (int agent = 0; agent < agents; agent++) {
          silent[agent] &= Double.isNaN(channel.value(tick, agent));
        }
      }
    }

    void run(Cancellation cancellation) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int from = 0; from < channel.rowLength(); from += piece.length) {
          int count = Math.min(piece.length, channel.rowLength() - from);
          channel.read(tick, from, piece, count);
          if (!finite(count)) {
            check(tick, from, count);
          }
        }
      }
    }

    /// Zero times a finite number is 0, and NaN otherwise; the same goes for the sum.
    private boolean finite(int count) {
      float sum = 0;
      for (int i = 0; i < count; i++) {
        sum += 0 * piece[i];
      }
      return sum == 0;
    }

    private void check(int tick, int from, int count) {
      for (int i = from; i < from + count; i++) {
        double value = channel.value(tick, i);
        boolean none = Double.isNaN(value) && mayBeNone(i);
        saysNone += none ? 1 : 0;
        boolean expected = none || (Double.isNaN(value) && absent(tick, i));
        if (!Double.isFinite(value) && !expected) {
          NamedNumber namedNumber = NamedNumber.of(rollout, channel, i);
          auditFindings.add(
              tick, namedNumber.agent(), namedNumber.dimension(), Double.NaN, cause(value));
        }
      }
    }

    /// Looks at the row after the last tick, if the recording keeps it; returns how many numbers
    /// were compared.
    long last() {
      Optional<NpyArray> row =
          rollout
              .last(channel.spec().name())
              .filter(array -> array.length() == channel.rowLength())
              .filter(_ -> !channel.spec().absentRows());
      for (int i = 0; row.isPresent() && i < row.get().length(); i++) {
        double value = row.get().value(i);
        if (!Double.isFinite(value) && !(Double.isNaN(value) && mayBeNone(i))) {
          NamedNumber namedNumber = NamedNumber.of(rollout, channel, i);
          auditFindings.add(
              rollout.ticks() - 1,
              namedNumber.agent(),
              wording("FiniteAudit.final", namedNumber.dimension()),
              Double.NaN,
              cause(value));
        }
      }
      return row.map(NpyArray::length).orElse(0);
    }

    /// Whether a number belongs to a row that was not recorded; such rows are counted.
    private boolean absent(int tick, int index) {
      boolean missing = channel.absent(tick, index);
      absent += missing ? 1 : 0;
      return missing;
    }

    /// Other audits check when a score or a final value may be missing.
    private boolean mayBeNone(int index) {
      return MAY_BE_NONE.contains(meaning(channel))
          || (channel.rowLength() == agents && silent[index]);
    }

    private String cause(double value) {
      return words(value)
          + switch (rank(channel)) {
            case 0 -> wording("FiniteAudit.the_world_itself_is_broken");
            case 1 -> wording("FiniteAudit.the_observation_is_broken");
            case 2 -> wording("FiniteAudit.the_networks_input_is_broken");
            case 3, 4 -> wording("FiniteAudit.the_network_outputs_it_a_row");
            default -> "";
          };
    }
  }
}
