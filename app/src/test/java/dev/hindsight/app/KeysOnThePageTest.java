package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.window.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import org.junit.jupiter.api.Test;

/// The table of keys in docs/window.md has every key of the window.
class KeysOnThePageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("hindsight.root", "..")).resolve("docs/window.md");

  @Test
  void everyShortcutIsInTheTable() throws IOException, TimeoutException {
    Set<String> missing = new TreeSet<>();
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      window
          .onFx(() -> shell(window.stage().getScene().getRoot()).orElseThrow())
          .commands()
          .all()
          .map(AppCommand::shortcut)
          .filter(key -> !key.isEmpty())
          .forEach(missing::add);
    }
    int keys = missing.size();
    missing.removeAll(page());

    assertEquals(Set.of(), missing, "of " + keys + " keys");
  }

  private static Optional<Shell> shell(Node node) {
    return switch (node) {
      case Shell shell -> Optional.of(shell);
      case Parent parent ->
          parent.getChildrenUnmodifiable().stream()
              .flatMap(child -> shell(child).stream())
              .findFirst();
      default -> Optional.empty();
    };
  }

  private static List<String> page() throws IOException {
    return Files.readString(PAGE)
        .lines()
        .dropWhile(line -> !line.startsWith("| key |"))
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.replace("`", "").split("\\|", 3)[1].strip())
        .flatMap(KeysOnThePageTest::keys)
        .toList();
  }

  private static Stream<String> keys(String cell) {
    if (cell.startsWith(",")) {
      return Stream.of(",", ".");
    }
    return Stream.of(cell.split(", ?", -1))
        .flatMap(key ->
            key.endsWith("arrows")
                ? Stream.of("Left", "Right", "Up", "Down").map(key.replace("arrows", "")::concat)
                : key.matches(".*\\d to .*\\d")
                    ? Stream.of(1, 2, 3, 4, 5).map(n -> key.substring(0, key.indexOf('1')) + n)
                    : Stream.of(key))
        .map(KeysOnThePageTest::sign);
  }

  /// A key as the window writes it.
  private static String sign(String key) {
    return key.replace("Left", "←")
        .replace("Right", "→")
        .replace("Up", "↑")
        .replace("Down", "↓")
        .replace("Enter", "↵");
  }
}
