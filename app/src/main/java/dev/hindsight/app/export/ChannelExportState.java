package dev.hindsight.app.export;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.trainer.rollout.ChannelExport;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/// The input of the form for exporting a channel.
///
/// @param channel name of the channel
/// @param whose one agent's part, or all agents'
/// @param part the ticks to save
/// @param format file format
record ChannelExportState(String channel, ExportedAgents whose, ExportedTicks part, Format format) {
  /// The agents to save.
  enum ExportedAgents {
    SELECTED(wording("ChannelExportState.the_selected_agent")),
    ALL(wording("ChannelExportState.all_agents"));

    private final String title;

    ExportedAgents(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /// The ticks to save.
  enum ExportedTicks {
    ALL(wording("ChannelExportState.all_ticks")),
    LOOP(wording("ChannelExportState.the_loop")),
    TRIAL(wording("ChannelExportState.the_trial_at_the_cursor"));

    private final String title;

    ExportedTicks(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /// The file format.
  enum Format {
    CSV(wording("ChannelExportState.csv_a_row_for_each_tick"), "csv"),
    NPY(wording("ChannelExportState.npy_an_array_for_numpy"), "npy");

    private final String title;
    private final String extension;

    Format(String title, String extension) {
      this.title = title;
      this.extension = extension;
    }

    String title() {
      return title;
    }

    String extension() {
      return extension;
    }
  }

  /// The usual first choice.
  static ChannelExportState begin(TimelineModel timelineModel, int selected) {
    List<String> names = names(timelineModel.rollout());
    String first = names.contains("reward") ? "reward" : names.getFirst();
    return new ChannelExportState(
        first,
        selected == Moment.NO_AGENT ? ExportedAgents.ALL : ExportedAgents.SELECTED,
        timelineModel.timeline().state().loop().isPresent()
            ? ExportedTicks.LOOP
            : ExportedTicks.ALL,
        Format.CSV);
  }

  /// The names of the channels.
  static List<String> names(Rollout rollout) {
    return rollout.channels().stream().map(channel -> channel.spec().name()).toList();
  }

  ChannelExportState of(String other) {
    return new ChannelExportState(other, whose, part, format);
  }

  ChannelExportState of(ExportedAgents other) {
    return new ChannelExportState(channel, other, part, format);
  }

  ChannelExportState of(ExportedTicks other) {
    return new ChannelExportState(channel, whose, other, format);
  }

  ChannelExportState of(Format other) {
    return new ChannelExportState(channel, whose, part, other);
  }

  /// The chosen ticks at the current cursor.
  Span ticks(TimelineModel timelineModel) {
    var state = timelineModel.timeline().state();
    Span all = state.axis().all();
    return switch (part) {
      case ALL -> all;
      case LOOP -> state.loop().orElse(all);
      case TRIAL -> state.axis().trialAt(state.tick());
    };
  }

  /// The job that saves it.
  ///
  /// @param selected the selected agent, or [Moment#NO_AGENT]
  ChannelExport export(TimelineModel timelineModel, int selected, Path out) {
    boolean perAgent =
        timelineModel
            .rollout()
            .channel(channel)
            .map(found -> found.spec().perAgent())
            .orElse(false);
    boolean one = perAgent && whose == ExportedAgents.SELECTED && selected != Moment.NO_AGENT;
    return new ChannelExport(
        timelineModel.rollout(),
        channel,
        one ? OptionalInt.of(selected) : OptionalInt.empty(),
        RequestedTicks.of(ticks(timelineModel)),
        out);
  }
}
