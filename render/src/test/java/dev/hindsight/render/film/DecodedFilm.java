package dev.hindsight.render.film;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGR24;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_get_pix_fmt_name;
import static org.bytedeco.ffmpeg.global.swscale.SWS_ACCURATE_RND;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BILINEAR;
import static org.bytedeco.ffmpeg.global.swscale.SWS_CS_ITU709;
import static org.bytedeco.ffmpeg.global.swscale.SWS_FULL_CHR_H_INT;
import static org.bytedeco.ffmpeg.global.swscale.sws_getCoefficients;
import static org.bytedeco.ffmpeg.global.swscale.sws_getContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale_frame;
import static org.bytedeco.ffmpeg.global.swscale.sws_setColorspaceDetails;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.raster.SceneRaster;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;

/// A film read back from its file.
///
/// @param codec for instance `h264`
/// @param pixels for instance `yuv420p`
/// @param rate frames a second, as the file says
/// @param seconds how long it plays
/// @param pictures every frame in it, decoded
record DecodedFilm(
    String codec, String pixels, FrameRate rate, double seconds, List<BufferedImage> pictures) {

  /// Reads and decodes a whole file.
  static DecodedFilm of(Path file) {
    Ffmpeg.load();
    try (NativeStack natives = new NativeStack()) {
      AVFormatContext input = new AVFormatContext((Pointer) null);
      assertOk(avformat_open_input(input, "file:" + file, null, null));
      natives.own(input, opened -> avformat.avformat_close_input(opened));
      assertOk(avformat_find_stream_info(input, (AVDictionary) null));
      AVStream stream = input.streams(0);
      AVCodec decoder = avcodec_find_decoder(stream.codecpar().codec_id());
      AVCodecContext codec =
          natives.own(avcodec_alloc_context3(decoder), avcodec::avcodec_free_context);
      assertOk(avcodec_parameters_to_context(codec, stream.codecpar()));
      assertOk(avcodec_open2(codec, decoder, (AVDictionary) null));
      AVPacket packet = natives.own(av_packet_alloc(), avcodec::av_packet_free);
      AVFrame yuv = natives.own(av_frame_alloc(), avutil::av_frame_free);
      ToPicture toPicture = new ToPicture(natives, codec);
      List<BufferedImage> pictures = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = av_read_frame(input, packet) >= 0;
        assertOk(avcodec_send_packet(codec, more ? packet : null));
        av_packet_unref(packet);
        while (avcodec_receive_frame(codec, yuv) >= 0) {
          pictures.add(toPicture.convert(yuv));
        }
      }
      return new DecodedFilm(
          decoder.name().getString(),
          av_get_pix_fmt_name(codec.pix_fmt()).getString(),
          new FrameRate(stream.avg_frame_rate().num(), stream.avg_frame_rate().den()),
          (double) stream.duration() * stream.time_base().num() / stream.time_base().den(),
          pictures);
    }
  }

  private static void assertOk(int result) {
    assertTrue(result >= 0, () -> "FFmpeg says " + result);
  }

  /// Colour conversion by BT.709, as a player does it.
  private static final class ToPicture {
    private final SwsContext conversion;
    private final AVFrame bgr;

    ToPicture(NativeStack natives, AVCodecContext codec) {
      int width = codec.width();
      int height = codec.height();
      conversion =
          natives.own(
              sws_getContext(
                  width,
                  height,
                  codec.pix_fmt(),
                  width,
                  height,
                  AV_PIX_FMT_BGR24,
                  SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT,
                  null,
                  null,
                  (DoublePointer) null),
              swscale::sws_freeContext);
      IntPointer bt709 = sws_getCoefficients(SWS_CS_ITU709);
      assertOk(sws_setColorspaceDetails(conversion, bt709, 0, bt709, 1, 0, 1 << 16, 1 << 16));
      bgr = natives.own(av_frame_alloc(), avutil::av_frame_free);
      bgr.format(AV_PIX_FMT_BGR24).width(width).height(height);
      assertOk(av_frame_get_buffer(bgr, 1));
    }

    BufferedImage convert(AVFrame yuv) {
      assertOk(sws_scale_frame(conversion, bgr, yuv));
      BufferedImage picture = SceneRaster.canvas(bgr.width(), bgr.height());
      byte[] bytes = ((DataBufferByte) picture.getRaster().getDataBuffer()).getData();
      bgr.data(0).capacity(bytes.length).get(bytes);
      return picture;
    }
  }
}
