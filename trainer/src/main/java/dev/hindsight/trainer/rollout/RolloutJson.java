package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.text.OneLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads and writes the two JSON members of a rollout file; fields that other programs leave out
/// get a sensible default.
final class RolloutJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// Used for recordings that do not say how long a tick is.
  private static final double TICK_SECONDS = 0.1;

  private RolloutJson() {}

  static byte[] write(Record value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that is not JSON: " + value, e);
    }
  }

  /// Parses a member without conversion.
  ///
  /// @throws Problem if it is not JSON
  static JsonNode tree(byte[] utf8) {
    return JsonFields.tree(utf8, "");
  }

  static Summary summary(byte[] utf8, String where) {
    JsonFields json = JsonFields.parse(utf8, where);
    json.require("ticks");
    return new Summary(
        json.count("ticks", 0),
        json.realList("trialScores"),
        json.reals("totals"),
        json.text("hash", ""),
        json.real("wallSeconds", 0),
        json.rest());
  }

  static Manifest manifest(byte[] utf8, String where) {
    JsonFields json = JsonFields.parse(utf8, where);
    String format = json.text("format", "");
    if (!format.equals(Manifest.FORMAT)) {
      throw json.wrong("format", "\"" + Manifest.FORMAT + "\"");
    }
    json.require("version");
    int version = json.count("version", 0);
    if (version != Manifest.VERSION) {
      throw new Problem(
          wording("RolloutJson.it_has_the_layout_of_version", version, Manifest.VERSION),
          where,
          wording("RolloutJson.open_it_with_a_newer_hindsight"));
    }
    json.require("channels");
    return new Manifest(
        format,
        version,
        json.text("producer", ""),
        json.text("createdUtc", ""),
        environment(json.object("environment")),
        policy(json.object("policy")),
        json.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE, 0),
        json.count("agents", 0),
        tickSeconds(json),
        trials(json.object("trials")),
        json.count("chunkTicks", 0),
        observation(json.object("observation")),
        specs(json, "channels"),
        specs(json, "static"),
        json.rest());
  }

  private static double tickSeconds(JsonFields json) {
    double seconds = json.real("tickSeconds", TICK_SECONDS);
    if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw json.wrong("tickSeconds", wording("RolloutJson.a_number_above_0"));
    }
    return seconds;
  }

  private static Manifest.EnvironmentInfo environment(JsonFields json) {
    return new Manifest.EnvironmentInfo(
        json.text("id", ""),
        json.object("config").rest(),
        json.text("codeVersion", ""),
        json.rest());
  }

  private static Manifest.PolicyInfo policy(JsonFields json) {
    return new Manifest.PolicyInfo(
        json.text("id", ""),
        json.text("checkpointSha256", ""),
        json.text("checkpointName", ""),
        json.text("checkpointPath", ""),
        json.text("actionSelection", ""),
        json.rest());
  }

  private static Manifest.Trials trials(JsonFields json) {
    int count = (int) json.whole("count", 1, Integer.MAX_VALUE, 1);
    return new Manifest.Trials(count, json.count("timeoutTicks", 0), json.rest());
  }

  private static ObservationLayout observation(JsonFields json) {
    List<ObservationLayout.Segment> segments = new ArrayList<>();
    for (JsonFields segment : json.objects("segments")) {
      List<Integer> shape = new ArrayList<>();
      for (JsonNode size : segment.list("shape")) {
        if (!size.canConvertToInt() || size.intValue() < 1) {
          throw segment.wrong("shape", wording("RolloutJson.features_or_rows_features"));
        }
        shape.add(size.intValue());
      }
      int offset = segment.count("offset", 0);
      long end = shape.stream().mapToLong(size -> size).reduce(1, (a, b) -> capped(a * b)) + offset;
      if (shape.isEmpty() || shape.size() > 3 || end > Integer.MAX_VALUE) {
        throw segment.wrong("shape", wording("RolloutJson.features_or_rows_features"));
      }
      segments.add(
          new ObservationLayout.Segment(
              segment.text("name"),
              offset,
              shape,
              segment.texts("names"),
              quantities(segment),
              numberType(segment),
              audience(segment)));
      if (segments.size() > 1
          && segments.get(segments.size() - 2).criticOnly()
          && !segments.getLast().criticOnly()) {
        throw segment.wrong("audience", wording("RolloutJson.critic_as_before"));
      }
    }
    return new ObservationLayout(segments);
  }

  private static Audience audience(JsonFields segment) {
    try {
      return Audience.of(segment.text("audience", Audience.ALL.id()));
    } catch (IllegalArgumentException _) {
      throw segment.wrong("audience", wording("RolloutJson.all_or_critic"));
    }
  }

  private static NumberType numberType(JsonFields segment) {
    try {
      return NumberType.of(segment.text("type", NumberType.F4.code()));
    } catch (IllegalArgumentException _) {
      throw segment.wrong("type", wording("RolloutJson.a_number_type"));
    }
  }

  private static List<Quantity> quantities(JsonFields segment) {
    List<Quantity> quantities = new ArrayList<>();
    for (JsonFields field : segment.objects("quantities")) {
      List<Double> range = field.realList("range");
      if (!range.isEmpty() && (range.size() != 2 || !(range.getFirst() <= range.getLast()))) {
        throw field.wrong("range", wording("RolloutJson.least_most"));
      }
      quantities.add(
          new Quantity(
              field.text("unit", ""), field.real("factor", 1), range, field.texts("words")));
    }
    return quantities;
  }

  /// Limits a product of positive ints so that it does not overflow while it is compared.
  private static long capped(long product) {
    return Math.min(product, Integer.MAX_VALUE + 1L);
  }

  private static List<ChannelSpec> specs(JsonFields json, String key) {
    List<ChannelSpec> specs = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonFields field : json.objects(key)) {
      ChannelSpec spec = spec(field);
      if (key.equals("channels")
          && !spec.shape().stream().limit(1).toList().equals(List.of("tick"))) {
        throw field.wrong("shape", wording("RolloutJson.a_list_that_begins_with_tick"));
      }
      if (!names.add(spec.name())) {
        throw field.wrong("name", wording("RolloutJson.one_that_is_not_there_twice"));
      }
      specs.add(spec);
    }
    return specs;
  }

  private static ChannelSpec spec(JsonFields field) {
    String name = field.text("name");
    if (!OneLine.isOne(name)) {
      throw field.wrong("name", wording("RolloutJson.one_line"));
    }
    field.require("shape");
    List<Object> shape = new ArrayList<>();
    for (JsonNode axis : field.list("shape")) {
      if (axis.isTextual()) {
        shape.add(axis.textValue());
      } else if (axis.canConvertToInt() && axis.intValue() >= 0) {
        shape.add(axis.intValue());
      } else {
        throw field.wrong("shape", wording("RolloutJson.a_list_of_axis_names_and"));
      }
    }
    return new ChannelSpec(
        name,
        Dtype.of(field.text("dtype"), field.place("dtype")).code(),
        shape,
        field.text("unit", ""),
        field.text("doc", ""),
        Map.copyOf(field.rest()));
  }
}
