package dev.hindsight.app.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.commands.CommandMatch.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.kordamp.ikonli.material2.Material2AL;

class CommandMatchTest {
  @Test
  void theTitleItselfBeatsItsBeginningAndThatAWordOfIt() {
    assertEquals(Optional.of(Kind.TITLE), kind("cache", "Cache"));
    assertEquals(Optional.of(Kind.TITLE_BEGINNING), kind("next t", "Next trial"));
    assertEquals(Optional.of(Kind.WORD), kind("trial", "Next trial"));
  }

  @Test
  void aSynonymCountsAsAWordOfTheTitle() {
    assertEquals(Optional.of(Kind.WORD), kind("gif", "Export film…", "gif", "video"));
    assertEquals(Optional.of(Kind.WORD_BEGINNING), kind("vid", "Export film…", "gif", "video"));
    assertEquals(Optional.of(Kind.WORD), kind("gif export", "Export film…", "gif"));
  }

  @Test
  void lettersInOrderAreTheLeast() {
    assertEquals(Optional.of(Kind.WITHIN), kind("ache", "Cache"));
    assertEquals(Optional.of(Kind.LETTERS), kind("cache", "Compare with another checkpoint"));
    assertEquals(Optional.empty(), kind("zzz", "Cache"));
  }

  @Test
  void nothingTypedFindsEverythingAlike() {
    assertEquals(Optional.of(Kind.LETTERS), kind("  ", "Quit"));
  }

  private static Optional<Kind> kind(String typed, String title, String... synonyms) {
    AppCommand command =
        AppCommand.always("id", title, Material2AL.CLOSE, "", () -> {}).alsoCalled(synonyms);
    return CommandMatch.of(typed, command, "Menu").map(CommandMatch::kind);
  }
}
