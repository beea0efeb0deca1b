package dev.hindsight.trainer.env.excavation.cases;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.CaseFile;
import dev.hindsight.trainer.env.excavation.ExcavationWorld;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.MapAxis;
import dev.hindsight.trainer.env.excavation.maps.TaxicabDistance;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward.TrenchReward;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.BorderRule;
import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.MoveRounding;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/// A scripted episode in a file: `{"meta": {"N", "start": {"pos"}, "maps": {"target"}}, "actions":
/// [6, 5], "checkpoints": [{"step": 1}]}`. `docs/excavation.md` lists the other fields.
///
/// Steps are taken without resets, under the rules of the reference's development revision unless
/// the file says otherwise.
public final class EpisodeCase {
  private static final int SMALLEST = 8;
  private static final int LARGEST = 127;
  private static final int MAX_STEPS = 550;

  /// The reference pads lists of axes with this number.
  private static final int NO_AXIS = -97;

  private static final int MOST_BORDER_AXES = 64;

  private final SiteGeometry geometry;
  private final ExcavationRules rules;
  private final RewardWeights weights;
  private final TrenchReward trench;
  private final int maxSteps;
  private final ExcavationMap map;
  private final StartPose start;
  private final int[] actions;
  private final TreeSet<Integer> checkpoints = new TreeSet<>();

  private EpisodeCase(CaseFile root) {
    CaseFile meta = root.object("meta");
    geometry = geometry(meta);
    boolean main = choice(meta, "rules", List.of("wip", "main"), "wip").equals("main");
    boolean enforced = meta.flag("enforce_border_alignment");
    rules =
        (main ? ExcavationRules.MAIN : ExcavationRules.WIP)
            .withAlignment(enforced ? BorderRule.ENFORCED : BorderRule.FREE);
    weights = main ? RewardWeights.MAIN : RewardWeights.WIP;
    trench = meta.flag("apply_trench_rewards") ? TrenchReward.APPLIED : TrenchReward.NONE;
    maxSteps = meta.whole("max_steps", 1, Integer.MAX_VALUE, MAX_STEPS);
    map = map(meta);
    if (enforced && map.borderAxes().isEmpty()) {
      throw new Problem(
          wording("EpisodeCase.border_alignment_needs_axes"),
          meta.where(),
          wording("EpisodeCase.give_foundation_border_axes_or_do"));
    }
    start = start(meta.object("start"));
    actions = actions(root);
    if (root.has("checkpoints")) {
      for (CaseFile one : root.objects("checkpoints")) {
        checkpoints.add(one.whole("step", 0, actions.length));
      }
    }
  }

  /// Reads a file.
  ///
  /// @throws Problem naming the field that is missing or invalid
  public static EpisodeCase read(Path file) {
    return new EpisodeCase(CaseFile.read(file));
  }

  private static SiteGeometry geometry(CaseFile meta) {
    int size = meta.whole("N", SMALLEST, LARGEST);
    BaseType base =
        choice(meta, "base_type", List.of("tracked", "wheeled"), "tracked").equals("wheeled")
            ? BaseType.WHEELED
            : BaseType.TRACKED;
    SiteGeometry sizes = SiteGeometry.of(size, base);
    if (meta.has("tile_size_m")) {
      double tile = meta.finite("tile_size_m");
      if (!(tile >= 0.1 && tile <= 10)) {
        throw new Problem(
            wording("EpisodeCase.tiles_of_metres", tile),
            meta.where(),
            wording("EpisodeCase.give_metres_from_to"));
      }
      sizes = SiteGeometry.of(size, tile, base);
    }
    sizes =
        sizes.withMachine(
            meta.whole("agent_width_tiles", 1, size, sizes.width()),
            meta.whole("agent_height_tiles", 1, size, sizes.length()));
    sizes = sizes.withDigRadius(meta.whole("dig_radius_tiles", 1, size, sizes.digRadius()));
    String rounding = choice(meta, "move_rounding", List.of("exact", "reference"), "exact");
    return sizes.withRounding(
        rounding.equals("reference") ? MoveRounding.REFERENCE : MoveRounding.EXACT);
  }

  private static String choice(CaseFile meta, String name, List<String> choices, String otherwise) {
    String value = meta.has(name) ? meta.text(name).toLowerCase(Locale.ROOT) : otherwise;
    if (!choices.contains(value)) {
      throw new Problem(
          wording("EpisodeCase.is_not_known", name, value),
          meta.where(),
          wording("EpisodeCase.give_one_of", String.join(", ", choices)));
    }
    return value;
  }

  private ExcavationMap map(CaseFile meta) {
    CaseFile maps = meta.object("maps");
    byte[] target = layer(maps, "target", -1, 1);
    byte[] zeros = new byte[geometry.tiles()];
    byte[] ones = new byte[geometry.tiles()];
    Arrays.fill(ones, (byte) 1);
    return new ExcavationMap(
        geometry.size(),
        target,
        maps.has("obstacles") ? layer(maps, "obstacles", 0, 1) : zeros,
        maps.has("dumpable") ? layer(maps, "dumpable", 0, 1) : ones,
        maps.has("action") ? layer(maps, "action", -1, Byte.MAX_VALUE) : zeros,
        distances(maps, target),
        axes(meta, "trench_axes_ABC"),
        axes(meta, "foundation_border_axes_ABC"));
  }

  private byte[] layer(CaseFile maps, String name, int least, int most) {
    float[] values = runs(maps, name);
    byte[] layer = new byte[values.length];
    for (int tile = 0; tile < layer.length; tile++) {
      float value = values[tile];
      if (!(value >= least && value <= most) || value != Math.rint(value)) {
        throw new Problem(
            wording("EpisodeCase.holds", name, value),
            maps.where(),
            wording("EpisodeCase.give_whole_numbers_from_to", least, most));
      }
      layer[tile] = (byte) value;
    }
    return layer;
  }

  /// Decodes `[value, count, value, count, ...]`, row by row.
  private float[] runs(CaseFile maps, String name) {
    JsonNode list = maps.list(name);
    float[] values = new float[geometry.tiles()];
    long filled = 0;
    for (int i = 0; i + 1 < list.size(); i += 2) {
      float value = (float) CaseFile.number(list.get(i), name, maps.where());
      double count = CaseFile.number(list.get(i + 1), name, maps.where());
      if (!(count >= 0) || count != Math.rint(count)) {
        throw new Problem(
            wording("EpisodeCase.run_of_tiles", name, count),
            maps.where(),
            wording("EpisodeCase.give_a_value_and_a_count"));
      }
      int end = (int) Math.min(values.length, filled + count);
      Arrays.fill(values, (int) Math.min(values.length, filled), end, value);
      filled += (long) count;
    }
    if (list.size() % 2 != 0 || filled != values.length) {
      throw new Problem(
          wording("EpisodeCase.has_tiles_instead_of", name, filled, values.length),
          maps.where(),
          wording("EpisodeCase.give_a_value_and_a_count"));
    }
    return values;
  }

  private float[] distances(CaseFile maps, byte[] target) {
    if (!maps.has("distance")) {
      return TaxicabDistance.toDumpZone(geometry.size(), target);
    }
    if (maps.isList("distance")) {
      return runs(maps, "distance");
    }
    String words = maps.text("distance").toLowerCase(Locale.ROOT);
    if (words.contains("taxicab")) {
      return TaxicabDistance.toDumpZone(geometry.size(), target);
    }
    if (words.contains("zero")) {
      return new float[geometry.tiles()];
    }
    throw new Problem(
        wording("EpisodeCase.is_not_known", "distance", words),
        maps.where(),
        wording("EpisodeCase.give_taxicab_zeros_or_run_lengths"));
  }

  /// Lines as objects with `A`, `B` and `C`, or as lists of three numbers.
  private static List<MapAxis> axes(CaseFile meta, String name) {
    List<MapAxis> axes = new ArrayList<>();
    if (!meta.has(name)) {
      return axes;
    }
    for (JsonNode node : meta.list(name)) {
      boolean object = node.isObject() && node.has("A") && node.has("B") && node.has("C");
      if (!object && !(node.isArray() && node.size() == 3)) {
        throw new Problem(
            wording("EpisodeCase.is_not_a_line", name, node),
            meta.where(),
            wording("EpisodeCase.give_each_line_as_a_b"));
      }
      double a = CaseFile.number(object ? node.get("A") : node.get(0), name, meta.where());
      double b = CaseFile.number(object ? node.get("B") : node.get(1), name, meta.where());
      double c = CaseFile.number(object ? node.get("C") : node.get(2), name, meta.where());
      if (a == NO_AXIS && b == NO_AXIS && c == NO_AXIS) {
        continue;
      }
      if (!MapAxis.valid((float) a, (float) b, (float) c) || axes.size() == MOST_BORDER_AXES) {
        throw new Problem(
            wording("EpisodeCase.is_not_a_line", name, node),
            meta.where(),
            wording("EpisodeCase.give_each_line_as_a_b"));
      }
      axes.add(new MapAxis((float) a, (float) b, (float) c));
    }
    return axes;
  }

  private StartPose start(CaseFile start) {
    JsonNode place = start.list("pos");
    if (place.size() != 2) {
      throw new Problem(
          wording("EpisodeCase.pos_has_numbers", place.size()),
          start.where(),
          wording("EpisodeCase.give_row_and_column"));
    }
    int last = geometry.size() - 1;
    return new StartPose(
        CaseFile.whole(place.get(0), "pos", start.where(), 0, last),
        CaseFile.whole(place.get(1), "pos", start.where(), 0, last),
        start.whole("base", 0, SiteGeometry.DIRECTIONS - 1, 0),
        start.whole("cabin", 0, SiteGeometry.DIRECTIONS - 1, 0),
        start.whole("wheel", -SiteGeometry.WHEEL_STOP, SiteGeometry.WHEEL_STOP, 0),
        start.whole("loaded", 0, Byte.MAX_VALUE, 0),
        start.whole("env_steps", 0, Integer.MAX_VALUE / 2, 0));
  }

  private static int[] actions(CaseFile root) {
    JsonNode list = root.list("actions");
    int[] actions = new int[list.size()];
    for (int i = 0; i < actions.length; i++) {
      String where = wording("EpisodeCase.step", root.where(), i);
      actions[i] =
          CaseFile.whole(
              list.get(i), "actions", where, ExcavatorAction.NONE, ExcavatorAction.COUNT - 1);
    }
    return actions;
  }

  /// Plays the episode: `steps`, with the values after each action, and `checkpoints`.
  public Map<String, Object> result() {
    SiteSurvey survey = new SiteSurvey(map);
    ExcavationWorld world = new ExcavationWorld(geometry, rules, weights, trench, maxSteps, survey);
    world.reset(survey, start);
    EpisodeProtocol protocol = new EpisodeProtocol(world);
    if (checkpoints.contains(0)) {
      protocol.checkpoint(0);
    }
    for (int i = 0; i < actions.length; i++) {
      protocol.step(world.step(actions[i]));
      if (checkpoints.contains(i + 1)) {
        protocol.checkpoint(i + 1);
      }
    }
    return protocol.result();
  }
}
