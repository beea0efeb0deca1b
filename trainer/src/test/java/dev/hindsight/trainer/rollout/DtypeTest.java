package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DtypeTest {
  @ParameterizedTest
  @EnumSource(Dtype.class)
  void everyTypeIsReadByItsOwnName(Dtype type) {
    assertEquals(type, Dtype.of(type.code(), "x"));
  }

  /// A single byte has no order, but programs write one.
  @ParameterizedTest
  @CsvSource({"i1, I1", "<u1, U1", ">b1, BOOL", "=i1, I1", "|u1, U1", "bool, BOOL"})
  void theOrderOfASingleByteIsIgnored(String descr, Dtype type) {
    assertEquals(type, Dtype.of(descr, "x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ">f4", "f4", "|f4", "<<i1", "i8", "<c8", "<f4 ", "1"})
  void anyOtherIsRefused(String descr) {
    assertThrows(Problem.class, () -> Dtype.of(descr, "x"));
  }

  @Test
  void theRefusalNamesTypeAndPlace() {
    Problem problem = assertThrows(Problem.class, () -> Dtype.of("<c8", "attention"));
    assertEquals("attention", problem.where());
    assertTrue(problem.what().contains("<c8"), problem.what());
  }
}
