package dev.hindsight.inspector.panel;

import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// What the window knows of a panel before it is opened. Menus, the command palette, layouts and
/// tooltips read it; no other code names a panel.
///
/// @param id its name in layout files and commands, lower case: `agents`
/// @param title its name on a tab: `Agents`
/// @param question the question it answers, in one sentence; shown in menus, tooltips and while the
///   panel is empty
/// @param subject the group that menus list it in
/// @param synonyms other words that users may search for, lower case: `attn` for attention; used
///   only by the search
/// @param traits its special properties
/// @param requirement what a recording lacks for the panel, see [#missing]
/// @param opener see [#open]
public record PanelType(
    String id,
    String title,
    String question,
    PanelSubject subject,
    List<String> synonyms,
    Set<PanelTrait> traits,
    Function<Manifest, Optional<String>> requirement,
    Function<PanelContext, Panel> opener) {

  /// Copies the list and the set.
  ///
  /// @throws IllegalArgumentException for an id that a layout file cannot hold, or a question that
  ///   is no sentence
  public PanelType {
    if (!id.matches("[a-z][a-z0-9-]*") || title.isBlank() || !question.endsWith(".")) {
      throw new IllegalArgumentException("not a panel: " + id + ", " + title + ", " + question);
    }
    synonyms = List.copyOf(synonyms);
    traits = Set.copyOf(traits);
  }

  /// A panel that applies to every recording.
  public static PanelType of(
      String id,
      String title,
      String question,
      PanelSubject subject,
      Function<PanelContext, Panel> opener) {
    return new PanelType(
        id, title, question, subject, List.of(), Set.of(), _ -> Optional.empty(), opener);
  }

  /// The same panel, also found by other search words.
  public PanelType alsoCalled(String... words) {
    return new PanelType(id, title, question, subject, List.of(words), traits, requirement, opener);
  }

  /// The same panel, for recordings that have what it needs.
  ///
  /// @param lack what a recording lacks, as a sentence for the user; empty if nothing. Asks for
  ///   channels, never for an environment's name.
  public PanelType requiring(Function<Manifest, Optional<String>> lack) {
    return new PanelType(id, title, question, subject, synonyms, traits, lack, opener);
  }

  /// The same panel with one more trait.
  public PanelType with(PanelTrait trait) {
    Set<PanelTrait> all =
        Set.copyOf(Stream.concat(traits.stream(), Stream.of(trait)).distinct().toList());
    return new PanelType(id, title, question, subject, synonyms, all, requirement, opener);
  }

  /// What a recording lacks for this panel, as a sentence for the user; empty if the panel applies.
  /// A panel never opens on a recording that lacks something.
  public Optional<String> missing(Manifest manifest) {
    return requirement.apply(manifest);
  }

  /// Opens a panel on a recording. FX thread; takes under 4 ms, longer work goes to
  /// [PanelContext#background].
  public Panel open(PanelContext context) {
    return opener.apply(context);
  }
}
