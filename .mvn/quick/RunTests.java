import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// Runs the test classes named, without those of the groups `slow` and `faults`, says what failed,
/// and exits with 1 if something did or nothing ran.
public final class RunTests {
  private RunTests() {}

  public static void main(String[] args) {
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                Arrays.stream(args).map(name -> (DiscoverySelector) selectClass(name)).toList())
            .filters(TagFilter.excludeTags("slow", "faults"))
            .build();
    var summary = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, summary);
    var result = summary.getSummary();
    var out = new PrintWriter(System.out, true);
    result.printFailuresTo(out, 12);
    out.printf(
        "%d of %d tests passed, %d failed, %d skipped, %.1f s%n",
        result.getTestsSucceededCount(),
        result.getTestsFoundCount(),
        result.getTotalFailureCount(),
        result.getTestsSkippedCount() + result.getTestsAbortedCount(),
        (result.getTimeFinished() - result.getTimeStarted()) / 1e3);
    System.exit(result.getTotalFailureCount() > 0 || result.getTestsStartedCount() == 0 ? 1 : 0);
  }
}
