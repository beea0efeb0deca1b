package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.film.FilmCommand;
import dev.hindsight.app.evaluation.EpisodeRecordings;
import dev.hindsight.app.evaluation.EvaluationFile;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.app.recording.ReelPlan;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.moment.MomentKind;
import dev.hindsight.inspector.moment.MomentRanking;
import dev.hindsight.inspector.moment.RankedMoment;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.study.EpisodeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight moments`: the ticks of recordings that are most worth looking at.
@Command(name = "moments")
public final class MomentsCommand extends CommandBase {
  @Parameters(paramLabel = "FILE|FOLDER", arity = "1..*", descriptionKey = "MomentsCommand.file")
  private List<Path> files = List.of();

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

  @Mixin private EpisodeOptions chosen = new EpisodeOptions();

  @Override
  public Integer call() throws Exception {
    if (top < 1) {
      throw new Problem(
          wording("MomentsCommand.moments_are_too_few", top),
          "--top",
          wording("MomentsCommand.give_1_or_more"));
    }
    chosen.check(files.stream().anyMatch(MomentsCommand::isEvaluation));
    try (TemporaryFolder temporary = new TemporaryFolder("moments")) {
      List<Source> sources = new ArrayList<>();
      for (Path file : files) {
        if (isEvaluation(file)) {
          sources.addAll(recorded(file, temporary.path()));
        } else {
          recordings(file).forEach(each -> sources.add(new Source(each, each, Optional.empty())));
        }
      }
      ranked(sources);
    }
    return OK;
  }

  /// A recording to rank.
  ///
  /// @param named its name in the result: without a folder if it is deleted afterwards
  /// @param episode the episode of an evaluation that it repeats
  private record Source(Path file, Path named, Optional<EpisodeJson> episode) {}

  private static boolean isEvaluation(Path file) {
    return file.toString().endsWith(".json") && !Files.isDirectory(file);
  }

  /// Records the chosen episodes of an evaluation again.
  private List<Source> recorded(Path evaluation, Path temporary) throws Exception {
    List<EpisodeRecordings.Chosen> episodes = chosen.chosen(evaluation);
    List<Path> recordings =
        done(new EpisodeRecordings(episodes, chosen.folder().orElse(temporary)));
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < recordings.size(); i++) {
      Path file = recordings.get(i);
      Path named = chosen.folder().isPresent() ? file : file.getFileName();
      sources.add(
          new Source(file, named, Optional.of(EpisodeJson.of(named, evaluation, episodes.get(i)))));
    }
    return sources;
  }

  /// A file, or in the order of their names all recordings in a folder; a folder without recordings
  /// is one of another program.
  private static List<Path> recordings(Path file) {
    List<Path> within = Files.isDirectory(file) ? within(file) : List.of();
    return within.isEmpty() ? List.of(file) : within;
  }

  private static List<Path> within(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".rollout")).sorted().toList();
    } catch (IOException e) {
      throw new Problem(
          wording("MomentsCommand.the_folder_cannot_be_read"),
          folder.toString(),
          wording("MomentsCommand.check_its_permissions"),
          e);
    }
  }

  private void ranked(List<Source> sources) throws Exception {
    List<Rollout> rollouts = new ArrayList<>();
    try {
      for (Source each : sources) {
        rollouts.add(noted(RecordingOpener.open(each.file)));
      }
      ranked(sources, rollouts);
    } finally {
      rollouts.forEach(Rollout::close);
    }
  }

  private void ranked(List<Source> sources, List<Rollout> rollouts) throws Exception {
    List<Path> named = sources.stream().map(Source::named).toList();
    for (int i = 0; i < named.size(); i++) {
      if (agent.isPresent()) {
        AgentNumber.check(agent.get(), rollouts.get(i).manifest(), named.get(i));
      }
    }
    MomentRanking.Request request = new MomentRanking.Request(wanted(), agent, checkpoints, top);
    MomentRanking ranking =
        done((progress, cancellation) ->
            MomentRanking.of(rollouts, request, progress, cancellation));
    Optional<FilmReport> filmed = Optional.empty();
    if (film.isPresent()) {
      ReelPlan reel = new ReelPlan(film.get(), ranking.moments());
      filmed =
          Optional.of(done((progress, cancellation) -> reel.run(rollouts, progress, cancellation)));
    }
    result(
        new MomentsJson(
            named.stream().map(Path::toString).toList(),
            sources.stream().flatMap(source -> source.episode.stream()).toList(),
            ranking.moments().stream()
                .map(each ->
                    MomentJson.of(
                        named.get(each.recording()), rollouts.get(each.recording()), each))
                .toList(),
            ranking.omitted(),
            filmed.map(report -> report.file().toString())),
        words(named, rollouts, ranking, filmed));
  }

  /// Without `--by`, all kinds; disagreement only if a version was named.
  private List<MomentKind> wanted() {
    if (kinds.isEmpty()) {
      return Arrays.stream(MomentKind.values())
          .filter(kind -> kind != MomentKind.DISAGREEMENT || !checkpoints.isEmpty())
          .toList();
    }
    List<MomentKind> named = named();
    if (!checkpoints.isEmpty() && !named.contains(MomentKind.DISAGREEMENT)) {
      throw new Problem(
          wording("MomentsCommand.only_disagreement_compares_checkpoints"),
          "--checkpoint",
          wording("MomentsCommand.leave_it_out_or_add_disagreement"));
    }
    return named;
  }

  private List<MomentKind> named() {
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

  /// @param episodes which episode each recording of one repeats
  /// @param omitted why a kind could not be measured
  private record MomentsJson(
      List<String> rollouts,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EpisodeJson> episodes,
      List<MomentJson> moments,
      List<String> omitted,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> film) {}

  /// @param episode its place in the results of the evaluation, from 0
  /// @param scenario absent if the environment generates its own
  private record EpisodeJson(
      String rollout,
      String evaluation,
      String checkpoint,
      int episode,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String scenario,
      long seed) {
    static EpisodeJson of(Path recording, Path file, EpisodeRecordings.Chosen chosen) {
      return new EpisodeJson(
          recording.toString(),
          file.toString(),
          chosen.evaluation().checkpoint(),
          chosen.evaluation().report().results().indexOf(chosen.episode()),
          chosen.episode().scenario(),
          chosen.episode().seed());
    }
  }

  /// @param from first tick of its surroundings
  /// @param last last tick of them
  private record MomentJson(
      String rollout,
      String kind,
      int agent,
      int tick,
      int trial,
      int trialTick,
      double size,
      int from,
      int last,
      String reason) {
    static MomentJson of(Path file, Rollout rollout, RankedMoment moment) {
      boolean known = rollout.trials().count() > 0;
      int stretch = known ? rollout.trials().stretchAt(moment.tick()) : 0;
      return new MomentJson(
          file.toString(),
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

  private static String words(
      List<Path> named,
      List<Rollout> rollouts,
      MomentRanking ranking,
      Optional<FilmReport> filmed) {
    StringBuilder words = new StringBuilder();
    if (ranking.moments().isEmpty()) {
      words.append(wording("MomentsCommand.no_tick_stands_out"));
    }
    for (int i = 0; i < ranking.moments().size(); i++) {
      RankedMoment moment = ranking.moments().get(i);
      Rollout rollout = rollouts.get(moment.recording());
      words.append(i == 0 ? "" : "\n");
      words.append(
          wording(
              "MomentsCommand.moment",
              i + 1,
              TickWords.of(rollout.trials(), moment.tick()),
              BodyNames.titled(rollout, moment.agent()),
              moment.kind().title(),
              moment.reason()));
      if (named.size() > 1) {
        words.append(wording("MomentsCommand.in", named.get(moment.recording())));
      }
    }
    ranking.omitted().forEach(sentence -> words.append('\n').append(sentence));
    filmed.ifPresent(report -> words.append('\n').append(FilmCommand.words(report)));
    return words.toString();
  }

  /// `--worst`, `--episode` and `--out`: which episodes of a saved evaluation are recorded again,
  /// and where.
  private static final class EpisodeOptions {
    private static final int USUAL = 10;
    private static final String WORST = "--worst";
    private static final String EPISODE = "--episode";

    @ExcludesOption(EPISODE)
    @Option(names = WORST, paramLabel = "N", descriptionKey = "EpisodeOptions.worst")
    private Optional<Integer> worst = Optional.empty();

    @Option(
        names = EPISODE,
        paramLabel = "I",
        split = ",",
        descriptionKey = "EpisodeOptions.episodes")
    private List<Integer> episodes = List.of();

    @Option(names = "--out", paramLabel = "FOLDER", descriptionKey = "EpisodeOptions.out")
    private Optional<Path> out = Optional.empty();

    /// The folder of the recordings; empty for a temporary one.
    Optional<Path> folder() {
      return out;
    }

    /// The chosen episodes of a file.
    ///
    /// @throws Problem if it is not a saved evaluation, or has no such episode
    List<EpisodeRecordings.Chosen> chosen(Path evaluation) {
      List<FinishedEvaluation> all = EvaluationFile.read(evaluation);
      if (episodes.isEmpty()) {
        return EpisodeRecordings.worst(all, worst.orElse(USUAL));
      }
      List<EpisodeRecordings.Chosen> chosen = new ArrayList<>();
      for (FinishedEvaluation each : all) {
        List<EpisodeResult> results = each.report().results();
        for (int episode : episodes) {
          if (episode < 0 || episode >= results.size()) {
            throw new Problem(
                wording("EpisodeOptions.there_is_no_episode", episode),
                EPISODE,
                wording("EpisodeOptions.choose_from_0_to", results.size() - 1));
          }
          chosen.add(new EpisodeRecordings.Chosen(each, results.get(episode)));
        }
      }
      return chosen;
    }

    /// @param any whether an evaluation is among the files
    /// @throws Problem if the options choose no episodes, or episodes of nothing
    void check(boolean any) {
      boolean given = worst.isPresent() || !episodes.isEmpty() || out.isPresent();
      if (given && !any) {
        throw new Problem(
            wording("EpisodeOptions.no_evaluation_is_among_the_files"),
            WORST + ", " + EPISODE + ", --out",
            wording("EpisodeOptions.name_a_file_that_evaluate_printed"));
      }
      if (worst.filter(number -> number < 1).isPresent()) {
        throw new Problem(
            wording("EpisodeOptions.episodes_are_too_few", worst.get()),
            WORST,
            wording("EpisodeOptions.give_1_or_more"));
      }
    }
  }
}
