package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.SyntheticRuns;
import dev.hindsight.app.figure.FigureFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// Figures are read back: by an XML parser, and by PDFBox.
class RunFigureTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir private Path folder;

  private final RunFigure figure = figure(0.6);

  @Test
  void anSvgHasItsWidthInMillimetresAndItsWordsAsText()
      throws IOException, SAXException, ParserConfigurationException {
    Document svg = svg(FigureFile.Width.COLUMN);

    assertEquals("85mm", svg.getDocumentElement().getAttribute("width"));
    String words = svg.getDocumentElement().getTextContent();
    for (String word :
        List.of("learning_rate 0.003", "n = 3, to update 120", "updates", "Score of the last")) {
      assertTrue(words.contains(word), words);
    }
  }

  @Test
  void curvesDifferInTheirDashesAndNotOnlyInTheirColour()
      throws IOException, SAXException, ParserConfigurationException {
    Document svg = svg(FigureFile.Width.PAGE);
    Set<String> looks = new TreeSet<>();
    Set<String> colours = new TreeSet<>();
    for (Element path : elements(svg, "path")) {
      String colour = inherited(path, "stroke");
      if (colour.startsWith("rgb(") && !inherited(path, "fill").startsWith("rgb")) {
        looks.add(inherited(path, "stroke-dasharray"));
        colours.add(colour);
      }
    }
    assertTrue(looks.size() >= 2, looks + " of " + colours);
  }

  @Test
  void aPdfHasOnePageWhoseWordsAreTextInAnEmbeddedTypefaceOfEightPoints() throws IOException {
    for (FigureFile.Width width : FigureFile.Width.values()) {
      Path file = folder.resolve(width + ".pdf");
      figure.write(file, width);
      try (PDDocument pdf = Loader.loadPDF(file.toFile())) {
        assertEquals(1, pdf.getNumberOfPages());
        double millimetres = pdf.getPage(0).getMediaBox().getWidth() * 25.4 / 72;
        assertEquals(width == FigureFile.Width.COLUMN ? 85 : 170, millimetres, 0.1);
        SizeReader reader = new SizeReader();
        String words = reader.getText(pdf);
        assertTrue(words.contains("learning_rate 0.003"), words);
        assertTrue(words.contains("n = 3, to update 120"), words);
        assertTrue(reader.least >= 7.99, "letters of " + reader.least + " points");
        assertEquals(1, embedded(pdf.getPage(0).getResources()));
        Files.createDirectories(PICTURES);
        ImageIO.write(
            new PDFRenderer(pdf).renderImageWithDPI(0, 200),
            "png",
            PICTURES.resolve("figure-" + width + ".png").toFile());
      }
    }
  }

  @Test
  void theSameFigureIsTheSameSvg() throws IOException {
    Path one = folder.resolve("one.svg");
    Path other = folder.resolve("other.svg");
    figure.write(one, FigureFile.Width.COLUMN);
    figure(0.6).write(other, FigureFile.Width.COLUMN);
    assertEquals(-1, Files.mismatch(one, other));
  }

  @Test
  void anotherFormatIsRefused() {
    Problem refused =
        assertThrows(
            Problem.class,
            () -> figure.write(folder.resolve("figure.png"), FigureFile.Width.COLUMN));
    assertTrue(refused.getMessage().contains(".svg or .pdf"), refused.getMessage());
    assertFalse(Files.exists(folder.resolve("figure.png")));
  }

  private static RunFigure figure(double smoothing) {
    List<RunGroup.Measured> runs = new ArrayList<>();
    for (long seed = 0; seed < 3; seed++) {
      runs.add(run(seed, 0.003, seed == 2 ? 120 : 200));
      runs.add(run(seed, 0.001, 200));
      runs.add(run(seed, 0.0005, 200));
    }
    return RunFigure.of(
        new RunComparison(RunGroup.of(runs, RunGroup.Grouping.BY_SETTINGS)),
        RunComparison.CHARTS.getFirst(),
        ChartAxis.UPDATES,
        smoothing);
  }

  private static RunGroup.Measured run(long seed, double rate, long updates) {
    RunId id = new RunId("r" + seed + "." + rate);
    Instant begun = Instant.parse("2026-11-20T08:00:00Z");
    return new RunGroup.Measured(
        new RunRecord(
            id,
            begun,
            SyntheticRuns.start(seed, rate, new RunFolder(Path.of("runs", id.text()))),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            0,
            begun),
        id.text(),
        SyntheticRuns.reports(seed, rate, updates));
  }

  private Document svg(FigureFile.Width width)
      throws IOException, SAXException, ParserConfigurationException {
    Path file = folder.resolve("figure.svg");
    figure.write(file, width);
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  private static List<Element> elements(Document svg, String name) {
    NodeList nodes = svg.getElementsByTagName(name);
    List<Element> all = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      all.add((Element) nodes.item(i));
    }
    return all;
  }

  /// An attribute of an element or of what it is in.
  private static String inherited(Element element, String name) {
    if (element.hasAttribute(name)) {
      return element.getAttribute(name);
    }
    return element.getParentNode() instanceof Element parent ? inherited(parent, name) : "";
  }

  private static int embedded(PDResources resources) throws IOException {
    Set<String> fonts = new TreeSet<>();
    for (COSName name : resources.getXObjectNames()) {
      if (resources.getXObject(name) instanceof PDFormXObject form) {
        for (COSName font : form.getResources().getFontNames()) {
          assertTrue(form.getResources().getFont(font).isEmbedded());
          fonts.add(form.getResources().getFont(font).getName());
        }
      }
    }
    return fonts.size();
  }

  /// Reads text and the size of its smallest letter.
  private static final class SizeReader extends PDFTextStripper {
    private double least = Double.POSITIVE_INFINITY;

    @Override
    protected void writeString(String text, List<TextPosition> letters) throws IOException {
      letters.forEach(
          letter -> least = Math.min(least, Math.max(letter.getXScale(), letter.getYScale())));
      super.writeString(text, letters);
    }
  }
}
