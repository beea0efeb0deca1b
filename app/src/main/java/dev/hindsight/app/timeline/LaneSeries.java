package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.inspector.compare.ComparisonReport;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.compare.Divergence;
import dev.hindsight.inspector.derived.DerivedChannel;
import dev.hindsight.inspector.derived.DerivedChannel.Recalculation;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.inspector.series.ChannelNumbers;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/// The numbers of a lane before they are read.
///
/// @param key identifies them
/// @param family shared by series that replace each other as the cursor moves: if one of them is
///   unavailable, all are; the key itself if the numbers do not follow the cursor
/// @param form their style
/// @param unit their unit, may be empty
/// @param names names of categories
/// @param steps for [Style#STEPS] the most steps to either side; otherwise 0
/// @param numbers reads one number; any thread
/// @param work runs before they are read
/// @param meanwhile shown until then
record LaneSeries(
    SeriesKey key,
    SeriesKey family,
    Style form,
    String unit,
    IntFunction<String> names,
    int steps,
    IntToDoubleFunction numbers,
    Work work,
    Placeholder meanwhile) {
  /// What a lane shows while its numbers are being read.
  enum Placeholder {
    /// A message.
    WORDS,
    /// The last numbers of the same family.
    LAST
  }

  /// Numbers that need no work before.
  LaneSeries(
      SeriesKey key,
      Style form,
      String unit,
      IntFunction<String> names,
      int steps,
      IntToDoubleFunction numbers) {
    this(key, key, form, unit, names, steps, numbers, (_, _) -> {}, Placeholder.WORDS);
  }

  /// Background work, done once before numbers are read.
  @FunctionalInterface
  interface Work {
    /// @param ticks the number of ticks that will be read
    void before(int ticks, Cancellation cancellation);
  }

  /// The same series, computed.
  ///
  /// @param edition the edition of the checkpoint used
  /// @param of the query it belongs to; empty if it does not depend on one
  LaneSeries computed(int edition, String of, Work first, Placeholder until) {
    SeriesKey all = new SeriesKey(key.channel() + "|" + edition, key.index());
    SeriesKey own = new SeriesKey(all.channel() + "|" + of, key.index());
    return new LaneSeries(own, all, form, unit, names, steps, numbers, first, until);
  }

  /// One part of the actions in these numbers: `action/steering` of `action`.
  private LaneSeries part(ActionPart part) {
    SeriesKey own = new SeriesKey(key.channel() + "|" + part.name(), key.index());
    return switch (part) {
      case ActionPart.Level level when level.signed() ->
          new LaneSeries(
              own,
              Style.STEPS,
              "",
              level::describeSteps,
              level.mostSteps(),
              tick -> level.steps(numbers.applyAsDouble(tick)));
      case ActionPart.Level level ->
          new LaneSeries(
              own,
              Style.CATEGORY,
              "",
              level::describeSteps,
              0,
              tick -> level.steps(numbers.applyAsDouble(tick)));
      case ActionPart.Measured number ->
          new LaneSeries(
              own,
              Style.CURVE,
              number.unit(),
              Integer::toString,
              0,
              tick -> number.physical(numbers.applyAsDouble(tick)));
    };
  }

  /// The result of a search for a lane's numbers.
  sealed interface FindResult {}

  /// Numbers.
  record Available(LaneSeries series) implements FindResult {}

  /// No numbers, and why.
  record Missing(String why) implements FindResult {}

  /// How the numbers of a channel are drawn.
  enum Style {
    /// A bar while it is true.
    FLAG,
    /// A colour for each value.
    CATEGORY,
    /// Steps up and down from neutral, each with a name.
    STEPS,
    /// A curve: the smallest and largest of the values behind a pixel.
    CURVE;

    static Style of(Channel channel) {
      return switch (channel.spec().type()) {
        case BOOL -> FLAG;
        case I1, U1 -> CATEGORY;
        case I2, I4, I8 ->
            channel.spec().name().equals("action") && SeriesKey.components(channel) == 1
                ? CATEGORY
                : CURVE;
        case F2, F4, F8 -> CURVE;
      };
    }
  }

  /// Finds the numbers of a lane in a recording and the one beside it. FX thread; any thread may
  /// read the numbers.
  static final class Finder {
    private static final LaneSeries.Missing ALONE =
        new LaneSeries.Missing(wording("LaneSeries.no_second_recording_is_open"));

    private final Rollout rollout;
    private final DerivedChannels derived;
    private final Optional<Counterpart> beside;
    private final Optional<ActionSpace.Discrete> actions;
    private final List<ActionPart> parts;
    private final List<ActionPart> partsBeside;

    /// @param rollout the recording
    /// @param derived derived channels of the recording
    /// @param beside the recording to compare with
    Finder(Rollout rollout, DerivedChannels derived, Optional<Counterpart> beside) {
      this.rollout = rollout;
      this.derived = derived;
      this.beside = beside;
      this.actions = ActionManifest.joint(rollout.manifest());
      this.parts = ActionPart.of(rollout.manifest());
      this.partsBeside =
          beside.map(other -> ActionPart.of(other.other().manifest())).orElse(List.of());
    }

    /// @param tick of the cursor, which some derived channels follow
    LaneSeries.FindResult find(LaneSource.Numeric lane, int agent, int tick) {
      return switch (lane) {
        case LaneSource.ChannelComponent channelComponent -> own(channelComponent, agent, tick);
        case LaneSource.ComparedChannel opposed ->
            beside.map(other -> opposed(opposed, other, agent, tick)).orElse(ALONE);
        case LaneSource.RecordingDistance _ -> beside.map(Finder::parted).orElse(ALONE);
      };
    }

    /// Whether a lane's numbers depend on the cursor.
    boolean follows(LaneSource lane) {
      return lane instanceof LaneSource.ChannelComponent channelComponent
          && channel(rollout, channelComponent).isEmpty()
          && derived(channelComponent, 0)
              .filter(each -> each.pace() != Recalculation.ONCE)
              .isPresent();
    }

    private LaneSeries.FindResult own(LaneSource.ChannelComponent lane, int agent, int tick) {
      return recorded(lane, rollout, parts, agent)
          .or(() ->
              derived(lane, tick)
                  .map(worked -> worked(worked, of(lane, worked, rollout, agent), agent)))
          .orElseGet(() ->
              new LaneSeries.Missing(wording("LaneSeries.this_recording_has_no", lane.channel())));
    }

    /// A component of a recorded channel, or a part of its actions; empty if the recording has
    /// none.
    private Optional<LaneSeries.FindResult> recorded(
        LaneSource.ChannelComponent lane, Rollout from, List<ActionPart> fromParts, int agent) {
      Optional<ActionPart> part =
          fromParts.stream().filter(one -> one.channel().equals(lane.channel())).findFirst();
      LaneSource.ChannelComponent held =
          part.map(one -> new LaneSource.ChannelComponent("action", one.component())).orElse(lane);
      Optional<LaneSeries.FindResult> found =
          channel(from, held).map(channel -> of(held, channel, from, agent));
      return found.map(whole ->
          part.isPresent() && whole instanceof LaneSeries.Available available
              ? new LaneSeries.Available(available.series().part(part.get()))
              : whole);
    }

    private LaneSeries.FindResult of(
        LaneSource.ChannelComponent lane, Channel channel, Rollout from, int agent) {
      if (from.ticks() == 0) {
        return new LaneSeries.Missing(wording("LaneSeries.no_ticks"));
      }
      if (channel.spec().perAgent() && agent == Moment.NO_AGENT) {
        return new LaneSeries.Missing(wording("LaneSeries.select_an_agent"));
      }
      SeriesKey key = SeriesKey.of(channel, lane.component(), agent);
      return new LaneSeries.Available(
          new LaneSeries(
              key,
              LaneSeries.Style.of(channel),
              channel.spec().unit(),
              names(channel),
              0,
              ChannelNumbers.of(from, channel, key.index())));
    }

    /// Actions by their environment's names; anything else by its number.
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

    private LaneSeries.FindResult opposed(
        LaneSource.ComparedChannel lane, Counterpart beside, int agent, int tick) {
      LaneSeries.FindResult mine = own(lane.column(), agent, tick);
      if (!(mine instanceof LaneSeries.Available here)) {
        return mine;
      }
      OptionalInt other = beside.agents().other(agent);
      Optional<LaneSeries.FindResult> theirs =
          recorded(lane.column(), beside.other(), partsBeside, other.orElse(Moment.NO_AGENT));
      if (theirs.isEmpty()) {
        return new LaneSeries.Missing(
            wording("LaneSeries.b_has_no", LaneContents.title(lane.column())));
      }
      if (!(theirs.get() instanceof LaneSeries.Available available)) {
        return agent != Moment.NO_AGENT && other.isEmpty()
            ? new LaneSeries.Missing(wording("LaneSeries.b_has_no_such_agent"))
            : theirs.get();
      }
      return new LaneSeries.Available(opposed(lane, beside, here.series(), available.series()));
    }

    private static LaneSeries opposed(
        LaneSource.ComparedChannel lane, Counterpart beside, LaneSeries here, LaneSeries there) {
      Counterpart.State state = beside.state();
      Alignment alignment = state.alignment();
      SeriesKey key =
          new SeriesKey(
              String.join("|", lane.id(), state.aligned().id(), alignment.lengths()),
              Math.max(0, here.key().index()));
      return switch (lane.shown()) {
        case OTHER ->
            new LaneSeries(
                key,
                there.form(),
                there.unit(),
                there.names(),
                there.steps(),
                tick -> at(alignment.paired(tick), there.numbers()));
        case APART ->
            new LaneSeries(
                key,
                here.form() == LaneSeries.Style.CURVE
                    ? LaneSeries.Style.CURVE
                    : LaneSeries.Style.FLAG,
                here.unit(),
                Integer::toString,
                0,
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

    private static double apart(LaneSeries.Style form, double one, double other) {
      double apart = Math.abs(one - other);
      return form == LaneSeries.Style.CURVE || Double.isNaN(apart) ? apart : Math.min(1, apart);
    }

    private static LaneSeries.FindResult parted(Counterpart beside) {
      Optional<ComparisonReport> report = beside.state().report();
      if (report.isEmpty()) {
        return new LaneSeries.Missing(beside.state().stopped().orElse("comparing…"));
      }
      ComparisonReport found = report.get();
      return new LaneSeries.Available(
          new LaneSeries(
              new SeriesKey(
                  String.join("|", "parted", found.rule().id(), found.alignment().lengths()), 0),
              LaneSeries.Style.CATEGORY,
              "",
              level -> Divergence.of(level).words(),
              0,
              tick -> {
                Divergence divergence = found.divergence(tick);
                return divergence == Divergence.SAME ? Double.NaN : divergence.level();
              }));
    }

    /// Derived channels are new series for another checkpoint or another query.
    private LaneSeries.FindResult worked(
        DerivedChannel channel, LaneSeries.FindResult findResult, int agent) {
      return findResult instanceof LaneSeries.Available available
          ? new LaneSeries.Available(
              available
                  .series()
                  .computed(
                      derived.edition(),
                      channel.of(),
                      (ticks, cancellation) -> channel.work(agent, ticks, cancellation),
                      channel.pace() == Recalculation.EVERY_TICK
                          ? LaneSeries.Placeholder.LAST
                          : LaneSeries.Placeholder.WORDS))
          : findResult;
    }

    private Optional<DerivedChannel> derived(LaneSource.ChannelComponent lane, int tick) {
      return derived
          .named(lane.channel(), tick)
          .filter(channel -> lane.component() < SeriesKey.components(channel));
    }

    private static Optional<Channel> channel(Rollout rollout, LaneSource.ChannelComponent lane) {
      return rollout
          .channel(lane.channel())
          .filter(channel -> lane.component() < SeriesKey.components(channel));
    }
  }
}
