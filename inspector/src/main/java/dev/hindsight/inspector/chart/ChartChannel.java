package dev.hindsight.inspector.chart;

import dev.hindsight.inspector.series.ChannelNumbers;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/// One number per tick that can be charted: a channel, a component of one, or a part of the
/// actions.
///
/// @param title as legends and lists say it: `reward`, `pose[2]`, `action/steering`
/// @param unit of the numbers; empty where they have none
/// @param channel name of the channel that holds it
/// @param component index among an agent's numbers, or among the row's if the channel has no agents
/// @param perAgent whether every agent has one
/// @param part which part of an action is charted; empty for the whole number
public record ChartChannel(
    String title,
    String unit,
    String channel,
    int component,
    boolean perAgent,
    Optional<ActionPart> part) {
  /// All channels of a recording, in its order; parts of actions follow the action.
  public static List<ChartChannel> of(Rollout rollout) {
    List<ChartChannel> all = new ArrayList<>();
    for (Channel channel : rollout.channels()) {
      String name = channel.spec().name();
      String unit = channel.spec().unit().equals("1") ? "" : channel.spec().unit();
      boolean perAgent = channel.spec().perAgent();
      int components = SeriesKey.components(channel);
      for (int i = 0; i < components; i++) {
        String title = components == 1 ? name : name + "[" + i + "]" + observed(rollout, name, i);
        all.add(new ChartChannel(title, unit, name, i, perAgent, Optional.empty()));
      }
      if (name.equals("action") && perAgent) {
        for (ActionPart part : ActionPart.of(rollout.manifest())) {
          if (part.component() < components) {
            all.add(
                new ChartChannel(
                    part.channel(), part.unit(), name, part.component(), true, Optional.of(part)));
          }
        }
      }
    }
    return List.copyOf(all);
  }

  private static String observed(Rollout rollout, String name, int component) {
    ObservationLayout layout = rollout.manifest().observation();
    return name.equals("observation") && component < layout.size()
        ? " " + layout.nameOf(component)
        : "";
  }

  /// The numbers over the ticks, in [#unit]; NaN where there is none.
  ///
  /// @param agent ignored if the channel has no agents
  IntToDoubleFunction numbers(Rollout rollout, int agent) {
    Channel held = rollout.channel(channel).orElseThrow();
    int index = SeriesKey.of(held, component, agent).index();
    IntToDoubleFunction recorded = ChannelNumbers.of(rollout, held, index);
    return part.<IntToDoubleFunction>map(one -> tick -> one.physical(recorded.applyAsDouble(tick)))
        .orElse(recorded);
  }

  /// The numbers over the ticks as recorded, in as few digits as give them back; empty where there
  /// is none.
  ///
  /// @param agent ignored if the channel has no agents
  IntFunction<String> digits(Rollout rollout, int agent) {
    Channel held = rollout.channel(channel).orElseThrow();
    int index = SeriesKey.of(held, component, agent).index();
    IntToDoubleFunction numbers = numbers(rollout, agent);
    return tick -> {
      double value = numbers.applyAsDouble(tick);
      return part.isPresent() || Double.isNaN(value)
          ? CsvLine.number(value)
          : held.text(tick, index);
    };
  }
}
