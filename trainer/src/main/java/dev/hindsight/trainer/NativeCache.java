package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Folders into which native libraries unpack themselves and from which this process loads them:
/// only those of this user that no other user can write.
///
/// JavaCPP, JavaFX and DJL fall back to folders with guessable names among the system's temporary
/// files if theirs cannot be used. Another user can put a library there first. So a folder is
/// checked before any of them sees it, and an unusable one is refused.
public final class NativeCache {
  private static final long ROOT = 0;

  private NativeCache() {}

  /// The folder for one purpose in the [CacheFolder]; exists and can be written.
  ///
  /// @param purpose one word: `ffmpeg`, `pytorch`
  /// @throws Problem if it cannot be made or written, or if another user could change what is in it
  public static Path of(String purpose) {
    return checked(CacheFolder.of(purpose));
  }

  /// Makes a folder if it does not exist, and checks it.
  ///
  /// @return its real path
  /// @throws Problem as [#of]
  public static Path checked(Path folder) {
    try {
      boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (!Files.isDirectory(folder)) {
        make(folder.toAbsolutePath(), posix);
      }
      Path real = folder.toRealPath();
      // Also shows that the folder can be written, on which those libraries insist. Not
      // createTempFile: Java takes longer to set up its random numbers than for all else here.
      Path probe = AtomicFile.part(real.resolve("probe"), Files::createFile);
      try {
        if (posix) {
          check(real, Files.getOwner(probe));
        }
      } finally {
        Files.delete(probe);
      }
      return real;
    } catch (IOException e) {
      throw refused(folder, wording("NativeCache.native_libraries_cannot_be_unpacked_there", e), e);
    }
  }

  /// A mask that lets everybody write must not decide who can change a library.
  private static void make(Path folder, boolean posix) throws IOException {
    Path parent = folder.getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      make(parent, posix);
    }
    if (posix) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(folder);
    }
  }

  private static void check(Path folder, UserPrincipal user) throws IOException {
    for (Path each = folder; each != null; each = each.getParent()) {
      Optional<String> danger = danger(each, user, each.equals(folder));
      if (danger.isPresent()) {
        throw refused(folder, danger.get(), null);
      }
    }
  }

  /// Why another user could replace what is in a folder; empty if only this user and the
  /// administrator can.
  ///
  /// @param holdsLibraries whether libraries lie in it; in a folder above, a sticky bit protects
  ///   the next one
  private static Optional<String> danger(Path folder, UserPrincipal user, boolean holdsLibraries)
      throws IOException {
    PosixFileAttributes facts = Files.readAttributes(folder, PosixFileAttributes.class);
    boolean ours = facts.owner().equals(user);
    if (!ours && (int) Files.getAttribute(folder, "unix:uid") != ROOT) {
      return Optional.of(
          wording("NativeCache.belongs_to_another_user", folder, facts.owner().getName()));
    }
    int mode = (int) Files.getAttribute(folder, "unix:mode");
    if (!holdsLibraries && (mode & 01000) != 0) {
      return Optional.empty();
    }
    Set<PosixFilePermission> rights = facts.permissions();
    // Many systems give each user a group of the same name and let it write.
    boolean group =
        rights.contains(PosixFilePermission.GROUP_WRITE)
            && !facts.group().getName().equals(facts.owner().getName());
    return group || rights.contains(PosixFilePermission.OTHERS_WRITE)
        ? Optional.of(wording("NativeCache.can_be_written_by_other_users", folder))
        : Optional.empty();
  }

  private static Problem refused(Path folder, String what, @Nullable Throwable cause) {
    Problem problem =
        new Problem(what, folder.toString(), wording("NativeCache.name_a_folder_of_your_own"));
    if (cause != null) {
      problem.initCause(cause);
    }
    return problem;
  }
}
