package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.text.OneLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The description of a column in a recording.
///
/// @param name unique in the recording, `/` for grouping: `pose`, `attention/layer0`
/// @param dtype the NumPy element type, for instance `<f4` (see [Dtype])
/// @param shape axis names and sizes, outermost first: `["tick", "agent", "3"]`. In a channel the
///   first is `tick`; an axis is either a number or a name (`agent`, `other`, `slot`, ...), whose
///   size the stored arrays give
/// @param unit SI unit, `1` for none, empty if it varies along the last axis
/// @param doc one line for people
/// @param extra keys this version does not know; kept and written back
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ChannelSpec(
    String name,
    String dtype,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<Object> shape,
    String unit,
    String doc,
    @JsonAnyGetter Map<String, JsonNode> extra) {
  /// Key of [#extra()]: with the value `NaN`, an agent's row that is NaN throughout was not
  /// recorded.
  private static final String ABSENT = "absent";

  /// Key of [#extra()]: the column that this one is a part of; such parts add up to it.
  private static final String PART_OF = "part_of";

  /// Copies the lists; what other programs say of the channel becomes one line.
  public ChannelSpec {
    unit = OneLine.of(unit);
    doc = OneLine.of(doc);
    shape =
        shape.stream().map(axis -> axis instanceof String word ? OneLine.of(word) : axis).toList();
    extra = Map.copyOf(extra);
  }

  /// A column of Hindsight's own, without unknown keys.
  public ChannelSpec(String name, String dtype, List<Object> shape, String unit, String doc) {
    this(name, dtype, shape, unit, doc, Map.of());
  }

  /// A channel with one row per tick.
  ///
  /// @param axes the axes after `tick`: Strings for named axes, Integers for fixed sizes
  public static ChannelSpec perTick(
      String name, Dtype dtype, String unit, String doc, Object... axes) {
    Object[] shape = new Object[axes.length + 1];
    shape[0] = "tick";
    System.arraycopy(axes, 0, shape, 1, axes.length);
    return new ChannelSpec(name, dtype.code(), List.of(shape), unit, doc);
  }

  /// An array without a tick axis.
  public static ChannelSpec fixed(
      String name, Dtype dtype, String unit, String doc, Object... axes) {
    return new ChannelSpec(name, dtype.code(), List.of(axes), unit, doc);
  }

  /// A copy that declares that agent rows of all NaN were not recorded.
  public ChannelSpec withAbsentRows() {
    return with(ABSENT, TextNode.valueOf("NaN"));
  }

  /// Whether an array is as declared: of this type, and of this shape as far as it is known.
  ///
  /// @param agents size of the axis `agent`
  boolean fits(Dtype held, int[] sizes, int agents) {
    boolean fits = held == type() && sizes.length == shape.size();
    for (int axis = 0; fits && axis < sizes.length; axis++) {
      Object size = shape.get(axis);
      fits =
          !(size instanceof Integer known && known != sizes[axis])
              && !(size.equals("agent") && sizes[axis] != agents);
    }
    return fits;
  }

  /// Whether an agent row of all NaN was not recorded and carries no information.
  public boolean absentRows() {
    JsonNode absent = extra.get(ABSENT);
    return absent != null && absent.asText().equals("NaN");
  }

  /// A copy that declares its numbers to be parts of another column's, which all such parts add up
  /// to.
  public ChannelSpec asPartOf(String whole) {
    return with(PART_OF, TextNode.valueOf(whole));
  }

  /// A copy with a further key.
  public ChannelSpec with(String key, JsonNode value) {
    Map<String, JsonNode> more = new LinkedHashMap<>(extra);
    more.put(key, value);
    return new ChannelSpec(name, dtype, shape, unit, doc, more);
  }

  /// Whether its numbers are declared parts of another column's.
  public boolean partOf(String whole) {
    JsonNode declared = extra.get(PART_OF);
    return declared != null && declared.asText().equals(whole);
  }

  /// The element type.
  public Dtype type() {
    return Dtype.of(dtype, name);
  }

  /// Whether the second axis is `agent`: such a channel has values for each agent at each tick.
  public boolean perAgent() {
    return shape.size() > 1 && shape.get(1).equals("agent");
  }
}
