package dev.hindsight.app.timeline;

import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.inspector.compare.ComparisonReport;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.compare.Parting;
import dev.hindsight.inspector.derived.DerivedChannel;
import dev.hindsight.inspector.derived.DerivedChannel.Pace;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.env.ActionManifest;
import dev.hindsight.trainer.env.ActionSpace;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/// Finds what a lane has to show in a recording and in the one beside it. FX thread; what it finds
/// is read on any.
final class LaneSeriesFinder {
  private static final LaneSeries.Missing ALONE =
      new LaneSeries.Missing("there is no other recording beside this one");

  private final Rollout rollout;
  private final DerivedChannels derived;
  private final Optional<Counterpart> beside;
  private final Optional<ActionSpace.Discrete> actions;

  /// @param rollout the recording
  /// @param derived columns that are worked out, beside those of the recording
  /// @param beside the recording it is compared with
  LaneSeriesFinder(Rollout rollout, DerivedChannels derived, Optional<Counterpart> beside) {
    this.rollout = rollout;
    this.derived = derived;
    this.beside = beside;
    this.actions =
        ActionManifest.read(rollout.manifest())
            .filter(ActionSpace.Discrete.class::isInstance)
            .map(ActionSpace.Discrete.class::cast);
  }

  /// @param tick of the cursor, which some of what is worked out follows
  LaneSeries.Found find(LaneSource.Numbers lane, int agent, int tick) {
    return switch (lane) {
      case LaneSource.Column column -> own(column, agent, tick);
      case LaneSource.Beside opposed ->
          beside.map(other -> opposed(opposed, other, agent, tick)).orElse(ALONE);
      case LaneSource.Parted _ -> beside.map(LaneSeriesFinder::parted).orElse(ALONE);
    };
  }

  /// Whether a lane shows other numbers wherever the cursor stands.
  boolean follows(LaneSource lane) {
    return lane instanceof LaneSource.Column column
        && channel(rollout, column).isEmpty()
        && derived(column, 0).filter(each -> each.pace() != Pace.ONCE).isPresent();
  }

  private LaneSeries.Found own(LaneSource.Column lane, int agent, int tick) {
    Optional<Channel> channel = channel(rollout, lane);
    if (channel.isPresent()) {
      return of(lane, channel.get(), rollout, agent);
    }
    return derived(lane, tick)
        .map(worked -> worked(worked, of(lane, worked, rollout, agent), agent))
        .orElseGet(() -> new LaneSeries.Missing("this recording has no " + lane.channel()));
  }

  private LaneSeries.Found of(LaneSource.Column lane, Channel channel, Rollout from, int agent) {
    if (from.ticks() == 0) {
      return new LaneSeries.Missing("no ticks");
    }
    if (channel.spec().perAgent() && agent == Moment.NO_AGENT) {
      return new LaneSeries.Missing("select an agent");
    }
    SeriesKey key = SeriesKey.of(channel, lane.component(), agent);
    return new LaneSeries.There(
        new LaneSeries(
            key,
            LaneForm.of(channel),
            channel.spec().unit(),
            names(channel),
            LaneNumbers.of(from, channel, key.index())));
  }

  /// Actions in the words of their environment; anything else by its number.
  private IntFunction<String> names(Channel channel) {
    return actions
        .filter(_ -> channel.spec().name().equals("action"))
        .<IntFunction<String>>map(space ->
            action ->
                action >= 0 && action < space.count()
                    ? space.describe(action)
                    : Integer.toString(action))
        .orElse(Integer::toString);
  }

  private LaneSeries.Found opposed(
      LaneSource.Beside lane, Counterpart beside, int agent, int tick) {
    LaneSeries.Found mine = own(lane.column(), agent, tick);
    if (!(mine instanceof LaneSeries.There here)) {
      return mine;
    }
    Optional<Channel> channel = channel(beside.other(), lane.column());
    if (channel.isEmpty()) {
      return new LaneSeries.Missing("B has no " + LaneSheet.title(lane.column()));
    }
    OptionalInt other = beside.agents().other(agent);
    if (channel.get().spec().perAgent() && other.isEmpty()) {
      return new LaneSeries.Missing("B has no such agent");
    }
    LaneSeries.Found theirs =
        of(lane.column(), channel.get(), beside.other(), other.orElse(Moment.NO_AGENT));
    return theirs instanceof LaneSeries.There there
        ? new LaneSeries.There(opposed(lane, beside, here.series(), there.series()))
        : theirs;
  }

  private static LaneSeries opposed(
      LaneSource.Beside lane, Counterpart beside, LaneSeries here, LaneSeries there) {
    Counterpart.State state = beside.state();
    Alignment alignment = state.alignment();
    SeriesKey key =
        new SeriesKey(lane.id() + "|" + state.aligned().id(), Math.max(0, here.key().index()));
    return switch (lane.shown()) {
      case OTHER ->
          new LaneSeries(
              key,
              there.form(),
              there.unit(),
              there.names(),
              tick -> at(alignment.paired(tick), there.numbers()));
      case APART ->
          new LaneSeries(
              key,
              here.form() == LaneForm.CURVE ? LaneForm.CURVE : LaneForm.FLAG,
              here.unit(),
              Integer::toString,
              tick ->
                  apart(
                      here.form(),
                      here.numbers().applyAsDouble(tick),
                      at(alignment.paired(tick), there.numbers())));
    };
  }

  /// Ticks without a counterpart have no number.
  private static double at(OptionalInt tick, IntToDoubleFunction numbers) {
    return tick.isPresent() ? numbers.applyAsDouble(tick.getAsInt()) : Double.NaN;
  }

  private static double apart(LaneForm form, double one, double other) {
    double apart = Math.abs(one - other);
    return form == LaneForm.CURVE || Double.isNaN(apart) ? apart : Math.min(1, apart);
  }

  private static LaneSeries.Found parted(Counterpart beside) {
    Optional<ComparisonReport> report = beside.state().report();
    if (report.isEmpty()) {
      return new LaneSeries.Missing("comparing…");
    }
    ComparisonReport found = report.get();
    return new LaneSeries.There(
        new LaneSeries(
            new SeriesKey("parted|" + found.rule().id(), 0),
            LaneForm.CATEGORY,
            "",
            level -> Parting.of(level).words(),
            tick -> {
              Parting parting = found.parting(tick);
              return parting == Parting.SAME ? Double.NaN : parting.level();
            }));
  }

  /// With another checkpoint what is worked out is another series, and so is that of another query.
  private LaneSeries.Found worked(DerivedChannel channel, LaneSeries.Found found, int agent) {
    return found instanceof LaneSeries.There there
        ? new LaneSeries.There(
            there
                .series()
                .worked(
                    derived.edition(),
                    channel.of(),
                    (ticks, cancellation) -> channel.work(agent, ticks, cancellation),
                    channel.pace() == Pace.EVERY_TICK
                        ? LaneSeries.Meanwhile.LAST
                        : LaneSeries.Meanwhile.WORDS))
        : found;
  }

  private Optional<DerivedChannel> derived(LaneSource.Column lane, int tick) {
    return derived
        .named(lane.channel(), tick)
        .filter(channel -> lane.component() < SeriesKey.components(channel));
  }

  private static Optional<Channel> channel(Rollout rollout, LaneSource.Column lane) {
    return rollout
        .channel(lane.channel())
        .filter(channel -> lane.component() < SeriesKey.components(channel));
  }
}
