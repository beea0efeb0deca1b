package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.css.CssParser;
import javafx.css.Stylesheet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Installations load our style sheets in their compiled form, tests and `./quick` as text.
class CompiledStylesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"bridge", "dark", "light", "hindsight", "docks"})
  void theCompiledFormSaysTheSame(String name) throws IOException {
    Path text = folder.resolve(name + ".css");
    String resource = "/dev/hindsight/assets/css/" + name + ".css";
    try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(resource))) {
      Files.copy(in, text);
    }
    Path compiled = folder.resolve(name + ".bss");
    Stylesheet.convertToBinary(text.toFile(), compiled.toFile());

    List<String> rules = rules(new CssParser().parse(text.toUri().toURL()));
    assertFalse(rules.isEmpty());
    assertEquals(rules, rules(Stylesheet.loadBinary(compiled.toUri().toURL())));
  }

  private static List<String> rules(Stylesheet sheet) {
    return sheet.getRules().stream()
        .map(rule -> rule.getSelectors() + " " + rule.getDeclarations())
        .toList();
  }
}
