package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class NewestRequestTest {
  private final NewestRequest<String> requests = new NewestRequest<>();

  @Test
  void theFirstRequestBeginsAtOnce() {
    assertEquals(Optional.of("a"), requests.ask("a"));
    assertEquals(Optional.of("a"), requests.running());
  }

  @Test
  void ofThoseThatWaitOnlyTheLastBegins() {
    requests.ask("a");

    assertEquals(Optional.empty(), requests.ask("b"));
    assertEquals(Optional.empty(), requests.ask("c"));
    assertEquals(Optional.of("c"), requests.done());
    assertEquals(Optional.empty(), requests.done());
    assertEquals(Optional.empty(), requests.running());
  }

  @Test
  void whatIsForgottenDoesNotBegin() {
    requests.ask("a");
    requests.ask("b");

    requests.forget();

    assertEquals(Optional.of("a"), requests.running());
    assertEquals(Optional.empty(), requests.done());
    assertEquals(Optional.of("b"), requests.ask("b"));
  }
}
