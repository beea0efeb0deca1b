package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramForm;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A form is begun from whatever names and shapes say, and every answer is tried at once.
class FormDraftTest {
  @TempDir private Path folder;

  /// A file of another program, and the environment that it shall act in.
  private record Opened(Program program, ForeignType type, EnvironmentShape shape) {
    FormReview review() {
      return type.review(program, shape);
    }

    FormReview review(ProgramForm form) {
      return type.review(program, form, shape);
    }
  }

  private Opened open(String name) throws IOException {
    Path from = Path.of(resource("/dev/hindsight/trainer/policy/program/" + name));
    Path file = Files.copy(from, folder.resolve(name));
    Checkpoint checkpoint = Checkpoints.read(file);
    var darkroom = BuiltInEnvironments.named("darkroom");
    EnvironmentShape shape =
        darkroom.prepare(darkroom.settings().parse(Map.of(), ""), Optional.empty()).shape();
    assertEquals(4, ((ActionSpace.Discrete) shape.actions()).jointActions());
    return new Opened(
        checkpoint.program().orElseThrow(),
        BuiltInPolicies.foreign(checkpoint).orElseThrow(),
        shape);
  }

  private static java.net.URI resource(String name) {
    try {
      return Objects.requireNonNull(FormDraftTest.class.getResource(name), name).toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"darkroom.pt", "darkroom.onnx"})
  void namesThatSpeakNeedNoAnswer(String name) throws IOException {
    Opened opened = open(name);
    FormReview review = opened.review();
    assertEquals(Optional.empty(), review.problem());
    assertEquals(opened.type().form(opened.program(), opened.shape()), review.form());
  }

  @ParameterizedTest
  @ValueSource(strings = {"unnamed.pt", "unnamed.onnx"})
  void namesThatSayNothingAreAskedForAndTheAnswerIsTried(String name) throws IOException {
    Opened opened = open(name);
    FormReview first = opened.review();
    assertTrue(first.problem().orElseThrow().what().contains("x, s"), first.toString());
    assertEquals(List.of("x", "s"), first.form().inputs().stream().map(Port::name).toList());
    assertEquals(PortRole.OBSERVATION, first.form().inputs().getFirst().role());

    List<Port> inputs =
        List.of(
            new Port("x", PortRole.OBSERVATION),
            new Port("s", PortRole.STATE).withShape(List.of(-1, 3)));
    FormReview inputsSaid = opened.review(new ProgramForm(inputs, List.of()));
    assertEquals(2, inputsSaid.form().outputs().size());
    assertEquals(2, inputsSaid.results().size());
    assertEquals(3, inputsSaid.results().get(0).getLast());
    assertEquals(4, inputsSaid.results().get(1).getLast());

    List<Port> outputs = inputsSaid.form().outputs();
    List<Port> right =
        List.of(outputs.get(0).with(PortRole.STATE), outputs.get(1).with(PortRole.LOGITS));
    FormReview whole = opened.review(new ProgramForm(inputs, right));
    assertEquals(Optional.empty(), whole.problem());
    assertEquals(right, whole.form().outputs());

    List<Port> wrong =
        List.of(outputs.get(0).with(PortRole.STATE), outputs.get(1).with(PortRole.PROBABILITIES));
    FormReview refused = opened.review(new ProgramForm(inputs, wrong));
    assertTrue(refused.problem().orElseThrow().what().contains("add up to 1"), refused.toString());
    assertEquals(wrong, refused.form().outputs());
    assertFalse(Files.exists(ProgramForm.beside(opened.program().file())));
  }

  @Test
  void aKeptFormThatDoesNotFitIsShownWithWhatIsWrong() throws IOException {
    Opened opened = open("unnamed.onnx");
    ProgramForm kept =
        new ProgramForm(
            List.of(
                new Port("x", PortRole.OBSERVATION),
                new Port("s", PortRole.STATE).withShape(List.of(-1, 7))),
            List.of(new Port("first", PortRole.STATE), new Port("second", PortRole.LOGITS)));
    kept.keep(opened.program().file());
    FormReview review = opened.review();
    assertEquals(kept, review.form());
    assertTrue(review.problem().isPresent());
  }

  @Test
  void aFormBesideItThatCannotBeReadIsAProblemAndTheNamesAreStillThere() throws IOException {
    Opened opened = open("darkroom.onnx");
    Files.writeString(ProgramForm.beside(opened.program().file()), "[");
    FormReview review = opened.review();
    assertTrue(review.problem().isPresent());
    assertEquals(PortRole.OBSERVATION, review.form().inputs().getFirst().role());
    assertEquals(PortRole.LOGITS, review.form().outputs().getFirst().role());
  }
}
