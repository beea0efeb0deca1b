package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The column `state_parts`: a digest of each part of an environment's state, so that replay can
/// name a part that differs even if no other column shows it. An environment that declares it as
/// the last of its state columns writes one digest per name.
public final class StateParts {
  /// Name of the column.
  public static final String COLUMN = "state_parts";

  /// Stands for an unknown digest. Branches of recordings without the column have such rows before
  /// the tick they leave at.
  public static final long UNTOLD = 0;

  /// Key of the names in the column's description.
  private static final String NAMES = "names";

  private StateParts() {}

  /// Names of parts. Recordings hold them and replay finds a part by its name, so they are no texts
  /// for users that may be worded otherwise.
  public static List<String> named(String... names) {
    return List.of(names);
  }

  /// The column, `[P]`.
  ///
  /// @param names of the P parts, unique
  public static Column column(List<String> names) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    names.forEach(list::add);
    ChannelSpec spec =
        new ChannelSpec(
            COLUMN,
            Dtype.I8.code(),
            List.of("tick", names.size()),
            "1",
            wording("StateParts.a_digest_of_each_part_of"),
            Map.of(NAMES, list));
    return new Column(spec, List.of(names.size()));
  }

  /// Whether a column is this one.
  public static boolean is(ChannelSpec spec) {
    return spec.name().equals(COLUMN);
  }

  /// The names of the parts; empty if the column does not say.
  public static List<String> names(ChannelSpec spec) {
    List<String> names = new ArrayList<>();
    JsonNode list = spec.extra().get(NAMES);
    if (list != null) {
      list.forEach(name -> names.add(name.asText()));
    }
    return names;
  }

  /// Writes one digest. Allocates nothing.
  public static void put(ByteBuffer row, long digest) {
    row.putLong(digest == UNTOLD ? 1 : digest);
  }
}
