package dev.hindsight.trainer.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineChoiceTest {
  @TempDir private Path folder;

  private EngineChoice choice() {
    return new EngineChoice(folder.resolve("config"));
  }

  private InstalledTorch installed() throws IOException {
    Path libraries = Files.createDirectories(folder.resolve("torch/lib"));
    return new InstalledTorch(libraries, "2.7.1+cu128", Optional.of("12.8"), "chosen");
  }

  @Test
  void theFirstTimeItIsTheOneThatIsShippedAndNothingIsWritten() {
    assertEquals(Optional.empty(), choice().folder());
    choice().useShipped();
    assertFalse(Files.exists(folder.resolve("config")));
  }

  @Test
  void anotherIsRememberedUntilTheShippedOneIsWantedAgain() throws IOException {
    choice().use(installed());
    assertEquals(Optional.of(installed().libraries()), choice().folder());
    choice().useShipped();
    assertEquals(Optional.empty(), choice().folder());
  }

  @Test
  void oneThatWasUninstalledLeavesTheShippedOne() throws IOException {
    choice().use(installed());
    Files.delete(installed().libraries());
    assertEquals(Optional.empty(), choice().folder());
  }

  @Test
  void djlIsToldTheFolderAndTheBridgeThatFits() {
    assertEquals(
        Map.of(
            "PYTORCH_LIBRARY_PATH",
            folder.toString(),
            "PYTORCH_VERSION",
            "2.7.1",
            "PYTORCH_FLAVOR",
            "cu128"),
        EngineChoice.settings(folder));
  }
}
