package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.train.ExitCodes;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.gpu.FakeTorch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Another PyTorch instead of the bundled one, each in its own process: an engine starts once per
/// process.
@Timeout(300)
class AnotherEngineTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  /// @param exit the expected exit code
  private JsonNode json(int exit, List<String> options, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(options);
    all.add("-Dhindsight.config=" + folder.resolve("config"));
    Process process = ChildProcess.start(folder, List.of(), all, List.of(arguments));
    byte[] out = process.getInputStream().readAllBytes();
    assertEquals(exit, process.waitFor(), Files.readString(folder.resolve("err.txt")));
    return JSON.readTree(out);
  }

  private Path fake() throws IOException {
    return FakeTorch.pip(folder.resolve("env"), "2.7.1+cu128", "12.8").resolve("lib");
  }

  @Test
  void whatIsFoundAndWhatIsMissingIsToldAndNothingIsSwitched() throws Exception {
    Path libraries = fake();
    String env = folder.resolve("env").toString();
    Process process =
        ChildProcess.start(
            folder,
            List.of(),
            List.of("-Dhindsight.config=" + folder.resolve("config")),
            List.of("gpu", "--folder", env, "--json"));
    JsonNode told = JSON.readTree(process.getInputStream().readAllBytes());
    boolean usable = told.path("usable").asBoolean();
    assertEquals(usable ? 0 : ExitCodes.DEVICES, process.waitFor());
    assertTrue(told.path("found").asText().contains(libraries.toString()), told.toString());
    for (JsonNode requirement : told.path("requirements")) {
      boolean driver = requirement.path("what").asText().contains("driver");
      assertTrue(
          driver || requirement.path("state").asText().equals("FOUND"), requirement.toString());
    }
    assertEquals("the shipped one", told.path("used").asText());
    assertFalse(Files.exists(folder.resolve("config")));
  }

  @Test
  void theEngineThatWasChosenIsTheOneThatIsStartedUntilItIsSwitchedOff() throws Exception {
    Path libraries = fake();
    Files.createDirectories(folder.resolve("config"));
    Files.writeString(folder.resolve("config/engine.txt"), libraries + "\n");

    JsonNode broken = json(ExitCodes.PREFLIGHT, List.of(), "preflight", "--json");
    String engine = broken.path("gates").path(0).toString();
    assertTrue(engine.contains("FAIL") && engine.contains("hindsight gpu --off"), engine);

    json(0, List.of(), "gpu", "--off", "--json");
    assertTrue(json(0, List.of(), "preflight", "--json").path("healthy").asBoolean());
  }

  /// As `pip install --upgrade torch` leaves it. Loaded nevertheless, it would end the process at
  /// the first function that it no longer has.
  @Test
  void aChosenEngineThatWasUpgradedSinceIsRefused() throws Exception {
    Path torch = FakeTorch.pip(folder.resolve("env"), "2.7.1+cu128", "12.8");
    Files.createDirectories(folder.resolve("config"));
    Files.writeString(folder.resolve("config/engine.txt"), torch.resolve("lib") + "\n");
    FakeTorch.version(torch, "2.14.1+cu130", "13.0");
    String engine = json(ExitCodes.PREFLIGHT, List.of(), "preflight", "--json").toString();
    assertTrue(engine.contains("2.14.1+cu130 is not 2.7.x"), engine);
    assertTrue(engine.contains("hindsight gpu --off"), engine);
  }

  /// The bundled libraries stand for an installed PyTorch: DJL loads them from there.
  @Test
  void librariesOfAnotherFolderAreLoadedFromIt() throws Exception {
    json(0, List.of(), "preflight", "--json");
    Path shipped = CacheFolder.of("pytorch").resolve("pytorch");
    Path elsewhere = Files.createDirectories(folder.resolve("libtorch/lib"));
    Files.writeString(folder.resolve("libtorch/build-version"), "2.7.1+cpu\n");
    try (Stream<Path> builds = Files.list(shipped)) {
      Path build =
          builds
              // A folder with the bridge alone is left by another PyTorch that was used before.
              .filter(path -> Files.exists(path.resolve(System.mapLibraryName("torch_cpu"))))
              .findFirst()
              .orElseThrow();
      try (Stream<Path> libraries = Files.list(build)) {
        for (Path library : libraries.toList()) {
          Files.createSymbolicLink(elsewhere.resolve(library.getFileName()), library);
        }
      }
    }
    List<String> options =
        List.of(
            "-DPYTORCH_LIBRARY_PATH=" + elsewhere, "-Dhindsight.cache=" + folder.resolve("cache"));
    assertTrue(json(0, options, "preflight", "--json").path("healthy").asBoolean());
    // The folder of the cache is made and checked before an engine is chosen; DJL unpacks into it.
    assertFalse(
        Files.exists(folder.resolve("cache/pytorch/pytorch")), "the shipped one was unpacked, too");
  }
}
