package dev.hindsight.trainer.scene;

import java.util.List;

/// Something that pictures of a recording can show in one of several ways: which head's attention
/// they draw. The sketch names it and its ways; menus, forms and the command line offer them.
///
/// @param id by which it is told from the sketch's others: `head`
/// @param title for people
/// @param ways what can be chosen, at least one
/// @param usual id of the one that is chosen where nobody chose
public record SketchChoice(String id, String title, List<Alternative> ways, String usual) {
  /// Copies the list.
  public SketchChoice {
    ways = List.copyOf(ways);
    if (ways.stream().map(Alternative::id).noneMatch(usual::equals)) {
      throw new IllegalArgumentException("there is no " + usual + " among " + ways);
    }
  }

  /// One way.
  ///
  /// @param id on the command line: `2`
  /// @param words in menus: `head 2`
  public record Alternative(String id, String words) {}
}
