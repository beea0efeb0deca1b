package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.trainer.Problem;

/// The size of a film: sides are even, because colour is stored per 2 by 2 pixels, and within the
/// encoder's limits.
///
/// @param width pixels, even
/// @param height pixels, even
record FilmSize(int width, int height) {
  /// The encoder's smallest side.
  private static final int SMALLEST = 16;

  /// Blocks of 16 by 16 pixels in the largest frame of H.264 level 5.2 (ITU-T H.264, table A-1).
  private static final long MOST_BLOCKS = 36_864;

  /// The requested size, with odd sides reduced by one.
  ///
  /// @throws Problem if no film can have this size
  static FilmSize of(int width, int height, String where) {
    if (width < SMALLEST || height < SMALLEST) {
      throw new Problem(
          wording("FilmSize.a_film_of_x_pixels_is", width, height),
          where,
          wording("FilmSize.choose_at_least_x", SMALLEST, SMALLEST));
    }
    if (blocks(width) * blocks(height) > MOST_BLOCKS) {
      throw new Problem(
          wording("FilmSize.a_film_of_x_pixels_is_2", width, height),
          where,
          wording("FilmSize.choose_at_most_4096_x_2304"));
    }
    return new FilmSize(width & ~1, height & ~1);
  }

  /// A copy of the request with this size.
  ExportRequest of(ExportRequest request) {
    return new ExportRequest(request.target(), width, height, request.rate());
  }

  private static long blocks(int side) {
    return (side + 15L) / 16;
  }
}
