package dev.hindsight.trainer.env;

/// Takes the fields of a state in a fixed order: a writer stores them, a reader gives back those
/// that were stored. A state names its fields once, in a method that serves both, so that writing
/// and reading cannot disagree:
///
/// ```
/// void transfer(StateStream stream) {
///   tick = stream.number(tick);
///   stream.numbers(scores);
/// }
/// ```
///
/// Arrays keep their length; nothing that is read decides how much is allocated. One owner thread.
public abstract class StateStream {
  StateStream() {}

  /// Whether it gives back a stored state: then what follows from the fields must be computed
  /// again.
  public abstract boolean reads();

  /// @return the number itself, or the stored one
  public abstract int number(int value);

  /// @return the number itself, or the stored one
  public abstract long number(long value);

  /// @return the number itself, or the stored one
  public final double number(double value) {
    return Double.longBitsToDouble(number(Double.doubleToRawLongBits(value)));
  }

  /// @return the number itself, or the stored one
  public final float number(float value) {
    return Float.intBitsToFloat(number(Float.floatToRawIntBits(value)));
  }

  /// @return the flag itself, or the stored one
  public final boolean flag(boolean value) {
    return within(value ? 1 : 0, 0, 1) == 1;
  }

  /// A number that means something only in a range, such as an index.
  ///
  /// @return the number itself, or the stored one
  /// @throws dev.hindsight.trainer.Problem if a stored one lies outside
  public final int within(int value, int least, int most) {
    int number = number(value);
    if (number < least || number > most) {
      throw damaged();
    }
    return number;
  }

  /// Every number of an array, in place.
  public final void numbers(float[] array) {
    for (int i = 0; i < array.length; i++) {
      array[i] = number(array[i]);
    }
  }

  /// Every number of an array, in place.
  public final void numbers(int[] array) {
    for (int i = 0; i < array.length; i++) {
      array[i] = number(array[i]);
    }
  }

  /// Every number of an array, in place.
  public final void numbers(long[] array) {
    for (int i = 0; i < array.length; i++) {
      array[i] = number(array[i]);
    }
  }

  /// Every number of an array, in place.
  public final void numbers(double[] array) {
    for (int i = 0; i < array.length; i++) {
      array[i] = number(array[i]);
    }
  }

  /// Every byte of an array, in place.
  public abstract void numbers(byte[] array);

  /// Says that a stored state is none.
  abstract RuntimeException damaged();
}
