package dev.hindsight.trainer.scene;

/// The unit of lengths shown to the user. Marks are always in metres.
public enum LengthUnit {
  /// Metres, kilometres, centimetres: whichever gives a short number.
  METRES(1),
  /// Nautical miles.
  NAUTICAL_MILES(1852),
  /// A picture whose scale is unknown: no lengths are shown.
  NONE(1);

  private final double metres;

  LengthUnit(double metres) {
    this.metres = metres;
  }

  /// Metres per unit.
  public double metres() {
    return metres;
  }
}
