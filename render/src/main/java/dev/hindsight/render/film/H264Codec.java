package dev.hindsight.render.film;

import static dev.hindsight.render.film.Ffmpeg.check;
import static dev.hindsight.render.text.RenderText.wording;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_BITEXACT;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_GLOBAL_HEADER;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder_by_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_PRI_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_MPEG;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_SPC_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_TRC_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;

import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.javacpp.Pointer;

/// Cisco's OpenH264, configured for crisp thin lines and small text.
final class H264Codec {
  /// Quantisation step of brightness (ITU-T H.264, 8.5.9): 20 keeps a map's lines at 44 dB relative
  /// to the painted picture, in about 12 kB per frame at 1280 x 720. It is constant because the
  /// default, a bit rate, blurs the first seconds until it has settled.
  private static final int QUANTIZER = 20;

  /// Seconds of film between two self-contained pictures, to which players can jump.
  private static final int SEEK_SECONDS = 5;

  private H264Codec() {}

  /// Frames from one self-contained picture to the next.
  static int segmentFrames(FrameRate rate) {
    return (int) Math.clamp(Math.round(SEEK_SECONDS / rate.frameSeconds()), 1L, 600L);
  }

  /// Opens an encoder that is ready for frames.
  ///
  /// @param owner frees it
  /// @param target for messages
  static AVCodecContext open(NativeStack owner, FilmSize size, FrameRate rate, Path target) {
    AVCodec openH264 = avcodec_find_encoder_by_name("libopenh264");
    if (openH264 == null) {
      throw new Problem(
          wording("H264Codec.the_ffmpeg_library_found_here_lacks"),
          target.toString(),
          wording("H264Codec.reinstall_hindsight_or_export_a"));
    }
    AVCodecContext codec =
        owner.own(avcodec_alloc_context3(openH264), avcodec::avcodec_free_context);
    codec.width(size.width()).height(size.height()).pix_fmt(AV_PIX_FMT_YUV420P);
    codec.color_range(AVCOL_RANGE_MPEG).colorspace(AVCOL_SPC_BT709);
    codec.color_primaries(AVCOL_PRI_BT709).color_trc(AVCOL_TRC_BT709);
    try (AVRational second = new AVRational()) {
      codec.time_base(second.num(rate.denominator()).den(rate.numerator()));
      codec.framerate(second.num(rate.numerator()).den(rate.denominator()));
    }
    codec.gop_size(segmentFrames(rate));
    codec.qmin(QUANTIZER).qmax(QUANTIZER);
    codec.flags(AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER);
    // One thread on every machine: frames are cut into one slice per thread, which changes the
    // bytes. Instead, each core encodes a segment of its own.
    codec.thread_count(1);
    check(
        avcodec_open2(codec, openH264, new AVDictionary((Pointer) null)),
        wording("H264Codec.start_the_encoder"),
        target);
    return codec;
  }
}
