package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.EnvironmentSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// What the environment says about itself: agents, what they observe, what they may do.
///
/// Actions travel as W numbers for each agent, one for each part: the level, from 0, or the number
/// itself. If all parts have levels, an action is one of their combinations; otherwise it is W
/// numbers in `[-1, 1]`, in which a part with n levels takes n equal pieces.
///
/// @param agents names, in order
/// @param named whether the names mean something
/// @param layout of an observation
/// @param parts of an action
/// @param actions the same as agents choose
/// @param limit most steps of an episode; 0 if unknown
/// @param tickSeconds time between two pictures at normal speed
/// @param render whether the environment draws pictures
/// @param masked M, flags that say which levels are legal; 0 if it does not say
/// @param padded whether agents have different numbers of actions: the mask says which each has
/// @param versions of Python and the libraries, in words
/// @param spec what Gymnasium needs to make the environment again, in its own JSON; empty if it
///   does not say
/// @param actionSpace what agents may do, as Minari writes it; empty if it does not say
record GymSpaces(
    List<String> agents,
    boolean named,
    ObservationLayout layout,
    List<Part> parts,
    ActionSpace actions,
    int limit,
    double tickSeconds,
    boolean render,
    int masked,
    boolean padded,
    String versions,
    String spec,
    String actionSpace) {
  private static final int MOST_AGENTS = 4096;
  private static final int MOST_NUMBERS = 1 << 24;
  private static final int MOST_FLOATS = GymFrame.MOST / Float.BYTES;
  private static final int MOST_ACTIONS = 1 << 16;
  private static final int MOST_PARTS = 4096;
  private static final int LONGEST_SPEC = 1 << 15;
  private static final double USUAL_RATE = 10;

  /// Copies the lists.
  GymSpaces {
    agents = List.copyOf(agents);
    parts = List.copyOf(parts);
  }

  /// One number of an action.
  ///
  /// @param levels how many; 0 for a number
  /// @param start what level 0 is called
  /// @param words for each level; may be empty
  /// @param ranges the limits of a number, of each agent if they differ, else of all
  /// @param whole whether the number is rounded
  record Part(
      String name, int levels, int start, List<String> words, List<Range> ranges, boolean whole) {
    /// Copies the lists.
    Part {
      words = List.copyOf(words);
      ranges = List.copyOf(ranges);
    }

    /// What is sent for an agent's number in `[-1, 1]`.
    double sent(float number, int agent) {
      if (levels > 0) {
        return Math.min(levels - 1, (int) ((number + 1.0) / 2 * levels));
      }
      double value = ranges.get(ranges.size() == 1 ? 0 : agent).at(number);
      return whole ? Math.rint(value) : value;
    }

    private ActionSpace.Factor factor() {
      List<Float> values =
          IntStream.range(0, levels).mapToObj(level -> (float) (level + start)).toList();
      return new ActionSpace.Factor(name, "", values, words);
    }

    private Quantity quantity() {
      Range range = ranges.getFirst();
      boolean even =
          levels == 0 && ranges.size() == 1 && range.limited() && range.low == -range.high;
      return even ? Quantity.ranged("", range.high, -1, 1) : Quantity.PLAIN;
    }
  }

  /// The limits of a number of an action; NaN for none.
  record Range(double low, double high) {
    /// Whether both limits are known, and a number can say how far apart they are.
    boolean limited() {
      return Double.isFinite(low) && Double.isFinite(high) && Double.isFinite(high - low);
    }

    /// The number at a place from -1 to 1; the place itself without limits.
    double at(float place) {
      return limited() ? low + (place + 1.0) / 2 * (high - low) : place;
    }
  }

  /// Reads a declaration.
  ///
  /// @param where the environment, for messages
  /// @throws Problem if something does not fit this program, naming it
  static GymSpaces read(JsonNode json, String where) {
    List<String> agents = texts(json.path("agents"));
    check(!agents.isEmpty() && agents.size() <= MOST_AGENTS, "agents", agents.size(), where);
    List<Part> parts = parts(json.path("actions"), agents.size(), where);
    int limit = json.path("limit").asInt(0);
    double seconds = 1 / json.path("fps").asDouble(0);
    StringBuilder versions = new StringBuilder();
    json.path("versions")
        .properties()
        .forEach(entry ->
            versions
                .append(versions.isEmpty() ? "" : ", ")
                .append(entry.getKey())
                .append(' ')
                .append(entry.getValue().asText()));
    ObservationLayout layout = layout(json.path("observation"), agents.size(), where);
    ActionSpace actions = actions(parts, where);
    int masked = masked(json, parts, where);
    checkTogether(agents.size(), layout.size(), parts.size(), actions, masked, where);
    return new GymSpaces(
        agents,
        json.path("named").asBoolean(),
        layout,
        parts,
        actions,
        Math.clamp(limit, 0, GymSettings.MOST_STEPS),
        seconds > 0 && Double.isFinite(seconds) ? seconds : 1 / USUAL_RATE,
        json.path("render").asBoolean(),
        masked,
        json.path("padded").asBoolean(),
        versions.toString(),
        spec(json.path("spec").asText()),
        bounded(json.path("actionSpace").asText()));
  }

  /// What every step brings must fit a frame, and which actions are legal an array.
  private static void checkTogether(
      int agents, int observed, int width, ActionSpace actions, int masked, String where) {
    long bytes = GymResult.bytes(agents, observed, width, masked);
    check(bytes <= GymFrame.MOST, "observation", bytes, where);
    long legal = (long) agents * actions.jointActions();
    check(masked == 0 || legal <= GymFrame.MOST, "mask", legal, where);
  }

  /// A text that names an environment and is not longer than a recording should carry.
  private static String spec(String text) {
    return EnvironmentSpec.id(text).isPresent() ? bounded(text) : "";
  }

  private static String bounded(String text) {
    return text.length() <= LONGEST_SPEC ? text : "";
  }

  private static int masked(JsonNode json, List<Part> parts, String where) {
    int masked = json.path("mask").asInt(0);
    boolean levels = parts.stream().allMatch(part -> part.levels() > 0);
    long all = parts.stream().mapToLong(Part::levels).sum();
    check(masked == 0 || (levels && masked == all), "mask", masked, where);
    return masked;
  }

  private static ObservationLayout layout(JsonNode declared, int agents, String where) {
    List<ObservationLayout.Segment> segments = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int offset = 0;
    for (JsonNode one : declared) {
      String name = one.path("name").asText();
      List<Integer> shape = new ArrayList<>();
      long length = 1;
      for (JsonNode size : one.path("shape")) {
        check(size.asInt() > 0 && size.asInt() <= MOST_NUMBERS, name, size.asInt(), where);
        shape.add(size.asInt());
        length = Math.min(MOST_NUMBERS + 1L, length * size.asInt());
      }
      check(!shape.isEmpty() && shape.size() <= 3, name, shape.size(), where);
      long numbers = offset + length;
      check(numbers <= MOST_NUMBERS && numbers * agents <= MOST_FLOATS, name, numbers, where);
      check(!name.isEmpty() && names.add(name), name, 0, where);
      int features = shape.size() == 3 ? shape.getFirst() : shape.getLast();
      segments.add(
          new ObservationLayout.Segment(
              name,
              offset,
              shape,
              featureNames(texts(one.path("names")), features),
              quantities(one, features),
              type(one.path("type").asText(), name, where),
              Audience.ALL));
      offset += (int) length;
    }
    check(offset > 0, "observation", offset, where);
    return new ObservationLayout(segments);
  }

  private static List<String> featureNames(List<String> given, int features) {
    return given.size() == features
        ? given
        : IntStream.range(0, features).mapToObj(Integer::toString).toList();
  }

  private static List<Quantity> quantities(JsonNode one, int features) {
    List<Quantity> quantities = new ArrayList<>();
    for (int f = 0; f < features; f++) {
      JsonNode low = one.path("low").path(f);
      JsonNode high = one.path("high").path(f);
      boolean ranged = low.isNumber() && high.isNumber() && low.asDouble() <= high.asDouble();
      quantities.add(
          ranged ? Quantity.ranged("", 1, low.asDouble(), high.asDouble()) : Quantity.PLAIN);
    }
    return quantities;
  }

  private static NumberType type(String code, String name, String where) {
    try {
      return NumberType.of(code);
    } catch (IllegalArgumentException e) {
      throw new Problem(
          wording("GymSpaces.it_has_numbers_of_type", name, code),
          where,
          wording("GymSpaces.update_hindsight_or_the_environment"),
          e);
    }
  }

  private static List<Part> parts(JsonNode declared, int agents, String where) {
    List<Part> parts = new ArrayList<>();
    for (JsonNode one : declared) {
      int levels = one.path("levels").asInt();
      String name = one.path("name").asText();
      check(levels >= 0 && levels <= MOST_ACTIONS, name, levels, where);
      parts.add(
          new Part(
              name,
              levels,
              one.path("start").asInt(),
              texts(one.path("words")),
              ranges(one.path("low"), one.path("high"), agents, name, where),
              one.path("whole").asBoolean()));
    }
    check(!parts.isEmpty() && parts.size() <= MOST_PARTS, "actions", parts.size(), where);
    return parts;
  }

  /// One number for all agents, or a list with one for each.
  private static List<Range> ranges(
      JsonNode low, JsonNode high, int agents, String name, String where) {
    for (JsonNode each : List.of(low, high)) {
      check(!each.isArray() || each.size() == agents, name, each.size(), where);
    }
    return IntStream.range(0, low.isArray() || high.isArray() ? agents : 1)
        .mapToObj(agent -> new Range(limit(low, agent), limit(high, agent)))
        .toList();
  }

  private static double limit(JsonNode limits, int agent) {
    JsonNode number = limits.isArray() ? limits.path(agent) : limits;
    return number.isNumber() ? number.asDouble() : Double.NaN;
  }

  private static ActionSpace actions(List<Part> parts, String where) {
    if (parts.stream().allMatch(part -> part.levels() > 0)) {
      long count = 1;
      for (Part part : parts) {
        count = Math.min(MOST_ACTIONS + 1L, count * part.levels());
      }
      if (count > MOST_ACTIONS) {
        throw new Problem(
            wording("GymSpaces.its_actions_have_too_many_combinations", MOST_ACTIONS),
            where,
            wording("GymSpaces.wrap_it_with_fewer_actions"));
      }
      return new ActionSpace.Discrete(parts.stream().map(Part::factor).toList());
    }
    return new ActionSpace.Continuous(
        parts.stream().map(Part::name).toList(), parts.stream().map(Part::quantity).toList());
  }

  private static void check(boolean right, String what, long size, String where) {
    if (!right) {
      throw new Problem(
          wording("GymSpaces.it_declares_something_impossible", what, size),
          where,
          wording("GymSpaces.update_hindsight_or_the_environment"));
    }
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  /// W, numbers of an action.
  int width() {
    return parts.size();
  }

  /// What is sent for the actions of all agents.
  ///
  /// @param sent `[A * W]` receives it
  /// @throws Problem naming the agent whose action does not exist; nothing has happened then
  void send(Actions chosen, double[] sent) {
    int width = width();
    for (int agent = 0; agent < agents.size(); agent++) {
      switch (actions) {
        case ActionSpace.Discrete discrete -> {
          int action = chosen.joint[agent];
          if (action < 0 || action >= discrete.count()) {
            throw Problem.of(
                agent,
                wording("GymSpaces.there_is_no_action", action),
                wording("GymSpaces.give_one_of_0_to", discrete.count() - 1));
          }
          for (int part = 0; part < width; part++) {
            sent[agent * width + part] = discrete.level(action, part);
          }
        }
        case ActionSpace.Continuous _ -> {
          for (int part = 0; part < width; part++) {
            float number = chosen.continuous[agent * width + part];
            if (!(number >= -1 && number <= 1)) {
              throw Problem.of(
                  agent,
                  wording("GymSpaces.there_is_no_action", number),
                  wording("GymSpaces.give_numbers_from_1_to_1"));
            }
            sent[agent * width + part] = parts.get(part).sent(number, agent);
          }
        }
      }
    }
  }
}
