package dev.hindsight.app.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreferencesFileTest {
  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Preferences some =
        new Preferences(
            Theme.LIGHT,
            new WindowSize(1600, 900, WindowSize.Spread.MAXIMIZED),
            List.of(Path.of("/maps/Grüße aus Town 02.rollout").toAbsolutePath()));
    PreferencesFile file = new PreferencesFile(folder.resolve("not/yet/there"));

    file.write(some);

    assertEquals(some, file.read());
  }

  @Test
  void missingFileIsTheFirstTime() {
    assertEquals(Preferences.INITIAL, new PreferencesFile(folder).read());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{",
        "[]",
        "{}",
        "{\"theme\":\"DARK\"}",
        "{\"theme\":\"PINK\"}",
        "\u0000\u0001"
      })
  void corruptFileIsTheFirstTime(String content) throws IOException {
    Files.writeString(folder.resolve("window.json"), content);

    assertEquals(Preferences.INITIAL, new PreferencesFile(folder).read());
  }

  @Test
  void cutOffFileIsTheFirstTime() throws IOException {
    PreferencesFile file = new PreferencesFile(folder);
    file.write(Preferences.INITIAL.with(Theme.LIGHT));
    Path path = folder.resolve("window.json");
    String whole = Files.readString(path);
    for (int length = 0; length < whole.length() - 1; length++) {
      Files.writeString(path, whole.substring(0, length));

      assertEquals(Preferences.INITIAL, file.read());
    }
  }

  @Test
  void writingLeavesNothingElseBehind() throws IOException {
    new PreferencesFile(folder).write(Preferences.INITIAL);

    try (var files = Files.list(folder)) {
      assertEquals(List.of(folder.resolve("window.json")), files.toList());
    }
  }
}
