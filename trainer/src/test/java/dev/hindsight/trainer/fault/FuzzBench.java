package dev.hindsight.trainer.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// Tries targets: as ordinary tests, for some seconds each without a library, or under Jazzer,
/// which calls `fuzzerTestOneInput` here. `docs/measurements/faults.md` has the figures.
public final class FuzzBench {
  /// Changed inputs of an ordinary test.
  private static final int CHANGES = 20;

  /// Different failures of a target that are told apart before it counts as broken.
  private static final int MOST = 12;

  private FuzzBench() {}

  /// What came of a target.
  ///
  /// @param names of the different failures
  public record Outcome(long tried, List<String> names) {}

  /// One test for each target.
  public static Stream<DynamicTest> everyTarget(String module, List<FuzzTarget> targets) {
    return targets.stream()
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> ordinary(module, target)));
  }

  private static void ordinary(String module, FuzzTarget target) throws Exception {
    for (Path kept : KeptInputs.of(module, target)) {
      tried(target, Files.readAllBytes(kept), kept.getFileName().toString());
    }
    List<byte[]> seeds = target.seeds().make();
    for (byte[] seed : seeds) {
      try {
        target.accepted(seed);
      } catch (Exception | Error e) {
        throw new AssertionError(target.name() + ", seed", e);
      }
    }
    MutationDriver driver = new MutationDriver(seeds, 1);
    for (int i = 0; i < CHANGES; i++) {
      tried(target, driver.next(), "change " + i);
    }
  }

  private static void tried(FuzzTarget target, byte[] bytes, String what) {
    try {
      target.tried(bytes);
    } catch (Exception | Error e) {
      throw new AssertionError(target.name() + ", " + what, e);
    }
  }

  /// Tries changed inputs for a while, and writes the first of each different failure to a folder.
  public static Outcome failures(FuzzTarget target, List<byte[]> seeds, double seconds, long seed) {
    Map<String, byte[]> failed = new LinkedHashMap<>();
    if (seeds.isEmpty()) {
      return new Outcome(0, List.of());
    }
    MutationDriver driver = new MutationDriver(seeds, seed);
    long tried = 0;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < end && failed.size() < MOST) {
      byte[] input = driver.next();
      tried++;
      try {
        target.tried(input);
      } catch (Exception | Error e) {
        failed.putIfAbsent(name(e), input);
      }
    }
    failed.forEach((name, input) -> keep(target, name, input));
    return new Outcome(tried, List.copyOf(failed.keySet()));
  }

  /// The kind of a failure and the nearest place of ours in its stack.
  private static String name(Throwable e) {
    String place = "";
    for (StackTraceElement each : e.getStackTrace()) {
      if (each.getClassName().startsWith("dev.hindsight")
          && !each.getClassName().contains(".fault.")) {
        place = each.getClassName().replaceAll(".*\\.", "") + "-" + each.getLineNumber();
        break;
      }
    }
    return e.getClass().getSimpleName() + "-" + place;
  }

  private static void keep(FuzzTarget target, String name, byte[] input) {
    try {
      Path folder = Path.of(System.getProperty("hindsight.fuzz.failed", "target/fuzz"));
      Files.createDirectories(folder.resolve(target.name()));
      Files.write(folder.resolve(target.name()).resolve(name), input);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Tries targets of this module without a library.
  ///
  /// @param arguments seconds for each, then their names; all if there are none
  public static void main(String[] arguments) throws Exception {
    System.exit(run(TrainerTargets.ALL, List.of(arguments)));
  }

  /// As [#main], for any list.
  ///
  /// @return 1 if anything failed
  public static int run(List<FuzzTarget> targets, List<String> arguments) throws Exception {
    List<String> failed = new ArrayList<>();
    List<String> names = arguments.subList(1, arguments.size());
    for (FuzzTarget target : targets) {
      if (names.isEmpty() || names.contains(target.name())) {
        Outcome outcome =
            failures(
                target,
                target.seeds().make(),
                Double.parseDouble(arguments.getFirst()),
                System.nanoTime());
        System.out.printf(
            "%-30s tried %8d, failed %d %s%n",
            target.name(), outcome.tried(), outcome.names().size(), outcome.names());
        failed.addAll(outcome.names());
      }
    }
    return failed.isEmpty() ? 0 : 1;
  }
}
