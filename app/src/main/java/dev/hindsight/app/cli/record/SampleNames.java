package dev.hindsight.app.cli.record;

import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import java.util.Iterator;

/// The names of the samples, for help and completion.
public final class SampleNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Samples.ALL.stream().map(Sample::id).iterator();
  }
}
