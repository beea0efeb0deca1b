package dev.hindsight.trainer.rollout;

import java.util.Locale;
import java.util.Optional;

/// The name of a chunk's member: `channels/<channel>/<number>.npy`, six digits or more.
///
/// @param channel `attention/layer0`
/// @param number from 0
record ChunkName(String channel, int number) {
  private static final String FOLDER = "channels/";
  private static final String ENDING = ".npy";
  private static final int LEAST_DIGITS = 6;
  private static final int MOST_DIGITS = 9;

  static String of(String channel, int number) {
    return String.format(Locale.ROOT, "channels/%s/%06d.npy", channel, number);
  }

  /// The member of rows that only few ticks of a chunk have.
  static String sparse(String name, int number) {
    return String.format(Locale.ROOT, "sparse/%s/%06d.npy", name, number);
  }

  /// Runs for every member of an opened file, so it parses by hand instead of with a pattern.
  static Optional<ChunkName> parse(String member) {
    int slash = member.lastIndexOf('/');
    int end = member.length() - ENDING.length();
    int digits = end - slash - 1;
    if (!member.startsWith(FOLDER)
        || !member.endsWith(ENDING)
        || slash <= FOLDER.length()
        || digits < LEAST_DIGITS
        || digits > MOST_DIGITS) {
      return Optional.empty();
    }
    int number = 0;
    for (int at = slash + 1; at < end; at++) {
      int digit = member.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        return Optional.empty();
      }
      number = 10 * number + digit;
    }
    return Optional.of(new ChunkName(member.substring(FOLDER.length(), slash), number));
  }
}
