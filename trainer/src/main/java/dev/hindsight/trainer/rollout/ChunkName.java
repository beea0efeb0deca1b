package dev.hindsight.trainer.rollout;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of a chunk's member: `channels/<channel>/<number>.npy`, six digits or more.
///
/// @param channel `attention/layer0`
/// @param number from 0
record ChunkName(String channel, int number) {
  private static final Pattern MEMBER = Pattern.compile("channels/(.+)/(\\d{6,9})\\.npy");

  static String of(String channel, int number) {
    return String.format(Locale.ROOT, "channels/%s/%06d.npy", channel, number);
  }

  static Optional<ChunkName> parse(String member) {
    Matcher name = MEMBER.matcher(member);
    return name.matches()
        ? Optional.of(new ChunkName(name.group(1), Integer.parseInt(name.group(2))))
        : Optional.empty();
  }
}
