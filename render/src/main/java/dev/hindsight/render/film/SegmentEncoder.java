package dev.hindsight.render.film;

import static dev.hindsight.render.film.Ffmpeg.check;
import static dev.hindsight.render.text.RenderText.wording;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avcodec;
import org.jspecify.annotations.Nullable;

/// Encodes the pictures of one [FilmSegment]. The same pictures give the same bytes, whatever was
/// encoded before them. One owner thread.
final class SegmentEncoder implements AutoCloseable {
  private final NativeStack natives = new NativeStack();
  private final FilmSegment segment = new FilmSegment();
  private final Path target;
  private final YuvConverter converter;
  private final AVCodecContext codec;
  private final AVPacket packet;
  private long frame;
  private boolean finished;

  /// @param size of every picture
  /// @param first number of the first picture in the film
  /// @param target the file as the user knows it, for messages
  SegmentEncoder(FilmSize size, FrameRate rate, long first, Path target) {
    Ffmpeg.load();
    this.target = target;
    this.frame = first;
    try {
      converter = new YuvConverter(natives, size.width(), size.height(), target);
      codec = H264Codec.open(natives, size, rate, target);
      packet = natives.own(av_packet_alloc(), avcodec::av_packet_free);
    } catch (RuntimeException | Error e) {
      natives.close();
      throw e;
    }
  }

  /// Appends a picture.
  ///
  /// @param picture of type 3BYTE_BGR and the film's size; free again on return
  void add(BufferedImage picture) {
    AVFrame converted = converter.convert(picture);
    converted.pts(frame).duration(1);
    frame++;
    send(converted);
  }

  /// Encodes what remains; no picture may follow.
  ///
  /// @return all that was encoded; the caller closes it
  FilmSegment finish() {
    send(null);
    finished = true;
    return segment;
  }

  @Override
  public void close() {
    if (!finished) {
      segment.close();
    }
    natives.close();
  }

  private void send(@Nullable AVFrame picture) {
    check(
        avcodec_send_frame(codec, picture), wording("SegmentEncoder.encode_frame", frame), target);
    while (true) {
      int result = avcodec_receive_packet(codec, packet);
      if (result == AVERROR_EAGAIN() || result == AVERROR_EOF()) {
        return;
      }
      check(result, wording("SegmentEncoder.encode_frame", frame), target);
      segment.append(packet);
    }
  }
}
