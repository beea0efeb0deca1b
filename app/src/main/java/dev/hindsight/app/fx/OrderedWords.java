package dev.hindsight.app.fx;

/// The words of a table's cell, which sort by a number; NaN, as the largest, where there is none.
///
/// @param words that the cell shows
/// @param order by which it sorts
public record OrderedWords(String words, double order) implements Comparable<OrderedWords> {
  @Override
  public int compareTo(OrderedWords other) {
    return Double.compare(order, other.order);
  }

  @Override
  public String toString() {
    return words;
  }
}
