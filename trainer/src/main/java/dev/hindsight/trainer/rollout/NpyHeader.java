package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The header of an NPY file (NumPy enhancement proposal 1, versions 1.0 to 3.0).
///
/// @param dtype the element type
/// @param shape sizes, outermost first
/// @param fortran whether the elements are in column-major order
/// @param length bytes from the start of the file to the first element
/// @param stored how the elements lie in the file
record NpyHeader(Dtype dtype, int[] shape, boolean fortran, int length, Stored stored) {
  /// How the elements of an array lie in a file.
  ///
  /// @param bytes of an element
  /// @param big whether the highest byte comes first
  /// @param unsigned whether whole numbers of several bytes have no sign; their type is the next
  ///   larger one
  record Stored(int bytes, boolean big, boolean unsigned) {
    /// Whether they lie as their type says.
    boolean plain() {
      return !big && !unsigned;
    }

    /// Turns elements into those of a type, little-endian.
    ///
    /// @param data the elements as they lie in the file
    /// @throws Problem if a number is too large for the type
    ByteBuffer converted(ByteBuffer data, Dtype dtype, String where) {
      ByteBuffer from = data.slice().order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      int count = from.remaining() / bytes;
      ByteBuffer to =
          ByteBuffer.allocate(Math.multiplyExact(count, dtype.bytes()))
              .order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < count; i++) {
        switch (bytes) {
          case 2 -> {
            if (unsigned) {
              to.putInt(from.getShort() & 0xffff);
            } else {
              to.putShort(from.getShort());
            }
          }
          case 4 -> {
            if (unsigned) {
              to.putLong(from.getInt() & 0xffff_ffffL);
            } else {
              to.putInt(from.getInt());
            }
          }
          default -> {
            long number = from.getLong();
            if (unsigned && number < 0) {
              throw new Problem(
                  wording("NpyHeader.a_number_is_too_large", Long.toUnsignedString(number)),
                  where,
                  wording("NpyHeader.save_it_as_numbers"));
            }
            to.putLong(number);
          }
        }
      }
      return to.flip();
    }
  }

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;

  /// NumPy rejects longer ones by default; Hindsight's are below 200.
  private static final int LONGEST = 10_000;

  /// The most characters of a header that a message repeats.
  private static final int QUOTED = 200;

  private static final String KEY = "\\s*['\"](descr|fortran_order|shape)['\"]\\s*:\\s*";
  private static final String VALUE = "(['\"][^'\"\\\\]*['\"]|True|False|\\([\\d,\\s]*\\))\\s*";
  private static final Pattern DICT =
      Pattern.compile(
          "\\s*\\{" + KEY + VALUE + "," + KEY + VALUE + "," + KEY + VALUE + ",?\\s*\\}\\s*");

  private static final Pattern ELEMENT = Pattern.compile("([<>|=]?)([a-z])(\\d{1,2})");
  private static final Pattern FIELDS = Pattern.compile("['\"]descr['\"]\\s*:\\s*\\[");

  /// As [#parse], of an array that may lie otherwise: big-endian, or of unsigned whole numbers of
  /// several bytes.
  ///
  /// @throws Problem if it is not a header, or its elements are no numbers
  static NpyHeader foreign(ByteBuffer file, String where) {
    return parse(file, where, NpyHeader::any);
  }

  /// Reads the header at the start of an NPY file without moving the buffer's position.
  ///
  /// @param file the file from its first byte, at least as far as the header
  /// @throws Problem if it is not a header, or describes an unsupported array
  static NpyHeader parse(ByteBuffer file, String where) {
    return parse(
        file,
        where,
        (descr, place) -> {
          Dtype dtype = Dtype.of(descr, place);
          return new Element(dtype, new Stored(dtype.bytes(), false, false));
        });
  }

  /// The type of an array's elements.
  private record Element(Dtype dtype, Stored stored) {}

  private static Element any(String descr, String where) {
    Matcher element = ELEMENT.matcher(descr);
    if (element.matches()) {
      int bytes = Integer.parseInt(element.group(3));
      boolean big = element.group(1).equals(">") && bytes > 1;
      boolean unsigned = element.group(2).equals("u") && List.of(2, 4, 8).contains(bytes);
      if (unsigned) {
        return new Element(bytes == 2 ? Dtype.I4 : Dtype.I8, new Stored(bytes, big, true));
      }
      if (big) {
        Dtype dtype = number("<" + descr.substring(1), descr, where);
        return new Element(dtype, new Stored(bytes, true, false));
      }
    }
    Dtype dtype = number(descr, descr, where);
    return new Element(dtype, new Stored(dtype.bytes(), false, false));
  }

  private static Dtype number(String little, String descr, String where) {
    try {
      return Dtype.of(little, where);
    } catch (Problem _) {
      throw new Problem(
          descr.endsWith("O")
              ? wording("NpyHeader.it_holds_objects")
              : wording("NpyHeader.its_elements_are_no_numbers", descr),
          where,
          wording("NpyHeader.save_it_as_numbers"));
    }
  }

  private static NpyHeader parse(
      ByteBuffer file, String where, BiFunction<String, String, Element> elements) {
    ByteBuffer bytes = file.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.remaining() < 12 || bytes.slice(0, 6).mismatch(ByteBuffer.wrap(MAGIC)) >= 0) {
      throw problem(wording("NpyHeader.this_is_not_an_npy_array"), where);
    }
    int version = bytes.get(6);
    if (version < 1 || version > 3) {
      throw problem(wording("NpyHeader.npy_version_is_not_supported", version), where);
    }
    int start = version == 1 ? 10 : 12;
    long size = version == 1 ? bytes.getShort(8) & 0xffff : bytes.getInt(8) & 0xffff_ffffL;
    if (size > LONGEST || start + size > bytes.remaining()) {
      throw problem(wording("NpyHeader.the_npy_header_is_longer_than"), where);
    }
    byte[] header = new byte[(int) size];
    bytes.get(start, header);
    String text = new String(header, StandardCharsets.ISO_8859_1);
    return parse(text, start + header.length, where, elements);
  }

  private static NpyHeader parse(
      String text, int length, String where, BiFunction<String, String, Element> elements) {
    if (FIELDS.matcher(text).find()) {
      throw new Problem(
          wording("NpyHeader.its_elements_have_fields"),
          where,
          wording("NpyHeader.save_every_field_apart"));
    }
    Matcher dict = DICT.matcher(text);
    if (!dict.matches()) {
      throw problem(wording("NpyHeader.the_npy_header_is_not_understood", quoted(text)), where);
    }
    String descr = "";
    String order = "";
    String shape = "";
    for (int group = 1; group < 6; group += 2) {
      String value = dict.group(group + 1);
      switch (dict.group(group)) {
        case "descr" -> descr = value;
        case "shape" -> shape = value;
        default -> order = value;
      }
    }
    if (descr.length() < 2 || !shape.startsWith("(") || !order.matches("True|False")) {
      throw problem(wording("NpyHeader.the_npy_header_is_not_understood", quoted(text)), where);
    }
    Element element = elements.apply(descr.substring(1, descr.length() - 1), where);
    return new NpyHeader(
        element.dtype, sizes(shape, where), order.equals("True"), length, element.stored);
  }

  /// A header for a message: without the blanks that fill it up, and without bytes that are no
  /// text.
  private static String quoted(String text) {
    String words = text.strip().replaceAll("\\s+", " ").replaceAll("[^ -~]", "?");
    return words.length() <= QUOTED ? words : words.substring(0, QUOTED) + "…";
  }

  private static int[] sizes(String tuple, String where) {
    String[] parts = tuple.replaceAll("[()\\s]", "").split(",", -1);
    int count = parts[parts.length - 1].isEmpty() ? parts.length - 1 : parts.length;
    int[] sizes = new int[count];
    for (int axis = 0; axis < count; axis++) {
      if (!parts[axis].matches("\\d{1,10}") || Long.parseLong(parts[axis]) > Integer.MAX_VALUE) {
        throw problem(wording("NpyHeader.the_shape_is_not_valid", tuple), where);
      }
      sizes[axis] = Integer.parseInt(parts[axis]);
    }
    return sizes;
  }

  /// The bytes before the first element, as NumPy writes them; their number is a multiple of 64.
  static byte[] encode(Dtype dtype, int... shape) {
    StringBuilder text = new StringBuilder("{'descr': '").append(dtype.code());
    text.append("', 'fortran_order': False, 'shape': (");
    for (int axis = 0; axis < shape.length; axis++) {
      text.append(axis == 0 ? "" : ", ").append(shape[axis]);
    }
    text.append(shape.length == 1 ? ",), }" : "), }");
    int length = Math.ceilDiv(10 + text.length() + 1, ALIGNMENT) * ALIGNMENT;
    text.repeat(' ', length - 10 - text.length() - 1).append('\n');
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) text.length());
    return bytes.put(text.toString().getBytes(StandardCharsets.ISO_8859_1)).array();
  }

  /// Bytes the elements take.
  ///
  /// @throws Problem if that is more than any file could hold
  long dataBytes(String where) {
    try {
      long count = stored.bytes();
      for (int size : shape) {
        count = Math.multiplyExact(count, (long) size);
      }
      return count;
    } catch (ArithmeticException _) {
      throw problem(
          wording("NpyHeader.the_shape_is_impossibly_large", Arrays.toString(shape)), where);
    }
  }

  /// Checks that the elements fill the rest of the file exactly.
  ///
  /// @param fileBytes length of the whole NPY file
  void checkLength(long fileBytes, String where) {
    long wanted = length + dataBytes(where);
    if (wanted != fileBytes) {
      String shapeText = Arrays.toString(shape);
      throw problem(
          wording("NpyHeader.an_array_of_shape_takes_bytes", shapeText, wanted, fileBytes), where);
    }
  }

  private static Problem problem(String what, String where) {
    return new Problem(what, where, wording("NpyHeader.write_it_with_numpy_save_c"));
  }
}
