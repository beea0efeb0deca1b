package dev.hindsight.inspector.panel;

import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// A kind of panel. Stateless; one object serves every recording.
public interface PanelType {
  /// Its name in layout files and commands, lower case: `agents`.
  String id();

  /// Its name on a tab: `Agents`.
  String title();

  /// What it is for, in one sentence.
  String help();

  /// Other words people look for it by, lower case: `attn` for attention. Only searched.
  default List<String> synonyms() {
    return List.of();
  }

  /// What a recording lacks for this panel to say anything, as a sentence for the user; empty when
  /// the panel applies. A panel is never opened on a recording that lacks something.
  Optional<String> missing(Manifest manifest);

  /// Opens a panel on a recording. FX thread; takes under 4 ms, longer work goes to
  /// [PanelContext#background].
  Panel open(PanelContext context);
}
