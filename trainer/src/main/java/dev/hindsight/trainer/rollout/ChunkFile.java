package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.rollout.zip.ZipBatch;
import dev.hindsight.trainer.rollout.zip.ZipPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// A chunk on its way into the file. Rows of the first column, which is by far the largest where
/// agents see much, are written while the chunk fills; the other columns and the headers follow at
/// its end. Used by the background thread.
///
/// Until [#end] is through, the file ends, for whoever opens it, with the chunk before.
final class ChunkFile {
  private final RolloutFile file;
  private final List<Column> columns;
  private final int number;
  private final int ticks;
  private final int headerBytes;
  private final ZipBatch batch;
  private int rows;

  /// @param ticks how many the chunk will have
  ChunkFile(RolloutFile file, List<Column> columns, int number, int ticks) {
    this.file = file;
    this.columns = columns;
    this.number = number;
    this.ticks = ticks;
    ByteBuffer header = header(0);
    headerBytes = header.remaining();
    batch = file.batch(member(0), header, ticks * columns.getFirst().rowBytes());
  }

  /// Whether it can go on as a chunk of so many ticks.
  boolean fits(int length) {
    return length == ticks && batch.inPlace();
  }

  /// Writes the first column's rows up to a tick, those that are not there yet.
  ///
  /// @param end tick of the chunk before which everything is in the buffer
  void upTo(int end, ChunkBuffer chunk) throws IOException {
    if (end > rows) {
      batch.append(chunk.written(0, rows, end));
      rows = end;
    }
  }

  /// Writes what is left: now the chunk is there.
  ///
  /// @return where the elements of each column begin
  long[] end(ChunkBuffer chunk) throws IOException {
    upTo(ticks, chunk);
    ZipPlace[] places = new ZipPlace[columns.size()];
    long[] elements = new long[places.length];
    for (int c = 1; c < places.length; c++) {
      ByteBuffer header = header(c);
      int before = header.remaining();
      places[c] = batch.add(member(c), header, chunk.written(c, 0, ticks));
      elements[c] = places[c].content() + before;
    }
    places[0] = batch.commit();
    elements[0] = places[0].content() + headerBytes;
    for (int c = 0; c < places.length; c++) {
      file.note(member(c), places[c]);
    }
    return elements;
  }

  private String member(int column) {
    return ChunkName.of(columns.get(column).spec().name(), number);
  }

  private ByteBuffer header(int column) {
    Column own = columns.get(column);
    return RolloutFile.npyHeader(own.spec().type(), own.shape(ticks));
  }
}
