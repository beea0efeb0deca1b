package dev.hindsight.render.film;

import static dev.hindsight.render.film.Ffmpeg.check;
import static dev.hindsight.render.text.RenderText.wording;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGR24;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BILINEAR;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BITEXACT;
import static org.bytedeco.ffmpeg.global.swscale.SWS_CS_ITU709;
import static org.bytedeco.ffmpeg.global.swscale.sws_getCoefficients;
import static org.bytedeco.ffmpeg.global.swscale.sws_getContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale_frame;
import static org.bytedeco.ffmpeg.global.swscale.sws_setColorspaceDetails;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.IntPointer;

/// Converts 24-bit pictures to the format of H.264 films: brightness per pixel, colour per 2 by 2
/// pixels (4:2:0), with the coefficients of ITU-R BT.709 in video range.
///
/// One owner thread. Its two native frames are allocated once and used for every picture.
final class YuvConverter {
  private static final int FIXED_POINT_ONE = 1 << 16;

  private final AVFrame bgr;
  private final BytePointer bgrBytes;
  private final AVFrame yuv;
  private final SwsContext conversion;
  private final Path target;

  /// @param owner frees what this allocates
  /// @param target for messages
  YuvConverter(NativeStack owner, int width, int height, Path target) {
    this.target = target;
    bgr = frame(owner, AV_PIX_FMT_BGR24, width, height, 1);
    bgrBytes = bgr.data(0).capacity(3L * width * height);
    yuv = frame(owner, AV_PIX_FMT_YUV420P, width, height, 0);
    conversion =
        owner.own(
            sws_getContext(
                width,
                height,
                AV_PIX_FMT_BGR24,
                width,
                height,
                AV_PIX_FMT_YUV420P,
                // Bit-exact: the same bytes on processors with different vector units.
                SWS_BILINEAR | SWS_BITEXACT,
                null,
                null,
                (DoublePointer) null),
            swscale::sws_freeContext);
    IntPointer bt709 = sws_getCoefficients(SWS_CS_ITU709);
    check(
        sws_setColorspaceDetails(
            conversion, bt709, 1, bt709, 0, 0, FIXED_POINT_ONE, FIXED_POINT_ONE),
        wording("YuvConverter.choose_bt_709_colours"),
        target);
  }

  /// The picture as a native frame, valid until the next call.
  ///
  /// @param picture of type 3BYTE_BGR and the size this was created for
  AVFrame convert(BufferedImage picture) {
    byte[] pixels = ((DataBufferByte) picture.getRaster().getDataBuffer()).getData();
    bgrBytes.put(pixels, 0, Math.toIntExact(bgrBytes.capacity()));
    // An encoder may still hold the last frame; then this one gets its own memory.
    check(av_frame_make_writable(yuv), wording("YuvConverter.find_memory_for_a_frame"), target);
    check(
        sws_scale_frame(conversion, yuv, bgr),
        wording("YuvConverter.convert_a_frames_colours"),
        target);
    return yuv;
  }

  private AVFrame frame(NativeStack owner, int format, int width, int height, int alignment) {
    AVFrame frame = owner.own(av_frame_alloc(), avutil::av_frame_free);
    frame.format(format).width(width).height(height);
    check(
        av_frame_get_buffer(frame, alignment),
        wording("YuvConverter.find_memory_for_a_frame"),
        target);
    return frame;
  }
}
