package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.replay.ReplayOrder;
import dev.hindsight.app.replay.ReplayRow;
import dev.hindsight.app.replay.ReplaySource;
import dev.hindsight.app.replay.ReplayStep;
import dev.hindsight.app.replay.ReplaySummary;
import dev.hindsight.app.replay.ReplayText;
import dev.hindsight.app.replay.ReplayedEpisode;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs buffer`: what the replay buffer of a run holds, and its episodes as recordings.
@Command(name = "buffer")
final class RunsBufferCommand extends CommandBase {
  @Parameters(paramLabel = "RUN|CHECKPOINT", descriptionKey = "RunsBufferCommand.run")
  private String run;

  @Option(
      names = "--sort",
      paramLabel = "KEY",
      defaultValue = "age",
      descriptionKey = "RunsBufferCommand.sort")
  private String sort;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "20",
      descriptionKey = "RunsBufferCommand.top")
  private int top;

  @ExcludesOption(
      value = {"--sort", "--top"},
      whyKey = "RunsBufferCommand.it_lists_no_other_episodes")
  @Option(names = "--episode", paramLabel = "N", descriptionKey = "RunsBufferCommand.episode")
  private Optional<Integer> episode = Optional.empty();

  @NeedsOption(value = "--episode", whyKey = "RunsBufferCommand.no_episode_is_chosen")
  @Option(names = "--out", paramLabel = "FILE", descriptionKey = "RunsBufferCommand.out")
  private Optional<Path> out = Optional.empty();

  /// @param update number of updates in the checkpoint
  /// @param environment id of the environment
  /// @param buffers one, or one for each member of a group that learns for itself
  /// @param episodes in the chosen order, at most as many as asked for
  private record BufferJson(
      String run,
      String checkpoint,
      long update,
      String environment,
      List<ReplaySummary> buffers,
      List<EpisodeJson> episodes) {}

  /// @param begun number of updates that the policy had learned from when it began
  /// @param ageUpdates of the run since then
  /// @param ageSteps added to its buffer since then
  /// @param sumOfRewards not discounted, clipped as learning reads them
  /// @param end `unfinished`, `terminal`, `time_limit`, `trial_end` or `cut`
  /// @param probability with which a draw takes one of its steps
  /// @param draws of all its steps
  /// @param sinceDrawn batches since the last draw; -1 if it was never drawn
  private record EpisodeJson(
      int number,
      int buffer,
      int environment,
      List<Integer> agents,
      int firstTick,
      int lastTick,
      int length,
      double sumOfRewards,
      String end,
      long begun,
      long ageUpdates,
      long ageSteps,
      double meanPriority,
      double largestPriority,
      double probability,
      long draws,
      int neverDrawn,
      int sinceDrawn,
      long bytes) {
    static EpisodeJson of(ReplayRow row) {
      return new EpisodeJson(
          row.number(),
          row.buffer(),
          row.environment(),
          row.agents(),
          row.firstTick(),
          row.lastTick(),
          row.stored().length(),
          row.stored().sumOfRewards(),
          row.stored().end().name().toLowerCase(Locale.ROOT),
          row.begun(),
          row.updates(),
          row.steps(),
          row.stored().meanPriority(),
          row.stored().largestPriority(),
          row.probability(),
          row.stored().draws(),
          row.stored().neverDrawn(),
          row.stored().since(),
          row.stored().bytes());
    }
  }

  /// @param recording the file with its repetition
  private record OneEpisodeJson(
      String run,
      long update,
      EpisodeJson episode,
      List<ReplayStep> steps,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> recording) {}

  @Override
  public Integer call() throws Exception {
    ReplayOrder order = ReplayOrder.named(sort);
    CheckpointReplay replay = ReplaySource.open(run);
    List<ReplayRow> rows = ReplayRow.of(replay);
    if (episode.isPresent()) {
      one(replay, rows, episode.get());
    } else {
      all(replay, order.sorted(rows));
    }
    return OK;
  }

  private void all(CheckpointReplay replay, List<ReplayRow> rows) {
    List<ReplayRow> shown = top > 0 && top < rows.size() ? rows.subList(0, top) : rows;
    List<ReplaySummary> buffers = replay.buffers().stream().map(ReplaySummary::of).toList();
    StringBuilder words =
        new StringBuilder(
            wording("RunsBufferCommand.after_update", replay.run(), replay.updates()));
    for (int i = 0; i < buffers.size(); i++) {
      words.append(buffers.size() > 1 ? wording("RunsBufferCommand.of_member", i) : "");
      words.append(buffers.get(i).words()).append('\n');
    }
    if (!shown.isEmpty()) {
      words.append(wording("RunsBufferCommand.heading"));
    }
    shown.forEach(row -> words.append(line(row)));
    if (shown.size() < rows.size()) {
      words.append(wording("RunsBufferCommand.more", rows.size() - shown.size()));
    }
    console()
        .result(
            format(),
            new BufferJson(
                replay.run(),
                replay.file().toString(),
                replay.updates(),
                replay.environment(),
                buffers,
                shown.stream().map(EpisodeJson::of).toList()),
            words.toString().stripTrailing());
  }

  private static String line(ReplayRow row) {
    return String.format(
        Locale.ROOT,
        wording("RunsBufferCommand.episode_line"),
        row.number(),
        row.environment(),
        ReplayText.agents(row.agents()),
        ReplayText.ticks(row),
        row.stored().length(),
        ReplayText.number(row.stored().sumOfRewards()),
        ReplayText.end(row.stored().end()),
        NumberWords.count(row.steps()),
        row.updates(),
        ReplayText.number(row.stored().meanPriority()),
        ReplayText.number(row.stored().largestPriority()),
        ReplayText.share(row.probability()),
        NumberWords.count(row.stored().draws()),
        ReplayText.drawn(row.stored().since()));
  }

  private void one(CheckpointReplay replay, List<ReplayRow> rows, int number) throws Exception {
    ReplayRow row =
        rows.stream()
            .filter(each -> each.number() == number)
            .findFirst()
            .orElseThrow(() ->
                new Problem(
                    wording("RunsBufferCommand.there_is_no_such_episode", number),
                    "--episode",
                    wording("RunsBufferCommand.give_a_number_up_to", rows.size())));
    Optional<Path> recording = Optional.empty();
    if (out.isPresent()) {
      recording = Optional.of(done(new ReplayedEpisode(replay, row, out.get())));
    }
    List<ReplayStep> steps = ReplayStep.of(row);
    StringBuilder words = new StringBuilder(wording("RunsBufferCommand.heading") + line(row));
    words.append(wording("RunsBufferCommand.heading_of_steps"));
    for (ReplayStep step : steps) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("RunsBufferCommand.step_line"),
              step.step(),
              step.tick(),
              ReplayText.number(step.reward()),
              ReplayText.number(step.priority()),
              ReplayText.share(step.probability()),
              NumberWords.count(step.draws()),
              step.start()
                  ? ReplayText.drawn(step.since())
                  : wording("RunsBufferCommand.too_late_to_draw")));
    }
    recording.ifPresent(
        file -> words.append(wording("RunsBufferCommand.recorded", file, row.firstTick())));
    console()
        .result(
            format(),
            new OneEpisodeJson(
                replay.run(),
                replay.updates(),
                EpisodeJson.of(row),
                steps,
                recording.map(Path::toString)),
            words.toString().stripTrailing());
  }
}
