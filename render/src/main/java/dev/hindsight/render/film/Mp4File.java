package dev.hindsight.render.film;

import static dev.hindsight.render.film.Ffmpeg.check;
import static dev.hindsight.render.text.RenderText.wording;
import static org.bytedeco.ffmpeg.avformat.AVFormatContext.AVFMT_FLAG_BITEXACT;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_closep;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;

import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.javacpp.Pointer;

/// A film in an MP4 file whose index comes first, so that it plays while it loads. The same
/// segments give the same bytes.
///
/// One owner thread. Closing it without [#finish] leaves an invalid file.
final class Mp4File implements AutoCloseable {
  private final NativeStack natives = new NativeStack();
  private final Path target;
  private final AVFormatContext container;
  private final AVStream stream;

  /// The unit of the encoded pictures' times: one divided by the frame rate.
  private final AVRational pictureTime;

  /// @param file where to write
  /// @param size of every picture
  /// @param target the file as the user knows it, for messages
  Mp4File(Path file, FilmSize size, FrameRate rate, Path target) {
    Ffmpeg.load();
    this.target = target;
    try {
      pictureTime = natives.own(new AVRational(), AVRational::close);
      pictureTime.num(rate.denominator()).den(rate.numerator());
      // The prefix keeps a file name with a colon from being read as an address.
      String url = "file:" + file;
      container = container(url);
      stream = stream(container, size, rate);
      open(url);
    } catch (RuntimeException | Error e) {
      natives.close();
      throw e;
    }
  }

  /// Appends a segment, which the caller still closes.
  void append(FilmSegment segment) {
    for (AVPacket packet : segment.packets()) {
      packet.stream_index(0).duration(1);
      av_packet_rescale_ts(packet, pictureTime, stream.time_base());
      check(
          av_interleaved_write_frame(container, packet), wording("Mp4File.write_the_film"), target);
    }
  }

  /// Writes the index.
  void finish() {
    check(av_write_trailer(container), wording("Mp4File.finish_the_film"), target);
    AVIOContext output = container.pb();
    check(output.error(), wording("Mp4File.write_the_film"), target);
  }

  @Override
  public void close() {
    natives.close();
  }

  private AVFormatContext container(String url) {
    AVFormatContext made = new AVFormatContext((Pointer) null);
    check(
        avformat_alloc_output_context2(made, null, "mp4", url),
        wording("Mp4File.make_an_mp4"),
        target);
    natives.own(made, avformat::avformat_free_context);
    made.flags(made.flags() | AVFMT_FLAG_BITEXACT);
    return made;
  }

  private AVStream stream(AVFormatContext parent, FilmSize size, FrameRate rate) {
    // Its container frees it.
    AVStream made = natives.own(avformat_new_stream(parent, null), _ -> {});
    try (NativeStack encoder = new NativeStack()) {
      // Every encoder of the film describes it in the same way, so this one need not encode
      // anything.
      AVCodecContext codec = H264Codec.open(encoder, size, rate, target);
      made.time_base(codec.time_base()).avg_frame_rate(codec.framerate());
      check(
          avcodec_parameters_from_context(made.codecpar(), codec),
          wording("Mp4File.describe_the_film"),
          target);
    }
    return made;
  }

  private void open(String url) {
    AVIOContext output = new AVIOContext((Pointer) null);
    check(avio_open(output, url, AVIO_FLAG_WRITE), wording("Mp4File.open_the_file"), target);
    natives.own(output, opened -> avio_closep(opened));
    container.pb(output);
    AVDictionary options = new AVDictionary((Pointer) null);
    av_dict_set(options, "movflags", "+faststart", 0);
    try {
      check(avformat_write_header(container, options), wording("Mp4File.begin_the_film"), target);
    } finally {
      av_dict_free(options);
    }
  }
}
