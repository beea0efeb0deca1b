package dev.hindsight.trainer.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private Map<String, String> settings(String version, String cuda) throws IOException {
    Path libraries = FakeTorch.pip(folder.resolve("env"), version, cuda).resolve("lib");
    Map<String, String> settings = EngineChoice.settings(libraries);
    assertEquals(libraries.toString(), settings.get("PYTORCH_LIBRARY_PATH"));
    return settings;
  }

  @ParameterizedTest
  @CsvSource({"2.7.1+cu128,12.8,cu128", "2.7.0+cu128,12.8,cu128", "2.7.1+cpu,'',cpu"})
  void djlIsToldTheFolderAndTheBridgeThatFits(String version, String cuda, String flavor)
      throws IOException {
    Map<String, String> settings = settings(version, cuda);
    assertEquals("2.7.1", settings.get("PYTORCH_VERSION"));
    assertEquals(flavor, settings.get("PYTORCH_FLAVOR"));
  }

  @ParameterizedTest
  @CsvSource({
    "2.14.1+cu130,13.0,not 2.7.x",
    "2.14.1+cu130,13.0,CUDA 13.0",
    "2.7.1+cu126,12.6,CUDA 12.6",
    "2.13.0+cpu,'',not 2.7.x"
  })
  void oneThatNoBridgeFitsIsRefusedBeforeItIsLoaded(String version, String cuda, String why) {
    Problem problem = assertThrows(Problem.class, () -> settings(version, cuda));
    assertTrue(problem.getMessage().contains(why), problem.getMessage());
    assertTrue(problem.getMessage().contains("hindsight gpu --off"), problem.getMessage());
  }

  @Test
  void librariesThatDoNotSayWhatTheyAreAreLeftToTheUsersOwnSettings() {
    assertEquals(Map.of("PYTORCH_LIBRARY_PATH", folder.toString()), EngineChoice.settings(folder));
  }
}
