package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.film.FilmCommand;
import dev.hindsight.app.recording.ReelPlan;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.moment.MomentKind;
import dev.hindsight.inspector.moment.MomentRanking;
import dev.hindsight.inspector.moment.RankedMoment;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.BodyNames;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight moments`: the ticks of a recording that are most worth looking at.
@Command(name = "moments")
public final class MomentsCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "MomentsCommand.file")
  private Path file;

  @Option(names = "--by", paramLabel = "KIND", split = ",", descriptionKey = "MomentsCommand.kinds")
  private List<String> kinds = List.of();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "10",
      descriptionKey = "MomentsCommand.top")
  private int top;

  @Option(names = "--agent", paramLabel = "N", descriptionKey = "MomentsCommand.agent")
  private Optional<Integer> agent = Optional.empty();

  @Option(names = "--checkpoint", paramLabel = "C", descriptionKey = "MomentsCommand.checkpoints")
  private List<String> checkpoints = List.of();

  @Option(names = "--film", paramLabel = "X.mp4", descriptionKey = "MomentsCommand.film")
  private Optional<Path> film = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (top < 1) {
      throw new Problem(
          wording("MomentsCommand.moments_are_too_few", top),
          "--top",
          wording("MomentsCommand.give_1_or_more"));
    }
    try (Rollout rollout = RecordingOpener.open(file)) {
      agent.ifPresent(number -> AgentNumber.check(number, rollout.manifest(), file));
      MomentRanking.Request request = new MomentRanking.Request(wanted(), agent, checkpoints, top);
      MomentRanking ranking =
          done((progress, cancellation) ->
              MomentRanking.of(rollout, request, progress, cancellation));
      Optional<FilmReport> filmed = Optional.empty();
      if (film.isPresent()) {
        ReelPlan reel = new ReelPlan(film.get(), ranking.moments());
        filmed =
            Optional.of(
                done((progress, cancellation) -> reel.run(rollout, progress, cancellation)));
      }
      console()
          .result(
              format(),
              new MomentsJson(
                  file.toString(),
                  ranking.moments().stream().map(each -> MomentJson.of(rollout, each)).toList(),
                  ranking.omitted(),
                  filmed.map(report -> report.file().toString())),
              words(rollout, ranking, filmed));
    }
    return OK;
  }

  /// Without `--by`, all kinds; disagreement only if a version was named.
  private List<MomentKind> wanted() {
    if (kinds.isEmpty()) {
      return Arrays.stream(MomentKind.values())
          .filter(kind -> kind != MomentKind.DISAGREEMENT || !checkpoints.isEmpty())
          .toList();
    }
    return kinds.stream()
        .map(id ->
            MomentKind.named(id.strip())
                .orElseThrow(() ->
                    new Problem(
                        wording("MomentsCommand.there_is_no_kind", id),
                        "--by",
                        wording(
                            "MomentsCommand.choose_from",
                            Arrays.stream(MomentKind.values())
                                .map(MomentKind::id)
                                .collect(Collectors.joining(", "))))))
        .distinct()
        .toList();
  }

  /// @param omitted why a kind could not be measured
  private record MomentsJson(
      String rollout,
      List<MomentJson> moments,
      List<String> omitted,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> film) {}

  /// @param from first tick of its surroundings
  /// @param last last tick of them
  private record MomentJson(
      String kind,
      int agent,
      int tick,
      int trial,
      int trialTick,
      double size,
      int from,
      int last,
      String reason) {
    static MomentJson of(Rollout rollout, RankedMoment moment) {
      boolean known = rollout.trials().count() > 0;
      int stretch = known ? rollout.trials().stretchAt(moment.tick()) : 0;
      return new MomentJson(
          moment.kind().id(),
          moment.agent(),
          moment.tick(),
          known ? rollout.trials().trial(stretch) : 0,
          moment.tick() - (known ? rollout.trials().start(stretch) : 0),
          moment.size(),
          moment.span().from(),
          moment.span().last(),
          moment.reason());
    }
  }

  private static String words(Rollout rollout, MomentRanking ranking, Optional<FilmReport> filmed) {
    StringBuilder words = new StringBuilder();
    if (ranking.moments().isEmpty()) {
      words.append(wording("MomentsCommand.no_tick_stands_out"));
    }
    for (int i = 0; i < ranking.moments().size(); i++) {
      RankedMoment moment = ranking.moments().get(i);
      words.append(i == 0 ? "" : "\n");
      words.append(
          wording(
              "MomentsCommand.moment",
              i + 1,
              TickWords.of(rollout.trials(), moment.tick()),
              BodyNames.titled(rollout, moment.agent()),
              moment.kind().title(),
              moment.reason()));
    }
    ranking.omitted().forEach(sentence -> words.append('\n').append(sentence));
    filmed.ifPresent(report -> words.append('\n').append(FilmCommand.words(report)));
    return words.toString();
  }
}
