package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What this process holds stays locked for others, whatever this process tries meanwhile.
class HeldFileTest {
  @TempDir private Path folder;

  private static Optional<HeldFile> take(Path file) throws IOException {
    return HeldFile.take(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /// Whether another process finds the file free.
  private static boolean free(Path file) throws IOException, InterruptedException {
    Process other =
        JavaProcess.of(List.of(), Asking.class, file.toString())
            .redirectErrorStream(true)
            .redirectOutput(file.resolveSibling("answer").toFile())
            .start();
    assertEquals(0, other.waitFor());
    return Files.readString(file.resolveSibling("answer")).contains("free");
  }

  /// The other process.
  static final class Asking {
    private Asking() {}

    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel =
          FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        System.out.println(channel.tryLock() == null ? "held" : "free");
      }
    }
  }

  @Test
  void askingTryingAgainAndReadingReleaseNothing() throws IOException, InterruptedException {
    Path file = folder.resolve("lock");
    try (HeldFile held = take(file).orElseThrow()) {
      assertTrue(held.channel().isOpen());
      assertTrue(HeldFile.isHeld(file));
      assertTrue(take(file).isEmpty());
      assertTrue(take(folder.resolve("x/../lock")).isEmpty(), "the same file by another name");
      assertEquals(0L, HeldFile.read(file, FileChannel::size));
      assertFalse(free(file), "another process");
    }
    assertEquals(0L, HeldFile.read(file, FileChannel::size));
    assertFalse(HeldFile.isHeld(file));
    assertTrue(free(file));
    take(file).orElseThrow().close();
  }

  @Test
  void whoAsksWhileItIsTakenNeitherFailsNorReleasesIt() throws IOException, InterruptedException {
    Path file = Files.createFile(folder.resolve("lock"));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> askers =
        IntStream.range(0, 4)
            .mapToObj(_ ->
                Thread.ofPlatform()
                    .start(() -> {
                      try {
                        while (!over.get()) {
                          boolean _ = HeldFile.isHeld(file);
                          long _ = HeldFile.read(file, FileChannel::size);
                        }
                      } catch (IOException | RuntimeException e) {
                        failure.set(e);
                      }
                    }))
            .toList();
    for (int round = 0; round < 200; round++) {
      HeldFile held = take(file).orElseThrow();
      held.close();
      held.close();
    }
    try (HeldFile held = take(file).orElseThrow()) {
      assertTrue(held.channel().isOpen());
      over.set(true);
      for (Thread asker : askers) {
        asker.join();
      }
      assertFalse(free(file), "another process");
    }
    assertNull(failure.get());
  }

  @Test
  void aReaderThatIsInterruptedTakesNothingFromTheWriter() throws IOException {
    Path file = folder.resolve("lock");
    try (HeldFile held = take(file).orElseThrow()) {
      Thread.currentThread().interrupt();
      assertThrows(
          IOException.class, () -> HeldFile.read(file, c -> c.read(ByteBuffer.allocate(1), 0)));
      assertTrue(Thread.interrupted());
      assertTrue(held.channel().isOpen());
    }
  }
}
