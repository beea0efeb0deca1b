package dev.hindsight.trainer.env.randomise;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.NameSuggestions;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/// The buckets of an environment's randomised settings. Each bucket is one choice of values; every
/// episode is of one bucket.
///
/// With N buckets a setting takes N values in equal steps over its range. The first randomised
/// setting takes them in order. Each further one takes them in an order of its own, which depends
/// on its name alone, so every value of every setting is in exactly one bucket (a Latin hypercube:
/// McKay, Beckman and Conover, 1979). One bucket has the middle of every range.
///
/// @param randomised the settings that differ, in the order in which the environment declares them;
///   empty if none does
/// @param count N, at least 1
public record Buckets(List<RandomisedSetting> randomised, int count) {
  /// Name of the column of recordings with the bucket of each tick.
  public static final String COLUMN = "bucket";

  /// The knob that names the settings to randomise.
  public static final String RANDOMISE = "randomise";

  /// The knob for the number of buckets.
  public static final String BUCKETS = "buckets";

  /// Nothing is randomised.
  public static final Buckets NONE = new Buckets(List.of(), 1);

  private static final String ALL = "all";
  private static final String VALUES = "buckets";
  private static final String UNITS = "randomised";
  private static final String CHOOSES_PARTNER = "partner";

  /// Copies the list.
  public Buckets {
    randomised = List.copyOf(randomised);
    if (count < 1) {
      throw new IllegalArgumentException(count + " buckets");
    }
  }

  /// An environment's knobs, followed by those that randomise it.
  ///
  /// @param own the environment's
  /// @param declared what can be randomised
  public static Settings knobs(Settings own, List<RandomisedSetting> declared) {
    List<Setting> all = new ArrayList<>(own.all());
    String names = String.join(", ", declared.stream().map(RandomisedSetting::name).toList());
    all.add(new Setting.Text(RANDOMISE, "", wording("Buckets.settings_to_randomise", names)));
    all.add(new Setting.Whole(BUCKETS, 4, 1, 64, "buckets", wording("Buckets.number_of_buckets")));
    return new Settings(all);
  }

  /// Reads the knobs. `randomise` names settings, separated by commas or spaces, or `all` for all
  /// but the partner; a name may be followed by another range, as in `slip:0..0.5`.
  ///
  /// @param declared what can be randomised
  /// @throws Problem naming a setting that does not exist
  public static Buckets of(SettingValues values, List<RandomisedSetting> declared) {
    String text = values.text(RANDOMISE);
    if (text.isBlank()) {
      return NONE;
    }
    Map<String, RandomisedSetting> chosen = new LinkedHashMap<>();
    for (String word : Arrays.asList(text.split("[,\\s]+"))) {
      if (word.equals(ALL)) {
        // Partners are chosen by name alone, because only some worlds have a population.
        declared.stream()
            .filter(each -> each.effect() != RandomisedSetting.Effect.PARTNER)
            .forEach(each -> chosen.putIfAbsent(each.name(), each));
      } else if (!word.isEmpty()) {
        RandomisedSetting one = parse(word, declared);
        chosen.put(one.name(), one);
      }
    }
    return new Buckets(
        declared.stream()
            .flatMap(each -> Optional.ofNullable(chosen.get(each.name())).stream())
            .toList(),
        values.whole(BUCKETS));
  }

  private static RandomisedSetting parse(String word, List<RandomisedSetting> declared) {
    int colon = word.indexOf(':');
    String name = colon < 0 ? word : word.substring(0, colon);
    List<String> names = declared.stream().map(RandomisedSetting::name).toList();
    RandomisedSetting setting =
        declared.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new Problem(
                    wording("Buckets.is_not_randomised", name),
                    RANDOMISE,
                    wording("Buckets.did_you_mean", NameSuggestions.closest(name, names))));
    return colon < 0 ? setting : within(setting, word.substring(colon + 1));
  }

  private static RandomisedSetting within(RandomisedSetting setting, String range) {
    int dots = range.indexOf("..");
    try {
      double low = Double.parseDouble(dots < 0 ? range : range.substring(0, dots));
      double high = dots < 0 ? low : Double.parseDouble(range.substring(dots + 2));
      if (low <= high && allowed(setting, low) && allowed(setting, high)) {
        return setting.within(low, high);
      }
    } catch (NumberFormatException _) {
      // Reported below, like a range that is out of bounds.
    }
    throw new Problem(
        wording("Buckets.is_no_range", range),
        RANDOMISE + " " + setting.name(),
        wording(
            "Buckets.give_two_numbers",
            setting.name(),
            Math.min(setting.low(), setting.usual()),
            Math.max(setting.high(), setting.usual())));
  }

  /// Values lie between the usual one and the ends of the declared range: nobody has tried others.
  private static boolean allowed(RandomisedSetting setting, double value) {
    return value >= Math.min(setting.low(), setting.usual())
        && value <= Math.max(setting.high(), setting.usual());
  }

  /// Whether nothing is randomised.
  public boolean off() {
    return randomised.isEmpty();
  }

  /// Where a setting is among [#randomised]; -1 if it is not randomised.
  public int index(RandomisedSetting setting) {
    for (int s = 0; s < randomised.size(); s++) {
      if (randomised.get(s).name().equals(setting.name())) {
        return s;
      }
    }
    return -1;
  }

  /// The value of a setting in a bucket.
  ///
  /// @param setting index into [#randomised]
  /// @param bucket from 0
  public double value(int setting, int bucket) {
    RandomisedSetting each = randomised.get(setting);
    if (each.low() == each.high()) {
      return each.low();
    }
    double share = count == 1 ? 0.5 : (double) place(setting, bucket) / (count - 1);
    double value = each.low() + share * (each.high() - each.low());
    return each.effect() == RandomisedSetting.Effect.DELAY ? Math.rint(value) : value;
  }

  /// Which of the N values a setting has in a bucket.
  private int place(int setting, int bucket) {
    if (setting == 0) {
      return bucket;
    }
    long own = randomised.get(setting).name().hashCode();
    List<Integer> order =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingLong(b -> SplitMix64.mix(own * SplitMix64.GAMMA + b)))
            .toList();
    return order.indexOf(bucket);
  }

  /// The bucket of an episode.
  ///
  /// @param seed of the environment
  /// @param episode its number in the environment, from 0
  public int drawn(long seed, long episode) {
    long bits = SplitMix64.mix(SplitMix64.mix(seed) + (episode + 1) * SplitMix64.GAMMA);
    // The modulo bias of 63 random bits is below 1e-16 for any number of buckets.
    return (int) ((SplitMix64.mix(bits ^ COLUMN.hashCode()) >>> 1) % count);
  }

  /// Where the partner of episodes of a bucket is in the population of partners; empty if buckets
  /// say nothing about partners.
  public OptionalDouble partnerShare(int bucket) {
    return IntStream.range(0, randomised.size())
        .filter(s -> randomised.get(s).effect() == RandomisedSetting.Effect.PARTNER)
        .mapToDouble(s -> value(s, bucket))
        .findFirst();
  }

  /// A bucket in words: `slip 0.1, mass 1.2 kg, partner scripted:timid`.
  ///
  /// @param partner names the partner at a place in the population
  public String words(int bucket, DoubleFunction<String> partner) {
    List<String> parts = new ArrayList<>();
    for (int s = 0; s < randomised.size(); s++) {
      if (randomised.get(s).effect() == RandomisedSetting.Effect.PARTNER) {
        parts.add(randomised.get(s).name() + " " + partner.apply(value(s, bucket)));
        continue;
      }
      String unit = randomised.get(s).unit();
      parts.add(
          randomised.get(s).name()
              + " "
              + NumberWords.atMost(value(s, bucket), 4)
              + (unit.equals("1") ? "" : " " + unit));
    }
    return String.join(", ", parts);
  }

  /// The column of the bucket of each tick, with the values of every bucket.
  ChannelSpec spec() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ArrayNode units = json.arrayNode();
    for (RandomisedSetting each : randomised) {
      ObjectNode one =
          json.objectNode()
              .put("name", each.name())
              .put("unit", each.unit())
              .put("doc", each.doc());
      units.add(
          each.effect() == RandomisedSetting.Effect.PARTNER ? one.put(CHOOSES_PARTNER, true) : one);
    }
    ArrayNode values = json.arrayNode();
    for (int b = 0; b < count; b++) {
      ObjectNode one = json.objectNode();
      for (int s = 0; s < randomised.size(); s++) {
        one.put(randomised.get(s).name(), value(s, b));
      }
      values.add(one);
    }
    return ChannelSpec.perTick(COLUMN, Dtype.I4, "1", wording("Buckets.bucket_of_the_episode"))
        .with(UNITS, units)
        .with(VALUES, values);
  }

  /// The values of every bucket as a recording's column describes them, by name of the setting.
  ///
  /// @param column [#COLUMN] of a recording
  public static List<Map<String, Double>> described(ChannelSpec column) {
    List<Map<String, Double>> all = new ArrayList<>();
    JsonNode list = column.extra().get(VALUES);
    if (list != null) {
      for (JsonNode each : list) {
        Map<String, Double> one = new LinkedHashMap<>();
        each.properties().forEach(entry -> one.put(entry.getKey(), entry.getValue().asDouble()));
        all.add(one);
      }
    }
    return all;
  }

  /// The declared settings that some bucket of a recording changes.
  ///
  /// @param column [#COLUMN] of the recording
  /// @param declared what its environment can randomise
  public static List<RandomisedSetting> changed(
      ChannelSpec column, List<RandomisedSetting> declared) {
    List<Map<String, Double>> values = described(column);
    return declared.stream()
        .filter(setting ->
            values.stream()
                .anyMatch(bucket ->
                    bucket.getOrDefault(setting.name(), setting.usual()) != setting.usual()))
        .toList();
  }

  /// The numbers of an observation that a sensor acts on.
  ///
  /// @param sensor a setting that is sensed
  public static List<Integer> sensed(ObservationLayout layout, RandomisedSetting sensor) {
    return Sensors.numbers(layout, sensor);
  }

  /// Where the partner of each bucket is in the population, as a recording's column describes it;
  /// NaN if buckets said nothing about partners.
  ///
  /// @param column [#COLUMN] of a recording
  public static List<Double> describedPartnerShares(ChannelSpec column) {
    Optional<String> name = Optional.empty();
    JsonNode settings = column.extra().get(UNITS);
    if (settings != null) {
      for (JsonNode each : settings) {
        if (each.path(CHOOSES_PARTNER).asBoolean(false)) {
          name = Optional.of(each.path("name").asText());
        }
      }
    }
    String partner = name.orElse("");
    return described(column).stream()
        .map(values -> values.getOrDefault(partner, Double.NaN))
        .toList();
  }
}
