package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnpicklerTest {
  private static final byte[] GOOD =
      PickleWriter.stateDict().vector("a.weight", "0", 6).vector("a.bias", "1", 3).stop();

  @Test
  void aStateDictKeepsItsOrder() {
    assertEquals(
        List.of("a.weight", "a.bias"),
        List.copyOf(Unpickler.read(GOOD, "test").entries().keySet()));
  }

  static Stream<Arguments> calls() {
    PickleWriter empty = new PickleWriter().op(0x80, 2);
    return Stream.of(
        Arguments.of("os.system", empty.global("posix", "system").text("rm").op(0x85, 'R')),
        Arguments.of(
            "os.system", new PickleWriter().global("os", "system").text("rm").op(0x85, 'R')),
        Arguments.of("os.system", new PickleWriter().raw("(S'rm'\nios\nsystem\n")),
        Arguments.of("builtins.eval", new PickleWriter().global("builtins", "eval")),
        Arguments.of(
            "torch._utils._rebuild_parameter",
            PickleWriter.stateDict().text("w").global("torch._utils", "_rebuild_parameter")),
        // Protocol 4, as pickle.dumps writes it today: FRAME, SHORT_BINUNICODE, MEMOIZE,
        // STACK_GLOBAL.
        Arguments.of(
            "os.system",
            new PickleWriter()
                .op(0x80, 4, 0x95, 29, 0, 0, 0, 0, 0, 0, 0)
                .op(0x8c, 5)
                .raw("posix")
                .op(0x94, 0x8c, 6)
                .raw("system")
                .op(0x94, 0x93, 0x94)),
        // Hidden behind a whole good state dict.
        Arguments.of(
            "os.system",
            PickleWriter.stateDict().vector("w", "0", 1).global("nt", "system").op('0')));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aCallIsRefusedByName(String name, PickleWriter pickleWriter) {
    assertTrue(refusal(pickleWriter.stop()).contains("the pickle calls " + name + ";"));
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("uses NEWTRUE", PickleWriter.stateDict().op(0x88)),
        Arguments.of("uses NEWOBJ", PickleWriter.stateDict().op(')', 0x81)),
        Arguments.of("uses EMPTY_LIST", PickleWriter.stateDict().op(']')),
        Arguments.of("uses BINFLOAT", PickleWriter.stateDict().op('G', 0, 0, 0, 0, 0, 0, 0, 0)),
        Arguments.of("uses LONG1", PickleWriter.stateDict().op(0x8a, 1, 7)),
        Arguments.of("uses EXT1", PickleWriter.stateDict().op(0x82, 1)),
        Arguments.of("0xff, is not a pickle operation", PickleWriter.stateDict().op(0xff)),
        Arguments.of(
            "stored as LongStorage", PickleWriter.stateDict().global("torch", "LongStorage")),
        Arguments.of("of protocol 5", new PickleWriter().op(0x80, 5, '}')),
        Arguments.of("recalls value 9", PickleWriter.stateDict().op('h', 9)),
        Arguments.of("from an empty stack", new PickleWriter().op('R')),
        Arguments.of("never opened", PickleWriter.stateDict().op('t')),
        Arguments.of("ends with 2 values", PickleWriter.stateDict().op('}')),
        Arguments.of("ends with 1 values", PickleWriter.stateDict().op('(', '}')),
        Arguments.of("holds a string, not a dict", new PickleWriter().op(0x80, 2).text("hello")),
        Arguments.of("calls a dict", PickleWriter.stateDict().op('}', ')', 'R')),
        Arguments.of(
            "calls torch.FloatStorage in a way",
            PickleWriter.stateDict().global("torch", "FloatStorage").op(')', 'R')),
        Arguments.of("has a tuple for a key", PickleWriter.stateDict().op(')', ')', 's')),
        Arguments.of("puts entries into a tuple", new PickleWriter().op(')', ')', ')', 's')),
        Arguments.of("a key without a value", PickleWriter.stateDict().op('(').text("w").op('u')),
        Arguments.of("not a tensor storage", PickleWriter.stateDict().wholes(1, 2).op('Q')),
        Arguments.of("sets the state of a tuple", new PickleWriter().op(')', '}', 'b')));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void anythingElseIsRefusedByName(String what, PickleWriter pickleWriter) {
    String told = refusal(pickleWriter.stop());
    assertTrue(told.contains(what), told);
  }

  @Test
  void everyCutIsTold() {
    for (int length = 0; length < GOOD.length; length++) {
      assertTrue(refusal(Arrays.copyOf(GOOD, length)).contains("is cut off"));
    }
  }

  @Test
  void aLengthIsNotBelievedBeforeItIsChecked() {
    assertTrue(
        refusal(PickleWriter.stateDict().op('X', 0xff, 0xff, 0xff, 0xff).stop())
            .contains("cut off in BINUNICODE"));
  }

  /// Thirty tuples, each holding the one before twice: a billion visits for whoever walks them.
  @Test
  void tuplesSharedManyTimesOverAreNeverWalked() {
    PickleWriter pickleWriter = PickleWriter.stateDict().op(')', 'q', 1);
    for (int depth = 0; depth < 30; depth++) {
      pickleWriter.op('h', 1, 0x86, 'q', 1);
    }
    assertTrue(refusal(pickleWriter.text("w").op('s').stop()).contains("a tuple for a key"));
  }

  @Test
  void deepNestingNeedsNoStackOfOurs() {
    PickleWriter pickleWriter = PickleWriter.stateDict().text("w").op(')');
    for (int depth = 0; depth < 200_000; depth++) {
      pickleWriter.op(0x85);
    }
    assertEquals(1, Unpickler.read(pickleWriter.op('s').stop(), "test").entries().size());
  }

  @Test
  void whateverBytesComeItIsADictOrAProblem() {
    Random random = new Random(7);
    int read = 0;
    for (int trial = 0; trial < 20_000; trial++) {
      byte[] bytes = GOOD.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        Unpickler.read(bytes, "test");
        read++;
      } catch (Problem told) {
        assertFalse(told.getMessage().contains("\n"));
      }
    }
    assertTrue(read > 100 && read < 19_900, "both ends must have been reached: " + read);
  }

  private static String refusal(byte[] pickle) {
    return assertThrows(Problem.class, () -> Unpickler.read(pickle, "test")).what();
  }
}
