package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import javax.imageio.IIOException;
import org.junit.jupiter.api.Test;

class ProblemTest {
  /// A recording of another program may lack the name that would say where.
  @Test
  void aPlaceWithoutANameIsLeftOut() {
    assertEquals("file: what - remedy", new Problem("what", "file", "remedy").getMessage());
    assertEquals("what - remedy", new Problem("what", "", "remedy").getMessage());
  }

  @Test
  void theProblemThatCausedAFailureIsFound() {
    Problem problem = new Problem("what", "where", "remedy");
    assertSame(problem, Problem.behind(problem).orElseThrow());
    assertSame(problem, Problem.behind(new CompletionException(problem)).orElseThrow());
  }

  @Test
  void errorsOfTheMachineAreSaidInOneLine() {
    for (Error error :
        new Error[] {
          new OutOfMemoryError("Java heap space"),
          new StackOverflowError(),
          new InternalError("a fault occurred in an unsafe memory access operation")
        }) {
      Problem problem = Problem.behind(new CompletionException(error)).orElseThrow();
      assertEquals(1, problem.getMessage().lines().count());
      assertTrue(problem.getMessage().length() < 300);
    }
  }

  @Test
  void whatTheSystemSaysOfADiskIsNoBug() {
    for (FileSystemException disk :
        List.of(
            new FileSystemException("/data/cache", null, "Read-only file system"),
            new NoSuchFileException("/data/cache"),
            new AccessDeniedException("/data/cache"))) {
      Problem problem = Problem.behind(new UncheckedIOException(disk)).orElseThrow();
      assertEquals("/data/cache", problem.where());
      assertEquals(1, problem.getMessage().lines().count());
    }
  }

  @Test
  void aDiskThatRefusedIsSaidWhateverTheProblemSays() {
    IOException full = new IOException("No space left on device");
    AccessDeniedException denied = new AccessDeniedException("/data/x");
    assertEquals("it failed: No space left on device", because(full).what());
    assertEquals("it failed: No space left on device", because(new IIOException("", full)).what());
    assertEquals("it failed: permission denied", because(denied).what());
    assertEquals("it failed: permission denied", because(new UncheckedIOException(denied)).what());
    assertEquals("it failed", because(new IOException("it is no picture")).what());
    assertEquals("it failed: permission denied", because(denied).at("elsewhere").what());
    String told = "no space left on device, so it failed";
    assertEquals(told, new Problem(told, "x", "make room", full).what());
    assertEquals("permission denied", Problem.reason(denied));
  }

  private static Problem because(Throwable cause) {
    return new Problem("it failed", "x", "try again", cause);
  }

  @Test
  void aBugOfOursStaysOne() {
    assertEquals(Optional.empty(), Problem.behind(new IllegalStateException("a defect")));
    assertEquals(Optional.empty(), Problem.behind(new InternalError("another")));
    IllegalStateException loop = new IllegalStateException("one");
    loop.initCause(new IllegalStateException("other", loop));
    assertEquals(Optional.empty(), Problem.behind(loop));
  }

  @Test
  void aFullDiskIsNoBugEvenIfNobodySaysWhichFileItWas() {
    Problem full =
        Problem.behind(new UncheckedIOException(new IOException("No space left on device")))
            .orElseThrow();
    assertEquals("it is full (No space left on device)", full.what());
    assertEquals(Optional.empty(), Problem.behind(new IOException("it broke")));
  }
}
