package dev.hindsight;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Reads Java sources as trees and finds what concerns the text files: calls of `wording`, and
/// sentences written in the code. A sentence is a string, or strings joined by `+`, with a word
/// next to another word or to a value. Not for users, and so not counted: messages of exceptions
/// that report a bug of ours, arguments of methods that search, compare, parse, or name what files
/// hold, annotations, labels of `switch`.
final class SentenceFinder {
  private static final Set<String> BUGS =
      Set.of(
          "IllegalArgumentException",
          "IllegalStateException",
          "AssertionError",
          "UnsupportedOperationException",
          "NullPointerException",
          "IndexOutOfBoundsException",
          "ArrayIndexOutOfBoundsException",
          "ArithmeticException",
          "NoSuchElementException",
          "OutOfMemoryError",
          "UncheckedIOException",
          "IOException",
          "EOFException",
          "RuntimeException");
  private static final Set<String> NOT_SHOWN =
      Set.of(
          "wording",
          "matches",
          "replaceAll",
          "replaceFirst",
          "replace",
          "split",
          "compile",
          "getProperty",
          "property",
          "contains",
          "containsKey",
          "startsWith",
          "endsWith",
          "equals",
          "equalsIgnoreCase",
          "indexOf",
          "lastIndexOf",
          "requireNonNull",
          "required",
          "getBytes",
          "ofPattern",
          "setStyle",
          "lookup",
          "lookupAll",
          "getResource",
          "getResourceAsStream",
          "put",
          "get",
          "at",
          "path",
          "parse",
          "readTree",
          "resolve",
          "createTempFile",
          "createTempDirectory",
          "addAll",
          "named",
          "ints",
          "longs",
          "floats",
          "doubles");
  private static final Pattern SENTENCE =
      Pattern.compile(
          "[A-Za-z]{2,}[,:;.…]? [A-Za-z(]|[a-z]{2,}[:;,.]? ?\\{\\}|\\{\\} [a-z]{2,}|^[A-Z][a-z]+ "
              + "|^ [a-z]{2,}|[a-z]{2,}:? $|%[sd,.0-9]* [a-z]{2,}|[a-z]{2,}:? %");
  private static final Pattern CODE =
      Pattern.compile(
          "(?s).*-fx-.*|(Shortcut|Shift|Alt|Ctrl)\\+.*|--.*|[-a-z0-9_./:=%{}]*"
              + "|.*\\b(SELECT|import torch|void |function )\\b.*|\\s*[{\\[].*\":.*[}\\]]\\s*");

  /// How an annotation names a text: that of an option, or why options are refused.
  private static final Pattern KEY = Pattern.compile("(?:description|why)Key = \"(.*)\"");

  /// A call of `wording`.
  ///
  /// @param values how many values it puts into the text
  record Call(String where, String key, int values) {}

  private final List<Call> calls = new ArrayList<>();
  private final List<String> sentences = new ArrayList<>();

  /// Reads these files.
  static SentenceFinder in(List<Path> files) throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    for (Path file : files) {
      sources.add(source(file.getFileName().toString(), Files.readString(file)));
    }
    return read(sources);
  }

  /// Reads one source that lies in no file.
  static SentenceFinder inSource(String name, String text) throws IOException {
    return read(List.of(source(name, text)));
  }

  List<Call> calls() {
    return calls;
  }

  /// Every sentence with its file and line.
  List<String> sentences() {
    return sentences;
  }

  private static JavaFileObject source(String name, String text) {
    return new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  private static SentenceFinder read(List<JavaFileObject> sources) throws IOException {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none"), null, sources);
    SentenceFinder finder = new SentenceFinder();
    Trees trees = Trees.instance(task);
    for (CompilationUnitTree unit : task.parse()) {
      finder.new Reader(trees, unit).scan(unit, null);
    }
    return finder;
  }

  /// Goes over one file.
  private final class Reader extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final Trees trees;
    private final CompilationUnitTree unit;

    Reader(Trees trees, CompilationUnitTree unit) {
      this.trees = trees;
      this.unit = unit;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
      if (name(call).equals("wording")
          && !call.getArguments().isEmpty()
          && call.getArguments().getFirst() instanceof LiteralTree key) {
        calls.add(
            new Call(where(call), String.valueOf(key.getValue()), call.getArguments().size() - 1));
      }
      return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void nothing) {
      for (ExpressionTree argument : annotation.getArguments()) {
        String text = argument.toString();
        Matcher key = KEY.matcher(text);
        if (key.matches()) {
          calls.add(new Call(where(annotation), key.group(1), 0));
        } else if (text.startsWith("description =")) {
          sentences.add(where(annotation) + text);
        }
      }
      return null;
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void nothing) {
      if (literal.getValue() instanceof String text) {
        consider(literal, text);
      }
      return null;
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree sum, @Nullable Void nothing) {
      if (!joins(sum)) {
        return super.visitBinary(sum, null);
      }
      StringBuilder text = new StringBuilder();
      join(sum, text);
      consider(sum, text.toString());
      return null;
    }

    private void join(ExpressionTree part, StringBuilder text) {
      if (part instanceof LiteralTree literal) {
        text.append(literal.getValue());
      } else if (part instanceof BinaryTree sum && joins(sum)) {
        join(sum.getLeftOperand(), text);
        join(sum.getRightOperand(), text);
      } else {
        text.append("{}");
        scan(part, null);
      }
    }

    private static boolean joins(ExpressionTree part) {
      return part instanceof LiteralTree literal
          ? literal.getValue() instanceof String
          : part instanceof BinaryTree sum
              && sum.getKind() == Tree.Kind.PLUS
              && (joins(sum.getLeftOperand()) || joins(sum.getRightOperand()));
    }

    private void consider(ExpressionTree tree, String text) {
      if (SENTENCE.matcher(text).find() && !CODE.matcher(text).matches() && shown(tree)) {
        sentences.add(where(tree) + text);
      }
    }

    /// Whether what the string is part of may reach a user.
    private boolean shown(ExpressionTree tree) {
      Tree below = tree;
      for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
        switch (path.getLeaf()) {
          case MethodInvocationTree call -> {
            if (call.getArguments().contains(below) && NOT_SHOWN.contains(name(call))) {
              return false;
            }
            below = call;
          }
          case NewClassTree made when BUGS.contains(simple(made.getIdentifier().toString())) -> {
            return false;
          }
          case CaseTree label when label.getLabels().toString().contains(tree.toString()) -> {
            return false;
          }
          case AnnotationTree _, AssertTree _ -> {
            return false;
          }
          case MethodTree _, ClassTree _ -> {
            return true;
          }
          default -> below = path.getLeaf();
        }
      }
      return true;
    }

    private static String name(MethodInvocationTree call) {
      return simple(call.getMethodSelect().toString());
    }

    private static String simple(String name) {
      String plain = name.replaceAll("<.*|\\s", "");
      return plain.substring(plain.lastIndexOf('.') + 1);
    }

    private String where(Tree tree) {
      long line =
          unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
      return unit.getSourceFile().getName() + ":" + line + ": ";
    }
  }
}
