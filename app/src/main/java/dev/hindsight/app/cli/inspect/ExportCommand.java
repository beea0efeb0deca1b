package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.RangeOptions;
import dev.hindsight.app.page.RecordingPage;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.branch.Demonstration;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.ChannelExport;
import dev.hindsight.trainer.rollout.RecordingExport;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.rollout.foreign.dataset.MinariExport;
import dev.hindsight.trainer.rollout.foreign.mcap.McapExport;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight export`: saves a recording for other programs: a channel as CSV or NPY, what was
/// driven by hand as NPZ, or all of it in the format that the name of the file says.
@Command(name = "export")
public final class ExportCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "ExportCommand.file")
  private Path file;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private Content content = new Content();

  /// What to save.
  static final class Content {
    @Option(names = "--channel", paramLabel = "NAME", descriptionKey = "ExportCommand.channel")
    private Optional<String> channel = Optional.empty();

    @Option(names = "--demonstration", descriptionKey = "ExportCommand.demonstration")
    private boolean demonstration;
  }

  @Option(names = "--agent", paramLabel = "A", descriptionKey = "ExportCommand.agent")
  private Optional<Integer> agent;

  @ExcludesOption({"--channel", "--demonstration"})
  @Option(names = "--bookmarked", descriptionKey = "ExportCommand.bookmarked")
  private boolean bookmarked;

  @Mixin private RangeOptions range;

  @Option(
      names = "--out",
      paramLabel = "X.csv|X.npy|X.npz|X.html|X.hdf5|X-v0|X.mcap",
      required = true,
      descriptionKey = "ExportCommand.out")
  private Path out;

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      if (content.demonstration) {
        demonstration(rollout);
        return OK;
      }
      if (content.channel.isEmpty()) {
        whole(rollout);
        return OK;
      }
      String channel = content.channel.get();
      ChannelExport.Report report =
          done(new ChannelExport(rollout, channel, optional(agent), range.ticks(), out));
      result(
          new ExportJson(report.file().toString(), channel, report.ticks(), report.bytes()),
          wording(
              "ExportCommand.ticks_of",
              report.file(),
              report.ticks(),
              channel,
              NumberWords.bytes(report.bytes())));
    }
    return OK;
  }

  /// Saves the recording, or some of its ticks, in the format that the name of the file says.
  private void whole(Rollout rollout) throws Exception {
    String name = String.valueOf(out.getFileName()).toLowerCase(Locale.ROOT);
    boolean isPage = name.endsWith(".html");
    refuse(bookmarked && !isPage, "--bookmarked");
    refuse(agent.isPresent() && !isPage && !MinariExport.takes(out), "--agent");
    if (isPage) {
      page(rollout);
    } else if (MinariExport.takes(out)) {
      MinariExport.Report report =
          done(new MinariExport(rollout, optional(agent), range.ticks(), out));
      result(
          report,
          wording(
              "ExportCommand.episodes_of",
              report.file(),
              report.episodes(),
              report.steps(),
              NumberWords.bytes(report.bytes())));
    } else if (name.endsWith(".mcap")) {
      McapExport.Report report = done(new McapExport(rollout, range.ticks(), out));
      result(
          report,
          wording(
              "ExportCommand.messages_of",
              report.file(),
              report.messages(),
              report.ticks(),
              NumberWords.bytes(report.bytes())));
    } else {
      columns(rollout, name);
    }
  }

  /// Refuses an option that the format of the file would not follow.
  private void refuse(boolean ignored, String option) {
    if (ignored) {
      throw new Problem(
          wording("ExportCommand.this_format_does_not_use_it"),
          option,
          wording("ExportCommand.leave_it_out_or_choose_another_format"));
    }
  }

  private void columns(Rollout rollout, String name) throws Exception {
    RecordingExport.Form form =
        RecordingExport.formOf(name)
            .orElseThrow(() ->
                new Problem(
                    wording("ExportCommand.the_name_says_no_format"),
                    out.toString(),
                    wording("ExportCommand.name_a_channel_or")));
    RecordingExport.Report report = done(new RecordingExport(rollout, range.ticks(), form, out));
    result(
        report,
        wording(
                "ExportCommand.columns_of",
                report.file(),
                report.columns(),
                report.ticks(),
                NumberWords.bytes(report.bytes()))
            + (report.left().isEmpty()
                ? ""
                : wording("ExportCommand.left_out", String.join(", ", report.left()))));
  }

  private void page(Rollout rollout) throws Exception {
    RecordingPage.Report report =
        done(
            new RecordingPage(
                rollout,
                out,
                optional(agent),
                range.ticks(),
                bookmarked
                    ? RecordingPage.ShownPart.BOOKMARKED
                    : RecordingPage.ShownPart.EVERYTHING));
    result(
        new PageJson(report.file().toString(), report.ticks(), report.attention(), report.bytes()),
        wording(
                "ExportCommand.page_of",
                report.file(),
                report.ticks(),
                NumberWords.bytes(report.bytes()))
            + (report.attention() ? wording("ExportCommand.with_attention") : ""));
  }

  /// @param attention whether the page shows the attention of an agent
  private record PageJson(String file, int ticks, boolean attention, long bytes) {}

  private void demonstration(Rollout rollout) throws Exception {
    agent.ifPresent(number -> AgentNumber.check(number, rollout.manifest(), file));
    if (!String.valueOf(out.getFileName()).toLowerCase(Locale.ROOT).endsWith(".npz")) {
      throw new Problem(
          wording("ExportCommand.a_demonstration_is_saved_as_npz"),
          out.toString(),
          wording("ExportCommand.end_the_name_with_npz"));
    }
    Demonstration.Report report =
        done(new Demonstration(rollout, optional(agent), range.ticks(), out));
    result(
        new DemonstrationJson(
            report.file().toString(),
            report.rows(),
            report.byHand(),
            report.agents(),
            report.bytes()),
        wording(
            "ExportCommand.rows_by_hand",
            report.file(),
            report.rows(),
            report.agents(),
            report.byHand(),
            NumberWords.bytes(report.bytes())));
  }

  /// @param rows ticks of agents driven by hand
  /// @param byHand rows whose action a person chose
  private record DemonstrationJson(String file, int rows, int byHand, int agents, long bytes) {}

  private record ExportJson(String file, String channel, int ticks, long bytes) {}

  private static OptionalInt optional(Optional<Integer> number) {
    return number.map(OptionalInt::of).orElse(OptionalInt.empty());
  }
}
