package dev.hindsight.trainer.policy.program;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// An array of a program and what it means.
///
/// @param name in the file
/// @param role what it means
/// @param shape sizes, -1 for the axis of the agents; empty for `[agents, numbers]`
/// @param segment the segment of the observation that it takes; empty for the whole observation
/// @param type `bool`, `int64`, ... where the file does not say; empty for what it says, or floats
/// @param from the output that becomes this state at the next tick; empty for the states' order
public record Port(
    String name,
    PortRole role,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> shape,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String segment,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String type,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String from) {
  /// Copies the list.
  public Port {
    shape = List.copyOf(shape);
  }

  /// Something without a shape or a segment of its own.
  public Port(String name, PortRole role) {
    this(name, role, List.of(), "", "", "");
  }

  /// The same with another role.
  public Port with(PortRole other) {
    return new Port(name, other, shape, segment, type, from);
  }

  /// The same with another shape.
  public Port withShape(List<Integer> sizes) {
    return new Port(name, role, sizes, segment, type, from);
  }

  /// The same state, following from an output.
  public Port following(String output) {
    return new Port(name, role, shape, segment, type, output);
  }

  /// The same taking one segment of the observation.
  public Port reading(String part) {
    return new Port(name, role, shape, part, type, from);
  }

  /// The same with numbers of another type.
  public Port of(NumberKind kind) {
    return new Port(name, role, shape, segment, kind.id(), from);
  }
}
