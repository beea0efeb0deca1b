package dev.hindsight.app.film;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The size of a picture in pixels, as users write it: `1280 x 720`.
public record PictureSize(int width, int height) {
  /// Common sizes.
  static final List<PictureSize> COMMON =
      List.of(
          new PictureSize(854, 480),
          new PictureSize(1280, 720),
          new PictureSize(1920, 1080),
          new PictureSize(1080, 1080));

  private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,5})\\s*[x×*]\\s*(\\d{1,5})\\s*");

  /// Reads a typed size.
  ///
  /// @throws Problem if it is no size
  static PictureSize parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new Problem(
          wording("PictureSize.is_not_a_size", text),
          "size",
          wording("PictureSize.give_width_x_height_in_pixels"));
    }
    return new PictureSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  @Override
  public String toString() {
    return width + " x " + height;
  }
}
