package dev.hindsight.render.film;

import static dev.hindsight.render.film.Ffmpeg.check;
import static dev.hindsight.render.text.RenderText.wording;
import static org.bytedeco.ffmpeg.avformat.AVFormatContext.AVFMT_FLAG_BITEXACT;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_closep;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/// Encodes pictures as an H.264 film in an MP4 file whose index comes first, so that it plays while
/// it loads. The same pictures give the same bytes.
///
/// One owner thread. Closing it without [#finish] leaves an invalid file.
final class Mp4Encoder implements AutoCloseable {
  private final NativeStack natives = new NativeStack();
  private final Path target;
  private final YuvConverter converter;
  private final AVCodecContext codec;
  private final AVFormatContext container;
  private final AVStream stream;
  private final AVPacket packet;
  private long frames;

  /// @param file where to write
  /// @param size of every picture
  /// @param target the file as the user knows it, for messages
  Mp4Encoder(Path file, FilmSize size, FrameRate rate, Path target) {
    Ffmpeg.load();
    this.target = target;
    try {
      converter = new YuvConverter(natives, size.width(), size.height(), target);
      codec = H264Codec.open(natives, size, rate, target);
      packet = natives.own(av_packet_alloc(), avcodec::av_packet_free);
      // The prefix keeps a file name with a colon from being read as an address.
      String url = "file:" + file;
      container = container(url);
      stream = stream(container);
      open(url);
    } catch (RuntimeException | Error e) {
      natives.close();
      throw e;
    }
  }

  /// Appends a picture.
  ///
  /// @param picture of type 3BYTE_BGR and the film's size; free again on return
  void add(BufferedImage picture) {
    AVFrame frame = converter.convert(picture);
    frame.pts(frames).duration(1);
    frames++;
    send(frame);
  }

  /// Writes the remaining frames and the index.
  void finish() {
    send(null);
    check(av_write_trailer(container), wording("Mp4Encoder.finish_the_film"), target);
    AVIOContext output = container.pb();
    check(output.error(), wording("Mp4Encoder.write_the_film"), target);
  }

  @Override
  public void close() {
    natives.close();
  }

  private void send(@Nullable AVFrame frame) {
    check(avcodec_send_frame(codec, frame), wording("Mp4Encoder.encode_frame", frames), target);
    while (true) {
      int result = avcodec_receive_packet(codec, packet);
      if (result == AVERROR_EAGAIN() || result == AVERROR_EOF()) {
        return;
      }
      check(result, wording("Mp4Encoder.encode_frame", frames), target);
      packet.stream_index(0).duration(1);
      av_packet_rescale_ts(packet, codec.time_base(), stream.time_base());
      check(
          av_interleaved_write_frame(container, packet),
          wording("Mp4Encoder.write_the_film"),
          target);
    }
  }

  private AVFormatContext container(String url) {
    AVFormatContext made = new AVFormatContext((Pointer) null);
    check(
        avformat_alloc_output_context2(made, null, "mp4", url),
        wording("Mp4Encoder.make_an_mp4"),
        target);
    natives.own(made, avformat::avformat_free_context);
    made.flags(made.flags() | AVFMT_FLAG_BITEXACT);
    return made;
  }

  private AVStream stream(AVFormatContext parent) {
    // Its container frees it.
    AVStream made = natives.own(avformat_new_stream(parent, null), _ -> {});
    made.time_base(codec.time_base()).avg_frame_rate(codec.framerate());
    check(
        avcodec_parameters_from_context(made.codecpar(), codec),
        wording("Mp4Encoder.describe_the_film"),
        target);
    return made;
  }

  private void open(String url) {
    AVIOContext output = new AVIOContext((Pointer) null);
    check(avio_open(output, url, AVIO_FLAG_WRITE), wording("Mp4Encoder.open_the_file"), target);
    natives.own(output, opened -> avio_closep(opened));
    container.pb(output);
    AVDictionary options = new AVDictionary((Pointer) null);
    av_dict_set(options, "movflags", "+faststart", 0);
    try {
      check(
          avformat_write_header(container, options), wording("Mp4Encoder.begin_the_film"), target);
    } finally {
      av_dict_free(options);
    }
  }
}
