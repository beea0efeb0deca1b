package dev.hindsight.trainer.scene;

import java.util.List;

/// A setting of a recording's pictures with several options, such as the head whose attention they
/// draw. The sketch defines it; menus, forms and the command line offer it.
///
/// @param id unique within the sketch: `head`
/// @param title for people
/// @param ways the options, at least one
/// @param usual id of the default option
public record SketchChoice(String id, String title, List<Alternative> ways, String usual) {
  /// Copies the list.
  public SketchChoice {
    ways = List.copyOf(ways);
    if (ways.stream().map(Alternative::id).noneMatch(usual::equals)) {
      throw new IllegalArgumentException("there is no " + usual + " among " + ways);
    }
  }

  /// One option.
  ///
  /// @param id on the command line: `2`
  /// @param words in menus: `head 2`
  public record Alternative(String id, String words) {}
}
