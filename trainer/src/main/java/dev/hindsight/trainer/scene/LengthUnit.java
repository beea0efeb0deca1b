package dev.hindsight.trainer.scene;

/// What lengths of a world are told in. Marks are in metres all the same.
public enum LengthUnit {
  /// Metres, kilometres, centimetres: whichever gives a short number.
  METRES(1),
  /// Nautical miles.
  NAUTICAL_MILES(1852);

  private final double metres;

  LengthUnit(double metres) {
    this.metres = metres;
  }

  /// Metres in one.
  public double metres() {
    return metres;
  }
}
