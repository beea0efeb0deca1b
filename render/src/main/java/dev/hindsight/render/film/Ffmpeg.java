package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

import dev.hindsight.trainer.CacheCleanup;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.NativeCache;
import dev.hindsight.trainer.NativeFolder;
import dev.hindsight.trainer.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;

/// The native FFmpeg libraries: unpacks them and explains their error codes.
final class Ffmpeg {
  private static final int MESSAGE_BYTES = 256;

  /// FFmpeg returns the operating system's own codes, negated; this one is the same everywhere.
  private static final int NO_SPACE_LEFT = -28;

  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private Ffmpeg() {}

  /// Loads the libraries and unpacks them to the cache folder at first use. Further calls cost
  /// nothing.
  ///
  /// @throws Problem if this machine cannot load them
  static void load() {
    // Without a folder of this user, JavaCPP takes one among the temporary files that anyone can
    // guess.
    Path cache =
        NativeFolder.installed().isPresent() ? CacheFolder.of("ffmpeg") : NativeCache.of("ffmpeg");
    System.setProperty("org.bytedeco.javacpp.cachedir", cache.toString());
    NativeFolder.installed()
        .ifPresent(natives ->
            System.setProperty(
                "org.bytedeco.javacpp.platform.preloadpath", natives.resolve("ffmpeg").toString()));
    // Every native object here has an owner that frees it, so no collector thread is needed, and
    // mapped recordings must not count as used memory that forbids allocations.
    System.setProperty("org.bytedeco.javacpp.nopointergc", "true");
    System.setProperty("org.bytedeco.javacpp.maxphysicalbytes", "0");
    try {
      // FFmpeg would write to the process's stderr, bypassing Hindsight's console.
      av_log_set_level(AV_LOG_QUIET);
      if (LOADED.compareAndSet(false, true)) {
        // JavaCPP names the folder of a library after its jar.
        CacheCleanup.keepFolders(
            cache,
            jar -> Loader.getLoadedLibraries().values().stream().anyMatch(l -> l.contains(jar)));
      }
    } catch (LinkageError e) {
      throw new Problem(
          wording("Ffmpeg.the_film_encoder_cannot_be_loaded", e.getMessage()),
          cache.toString(),
          wording("Ffmpeg.make_this_folder_writable_and_let"),
          e);
    }
  }

  /// Returns a result, or throws a problem that explains it.
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
            ? wording("Ffmpeg.free_some_space_on_this_disk")
            : wording("Ffmpeg.choose_another_place_or_another");
    throw new Problem(
        wording("Ffmpeg.could_not", doing, message(result)), target.toString(), remedy);
  }

  private static String message(int code) {
    try (BytePointer text = new BytePointer(MESSAGE_BYTES)) {
      av_strerror(code, text, MESSAGE_BYTES);
      return text.limit(BytePointer.strlen(text)).getString(StandardCharsets.UTF_8);
    }
  }
}
