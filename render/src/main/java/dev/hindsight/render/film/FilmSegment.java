package dev.hindsight.render.film;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_clone;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.global.avcodec;

/// Consecutive pictures of a film, encoded: the first is self-contained, so that players can jump
/// to it and no segment needs another one.
final class FilmSegment implements AutoCloseable {
  private final NativeStack natives = new NativeStack();
  private final List<AVPacket> packets = new ArrayList<>();

  /// Appends the encoder's next packet.
  ///
  /// @param packet remains the caller's; its data is shared, not copied
  void append(AVPacket packet) {
    packets.add(natives.own(av_packet_clone(packet), avcodec::av_packet_free));
  }

  /// Encoded pictures in order.
  List<AVPacket> packets() {
    return packets;
  }

  @Override
  public void close() {
    natives.close();
    packets.clear();
  }
}
