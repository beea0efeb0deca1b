package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.Problem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The trained policies that ship with the project, known by name, with their ledger entries.
///
/// The list is the resource `policies/index.txt`: one line per policy with its name, its
/// environment, and the command that trains it again. Beside `NAME.safetensors` lies `NAME.json`,
/// the output of `hindsight runs show --json` for the run.
public final class ShippedPolicies {
  private static final String FOLDER = "/dev/hindsight/assets/policies/";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ShippedPolicies() {}

  /// A line of the list.
  ///
  /// @param name as a user gives it: `darkroom-5x5`
  /// @param environment id of the environment it acts in
  /// @param command the command that trains it again
  public record ShippedPolicy(String name, String environment, String command) {
    private static ShippedPolicy of(String line) {
      String[] words = line.split(" ", 3);
      return new ShippedPolicy(words[0], words[1], words[2]);
    }
  }

  /// All of them, in menu order.
  public static List<ShippedPolicy> all() {
    String text = new String(resource("index.txt"), StandardCharsets.UTF_8);
    return Arrays.stream(text.split("\\R", -1))
        .filter(line -> !line.isBlank())
        .map(ShippedPolicy::of)
        .toList();
  }

  /// Names of the policies for an environment.
  static List<String> names(String environment) {
    return all().stream()
        .filter(shippedPolicy -> shippedPolicy.environment().equals(environment))
        .map(ShippedPolicy::name)
        .toList();
  }

  /// The ledger's entry for its run, as JSON.
  public static String ledgerEntry(ShippedPolicy shippedPolicy) {
    return new String(resource(shippedPolicy.name() + ".json"), StandardCharsets.UTF_8);
  }

  /// A setting that the policy was trained with, in its environment; empty for an unknown policy
  /// and where its run left the environment's own value.
  ///
  /// @param name as a user gives it: `darkroom-5x5`
  /// @param setting the environment's name for it: `trials`
  public static Optional<String> trainedWith(String name, String setting) {
    return find(name)
        .map(shippedPolicy -> entry(shippedPolicy).path("config").path("env." + setting))
        .filter(value -> !value.isMissingNode())
        .map(JsonNode::asText);
  }

  private static JsonNode entry(ShippedPolicy shippedPolicy) {
    try {
      return JSON.readTree(ledgerEntry(shippedPolicy));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The checkpoint as a file, unpacked to the cache folder unless it is there already; empty for
  /// an unknown name.
  static Optional<Path> file(String name) {
    return find(name).map(shippedPolicy -> laidOut(shippedPolicy.name() + ".safetensors"));
  }

  private static Optional<ShippedPolicy> find(String name) {
    return all().stream().filter(shippedPolicy -> shippedPolicy.name().equals(name)).findFirst();
  }

  private static Path laidOut(String name) {
    byte[] bytes = resource(name);
    Path file = CacheFolder.of("policies").resolve(name);
    try {
      if (Files.notExists(file) || !Arrays.equals(bytes, Files.readAllBytes(file))) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        // Two processes may write it at once.
        AtomicFile.write(file, bytes);
      }
      return file;
    } catch (IOException e) {
      throw new Problem(
          wording("ShippedPolicies.the_shipped_policy_could_not_be", name),
          file.toString(),
          wording("ShippedPolicies.make_the_cache_folder_writable_or"),
          e);
    }
  }

  private static byte[] resource(String name) {
    try (InputStream in = ShippedPolicies.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new FileNotFoundException(FOLDER + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the application is not whole", e);
    }
  }
}
