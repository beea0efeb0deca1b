package dev.hindsight.app.figure;

import static dev.hindsight.app.text.AppText.wording;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.Graphics2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/// Writes a painting as a file for a paper. The text stays text, in a typeface that PDF files embed
/// and that has the widths of Arial, so that an SVG looks the same where it is missing.
///
/// @param millimetres width of the figure
/// @param across width in the painting's units
/// @param down height in the painting's units
public record FigureFile(double millimetres, double across, double down) {
  /// Size of letters in a chart on the screen, which charts are laid out for.
  public static final double LETTER = ChartStyle.FONT.getSize2D();

  /// The colours of figures.
  public static final ChartStyle STYLE =
      new ChartStyle(
          Color.WHITE,
          Color.WHITE,
          Color.BLACK,
          new Color(0xd8d8d8),
          new Color(0x606060),
          ChartStyle.of(Palette.LIGHT).lines());

  private static final double POINTS = 72 / 25.4;

  /// Size of letters in print, in points.
  private static final double PRINTED = 8;

  /// Liberation Sans, by Red Hat (SIL Open Font License): comes with PDFBox.
  private static final String TYPEFACE =
      "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  /// Where the typeface is missing: others of the same widths, then any.
  private static final List<String> INSTEAD = List.of("Arial", "Helvetica", "sans-serif");

  /// The formats of a figure.
  public enum Format {
    /// Scalable Vector Graphics.
    SVG,
    /// Portable Document Format, one page of the figure's size.
    PDF;

    /// The format of a file by the end of its name; empty if it is no figure.
    public static Optional<Format> of(Path file) {
      String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
      return name.endsWith(".svg")
          ? Optional.of(SVG)
          : name.endsWith(".pdf") ? Optional.of(PDF) : Optional.empty();
    }
  }

  /// Widths of a figure.
  public enum Width {
    /// One column of a page of two.
    COLUMN(85, 0.62),
    /// The whole page.
    PAGE(170, 0.42);

    private final double millimetres;
    private final double shape;

    Width(double millimetres, double shape) {
      this.millimetres = millimetres;
      this.shape = shape;
    }
  }

  /// The figure of a chart, in units of which a letter of the chart has [#LETTER].
  public static FigureFile of(Width width) {
    double across = width.millimetres * POINTS * LETTER / PRINTED;
    return new FigureFile(width.millimetres, across, across * width.shape);
  }

  /// The typeface of figures.
  ///
  /// @param size in the painting's units
  public static Font font(double size) {
    try (InputStream in = typeface()) {
      return Font.createFont(Font.TRUETYPE_FONT, in).deriveFont((float) size);
    } catch (FontFormatException e) {
      throw new IllegalStateException("the typeface of figures", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream typeface() {
    return Objects.requireNonNull(PDDocument.class.getResourceAsStream(TYPEFACE), TYPEFACE);
  }

  /// Writes a painting.
  ///
  /// @param file ends in `.svg` or `.pdf`
  /// @throws Problem if its name says no format, or it cannot be written
  public void write(Path file, Consumer<Graphics2D> painting) {
    Format format = Format.of(file).orElseThrow(() -> wrongName(file));
    try {
      AtomicFile.write(
          file,
          switch (format) {
            case SVG -> svg(painting);
            case PDF -> pdf(painting);
          });
    } catch (IOException e) {
      throw new Problem(
          wording("FigureFile.the_figure_cannot_be_written"),
          file.toString(),
          wording("FigureFile.check_the_folder_and_its_permissions"),
          e);
    }
  }

  /// The refusal of a file name that says no format.
  public static Problem wrongName(Path file) {
    return new Problem(
        wording("FigureFile.no_format_of_a_figure"),
        file.toString(),
        wording("FigureFile.let_the_name_end_in"));
  }

  private byte[] svg(Consumer<Graphics2D> painting) {
    Document document;
    try {
      document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setComment("Hindsight");
    SVGGraphics2D pen = new SVGGraphics2D(context, false);
    painting.accept(pen);
    Element root = pen.getRoot();
    root.setAttribute("width", number(millimetres) + "mm");
    root.setAttribute("height", number(millimetres * down / across) + "mm");
    root.setAttribute("viewBox", "0 0 " + number(across) + " " + number(down));
    Element style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.setTextContent(
        "text{font-family:'"
            + font(1).getFamily(Locale.ENGLISH)
            + "',"
            + String.join(",", INSTEAD)
            + "}");
    root.insertBefore(style, root.getFirstChild());
    // Batik's own writer names a DTD, which readers would fetch from the network.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(root), new StreamResult(bytes));
    } catch (TransformerException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private byte[] pdf(Consumer<Graphics2D> painting) throws IOException {
    float width = (float) (millimetres * POINTS);
    float height = (float) (millimetres * POINTS * down / across);
    try (PDDocument document = new PDDocument();
        PdfBoxGraphics2DFontTextDrawer letters = new PdfBoxGraphics2DFontTextDrawer();
        InputStream in = typeface()) {
      PDPage page = new PDPage(new PDRectangle(width, height));
      document.addPage(page);
      Font font = font(1);
      letters.registerFont(font.getFontName(Locale.ENGLISH), PDType0Font.load(document, in, true));
      PdfBoxGraphics2D pen = new PdfBoxGraphics2D(document, width, height);
      pen.setFontTextDrawer(letters);
      pen.scale(width / across, width / across);
      painting.accept(pen);
      pen.dispose();
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.drawForm(pen.getXFormObject());
      }
      PDDocumentInformation about = new PDDocumentInformation();
      about.setProducer("Hindsight");
      // The same figure is the same file at any time.
      Calendar never = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
      never.setTimeInMillis(0);
      about.setCreationDate(never);
      document.setDocumentInformation(about);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }

  private static String number(double value) {
    return NumberWords.atMost(value, 3).replace(",", "");
  }
}
