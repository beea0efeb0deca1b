package dev.hindsight.render.film;

import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

import dev.hindsight.trainer.CacheCleanup;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.NativeFolder;
import dev.hindsight.trainer.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;

/// The native FFmpeg libraries: where they are unpacked, and what their error codes mean.
final class Ffmpeg {
  private static final int MESSAGE_BYTES = 256;

  /// FFmpeg passes the operating system's own codes on, negated; this one is the same everywhere.
  private static final int NO_SPACE_LEFT = -28;

  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private Ffmpeg() {}

  /// Loads the libraries, unpacking them into the cache folder at first use. Calling it again costs
  /// nothing.
  ///
  /// @throws Problem if this machine cannot load them
  static void load() {
    Path cache = CacheFolder.of("ffmpeg");
    System.setProperty("org.bytedeco.javacpp.cachedir", cache.toString());
    NativeFolder.installed()
        .ifPresent(natives ->
            System.setProperty(
                "org.bytedeco.javacpp.platform.preloadpath", natives.resolve("ffmpeg").toString()));
    // Every native object here has an owner that frees it: no collector thread, and no refusal to
    // allocate because mapped recordings count as memory in use.
    System.setProperty("org.bytedeco.javacpp.nopointergc", "true");
    System.setProperty("org.bytedeco.javacpp.maxphysicalbytes", "0");
    try {
      // FFmpeg would write to the process's stderr, past any console of ours.
      av_log_set_level(AV_LOG_QUIET);
      if (LOADED.compareAndSet(false, true)) {
        // JavaCPP names the folder of a library by its jar.
        CacheCleanup.keepFolders(
            cache,
            jar -> Loader.getLoadedLibraries().values().stream().anyMatch(l -> l.contains(jar)));
      }
    } catch (LinkageError e) {
      throw new Problem(
          "the film encoder cannot be loaded: " + e.getMessage(),
          cache.toString(),
          "make this folder writable and let programs run from it, or export a GIF",
          e);
    }
  }

  /// Passes a result through, or says what it means.
  ///
  /// @param result of an FFmpeg function: negative for an error
  /// @param doing what was tried, as the end of "could not ..."
  /// @param target the file the user named
  static int check(int result, String doing, Path target) {
    if (result >= 0) {
      return result;
    }
    String remedy =
        result == NO_SPACE_LEFT
            ? "free some space on this disk"
            : "choose another place or another size";
    throw new Problem("could not " + doing + ": " + message(result), target.toString(), remedy);
  }

  private static String message(int code) {
    try (BytePointer text = new BytePointer(MESSAGE_BYTES)) {
      av_strerror(code, text, MESSAGE_BYTES);
      return text.limit(BytePointer.strlen(text)).getString(StandardCharsets.UTF_8);
    }
  }
}
