package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.gym.ClientPython;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The recipes of the manual for saving a policy, run as they stand there: what they save decides
/// here as the library decides in Python.
class RecipesTest {
  private static final int AGENTS = 3;
  private static final int OBSERVED = 5;
  private static final int ACTIONS = 4;
  private static final int ENDED_TICK = 3;
  private static final int ENDED_AGENT = 1;
  private static final double CLOSE = 1e-5;
  private static final EnvironmentShape SHAPE = ForeignPolicyTest.shape(false);
  private static final Pattern TITLE_OR_CODE =
      Pattern.compile("(?s)\\*\\*([^*\\n]+)\\*\\*|```python\\n(.*?)```");

  @TempDir private Path folder;

  @Test
  void theManualHasTheseRecipesAndNoOthers() throws IOException {
    assertEquals(
        List.of("", "CleanRL", "CleanRL with an LSTM", "PufferLib", "RLlib", "Stable-Baselines3"),
        recipes().keySet().stream().sorted().toList());
  }

  @ParameterizedTest
  @Tag("nightly")
  @CsvSource({
    "CleanRL, cleanrl",
    "CleanRL with an LSTM, cleanrl_lstm",
    "Stable-Baselines3, stable_baselines3",
    "RLlib, rllib",
    "PufferLib, pufferlib"
  })
  void whatARecipeSavesDecidesAsTheLibrary(String title, String library, TestReporter reporter)
      throws Exception {
    Optional<Path> python = ClientPython.with("torch", "onnx");
    assumeTrue(
        python.isPresent(), "skipped: no Python with torch and onnx (HINDSIGHT_PYTHON) is here");
    reporter.publishEntry(title, run(python.get(), title, library));

    JsonNode numbers =
        JsonMapper.builder().build().readTree(Files.readString(folder.resolve("numbers.json")));
    decidesAsTheLibrary(folder.resolve("policy.pt"), numbers);
    decidesAsTheLibrary(folder.resolve("policy.onnx"), numbers);
    if (title.equals("CleanRL")) {
      decidesAsTheLibrary(folder.resolve("scripted.pt"), numbers);
    }
  }

  /// @return what the recipe ran on: a package with its version, or a stand-in
  private String run(Path python, String title, String library) throws Exception {
    Map<String, String> recipes = recipes();
    String code = Objects.requireNonNull(recipes.get(title));
    Path script =
        Path.of(Objects.requireNonNull(RecipesTest.class.getResource("recipes.py")).toURI());
    List<String> command = new ArrayList<>(List.of(python.toString(), script.toString(), library));
    command.add(Files.writeString(folder.resolve("recipe.txt"), code).toString());
    if (!code.contains(".save(")) {
      String save = Objects.requireNonNull(recipes.get(""));
      command.add(Files.writeString(folder.resolve("save.txt"), save).toString());
    }
    Path log = folder.resolve("log.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it takes too long");
    String printed = Files.readString(log).strip();
    assertEquals(0, process.exitValue(), printed);
    return printed.lines().reduce((_, last) -> last).orElse("");
  }

  /// The code of each recipe by its title; the code without a title saves what a recipe makes.
  private static Map<String, String> recipes() throws IOException {
    Path page =
        Path.of(System.getProperty("hindsight.root", "..")).resolve("docs/foreign-policies.md");
    String text = Files.readString(page);
    int start = text.indexOf("\n## Save yours\n");
    Matcher found = TITLE_OR_CODE.matcher(text.substring(start, text.indexOf("\n## ", start + 1)));
    Map<String, String> recipes = new HashMap<>();
    String title = "";
    while (found.find()) {
      String code = found.group(2);
      if (code == null) {
        title = Objects.requireNonNullElse(found.group(1), "");
      } else {
        recipes.put(title, code);
      }
    }
    return recipes;
  }

  private static void decidesAsTheLibrary(Path file, JsonNode numbers) {
    PolicyOutput output = new PolicyOutput(SHAPE);
    JsonNode ticks = numbers.path("ticks");
    assertEquals(6, ticks.size());
    try (OpenedPolicy opened = BuiltInPolicies.open(file.toString(), SHAPE)) {
      for (int tick = 0; tick < ticks.size(); tick++) {
        String where = file.getFileName() + ", tick " + tick;
        StepBuffer seen = new StepBuffer(SHAPE);
        seen.terminal[ENDED_AGENT] = (byte) (tick == ENDED_TICK ? 1 : 0);
        for (int i = 0; i < AGENTS * OBSERVED; i++) {
          JsonNode number = numbers.path("observations").get(tick * AGENTS * OBSERVED + i);
          seen.observation[i] = (float) number.asDouble();
        }
        opened.policy().act(seen, output);
        for (int agent = 0; agent < AGENTS; agent++) {
          double whole = 0;
          for (int i = agent * ACTIONS; i < (agent + 1) * ACTIONS; i++) {
            whole += Math.exp(output.logits[i]);
          }
          for (int i = agent * ACTIONS; i < (agent + 1) * ACTIONS; i++) {
            double right = ticks.get(tick).get(0).get(i).asDouble();
            assertEquals(right, output.logits[i] - Math.log(whole), CLOSE, where);
          }
          double value = ticks.get(tick).get(1).get(agent).asDouble();
          assertEquals(value, output.value[agent], CLOSE, where);
        }
      }
    }
  }
}
