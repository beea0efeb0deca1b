package dev.hindsight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every link from one page to another leads somewhere, to the heading it names too.
class LinksTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(top, docs).filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
    }

    assertEquals(List.of(), broken(pages));
  }

  @Test
  void aLinkToNoFileAndOneToNoHeadingAreFound(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("a.md");
    Files.writeString(
        page, "# One heading\n[right](#one-heading) [gone](b.md) [off](a.md#two-headings)\n");

    assertEquals(List.of("a.md: b.md", "a.md: a.md#two-headings"), broken(List.of(page)));
  }

  private static List<String> broken(List<Path> pages) throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      Matcher link = LINK.matcher(Files.readString(page).replaceAll("(?s)```.*?```", ""));
      while (link.find()) {
        if (!leads(page, link.group(1))) {
          broken.add(page.getFileName() + ": " + link.group(1));
        }
      }
    }
    return broken;
  }

  private static boolean leads(Path page, String target) throws IOException {
    if (target.matches("[a-z]+:.*")) {
      return true;
    }
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path path = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(path) && (hash < 0 || headings(path).contains(target.substring(hash + 1)));
  }

  /// The anchors of a page: its headings in lower case, spaces as hyphens, without punctuation.
  private static List<String> headings(Path page) throws IOException {
    List<String> anchors = new ArrayList<>();
    Matcher heading = HEADING.matcher(Files.readString(page).replaceAll("(?s)```.*?```", ""));
    while (heading.find()) {
      anchors.add(
          heading
              .group(1)
              .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .strip()
              .replace(' ', '-'));
    }
    return anchors;
  }
}
