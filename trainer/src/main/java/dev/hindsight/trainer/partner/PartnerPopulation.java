package dev.hindsight.trainer.partner;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RecordedPartners.RecordedPartner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Policies for the agents that are not egos. For each episode one of them is drawn; it drives all
/// of these agents through all trials of the episode. Immutable.
///
/// The draw depends only on the seed of the environment and the number of the episode, so that it
/// can be repeated for any episode alone. Where the environment's buckets choose the partner, it
/// follows from the bucket of the episode.
///
/// @param partners at least one, each named once
public record PartnerPopulation(List<Partner> partners) {
  /// Separates the draws from all other random numbers of the seed.
  private static final long SALT = 0x5041_5254_4e45_5221L;

  /// A policy of a population.
  ///
  /// @param name of a built-in policy, or a checkpoint file
  /// @param weight how often it is drawn, in proportion to the other weights; more than 0
  public record Partner(String name, double weight) {
    /// Checks both.
    ///
    /// @throws Problem naming what is invalid
    public Partner {
      if (name.isBlank()) {
        throw invalid(wording("PartnerPopulation.a_partner_has_no_name"), name);
      }
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
        throw invalid(wording("PartnerPopulation.the_weight_is_not_a_number", weight), name);
      }
    }

    private String text() {
      return weight == Math.rint(weight) ? name + "=" + (long) weight : name + "=" + weight;
    }
  }

  /// Copies the list.
  ///
  /// @throws Problem if it is empty or names a policy twice
  public PartnerPopulation {
    partners = List.copyOf(partners);
    if (partners.isEmpty()) {
      throw invalid(wording("PartnerPopulation.it_names_no_policy"), "--partners");
    }
    Set<String> names = new HashSet<>();
    for (Partner partner : partners) {
      if (!names.add(partner.name())) {
        throw invalid(wording("PartnerPopulation.it_is_named_twice"), partner.name());
      }
    }
  }

  /// A population of one.
  public static PartnerPopulation of(String name) {
    return new PartnerPopulation(List.of(new Partner(name, 1)));
  }

  /// The population of a recording: the names its user gave, or the files they were read from.
  ///
  /// @param name of a recorded partner
  public static PartnerPopulation of(
      RecordedPartners recorded, Function<RecordedPartner, String> name) {
    return new PartnerPopulation(
        recorded.partners().stream()
            .map(one -> new Partner(name.apply(one), one.weight()))
            .toList());
  }

  /// Reads what a user typed: one policy; policies with weights, as
  /// `scripted:timid=1,x.safetensors` (weight 1 if none is given); or a `.json` or `.txt` file. A
  /// JSON file holds an object of weights by name, or an array of names; a text file one policy per
  /// line, `#` for comments. Checkpoints that a file names are looked for in its folder first.
  ///
  /// @throws Problem naming what is invalid
  public static PartnerPopulation parse(String text) {
    if (text.contains(",") || text.contains("=")) {
      return new PartnerPopulation(listed(List.of(text.split(",", -1))));
    }
    Optional<Path> file = file(text);
    if (file.isEmpty()) {
      return of(text.strip());
    }
    String content;
    try {
      content = Files.readString(file.get());
    } catch (IOException e) {
      throw new Problem(
          wording("PartnerPopulation.it_cannot_be_read", String.valueOf(e.getMessage())),
          text,
          wording("PartnerPopulation.give_partners_as_a_list"),
          e);
    }
    List<Partner> partners =
        text.endsWith(".json")
            ? ofJson(content, text)
            : listed(
                content
                    .lines()
                    .map(line -> line.replaceFirst("#.*", ""))
                    .filter(line -> !line.isBlank())
                    .toList());
    return new PartnerPopulation(partners).named(name -> beside(file.get(), name));
  }

  private static Optional<Path> file(String text) {
    return text.endsWith(".json") || text.endsWith(".txt")
        ? NamedFile.path(text)
        : Optional.empty();
  }

  private static List<Partner> listed(List<String> entries) {
    List<Partner> partners = new ArrayList<>();
    for (String entry : entries) {
      int at = entry.lastIndexOf('=');
      try {
        partners.add(
            at < 0
                ? new Partner(entry.strip(), 1)
                : new Partner(
                    entry.substring(0, at).strip(),
                    Double.parseDouble(entry.substring(at + 1).strip())));
      } catch (NumberFormatException _) {
        throw invalid(
            wording("PartnerPopulation.the_weight_is_not_a_number", entry.substring(at + 1)),
            entry.substring(0, at));
      }
    }
    return partners;
  }

  private static List<Partner> ofJson(String content, String where) {
    List<Partner> partners = new ArrayList<>();
    try {
      JsonNode node = new ObjectMapper().readTree(content);
      if (node.isObject()) {
        node.properties()
            .forEach(entry ->
                partners.add(new Partner(entry.getKey(), entry.getValue().asDouble(Double.NaN))));
      } else {
        node.forEach(name -> partners.add(new Partner(name.asText(), 1)));
      }
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("PartnerPopulation.it_is_not_json", JsonFault.words(e)),
          where,
          wording("PartnerPopulation.give_partners_as_a_list"),
          e);
    }
    return partners;
  }

  private static String beside(Path file, String name) {
    return NamedFile.path(name)
        .map(file::resolveSibling)
        .filter(Files::isRegularFile)
        .map(Path::toString)
        .orElse(name);
  }

  private static Problem invalid(String what, String where) {
    return new Problem(what, where, wording("PartnerPopulation.give_partners_as_a_list"));
  }

  /// A copy with other names.
  public PartnerPopulation named(UnaryOperator<String> renaming) {
    return new PartnerPopulation(
        partners.stream()
            .map(partner -> new Partner(renaming.apply(partner.name()), partner.weight()))
            .toList());
  }

  /// The names in order.
  public List<String> names() {
    return partners.stream().map(Partner::name).toList();
  }

  /// The text that [#parse] reads as this population: for a population of one, the policy's name.
  public String text() {
    return partners.size() == 1
        ? partners.getFirst().name()
        : partners.stream().map(Partner::text).collect(Collectors.joining(","));
  }

  /// Draws the partner of an episode; allocates nothing.
  ///
  /// @param seed of the environment
  /// @param episode its number since the environment was created, from 0
  /// @return index into [#partners()]
  public int draw(long seed, long episode) {
    return at(SplitMix64.unit(SplitMix64.mix(SplitMix64.mix(seed ^ SALT) + episode)));
  }

  /// The partner at a place in the population, in which each takes as much room as its weight;
  /// allocates nothing.
  ///
  /// @param share of all weights that come before the place, in `[0, 1]`
  /// @return index into [#partners()]
  public int at(double share) {
    double sum = 0;
    for (int p = 0; p < partners.size(); p++) {
      sum += partners.get(p).weight();
    }
    double rest = sum * share;
    for (int p = 0; p < partners.size() - 1; p++) {
      rest -= partners.get(p).weight();
      if (rest < 0) {
        return p;
      }
    }
    return partners.size() - 1;
  }

  /// The partner of the first episode of an environment: that of its bucket, else the one drawn.
  ///
  /// @return index into [#partners()]
  public int first(EnvironmentFactory factory, long seed) {
    OptionalDouble share = factory.partnerShare(seed);
    return share.isPresent() ? at(share.getAsDouble()) : draw(seed, 0);
  }

  /// Checks that buckets, where they choose the partner, choose each of a population.
  ///
  /// @param population empty if the policy drives all agents
  /// @throws Problem if there is none to choose from, or a partner is in no bucket
  public static void check(
      Optional<PartnerPopulation> population, List<EnvironmentFactory> factories) {
    for (EnvironmentFactory factory : factories) {
      List<Double> shares = factory.partnerShares();
      if (shares.isEmpty()) {
        continue;
      }
      PartnerPopulation all =
          population.orElseThrow(() ->
              new Problem(
                  wording("PartnerPopulation.there_are_no_partners"),
                  "randomise",
                  wording("PartnerPopulation.name_partners_or_leave_it_out")));
      Set<Integer> chosen = shares.stream().map(all::at).collect(Collectors.toSet());
      for (int p = 0; p < all.partners().size(); p++) {
        if (!chosen.contains(p)) {
          throw new Problem(
              wording("PartnerPopulation.it_is_in_no_bucket", shares.size()),
              all.names().get(p),
              wording("PartnerPopulation.take_more_buckets"));
        }
      }
    }
  }
}
