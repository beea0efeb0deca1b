package dev.hindsight.trainer.fault;

import com.sun.management.ThreadMXBean;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// One reader of bytes from outside, and what it must do with any bytes: end normally or with a
/// [Problem] of one line, soon and in little memory.
///
/// @param name one word, also that of the folder with its kept inputs
/// @param seeds valid inputs to start from
/// @param reading what is tried; may throw a Problem
public record FuzzTarget(String name, Seeds seeds, Reading reading) {
  /// Nanoseconds of computing: far more than any reader needs for an input of this size.
  private static final long LONGEST = 2_000_000_000L;

  /// Of all objects that one input makes, whether or not they are there at the same time.
  private static final long MOST_BYTES = 512L << 20;

  private static final ThreadMXBean THREAD =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /// What is cached meanwhile, the next input clears; other tests of the process see nothing of it.
  public FuzzTarget {
    Seeds itsSeeds = seeds;
    Reading itsReading = reading;
    seeds =
        () -> {
          try (TemporaryCacheFolder _ = FuzzScratch.cache()) {
            return itsSeeds.make();
          }
        };
    reading =
        bytes -> {
          try (TemporaryCacheFolder _ = FuzzScratch.cache()) {
            itsReading.read(bytes);
          }
        };
  }

  /// Bytes to begin with.
  @FunctionalInterface
  public interface Seeds {
    /// Makes them.
    List<byte[]> make() throws Exception;
  }

  /// What is done with bytes.
  @FunctionalInterface
  public interface Reading {
    /// Reads them; a Problem is a good end.
    void read(byte[] bytes) throws Exception;
  }

  /// What is done with a file.
  @FunctionalInterface
  public interface FileReading {
    /// Reads it; a Problem is a good end.
    void read(Path file) throws Exception;
  }

  /// What is done with text.
  @FunctionalInterface
  public interface TextReading {
    /// Reads it; a Problem is a good end.
    void read(String text) throws Exception;
  }

  /// A reader of files.
  ///
  /// @param file its name
  static FuzzTarget ofFile(String name, String file, Seeds seeds, FileReading reading) {
    return new FuzzTarget(name, seeds, bytes -> reading.read(FuzzScratch.file(file, bytes)));
  }

  /// A reader of text.
  public static FuzzTarget ofText(String name, TextReading reading, String... seeds) {
    return new FuzzTarget(
        name,
        () -> List.of(seeds).stream().map(FuzzTarget::utf8).toList(),
        bytes -> reading.read(new String(bytes, StandardCharsets.UTF_8)));
  }

  /// A reader of files of text.
  ///
  /// @param file its name
  public static FuzzTarget ofTextFile(
      String name, String file, FileReading reading, String... seeds) {
    return ofFile(
        name, file, () -> List.of(seeds).stream().map(FuzzTarget::utf8).toList(), reading);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Reads a valid input: one that is refused tries nothing of its reader.
  ///
  /// @throws Problem if it is refused
  void accepted(byte[] bytes) throws Exception {
    measured(bytes);
  }

  /// Reads bytes once.
  ///
  /// @throws AssertionError if the message has several lines, or it took too long or too much
  /// @throws Exception what the reader threw that is no Problem
  public void tried(byte[] bytes) throws Exception {
    try {
      measured(bytes);
    } catch (Problem problem) {
      String message = String.valueOf(problem.getMessage());
      if (message.lines().count() != 1) {
        throw new AssertionError("not one line: " + message, problem);
      }
    }
  }

  private void measured(byte[] bytes) throws Exception {
    long time = THREAD.getCurrentThreadCpuTime();
    long memory = THREAD.getCurrentThreadAllocatedBytes();
    try {
      reading.read(bytes.clone());
    } finally {
      check(time, memory);
    }
  }

  private void check(long time, long memory) {
    long took = THREAD.getCurrentThreadCpuTime() - time;
    if (took > LONGEST) {
      throw new AssertionError(name + " computed for " + took / 1_000_000 + " ms");
    }
    long made = THREAD.getCurrentThreadAllocatedBytes() - memory;
    if (made > MOST_BYTES) {
      throw new AssertionError(name + " allocated " + (made >> 20) + " MiB");
    }
  }
}
