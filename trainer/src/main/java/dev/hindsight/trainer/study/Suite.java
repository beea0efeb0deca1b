package dev.hindsight.trainer.study;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.partner.PartnerPopulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Worlds to evaluate in, as a file: for instance those in which a policy did worst.
///
/// @param environment id of the environment
/// @param settings its settings, as text
/// @param worlds at least one
public record Suite(
    String environment, Map<String, String> settings, List<EvaluatedScenario> worlds) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final Set<String> KEYS = Set.of("environment", "settings", "worlds");
  private static final Set<String> WORLD_KEYS = Set.of("scenario", "partner", "seed");

  /// Copies the collections.
  ///
  /// @throws IllegalArgumentException without worlds
  public Suite {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    worlds = List.copyOf(worlds);
    if (worlds.isEmpty()) {
      throw new IllegalArgumentException("no worlds");
    }
  }

  /// The worst of an evaluation: those with the lowest score in the last trial; at equal scores
  /// those that score less over all trials. Without scores, those with the lowest return.
  ///
  /// With several scenarios or partners, these are ranked, each by the mean over its episodes.
  /// Otherwise single episodes are, and the suite keeps their seeds.
  ///
  /// @param count how many; fewer if there are fewer
  public static List<EvaluatedScenario> worst(EvaluationReport report, int count) {
    Map<EvaluationReport.World, EvaluationReport> worlds = report.byWorld();
    if (worlds.size() > 1) {
      return worlds.entrySet().stream()
          .sorted(
              Comparator.comparing(
                  world -> rank(world.getValue().means(), world.getValue().earned().mean()),
                  Suite::lower))
          .limit(count)
          .map(Map.Entry::getKey)
          .map(world ->
              new EvaluatedScenario(world.scenario(), world.partner(), OptionalLong.empty()))
          .toList();
    }
    return worstEpisodes(report, count).stream()
        .map(result ->
            new EvaluatedScenario(
                result.scenario(), result.partner(), OptionalLong.of(result.seed())))
        .toList();
  }

  /// The worst episodes of an evaluation, in the order of [#worst], then in their own.
  ///
  /// @param count how many; fewer if there are fewer
  public static List<EpisodeResult> worstEpisodes(EvaluationReport report, int count) {
    return report.results().stream()
        .sorted(
            Comparator.comparing(
                result ->
                    rank(
                        result.trials().stream().map(TrialResult::score).toList(), result.earned()),
                Suite::lower))
        .limit(count)
        .toList();
  }

  /// The worst of several evaluations, which rank a world by the mean over all of them.
  ///
  /// @param reports at least one
  /// @param count how many; fewer if there are fewer
  public static List<EvaluatedScenario> worst(List<EvaluationReport> reports, int count) {
    return worst(reports.size() == 1 ? reports.getFirst() : together(reports), count);
  }

  /// The episodes of all reports, with the mean scores of those that were played in the same world.
  private static EvaluationReport together(List<EvaluationReport> reports) {
    Map<EvaluatedScenario, List<EpisodeResult>> played = new LinkedHashMap<>();
    for (EvaluationReport report : reports) {
      for (EpisodeResult result : report.results()) {
        EvaluatedScenario world =
            new EvaluatedScenario(
                result.scenario(), result.partner(), OptionalLong.of(result.seed()));
        played.computeIfAbsent(world, _ -> new ArrayList<>()).add(result);
      }
    }
    List<EpisodeResult> means = new ArrayList<>();
    played.forEach((world, results) -> {
      int trials = results.stream().mapToInt(one -> one.trials().size()).min().orElseThrow();
      List<TrialResult> scores = new ArrayList<>();
      for (int k = 0; k < trials; k++) {
        int trial = k;
        double mean =
            results.stream()
                .mapToDouble(one -> one.trials().get(trial).score())
                .average()
                .orElseThrow();
        scores.add(new TrialResult(mean, 0, 0, Map.of()));
      }
      means.add(
          new EpisodeResult(
              world.scenario(),
              world.partner(),
              world.seed().orElseThrow(),
              scores,
              Map.of(),
              Optional.of(
                  EpisodeSteps.sums(
                      results.stream().mapToDouble(EpisodeResult::earned).average().orElseThrow(),
                      0))));
    });
    return new EvaluationReport(means, 0, 0, 0);
  }

  /// The last score, then the mean; an episode without a finished trial comes first, and of several
  /// that with the lowest return.
  private static double[] rank(List<Double> scores, double earned) {
    return scores.isEmpty()
        ? new double[] {-1, earned}
        : new double[] {
          scores.getLast(), scores.stream().mapToDouble(Double::doubleValue).average().orElseThrow()
        };
  }

  private static int lower(double[] one, double[] other) {
    int byLast = Double.compare(one[0], other[0]);
    return byLast != 0 ? byLast : Double.compare(one[1], other[1]);
  }

  /// The population for an evaluation: the given one, else the partners that the worlds name, with
  /// equal weights; empty without either.
  ///
  /// @throws Problem if a world names a partner that the given population lacks
  public static Optional<PartnerPopulation> partners(
      List<EvaluatedScenario> worlds, Optional<PartnerPopulation> given) {
    List<String> named =
        worlds.stream().flatMap(world -> world.partner().stream()).distinct().toList();
    given.ifPresent(all -> {
      for (String name : named) {
        if (!all.names().contains(name)) {
          throw new Problem(
              wording("Suite.it_names_another_partner"),
              name,
              wording("Suite.add_the_partner_or_leave_out"));
        }
      }
    });
    return given.or(() ->
        named.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new PartnerPopulation(
                    named.stream().map(name -> new PartnerPopulation.Partner(name, 1)).toList())));
  }

  /// Writes the file, completely or not at all.
  public void write(Path file) {
    SuiteJson json =
        new SuiteJson(environment, settings, worlds.stream().map(SuiteWorldJson::of).toList());
    try {
      AtomicFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
    } catch (IOException e) {
      throw new Problem(
          wording("Suite.the_suite_cannot_be_written"),
          file.toString(),
          wording("Suite.check_the_folder_and_the_free"),
          e);
    }
  }

  private record SuiteJson(
      String environment, Map<String, String> settings, List<SuiteWorldJson> worlds) {}

  /// @param partner null if there is none
  /// @param seed null if the evaluation chooses it
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record SuiteWorldJson(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String scenario,
      @Nullable String partner,
      @Nullable Long seed) {
    static SuiteWorldJson of(EvaluatedScenario world) {
      return new SuiteWorldJson(
          world.scenario(),
          world.partner().orElse(null),
          world.seed().isPresent() ? world.seed().getAsLong() : null);
    }
  }

  /// Reads the suite of an environment.
  ///
  /// @param where names the file in messages about another environment
  /// @throws Problem if it is missing, not a suite, or for another environment
  public static Suite read(Path file, String environment, String where) {
    Suite suite = read(file);
    if (!suite.environment().equals(environment)) {
      throw new Problem(
          wording("Suite.the_suite_is_for_another", suite.environment()),
          where,
          wording("Suite.choose_a_suite_of", environment));
    }
    return suite;
  }

  /// Reads a file.
  ///
  /// @throws Problem if it is missing or not a suite
  public static Suite read(Path file) {
    JsonNode node;
    try {
      node = JSON.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw wrong(file, wording("Suite.it_is_not_json", JsonFault.words(e)));
    } catch (IOException e) {
      throw new Problem(
          wording("Suite.the_suite_cannot_be_read"),
          file.toString(),
          wording("Suite.check_its_name_and_permissions"),
          e);
    }
    known(node, KEYS, file);
    if (!node.path("environment").isTextual()) {
      throw wrong(file, wording("Suite.it_names_no_environment"));
    }
    Map<String, String> settings = new LinkedHashMap<>();
    node.path("settings")
        .properties()
        .forEach(one -> settings.put(one.getKey(), one.getValue().asText()));
    List<EvaluatedScenario> worlds = new ArrayList<>();
    for (JsonNode world : node.path("worlds")) {
      known(world, WORLD_KEYS, file);
      JsonNode seed = world.path("seed");
      boolean whole = seed.canConvertToExactIntegral() && seed.canConvertToLong();
      if (world.has("seed") && !whole) {
        throw wrong(file, wording("Suite.a_seed_is_not_a_whole", seed));
      }
      worlds.add(
          new EvaluatedScenario(
              world.path("scenario").asText(""),
              Optional.ofNullable(world.get("partner")).map(JsonNode::asText),
              world.has("seed")
                  ? OptionalLong.of(world.get("seed").asLong())
                  : OptionalLong.empty()));
    }
    if (worlds.isEmpty()) {
      throw wrong(file, wording("Suite.it_lists_no_worlds"));
    }
    return new Suite(node.get("environment").asText(), settings, worlds);
  }

  private static void known(JsonNode node, Set<String> keys, Path file) {
    for (Map.Entry<String, JsonNode> one : node.properties()) {
      if (!keys.contains(one.getKey())) {
        throw wrong(file, wording("Suite.it_has_an_unknown_key", one.getKey()));
      }
    }
  }

  private static Problem wrong(Path file, String what) {
    return new Problem(what, file.toString(), wording("Suite.write_one_with_evaluate"));
  }
}
