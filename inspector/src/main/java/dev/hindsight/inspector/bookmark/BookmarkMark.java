package dev.hindsight.inspector.bookmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How a bookmark looks: a colour and a letter, so that it can be told without colour.
///
/// The colours are from the set of Okabe and Ito ("Color Universal Design", 2008), which stays
/// distinguishable with the common forms of colour blindness.
public enum BookmarkMark {
  /// `B`.
  BLUE('B', 0x56b4e9, 0x0072b2),
  /// `O`.
  ORANGE('O', 0xe69f00, 0x9a6a00),
  /// `G`.
  GREEN('G', 0x10c58f, 0x008a63),
  /// `P`.
  PINK('P', 0xe38ec4, 0xa5457f),
  /// `R`.
  RED('R', 0xf0562a, 0xd5400e),
  /// `Y`.
  YELLOW('Y', 0xf0e442, 0x7d7300);

  private final char letter;
  private final int onDark;
  private final int onLight;

  BookmarkMark(char letter, int onDark, int onLight) {
    this.letter = letter;
    this.onDark = onDark;
    this.onLight = onLight;
  }

  /// The letter on the mark.
  public char letter() {
    return letter;
  }

  /// Its colour on a dark background, `0xRRGGBB`.
  public int onDark() {
    return onDark;
  }

  /// Its colour on a light background, `0xRRGGBB`.
  public int onLight() {
    return onLight;
  }

  /// Its name in the window and in files: `blue`.
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The mark of a title.
  public static Optional<BookmarkMark> titled(String title) {
    return Arrays.stream(values()).filter(mark -> mark.title().equals(title)).findFirst();
  }
}
