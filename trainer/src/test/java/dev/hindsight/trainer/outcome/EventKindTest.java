package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventKindTest {
  @Test
  void eachHasABitOfItsOwnAndThoseThatAreNotedFitAByte() {
    Set<Integer> bits = new HashSet<>();
    for (EventKind kind : EventKind.values()) {
      assertEquals(1, Integer.bitCount(kind.bit()), kind.name());
      assertTrue(bits.add(kind.bit()), kind.name());
      assertTrue(kind.bit() < 1 << 16, kind + " runs into the bits of what is untold");
      assertEquals(kind.bit() == (kind.bit() & 0xff), kind.inEventColumn(), kind.name());
    }
  }

  @Test
  void eachHasWordsForEveryPlaceThatTellsOfIt() {
    for (EventKind kind : EventKind.values()) {
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
  void theDescriptionOfTheColumnNamesTheBitOfEach() {
    String doc = wording("RecordedColumns.what_began_with_the_action_a");
    for (EventKind kind : EventKind.NOTED) {
      assertTrue(doc.contains(" " + kind.bit() + " "), kind + " is missing in: " + doc);
    }
  }

  @Test
  void aConditionFindsThoseThatAreNotedByName() {
    for (EventKind kind : EventKind.NOTED) {
      assertEquals(Optional.of(kind), EventKind.named(kind.signal()));
    }
    assertEquals(Optional.empty(), EventKind.named("limbo"));
  }

  @Test
  void aValueSaysWhichOfTheTwoThatShareAColumnItIs() {
    assertTrue(EventKind.COLLISION.holds(1) && EventKind.OFFROAD.holds(2));
    assertFalse(EventKind.COLLISION.holds(2) || EventKind.OFFROAD.holds(1));
    assertTrue(EventKind.LOSS.holds(3));
    assertFalse(EventKind.LOSS.holds(0));
  }

  /// What a form offers to stop training at is among the names that a condition knows.
  @Test
  void whatAnEnvironmentSaysCanHappenAreEvents() {
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      for (String event : type.events()) {
        assertTrue(EventKind.named(event).isPresent(), type.id() + " " + event);
      }
    }
  }
}
