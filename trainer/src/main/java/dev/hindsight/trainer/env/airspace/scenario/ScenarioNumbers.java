package dev.hindsight.trainer.env.airspace.scenario;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.flight.Airspeed;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/// Numbers as text. It reads only plain decimals, and writes numbers so that they can be read back.
///
/// The reference's heading parser accepts digits once `T`, `M`, `.` and `-` are removed: it rejects
/// `nan`, `inf`, `1e-05` and `np.float64(12.5)`, which programs easily write for a small or wrapped
/// number. A plain conversion would let some of these into the simulator (`nan` as a speed). This
/// class therefore applies the strict rule to every kind of number.
public final class ScenarioNumbers {
  /// Possessive: an attempt that fails must not be tried again with fewer digits.
  private static final Pattern DECIMAL = Pattern.compile("-?(?:\\d++\\.?+\\d*+|\\.\\d++)");

  /// Far above what any aircraft reaches, far below where the atmosphere's formulas fail.
  private static final int HIGHEST_FEET = 200_000;

  private ScenarioNumbers() {}

  /// A number as text without an exponent that reads back as the same number.
  ///
  /// @throws Problem if it is not finite: no command can express it
  public static String fixed(double value) {
    if (!Double.isFinite(value)) {
      throw new Problem(
          wording("ScenarioNumbers.is_not_a_number_that_can", value),
          "command",
          wording("ScenarioNumbers.give_a_finite_one"));
    }
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }

  /// Degrees clockwise from true north, as written: `-10.25` and `T045` are headings.
  ///
  /// @throws Problem for anything else
  public static double heading(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (upper.contains("M")) {
      throw unfit(text, "heading", wording("ScenarioNumbers.a_magnetic_heading_needs_a_table"));
    }
    return plain(
        upper.replace("T", ""),
        text,
        "heading",
        wording("ScenarioNumbers.give_degrees_for_instance_90_or"));
  }

  /// Calibrated airspeed in m/s from knots, or a Mach number: `.78`, `M78` or `M.78`.
  ///
  /// @throws Problem for anything else
  public static double speed(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    String digits = upper.replace("M0.", ".").replace("M", ".").replace("..", ".");
    double value =
        plain(digits, text, "speed", wording("ScenarioNumbers.give_knots_or_a_mach_number"));
    return upper.contains("M") || Airspeed.isMach(value) ? value : value * AviationUnits.KNOT;
  }

  /// Metres from feet or a flight level: `31000`, `FL310`.
  ///
  /// @throws Problem for anything else
  public static double altitude(String text) {
    boolean level = text.length() >= 4 && text.toUpperCase(Locale.ROOT).startsWith("FL");
    double value =
        plain(
            level ? text.substring(2) : text,
            text,
            "altitude",
            wording("ScenarioNumbers.give_feet_or_fl_and_hundreds"));
    double feet = level ? 100 * value : value;
    if (Math.abs(feet) > HIGHEST_FEET) {
      throw unfit(text, "altitude", wording("ScenarioNumbers.give_at_most_feet", HIGHEST_FEET));
    }
    return feet * AviationUnits.FOOT;
  }

  /// m/s from feet per minute.
  ///
  /// @throws Problem if it is not a plain number
  public static double vertical(String text) {
    return plain(
            text,
            text,
            wording("ScenarioNumbers.vertical_speed"),
            wording("ScenarioNumbers.give_feet_per_minute"))
        * AviationUnits.FOOT_PER_MINUTE;
  }

  /// A plain number.
  ///
  /// @param what what it stands for, for the message
  /// @throws Problem if it is not a plain number
  public static double plain(String text, String what) {
    return plain(text, text, what, wording("ScenarioNumbers.give_a_plain_decimal_number"));
  }

  private static double plain(String digits, String text, String what, String remedy) {
    String bare = digits.startsWith("+") ? digits.substring(1) : digits;
    if (!DECIMAL.matcher(bare).matches()) {
      throw unfit(text, what, remedy);
    }
    double value = Double.parseDouble(bare);
    if (!Double.isFinite(value)) {
      throw unfit(text, what, remedy);
    }
    return value;
  }

  private static Problem unfit(String text, String what, String remedy) {
    return new Problem(wording("ScenarioNumbers.is_not_a_valid", text, what), what, remedy);
  }
}
