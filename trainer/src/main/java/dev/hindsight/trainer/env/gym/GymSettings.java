package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.InstalledProgram;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Text;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A checked configuration: which Python runs which environment, and how.
///
/// @param id of Gymnasium's registry, a module of PettingZoo, or `module:function`
/// @param python the program, absolute
/// @param path a folder whose modules the environment may import; empty for none
/// @param kwargs arguments of the environment
/// @param limit most steps of an episode; 0 for the environment's own
/// @param episodeTicks most ticks of an episode that a recording without a length holds; 0 for the
///   limit
/// @param oneHot whether a discrete observation becomes one number for each value
/// @param render whether pictures are recorded
/// @param frameSide most pixels along a side of a picture
/// @param frameBytes bytes of a picture in a recording; 0 to measure
/// @param repeats whether equal seeds and actions give equal results, as far as it is known
/// @param patienceSeconds longest time an answer may take
/// @param values as given
record GymSettings(
    String id,
    Path python,
    String path,
    ObjectNode kwargs,
    int limit,
    int episodeTicks,
    boolean oneHot,
    boolean render,
    int frameSide,
    int frameBytes,
    Repeats repeats,
    int patienceSeconds,
    SettingValues values) {
  static final String ID = "id";
  static final String PYTHON = "python";
  static final String FOLDER = "path";
  static final String KWARGS = "kwargs";
  static final String TRIALS = "trials";
  static final String LIMIT = "max_episode_steps";
  static final String EPISODE_TICKS = "episode_ticks";
  static final String ONE_HOT = "one_hot";
  static final String RENDER = "render";
  static final String FRAME_SIDE = "frame_side";
  static final String FRAME_BYTES = "frame_bytes";
  static final String REPEATS = "repeats";
  static final String TIMEOUT = "timeout";

  static final int MOST_STEPS = 10_000_000;

  /// All knobs.
  static final Settings ALL =
      new Settings(
          List.of(
              new Text(ID, "CartPole-v1", wording("GymSettings.id")),
              new Text(PYTHON, "", wording("GymSettings.python")),
              new Text(FOLDER, "", wording("GymSettings.path")),
              new Text(KWARGS, "{}", wording("GymSettings.kwargs")),
              new Whole(TRIALS, 1, 1, 1, "trials", wording("GymSettings.trials")),
              new Whole(LIMIT, 0, 0, MOST_STEPS, "ticks", wording("GymSettings.limit")),
              new Whole(
                  EPISODE_TICKS, 0, 0, MOST_STEPS, "ticks", wording("GymSettings.episode_ticks")),
              new Flag(ONE_HOT, false, wording("GymSettings.one_hot")),
              new Flag(RENDER, true, wording("GymSettings.render")),
              new Whole(FRAME_SIDE, 320, 16, 2048, "px", wording("GymSettings.frame_side")),
              new Whole(FRAME_BYTES, 0, 0, 1 << 22, "bytes", wording("GymSettings.frame_bytes")),
              new Choice(
                  REPEATS, "test", List.of("test", "yes", "no"), wording("GymSettings.repeats")),
              ActionMask.SETTING,
              new Whole(TIMEOUT, 60, 1, 3600, "s", wording("GymSettings.timeout"))));

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// Whether equal seeds and actions give equal results.
  enum Repeats {
    /// Unknown; it is tried.
    TEST,
    /// They do.
    YES,
    /// They do not.
    NO
  }

  /// Checks values of all knobs.
  ///
  /// @throws Problem naming the one that is wrong
  static GymSettings of(SettingValues values) {
    String id = values.text(ID);
    if (id.isBlank()) {
      throw new Problem(
          wording("GymSettings.no_environment_is_named"),
          ID,
          wording("GymSettings.name_one_such_as"));
    }
    return new GymSettings(
        id,
        program(values.text(PYTHON)),
        folder(values.text(FOLDER)),
        arguments(values.text(KWARGS)),
        values.whole(LIMIT),
        values.whole(EPISODE_TICKS),
        values.flag(ONE_HOT),
        values.flag(RENDER),
        values.whole(FRAME_SIDE),
        values.whole(FRAME_BYTES),
        switch (values.choice(REPEATS)) {
          case "yes" -> Repeats.YES;
          case "no" -> Repeats.NO;
          default -> Repeats.TEST;
        },
        values.whole(TIMEOUT),
        values);
  }

  /// The Python that a user names, else the first on the search path. Links stay: in a virtual
  /// environment the name of the link is what selects its packages.
  private static Path program(String named) {
    Optional<Path> found =
        named.isBlank()
            ? InstalledProgram.onPath("python3", "python.exe")
            : InstalledProgram.first(List.of(Path.of(named)));
    return found.orElseThrow(() ->
        new Problem(
            named.isBlank()
                ? wording("GymSettings.there_is_no_python_on_the_path")
                : wording("GymSettings.it_is_no_program"),
            named.isBlank() ? PYTHON : named,
            wording("GymSettings.name_python_by_its_whole_path")));
  }

  private static String folder(String named) {
    if (!named.isBlank() && !Path.of(named).isAbsolute()) {
      throw new Problem(
          wording("GymSettings.it_is_a_relative_path"),
          named,
          wording("GymSettings.give_the_whole_path"));
    }
    return named;
  }

  private static ObjectNode arguments(String json) {
    try {
      JsonNode read = MAPPER.readTree(json.isBlank() ? "{}" : json);
      if (read instanceof ObjectNode arguments) {
        return arguments;
      }
    } catch (JsonProcessingException _) {
      // Reported below, like JSON that is no object.
    }
    throw new Problem(
        wording("GymSettings.these_are_no_arguments", json),
        KWARGS,
        wording("GymSettings.give_a_json_object"));
  }

  /// The values of all knobs with what was found out.
  ///
  /// @param pictureBytes bytes of a picture
  SettingValues effective(int pictureBytes, Repeats found) {
    Map<String, JsonNode> all = new LinkedHashMap<>(values.values());
    all.put(PYTHON, TextNode.valueOf(python.toString()));
    all.put(FRAME_BYTES, IntNode.valueOf(pictureBytes));
    all.put(
        REPEATS,
        TextNode.valueOf(
            switch (found) {
              case TEST -> "test";
              case YES -> "yes";
              case NO -> "no";
            }));
    return new SettingValues(all, values.chosen());
  }

  /// What the script is asked to make, as it reads it.
  byte[] request() {
    ObjectNode asked = MAPPER.createObjectNode();
    asked.put("id", id);
    asked.put("path", path);
    asked.set("kwargs", kwargs);
    asked.put("limit", limit);
    asked.put("oneHot", oneHot);
    asked.put("render", render);
    asked.put("frameSide", frameSide);
    return GymFrame.json(asked);
  }

  /// What decides which code runs, in one line of JSON: the program, the environment, its folder
  /// and its arguments.
  String code() {
    ObjectNode code = MAPPER.createObjectNode();
    code.put(PYTHON, python.toString());
    code.put(ID, id);
    code.put(FOLDER, path);
    code.set(KWARGS, kwargs);
    return code.toString();
  }
}
