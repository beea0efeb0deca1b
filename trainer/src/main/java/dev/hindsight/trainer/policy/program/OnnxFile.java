package dev.hindsight.trainer.policy.program;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.ProtoReader;
import dev.hindsight.trainer.policy.program.Program.ExternalNumbers;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads what an ONNX file declares, and refuses operators that this program does not know, numbers
/// in files elsewhere, random numbers and loops without a bound. Executes nothing.
///
/// [The format](https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) is a protocol buffer; field
/// numbers below are those of its messages.
public final class OnnxFile {
  private static final Set<String> DOMAINS = Set.of("", "ai.onnx", "ai.onnx.ml");

  private static final Set<String> REFUSED =
      Set.of(
          "RandomNormal",
          "RandomNormalLike",
          "RandomUniform",
          "RandomUniformLike",
          "Multinomial",
          "Bernoulli",
          "Loop",
          "StringNormalizer",
          "TfIdfVectorizer",
          "ImageDecoder");

  private static final int DEEPEST = 8;
  private static final int EXTERNAL = 1;
  private static final long LARGEST = 512L << 20;

  private final Path file;
  private final Map<String, ExternalNumbers> data = new HashMap<>();
  private final List<ProgramSlot> inputs = new ArrayList<>();
  private final List<ProgramSlot> outputs = new ArrayList<>();
  private final Set<String> initial = new HashSet<>();
  private long external;

  private OnnxFile(Path file) {
    this.file = file;
  }

  /// Whether a file is a protocol buffer that begins as an ONNX model does and has a graph.
  public static boolean recognises(byte[] bytes) {
    if (bytes.length < 4 || bytes[0] != 0x08) {
      return false;
    }
    boolean graph = false;
    ProtoReader fields = new ProtoReader(bytes, 0, bytes.length);
    while (fields.next()) {
      graph |= fields.field() == 7 && fields.isMessage();
      if (fields.field() > 30 || (fields.field() == 1 && fields.isMessage())) {
        return false;
      }
    }
    return graph && fields.whole();
  }

  /// Reads and checks a model.
  ///
  /// @throws Problem naming what is refused, in one line
  public static Program read(byte[] bytes, Path file) {
    OnnxFile model = new OnnxFile(file);
    model.model(new ProtoReader(bytes, 0, bytes.length));
    return new Program(
        ProgramFormat.ONNX, file, bytes, model.inputs, model.outputs, model.data, List.of());
  }

  private void model(ProtoReader fields) {
    while (fields.next()) {
      switch (fields.field()) {
        case 7 -> graph(fields.message(), 0);
        case 8 -> domain(text(fields.message(), 1));
        case 20 -> throw refused(wording("OnnxFile.it_trains"));
        case 25 -> function(fields.message());
        default -> {}
      }
    }
    if (!fields.whole()) {
      throw refused(wording("OnnxFile.it_is_cut_off_or_damaged"));
    }
  }

  private void function(ProtoReader fields) {
    while (fields.next()) {
      if (fields.field() == 7) {
        node(fields.message(), 1);
      }
    }
    whole(fields);
  }

  private void graph(ProtoReader fields, int depth) {
    if (depth > DEEPEST) {
      throw refused(wording("OnnxFile.its_graphs_are_nested_too_deeply"));
    }
    List<ProgramSlot> declared = new ArrayList<>();
    while (fields.next()) {
      switch (fields.field()) {
        case 1 -> node(fields.message(), depth);
        case 5 -> initial.add(tensor(fields.message()));
        case 11 -> declared.add(slot(fields.message(), depth));
        case 12 -> {
          ProgramSlot slot = slot(fields.message(), depth);
          if (depth == 0) {
            outputs.add(slot);
          }
        }
        default -> {}
      }
    }
    whole(fields);
    if (depth == 0) {
      declared.stream().filter(slot -> !initial.contains(slot.name())).forEach(inputs::add);
    }
  }

  private void node(ProtoReader fields, int depth) {
    String operator = "";
    String domain = "";
    while (fields.next()) {
      switch (fields.field()) {
        case 4 -> operator = fields.text();
        case 5 -> attribute(fields.message(), depth);
        case 7 -> domain = fields.text();
        default -> {}
      }
    }
    whole(fields);
    domain(domain);
    if (REFUSED.contains(operator)) {
      throw refused(wording("OnnxFile.it_uses_the_operator", operator));
    }
  }

  private void attribute(ProtoReader fields, int depth) {
    while (fields.next()) {
      switch (fields.field()) {
        case 5, 10 -> tensor(fields.message());
        case 6, 11 -> graph(fields.message(), depth + 1);
        case 22, 23 -> throw refused(wording("OnnxFile.it_has_a_sparse_tensor"));
        default -> {}
      }
    }
    whole(fields);
  }

  private void domain(String name) {
    if (!DOMAINS.contains(name)) {
      throw refused(wording("OnnxFile.it_uses_operators_of", name));
    }
  }

  /// @return its name
  private String tensor(ProtoReader fields) {
    List<Long> shape = new ArrayList<>();
    String name = "";
    long type = 0;
    long place = 0;
    Map<String, String> where = new HashMap<>();
    while (fields.next()) {
      switch (fields.field()) {
        case 1 -> {
          if (fields.isMessage()) {
            ProtoReader packed = fields.message();
            while (packed.hasMore()) {
              shape.add(packed.number());
            }
          } else {
            shape.add(fields.value());
          }
        }
        case 2 -> type = fields.value();
        case 8 -> name = fields.text();
        case 13 -> entry(fields.message(), where);
        case 14 -> place = fields.value();
        default -> {}
      }
    }
    whole(fields);
    if (place == EXTERNAL || !where.isEmpty()) {
      external(name, type, shape, where);
    }
    return name;
  }

  private static void entry(ProtoReader fields, Map<String, String> entries) {
    String key = "";
    String value = "";
    while (fields.next()) {
      switch (fields.field()) {
        case 1 -> key = fields.text();
        case 2 -> value = fields.text();
        default -> {}
      }
    }
    entries.put(key, value);
  }

  private void external(String name, long type, List<Long> shape, Map<String, String> where) {
    String location = where.getOrDefault("location", "");
    Path place = place(location);
    try {
      long offset = Long.parseLong(where.getOrDefault("offset", "0"));
      long length = Long.parseLong(where.getOrDefault("length", Long.toString(Files.size(place))));
      NumberKind kind = kind(type);
      long count = 1;
      for (long size : shape) {
        count = Math.multiplyExact(count, size);
      }
      long bytes = Math.multiplyExact(count, bytes(kind));
      external += length;
      if (offset < 0
          || length != bytes
          || external > LARGEST
          || offset + length > Files.size(place)) {
        throw refused(wording("OnnxFile.the_numbers_of_do_not_fit", name, location));
      }
      byte[] numbers = new byte[Math.toIntExact(length)];
      try (RandomAccessFile from = new RandomAccessFile(place.toFile(), "r")) {
        from.seek(offset);
        from.readFully(numbers);
      }
      long[] sizes = shape.stream().mapToLong(Long::longValue).toArray();
      data.put(name, new ExternalNumbers(numbers, kind, sizes));
    } catch (IOException | ArithmeticException | NumberFormatException e) {
      throw new Problem(
          wording("OnnxFile.the_numbers_of_do_not_fit", name, location),
          file.toString(),
          wording("OnnxFile.save_it_again_in_one_file"),
          e);
    }
  }

  /// A file in the folder of the model, however it is named or linked.
  private Path place(String location) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Path named = Path.of(location);
      if (folder != null
          && !location.isEmpty()
          && !named.isAbsolute()
          && named.getNameCount() == 1) {
        Path place = folder.resolve(named);
        if (Files.isRegularFile(place)
            && folder.toRealPath().equals(place.toRealPath().getParent())) {
          return place;
        }
        if (!Files.exists(place)) {
          throw refused(wording("OnnxFile.its_numbers_lie_in_which_is_missing", location));
        }
      }
    } catch (InvalidPathException | IOException _) {
      // Refused below, like any other place outside the folder.
    }
    throw refused(wording("OnnxFile.its_numbers_lie_outside_its_folder", location));
  }

  private ProgramSlot slot(ProtoReader fields, int depth) {
    String name = "";
    long type = 0;
    List<Integer> shape = new ArrayList<>();
    while (fields.next()) {
      if (fields.field() == 1) {
        name = fields.text();
      } else if (fields.field() == 2) {
        ProtoReader kind = fields.message();
        while (kind.next()) {
          if (kind.field() == 1) {
            ProtoReader tensor = kind.message();
            while (tensor.next()) {
              if (tensor.field() == 1) {
                type = tensor.value();
              } else if (tensor.field() == 2) {
                sizes(tensor.message(), shape);
              }
            }
          }
        }
      }
    }
    whole(fields);
    return new ProgramSlot(name, depth > 0 ? NumberKind.FLOAT32 : kind(type), shape);
  }

  private static void sizes(ProtoReader fields, List<Integer> shape) {
    while (fields.next()) {
      if (fields.field() == 1) {
        ProtoReader size = fields.message();
        int value = ProgramSlot.ANY;
        while (size.next()) {
          if (size.field() == 1) {
            value = (int) Math.max(-1, Math.min(Integer.MAX_VALUE, size.value()));
          }
        }
        shape.add(value);
      }
    }
  }

  private static String text(ProtoReader fields, int field) {
    String text = "";
    while (fields.next()) {
      if (fields.field() == field) {
        text = fields.text();
      }
    }
    return text;
  }

  private NumberKind kind(long type) {
    return switch ((int) type) {
      case 1 -> NumberKind.FLOAT32;
      case 10 -> NumberKind.FLOAT16;
      case 11 -> NumberKind.FLOAT64;
      case 7 -> NumberKind.INT64;
      case 6 -> NumberKind.INT32;
      case 9 -> NumberKind.BOOL;
      default ->
          throw new Problem(
              wording("OnnxFile.it_takes_or_gives_numbers_of_type", type),
              file.toString(),
              wording("OnnxFile.convert_what_flows"));
    };
  }

  private static int bytes(NumberKind kind) {
    return switch (kind) {
      case FLOAT16 -> 2;
      case FLOAT32, INT32 -> 4;
      case FLOAT64, INT64 -> 8;
      case BOOL -> 1;
    };
  }

  private void whole(ProtoReader fields) {
    if (!fields.whole()) {
      throw refused(wording("OnnxFile.it_is_cut_off_or_damaged"));
    }
  }

  private Problem refused(String what) {
    return new Problem(what, file.toString(), wording("OnnxFile.save_it_again_in_one_file"));
  }
}
