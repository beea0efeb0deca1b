package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;
import static java.util.stream.Collectors.joining;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a user says about an array of a policy, as typed.
///
/// @param shape sizes with commas, -1 for the agents; empty for `[agents, numbers]`
/// @param segment the segment of the observation that it takes; empty for the whole observation
/// @param type of its numbers; empty for what the file says
/// @param from the output that becomes this state; empty for the states' order
public record PortAnswer(
    String name, PortRole role, String shape, String segment, String type, String from) {
  /// What a form says.
  static PortAnswer of(Port port) {
    String shape = port.shape().stream().map(Object::toString).collect(joining(", "));
    return new PortAnswer(
        port.name(), port.role(), shape, port.segment(), port.type(), port.from());
  }

  /// Reads `NAME=ROLE`, `NAME=ROLE:SHAPE` or `NAME=ROLE:SEGMENT`.
  ///
  /// @throws Problem if it is none of these
  public static PortAnswer parse(String text) {
    String[] sides = text.split("=", 2);
    String[] parts = sides.length == 2 ? sides[1].split(":", 2) : new String[] {""};
    Optional<PortRole> role =
        Arrays.stream(PortRole.values()).filter(each -> each.id().equals(parts[0])).findFirst();
    if (role.isEmpty() && sides.length == 2) {
      throw new Problem(
          wording("PortAnswer.there_is_no_role", parts[0]),
          text,
          wording(
              "PortAnswer.roles_are",
              Arrays.stream(PortRole.values()).map(PortRole::id).collect(joining(", "))));
    }
    if (role.isEmpty()) {
      throw new Problem(
          wording("PortAnswer.is_not_name_role", text),
          "--input, --output",
          wording("PortAnswer.write_it_as"));
    }
    String rest = parts.length == 1 ? "" : parts[1];
    boolean sizes = rest.matches("-?\\d+(,-?\\d+)*");
    return new PortAnswer(sides[0], role.get(), sizes ? rest : "", sizes ? "" : rest, "", "");
  }

  /// With another role.
  PortAnswer with(PortRole other) {
    return new PortAnswer(name, other, shape, segment, type, from);
  }

  /// With another shape, as typed.
  PortAnswer shaped(String typed) {
    return new PortAnswer(name, role, typed, segment, type, from);
  }

  /// Taking one segment of the observation.
  PortAnswer reading(String part) {
    return new PortAnswer(name, role, shape, part, type, from);
  }

  /// With numbers of another type.
  PortAnswer of(String kind) {
    return new PortAnswer(name, role, shape, segment, kind, from);
  }

  /// Following from an output.
  PortAnswer following(String output) {
    return new PortAnswer(name, role, shape, segment, type, output);
  }

  /// The same for a form; what means nothing for its role is left out.
  ///
  /// @throws Problem if the shape is none
  public Port port() {
    String typed = shape.replaceAll("[\\s\\[\\]]", "");
    if (!typed.isEmpty() && !typed.matches("-?\\d{1,9}(,-?\\d{1,9})*")) {
      throw new Problem(
          wording("PortAnswer.is_no_shape", shape, name), "", wording("PortAnswer.type_sizes"));
    }
    List<Integer> sizes =
        typed.isEmpty()
            ? List.of()
            : Arrays.stream(typed.split(",", -1)).map(Integer::parseInt).toList();
    return new Port(
        name,
        role,
        sizes,
        role == PortRole.OBSERVATION ? segment : "",
        type,
        role == PortRole.STATE ? from : "");
  }
}
