package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The constants of SplitMix64 are in one file only, and the generator gives published values.
class SplitMix64Test {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));

  @Test
  void seed1234567YieldsThePublishedNumbers() {
    // Vigna's splitmix64.c, as printed by Rosetta Code, "Pseudo-random numbers/Splitmix64".
    long[] published = {
      Long.parseUnsignedLong("6457827717110365317"),
      Long.parseUnsignedLong("3203168211198807973"),
      Long.parseUnsignedLong("9817491932198370423"),
      Long.parseUnsignedLong("4593380528125082431"),
      Long.parseUnsignedLong("16408922859458223821")
    };

    assertArrayEquals(published, drawn(1234567, published.length));
  }

  @Test
  void drawsWhatTheJdkDrawsFromTheSameSeed() {
    SplittableRandom seeds = new SplittableRandom(19);
    for (int i = 0; i < 200; i++) {
      long seed = seeds.nextLong();
      SplittableRandom jdk = new SplittableRandom(seed);

      assertArrayEquals(
          LongStream.generate(jdk::nextLong).limit(20).toArray(), drawn(seed, 20), () -> "" + seed);
    }
  }

  @Test
  void unitIsBelowOneAtMostAndZeroAtLeast() {
    assertEquals(1 - 0x1p-53, SplitMix64.unit(-1L));
    assertEquals(0, SplitMix64.unit(0));
    assertEquals(0.5, SplitMix64.unit(Long.MIN_VALUE));
  }

  @Test
  void constantsStandInOneFile() {
    for (String constant : List.of("bf58476d1ce4e5b9", "94d049bb133111eb", "9e3779b97f4a7c15")) {
      assertEquals(
          List.of("SplitMix64.java"),
          sources()
              .filter(file -> text(file).contains(constant))
              .map(SplitMix64Test::name)
              .toList(),
          constant);
    }
  }

  private static long[] drawn(long seed, int count) {
    return LongStream.iterate(seed + SplitMix64.GAMMA, state -> state + SplitMix64.GAMMA)
        .limit(count)
        .map(SplitMix64::mix)
        .toArray();
  }

  private static Stream<Path> sources() {
    return Stream.of("trainer", "render", "inspector", "app")
        .map(module -> ROOT.resolve(module).resolve("src/main/java"))
        .flatMap(folder -> {
          try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /// Hexadecimal numbers without underscores and capitals.
  private static String text(Path file) {
    try {
      return Files.readString(file).toLowerCase(Locale.ROOT).replace("_", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
