package dev.hindsight.trainer.policy.program;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What flows in and out of a program: the content of `NAME.policy.json` beside `NAME.pt`.
///
/// @param inputs in the program's order
/// @param outputs in the program's order
/// @param bound how continuous actions are bounded
/// @param deviation of continuous actions if the program gives none; NaN if it gives one
public record ProgramForm(
    List<Port> inputs, List<Port> outputs, ActionBound bound, double deviation) {
  private static final long LONGEST = 1 << 16;
  private static final String TANH = "tanh";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /// Copies the lists.
  public ProgramForm {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /// A form without continuous actions, or with a deviation that the program gives.
  public ProgramForm(List<Port> inputs, List<Port> outputs) {
    this(inputs, outputs, ActionBound.CLIPPED, Double.NaN);
  }

  /// Where the form of a program is kept: `NAME.policy.json`.
  public static Path beside(Path program) {
    String name = String.valueOf(program.getFileName());
    int dot = name.lastIndexOf('.');
    return program.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".policy.json");
  }

  /// The form that lies beside a program; empty if there is none.
  ///
  /// @throws Problem if it cannot be read or names something that there is not
  public static Optional<ProgramForm> of(Path program) {
    Path file = beside(program);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      if (Files.size(file) > LONGEST) {
        throw flaw(file, wording("ProgramForm.it_is_too_long"));
      }
      return Optional.of(parse(Files.readString(file), file));
    } catch (IOException e) {
      throw flaw(file, String.valueOf(e.getMessage()));
    }
  }

  private static ProgramForm parse(String text, Path file) {
    try {
      JsonNode json = JSON.readTree(text);
      return new ProgramForm(
          ports(json.path("inputs"), file),
          ports(json.path("outputs"), file),
          bound(json.path("bound").asText(""), file),
          deviation(json.path("deviation"), file));
    } catch (JsonProcessingException e) {
      throw flaw(file, JsonFault.words(e));
    }
  }

  private static List<Port> ports(JsonNode list, Path file) {
    List<Port> ports = new ArrayList<>();
    for (JsonNode port : list) {
      List<Integer> shape = new ArrayList<>();
      port.path("shape").forEach(size -> shape.add(size.asInt()));
      ports.add(
          new Port(
              port.path("name").asText(""),
              role(port.path("role").asText(""), file),
              shape,
              port.path("segment").asText(""),
              type(port.path("type").asText(""), file),
              port.path("from").asText("")));
    }
    return ports;
  }

  private static PortRole role(String id, Path file) {
    List<String> known = new ArrayList<>();
    for (PortRole role : PortRole.values()) {
      if (role.id().equals(id.toLowerCase(Locale.ROOT))) {
        return role;
      }
      known.add(role.id());
    }
    throw flaw(file, wording("ProgramForm.there_is_no_role", id, String.join(", ", known)));
  }

  private static String type(String id, Path file) {
    for (NumberKind kind : NumberKind.values()) {
      if (id.isEmpty() || kind.id().equals(id)) {
        return id;
      }
    }
    throw flaw(file, wording("ProgramForm.there_is_no_type", id));
  }

  private static ActionBound bound(String id, Path file) {
    return switch (id) {
      case "", "clipped" -> ActionBound.CLIPPED;
      case TANH -> ActionBound.TANH;
      default -> throw flaw(file, wording("ProgramForm.there_is_no_bound", id));
    };
  }

  private static double deviation(JsonNode number, Path file) {
    if (number.isMissingNode() || number.isNull()) {
      return Double.NaN;
    }
    if (!(number.isNumber() && number.asDouble() > 0 && Double.isFinite(number.asDouble()))) {
      throw flaw(file, wording("ProgramForm.is_no_deviation", number));
    }
    return number.asDouble();
  }

  private static Problem flaw(Path file, String what) {
    return new Problem(
        wording("ProgramForm.it_does_not_say_what_flows", what),
        file.toString(),
        wording("ProgramForm.correct_it_or_delete_it"));
  }

  /// The form as text.
  public String json() {
    try {
      return JSON.writeValueAsString(
          new Stored(
              inputs,
              outputs,
              bound == ActionBound.TANH ? TANH : "",
              Double.isNaN(deviation) ? null : deviation));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a form is plain data", e);
    }
  }

  /// Keeps it beside a program.
  ///
  /// @throws Problem if the file cannot be written
  public void keep(Path program) {
    Path file = beside(program);
    try {
      AtomicFile.write(file, (json() + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("ProgramForm.it_cannot_be_written"),
          file.toString(),
          wording("ProgramForm.check_the_folder"),
          e);
    }
  }

  /// The roles of all arrays in one line: `obs: observation; out logits: logits`.
  public String summary() {
    List<String> parts = new ArrayList<>();
    inputs.forEach(port -> parts.add(port.name() + " = " + port.role().id()));
    List<String> results = new ArrayList<>();
    outputs.forEach(port -> results.add(port.name() + " = " + port.role().id()));
    return String.join(", ", parts) + " -> " + String.join(", ", results);
  }

  /// The layout of the file.
  private record Stored(
      List<Port> inputs,
      List<Port> outputs,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String bound,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double deviation) {}
}
