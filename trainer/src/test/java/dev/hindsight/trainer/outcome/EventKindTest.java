package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventKindTest {
  private static final List<EventKind> BUILT_IN =
      Stream.concat(EventKind.SHARED.stream(), EventKind.DERIVED.stream()).toList();

  @Test
  void eachHasABitOfItsOwnAndThoseThatAreNotedFitAByte() {
    Set<Integer> bits = new HashSet<>();
    int all = 0;
    for (EventKind kind : BUILT_IN) {
      assertEquals(1, Integer.bitCount(kind.bit()), kind.name());
      assertTrue(bits.add(kind.bit()), kind.name());
      assertEquals(kind.bit() == (kind.bit() & 0xff), kind.inEventColumn(), kind.name());
      assertEquals(0, all & kind.unknownBit(), kind + " is unknown with another one");
      all |= kind.bit() | kind.unknownBit();
    }
    for (int number = EventKind.FIRST_OWN; number < EventKind.MOST; number++) {
      EventKind own = EventKind.own("own", number, EventWords.named("own"));
      assertEquals(0, all & own.bit(), number + " runs into another bit");
      assertEquals(0, own.unknownBit());
      assertTrue(own.isOwn() && own.inEventColumn());
    }
  }

  @Test
  void eachHasWordsForEveryPlaceThatTellsOfIt() {
    for (EventKind kind : BUILT_IN) {
      for (String words :
          List.of(
              kind.title(),
              kind.words(),
              kind.state(),
              kind.result(),
              kind.plural(),
              kind.mark(),
              kind.help(),
              kind.column())) {
        assertFalse(words.isBlank() || words.endsWith("."), kind.name());
      }
    }
  }

  @Test
  void thoseThatAreSharedAreFoundByName() {
    for (EventKind kind : BUILT_IN) {
      assertEquals(Optional.of(kind), EventKind.builtIn(kind.signal()));
    }
    assertEquals(Optional.empty(), EventKind.builtIn("lunch"));
    assertEquals(0, EventKind.named("lunch").bit(), "nothing of it is known");
  }

  @Test
  void aValueSaysWhichOfTheTwoThatShareAColumnItIs() {
    assertTrue(EventKind.COLLISION.holds(1) && EventKind.OFFROAD.holds(2));
    assertFalse(EventKind.COLLISION.holds(2) || EventKind.OFFROAD.holds(1));
    assertTrue(EventKind.LOSS.holds(3));
    assertFalse(EventKind.LOSS.holds(0));
  }
}
