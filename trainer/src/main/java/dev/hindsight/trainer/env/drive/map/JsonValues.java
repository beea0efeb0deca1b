package dev.hindsight.trainer.env.drive.map;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/// Reads the values of the JSON form from a stream, with the place (`/objects/3/position/17/x`) in
/// every error message.
final class JsonValues {
  private final JsonParser parser;

  JsonValues(JsonParser parser) {
    this.parser = parser;
  }

  /// Reads one value; the parser is at its first token.
  interface Value {
    void read() throws IOException, MalformedMap;
  }

  /// Reads the value of a field; the parser is at its first token.
  interface Field {
    void read(String name) throws IOException, MalformedMap;
  }

  /// Reads an object field by field.
  void fields(Field field) throws IOException, MalformedMap {
    expect(JsonToken.START_OBJECT, wording("JsonValues.an_object_in_braces"));
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      field.read(name);
    }
  }

  /// Reads a list element by element.
  void elements(Value element) throws IOException, MalformedMap {
    expect(JsonToken.START_ARRAY, wording("JsonValues.a_list_in_brackets"));
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  /// Skips a value that is not used.
  void skip() throws IOException {
    parser.skipChildren();
  }

  /// A list of `{x, y, z}`, where z may be missing.
  Points points() throws IOException, MalformedMap {
    Points points = new Points();
    elements(() -> {
      double[] xyz = point();
      points.x.add(xyz[0]);
      points.y.add(xyz[1]);
      points.z.add(xyz[2]);
    });
    return points;
  }

  double[] point() throws IOException, MalformedMap {
    double[] xyz = {Double.NaN, Double.NaN, 0};
    fields(name -> {
      switch (name) {
        case "x" -> xyz[0] = number();
        case "y" -> xyz[1] = number();
        case "z" -> xyz[2] = number();
        default -> skip();
      }
    });
    if (Double.isNaN(xyz[0]) || Double.isNaN(xyz[1])) {
      throw malformed(wording("JsonValues.a_point_lacks_its_x_or"));
    }
    return xyz;
  }

  /// A list of numbers or of booleans, which count as 1 and 0.
  DoubleList numbers() throws IOException, MalformedMap {
    DoubleList doubleList = new DoubleList();
    elements(() -> doubleList.add(parser.currentToken().isBoolean() ? truth() : number()));
    return doubleList;
  }

  double number() throws IOException, MalformedMap {
    if (!parser.currentToken().isNumeric()) {
      throw malformed(wording("JsonValues.there_should_be_a_number"));
    }
    double value = parser.getDoubleValue();
    if (!Float.isFinite((float) value)) {
      throw malformed(wording("JsonValues.the_number_does_not_fit_a", parser.getText()));
    }
    return value;
  }

  int whole() throws IOException, MalformedMap {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw malformed(wording("JsonValues.there_should_be_a_whole_number"));
    }
    if (parser.getNumberType() != JsonParser.NumberType.INT) {
      throw malformed(wording("JsonValues.the_number_does_not_fit_an", parser.getText()));
    }
    return parser.getIntValue();
  }

  /// 1 for true, 0 for false; whole numbers unchanged.
  int truth() throws IOException, MalformedMap {
    return switch (parser.currentToken()) {
      case VALUE_TRUE -> 1;
      case VALUE_FALSE -> 0;
      default -> whole();
    };
  }

  String word() throws IOException, MalformedMap {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed(wording("JsonValues.there_should_be_a_text_in"));
    }
    return parser.getText();
  }

  MalformedMap malformed(String what) {
    String path = parser.getParsingContext().pathAsPointer().toString();
    return new MalformedMap(
        path.isEmpty() ? what + place() : wording("JsonValues.at", what, path, place()), offset());
  }

  private void expect(JsonToken token, String what) throws MalformedMap {
    if (parser.currentToken() != token) {
      throw malformed(wording("JsonValues.there_should_be", what));
    }
  }

  private String place() {
    return wording("JsonValues.line", parser.currentTokenLocation().getLineNr());
  }

  private long offset() {
    return parser.currentTokenLocation().getByteOffset();
  }

  /// A polyline in columns.
  static final class Points {
    final DoubleList x = new DoubleList();
    final DoubleList y = new DoubleList();
    final DoubleList z = new DoubleList();
  }
}
